import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace } from '../../../src/http/stages/pace.js';

const client = (owner: string) => ({ owner, connection: '1' });

let time = 0;
const work = (milliseconds: number) => {
  time += milliseconds;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the event loop is free between two long pieces of work, and clients take turns', async () => {
  const pace = createPace();
  const order: string[] = [];
  for (let i = 0; i < 4; i++) {
    pace(client('greedy'), () => {
      order.push('greedy');
      work(10);
    });
  }
  pace(client('other'), () => {
    order.push('other');
    work(10);
  });
  await turn();
  expect(order).toEqual(['greedy']);
  vi.advanceTimersByTime(9);
  await turn();
  expect(order).toEqual(['greedy']);
  vi.advanceTimersByTime(1);
  expect(order).toEqual(['greedy', 'other']);
});

it('the pace continues after a time without work', async () => {
  const pace = createPace();
  let done = 0;
  const act = () => {
    done += 1;
  };
  pace(client('a'), act);
  pace(client('a'), act);
  await turn();
  vi.runAllTimers();
  expect(done).toBe(2);
  pace(client('a'), act);
  await turn();
  expect(done).toBe(3);
});
