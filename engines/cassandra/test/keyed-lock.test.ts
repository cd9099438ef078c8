import { expect, it } from 'vitest';
import { createKeyedLock } from '../src/concurrency.js';
import { newToken, readTime } from '../src/protocol/tokens.js';
import { secondsToLive } from '../src/tables/registers.js';

it('operations that share a key take turns, others run concurrently', async () => {
  const inTurn = createKeyedLock();
  const told: string[] = [];
  const finish: (() => void)[] = [];
  const run = (name: string, keys: string[]) =>
    inTurn(keys, async () => {
      told.push(name);
      await new Promise<void>((resolve) => finish.push(resolve));
      if (name === 'first') throw new Error('failed');
    });
  const first = run('first', ['a', 'b']);
  const second = run('second', ['b', 'c']);
  const third = run('third', ['d']);
  const fourth = run('fourth', ['c']);
  await new Promise(setImmediate);
  expect(told).toEqual(['first', 'third']);
  finish[0]!();
  await expect(first).rejects.toThrow('failed');
  await new Promise(setImmediate);
  expect(told).toEqual(['first', 'third', 'second']);
  finish[2]!();
  await second;
  await new Promise(setImmediate);
  expect(told).toEqual(['first', 'third', 'second', 'fourth']);
  finish[1]!();
  finish[3]!();
  await Promise.all([third, fourth]);
});

it('tokens carry their time, ascend, and are unique', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(new Set(tokens).size).toBe(1000);
  expect(tokens.toSorted()).toEqual(tokens);
  expect(Math.abs(readTime(tokens[0]!) - Date.now())).toBeLessThan(60_000);
});

it('Cassandra keeps expired rows for an hour longer than the service needs them', () => {
  expect(secondsToLive(null, 5_000)).toBe(0);
  expect(secondsToLive(6_500, 5_000)).toBe(3_602);
  expect(secondsToLive(1, 5_000)).toBe(3_600);
  expect(secondsToLive(Number.MAX_SAFE_INTEGER, 5_000)).toBe(0);
});
