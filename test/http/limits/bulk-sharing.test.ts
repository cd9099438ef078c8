import { afterEach, expect, it, vi } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { createBulkSharing } from '../../../src/http/limits/bulk-sharing.js';
import { headers, openBulk } from '../bulk/requests.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

afterEach(() => {
  vi.useRealTimers();
});

const clientOf = (owner: string, connection: number) => ({
  owner,
  connection: `${owner}${connection}`,
});

function open(limit: number) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  const sharing = createBulkSharing(limit);
  const start = async (owner: string, connection: number, waits = true) => {
    const admitted = await sharing.admit(clientOf(owner, connection));
    const stop = vi.fn();
    admitted.bulk = { waitsForClient: () => waits, stop } as never;
    return { ...admitted, stop };
  };
  const refuse = async (owner: string, connection: number) => {
    const refused = expect(sharing.admit(clientOf(owner, connection))).rejects.toThrow(
      /Too many bulk requests from this client/,
    );
    await vi.advanceTimersByTimeAsync(2500);
    await refused;
  };
  return {
    sharing,
    start,
    refuse,
    pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
  };
}

it('one key gets at most half of the bulk requests, and another key still gets a slot', async () => {
  const { start, refuse } = open(8);
  for (let i = 0; i < 4; i++) await start('greedy', i, false);
  await refuse('greedy', 4);
  await start('other', 0);
});

it('a slow bulk request is stopped only for a new one, even of the same client', async () => {
  const { start, refuse, pass } = open(8);
  const idle = await start('greedy', 0);
  const trickling = await start('greedy', 1);
  const busy = await start('greedy', 2);
  const served = await start('greedy', 3, false);
  const stopped = () => [idle, trickling, busy, served].map(({ stop }) => stop.mock.calls.length);
  for (let second = 0; second < 11; second++) {
    pass(1000);
    trickling.advance(100);
    busy.advance(64 * 1024);
  }
  expect(stopped()).toEqual([0, 0, 0, 0]);
  await start('greedy', 4, false);
  expect(stopped()).toEqual([1, 0, 0, 0]);
  expect(idle.stop).toHaveBeenCalledWith(expect.objectContaining({ code: 'overloaded' }));
  await start('greedy', 5, false);
  expect(stopped()).toEqual([1, 1, 0, 0]);
  pass(1100);
  await start('greedy', 6, false);
  expect(stopped()).toEqual([1, 1, 1, 0]);
  await refuse('greedy', 7);
  expect(served.stop).not.toHaveBeenCalled();
});

it('a bulk request without a slot waits briefly', async () => {
  const { sharing, start } = open(2);
  const first = await start('a', 0, false);
  const second = sharing.admit(clientOf('a', 1));
  await vi.advanceTimersByTimeAsync(1000);
  first.leave();
  await vi.advanceTimersByTimeAsync(100);
  expect(await second).toBeDefined();
});

it('a bulk request cannot keep its slot with invalid lines', async () => {
  const test = await openTestApp({ bulkRequestsMax: 8 });
  const url = await test.listening();
  const trickling = await Promise.all([1, 2, 3, 4].map(() => openBulk(test)));
  for (const connection of trickling) {
    connection.write('{}');
    expect(await connection.line()).toMatchObject({ ok: false });
  }
  const other = await fetch(`${url}/documents/bulk`, { method: 'POST', headers, body: '{}\n' });
  expect(other.status).toBe(200);
  expect(await other.text()).toContain('"total":1');
  const last = await Promise.race(trickling.map((connection) => connection.line()));
  expect(last).toMatchObject({ summary: { total: 1 }, error: { code: 'overloaded' } });
  for (const connection of trickling) connection.destroy();
});

it('a bulk request ends when its key is removed', async () => {
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

it('a changed binding of a key to collections applies from the next lines on', async () => {
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
