import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../src/quota/fair-queue.js';
import type { Client } from '../../src/quota/task-context.js';

const client = (owner: string, connection = '1'): Client => ({ owner, connection });

describe('a fair queue', () => {
  it('serves owners in turn, and the connections of an owner in turn', () => {
    const queue = createFairQueue<string>();
    for (let i = 0; i < 3; i++) queue.push(client('greedy'), `greedy ${i}`);
    queue.push(client('greedy', '2'), 'greedy, other connection');
    queue.push(client('honest'), 'honest');
    const served = Array.from({ length: 5 }, () => queue.shift());
    expect(served).toEqual([
      'greedy 0',
      'honest',
      'greedy, other connection',
      'greedy 1',
      'greedy 2',
    ]);
    expect(queue.shift()).toBeUndefined();
  });

  it('skips connections whose first item does not qualify, and keeps their turns', () => {
    const queue = createFairQueue<string>();
    queue.push(client('a', '1'), 'heavy 1');
    queue.push(client('a', '2'), 'heavy 2');
    queue.push(client('a', '3'), 'light 1');
    queue.push(client('b'), 'heavy 3');
    queue.push(client('b'), 'light 2');
    const isLight = (item: string) => item.startsWith('light');
    expect(queue.shift(isLight)).toBe('light 1');
    expect(queue.shift(isLight)).toBeUndefined(); // behind another item of its connection
    const served = Array.from({ length: 4 }, () => queue.shift());
    expect(served).toEqual(['heavy 3', 'heavy 1', 'light 2', 'heavy 2']);
  });

  it('removes a cancelled item', () => {
    const queue = createFairQueue<number>();
    queue.push(client('a'), 1);
    queue.push(client('a'), 2);
    expect(queue.remove(client('a'), 1)).toBe(true);
    expect(queue.remove(client('a'), 1)).toBe(false);
    expect(queue.remove(client('b'), 2)).toBe(false);
    expect([queue.length, queue.lengthOf('a')]).toEqual([1, 1]);
    expect(queue.shift()).toBe(2);
    expect([queue.length, queue.lengthOf('a')]).toEqual([0, 0]);
  });

  it('loses no item, keeps the order of connections, and gives no owner two turns while another waits', () => {
    const owner = fc.constantFrom('a', 'b', 'c');
    const connection = fc.constantFrom('1', '2');
    const push = fc.record({ owner, connection });
    fc.assert(
      fc.property(fc.array(fc.option(push), { maxLength: 100 }), (steps) => {
        const queue = createFairQueue<{ client: Client; at: number }>();
        let waiting: { client: Client; at: number }[] = [];
        const servedSince = new Map<string, Set<string>>();
        for (const [at, step] of steps.entries()) {
          if (step !== null) {
            const item = { client: step, at };
            queue.push(step, item);
            if (!waiting.some((each) => each.client.owner === step.owner)) {
              servedSince.set(step.owner, new Set());
            }
            waiting.push(item);
            continue;
          }
          const item = queue.shift();
          expect(item === undefined).toBe(waiting.length === 0);
          if (item === undefined) continue;
          const same = waiting.filter(
            ({ client: { owner, connection } }) =>
              owner === item.client.owner && connection === item.client.connection,
          );
          expect(item).toBe(same[0]);
          waiting = waiting.filter((each) => each !== item);
          servedSince.set(item.client.owner, new Set());
          for (const other of new Set(waiting.map((each) => each.client.owner))) {
            if (other === item.client.owner) continue;
            const served = servedSince.get(other)!;
            expect(served.has(item.client.owner)).toBe(false);
            served.add(item.client.owner);
          }
          expect(queue.length).toBe(waiting.length);
        }
      }),
    );
  });

  it('lets short items pass long ones of an owner that had its turn', () => {
    const queue = createFairQueue<number>((work) => work);
    for (let i = 0; i < 8; i++) queue.push(client('all', `${i}`), 12);
    queue.shift();
    for (let i = 0; i < 20; i++) queue.push(client('all', 'short'), 0.1);
    queue.push(client('other'), 12);
    for (let i = 0; i < 20; i++) expect(queue.first()).toBe(queue.shift());
    expect(queue.length).toBe(8);
  });

  it('delays a long item by a limited number of short ones only', () => {
    const queue = createFairQueue<number>((work) => work);
    queue.push(client('long'), 12);
    let served = 0;
    for (let i = 0; queue.first() !== 12 && served < 1000; i++) {
      queue.push(client(`short ${i}`), 0.1);
      queue.push(client(`short ${i}`), 0.1);
      expect(queue.shift()).toBe(0.1);
      served += 1;
    }
    expect(served).toBeLessThan(500);
  });

  it('gives waiting owners the same work, except for at most three pieces', () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      connection: fc.constantFrom('1', '2'),
      work: fc.constantFrom(0.1, 1, 7, 12),
    });
    interface Piece {
      readonly owner: string;
      readonly connection: string;
      readonly work: number;
    }
    fc.assert(
      fc.property(fc.array(fc.option(step), { maxLength: 200 }), (steps) => {
        const queue = createFairQueue<Piece>(({ work }) => work);
        const length = new Map<string, number>();
        /** Lead of the first owner over the second, in work, for each pair of owners, since both began to wait. */
        const ahead = new Map<string, number>();
        for (const one of steps) {
          if (one !== null) {
            queue.push(one, one);
            const before = length.get(one.owner) ?? 0;
            length.set(one.owner, before + 1);
            if (before > 0) continue;
            for (const other of length.keys()) {
              ahead.set(`${one.owner} ${other}`, 0);
              ahead.set(`${other} ${one.owner}`, 0);
            }
            continue;
          }
          const first = queue.first();
          const served = queue.shift();
          expect(served).toBe(first);
          if (served === undefined) continue;
          const { owner, work } = served;
          for (const [other, waits] of length) {
            if (other === owner || waits === 0) continue;
            const more = ahead.get(`${owner} ${other}`)! + work;
            ahead.set(`${owner} ${other}`, more);
            ahead.set(`${other} ${owner}`, -more);
            expect(more).toBeLessThanOrEqual(3 * 12);
          }
          length.set(owner, length.get(owner)! - 1);
          expect(queue.lengthOf(owner)).toBe(length.get(owner));
        }
      }),
      { numRuns: 500 },
    );
  });
});
