import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/shares/client.js';
import { createFairQueue } from '../../src/shares/fair-queue.js';

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

  it('forgets who gives up', () => {
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

  it('loses nothing, keeps the order of a connection, and lets nobody wait for two turns of another', () => {
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
});
