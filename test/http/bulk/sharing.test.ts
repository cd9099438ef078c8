import { afterEach, expect, it, vi } from 'vitest';
import { createBulkSharing } from '../../../src/http/bulk/sharing.js';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/http/keys.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';
import { headers, openBulk } from './requests.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const clientOf = (owner: string, connection: number) => ({
  owner,
  connection: `${owner}${connection}`,
});

function open(limit: number) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const sharing = createBulkSharing(limit);
  const start = (owner: string, connection: number, waits = true) => {
    const admitted = sharing.admit(clientOf(owner, connection));
    const stop = vi.fn();
    admitted.bulk = { waitsForClient: () => waits, stop } as never;
    return { ...admitted, stop };
  };
  return { start, pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) };
}

it('one key has half of the bulk requests alone, and another finds room', () => {
  const { start } = open(8);
  for (let i = 0; i < 4; i++) start('greedy', i);
  expect(() => start('greedy', 4)).toThrow('this client has its share');
  start('other', 0);
});

it('who trickles gives way to who comes, also of the same client, and else goes on', () => {
  const { start, pass } = open(8);
  const first = start('greedy', 0);
  const others = [1, 2, 3].map((connection) => start('greedy', connection));
  pass(9000);
  others[0]!.advance(64 * 1024);
  expect(() => start('greedy', 4)).toThrow(/share/);
  pass(2000);
  expect(first.stop).not.toHaveBeenCalled();
  start('greedy', 4);
  expect(first.stop).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'overloaded' }),
  );
  expect(others[0]!.stop).not.toHaveBeenCalled();
  start('greedy', 5);
  start('greedy', 6);
  expect(others[0]!.stop).not.toHaveBeenCalled();
  expect(() => start('greedy', 7)).toThrow(/share/);
});

it('who waits for the service does not trickle', () => {
  const { start, pass } = open(2);
  const { stop } = start('a', 0, false);
  pass(60_000);
  expect(() => start('a', 1)).toThrow(/share/);
  expect(stop).not.toHaveBeenCalled();
});

it('lines that make no sense are no progress', async () => {
  const test = await openTestApp({ bulkRequestsMax: 8 });
  const trickling = await Promise.all([1, 2, 3, 4].map(() => openBulk(test)));
  for (const connection of trickling) {
    connection.write('{}');
    expect(await connection.line()).toMatchObject({ ok: false });
  }
  const bulk = () =>
    test.app.inject({ method: 'POST', url: '/documents/bulk', headers, payload: '' });
  expect((await bulk()).statusCode).toBe(503);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  expect((await bulk()).statusCode).toBe(200);
  const lines = await Promise.race(trickling.map((connection) => connection.line()));
  expect(lines).toMatchObject({ summary: { total: 1 }, error: { code: 'overloaded' } });
  for (const connection of trickling) connection.destroy();
});

it('a bulk request ends when its key is taken away', async () => {
  const { key, entry } = newKey({ name: 'crawler', scopes: ['write'] });
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] })));
  const test = await openTestApp({ keys });
  const connection = await openBulk(test, '', { authorization: `Bearer ${key}` });
  connection.write({ id: 'a', text: english });
  expect(await connection.line()).toMatchObject({ ok: true });
  keys.replace([]);
  expect(await connection.line()).toMatchObject({
    summary: { total: 1 },
    error: { code: 'unauthorized', status: 401 },
  });
  connection.destroy();
});

it('what a key is bound to meanwhile counts from the next lines on', async () => {
  const { key, entry } = newKey({ name: 'crawler', scopes: ['write'] });
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] })));
  const test = await openTestApp({ keys });
  const connection = await openBulk(test, '', { authorization: `Bearer ${key}` });
  const bound = { ...entry, collections: ['news'] };
  keys.replace(parseKeyFile(JSON.stringify({ keys: [bound] })));
  await new Promise((resolve) => setTimeout(resolve, 1200));
  connection.write({ id: 'a', text: english });
  expect(await connection.line()).toMatchObject({ error: { code: 'insufficient_scope' } });
  connection.destroy();
});
