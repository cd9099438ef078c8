import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLoopTurns } from '../../src/quota/loop-turns.js';

const client = (owner: string, connection = '1') => ({ owner, connection });

let time = 0;
const work = (milliseconds: number) => {
  time += milliseconds;
};

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates turns, and records the order of the work. */
function open() {
  const turns = createLoopTurns();
  const order: string[] = [];
  const run = (owner: string, ms: number, connection?: string) =>
    turns.run(client(owner, connection), () => {
      order.push(owner);
      work(ms);
    });
  const rest = async () => {
    while (turns.waiting() > 0) await turn();
    await turn();
  };
  return { turns, order, run, rest };
}

describe('turns of the event loop', () => {
  it('run work at once while there is time, and leave the rest to later turns', async () => {
    const { turns, order, run } = open();
    for (let i = 0; i < 8; i++) run('a', 2);
    expect(order).toHaveLength(3);
    expect(turns.waiting()).toBe(5);
    await turn();
    expect(order).toHaveLength(6);
    await turn();
    expect(order).toHaveLength(8);
    await turn();
    run('a', 2);
    expect(order).toHaveLength(9);
  });

  it('serve a client with one request next, however many another has waiting', async () => {
    const { order, run, rest } = open();
    for (let i = 0; i < 100; i++) run('greedy', 16, `${i}`);
    run('honest', 1);
    await turn();
    expect(order.indexOf('honest')).toBeLessThanOrEqual(2);
    await rest();
    expect(order).toHaveLength(101);
  });

  it('remove waiting work when its client leaves', async () => {
    const { turns, order, run, rest } = open();
    expect(run('a', 20)).toBeUndefined();
    const leave = run('b', 1)!;
    run('c', 1);
    expect(turns.waiting()).toBe(2);
    leave();
    expect(turns.waiting()).toBe(1);
    await rest();
    leave();
    expect(order).toEqual(['a', 'c']);
  });

  it('divide time, not numbers of requests, between clients', async () => {
    const { order, run, rest } = open();
    for (let i = 0; i < 20; i++) run('long', 10);
    await rest(); // now the cost of its work is known
    order.length = 0;
    for (let i = 0; i < 20; i++) run('long', 10);
    for (let i = 0; i < 200; i++) run('short', 1);
    while (order.filter((owner) => owner === 'short').length < 100) await turn();
    const long = order.filter((owner) => owner === 'long').length;
    expect(long).toBeGreaterThanOrEqual(7);
    expect(long).toBeLessThanOrEqual(14);
    await rest();
    expect(order).toHaveLength(220);
  });

  it('give turns to the connections of a client', async () => {
    const { turns, run, rest } = open();
    const order: string[] = [];
    run('a', 10);
    for (let i = 0; i < 50; i++) turns.run(client('a', 'one'), () => void order.push('one'));
    turns.run(client('a', 'other'), () => void order.push('other'));
    await rest();
    expect(order.indexOf('other')).toBeLessThanOrEqual(1);
  });

  it('keep the order of a connection, and count promises that settle at once as work', async () => {
    const { turns, run, rest } = open();
    const order: number[] = [];
    run('a', 10);
    for (let i = 0; i < 5; i++) {
      turns.run(client('b'), () => {
        void (async () => {
          await null;
          await null;
          work(3);
          order.push(i);
        })();
      });
    }
    await turn();
    expect(order).toEqual([0, 1]);
    await rest();
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('leave the given time between two turns', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const turns = createLoopTurns({ turnMs: 1, everyMs: 20 });
    let done = 0;
    for (let i = 0; i < 6; i++) {
      turns.run(client('a', `${i}`), () => {
        done += 1;
        work(1);
      });
    }
    expect(done).toBe(1);
    for (let turnsOfLoop = 0; turnsOfLoop < 10; turnsOfLoop++) await turn();
    expect(done).toBe(1);
    for (let i = 2; i <= 6; i++) {
      vi.advanceTimersByTime(20);
      await turn();
      expect(done).toBe(i);
    }
    expect(turns.waiting()).toBe(0);
  });

  it('continue after work that throws', async () => {
    const { turns, order, run, rest } = open();
    const caught = new Promise((resolve) => {
      process.setUncaughtExceptionCaptureCallback(resolve);
    });
    try {
      run('a', 10);
      turns.run(client('b'), () => {
        throw new Error('a mistake');
      });
      run('b', 1);
      expect(await caught).toMatchObject({ message: 'a mistake' });
      await rest();
      expect(order).toEqual(['a', 'b']);
    } finally {
      process.setUncaughtExceptionCaptureCallback(null);
    }
  });
});
