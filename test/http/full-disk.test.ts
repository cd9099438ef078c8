import type { Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createInlineRunner } from '../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/file/connection.js';
import { verify } from '../../src/store/sqlite/maintenance/verify.js';
import { createGroupedStore } from '../../src/store/sqlite/sqlite-store.js';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

/** An application on SQLite whose groups can be delayed, so that they become large. */
async function openSmallDisk() {
  const db = openDatabase(':memory:');
  const runner = createInlineRunner(db);
  let held = Promise.resolve();
  const store = createGroupedStore(
    { ...runner, run: (batch) => held.then(() => runner.run(batch)) },
    1000,
  );
  // A sweep would be counted among the waiting requests.
  const app = await openTestApp({}, { ...store, sweep: async () => false });
  /**
   * Sends requests that reach the store as one group; resolves with the replies. The last one is sent when all others
   * have reached the store, so they may be requests that would wait for it.
   */
  async function together<T>(starts: readonly (() => Promise<T>)[]): Promise<T[]> {
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    // Requests wait for the next group only while two groups are in progress.
    const before = [store.ping()];
    await expect.poll(() => store.waiting()).toBe(0);
    before.push(...Array.from({ length: 8 }, () => store.ping()));
    await expect.poll(() => store.waiting()).toBe(0);
    const last = starts.length - 1;
    const replies = starts.slice(0, last).map((start) => start());
    await expect.poll(() => store.waiting()).toBe(last);
    replies.push(starts[last]!());
    await expect.poll(() => store.waiting()).toBe(starts.length);
    release();
    await Promise.all(before);
    return Promise.all(replies);
  }
  return { db, store, together, ...app };
}

/** Lets the database grow by this many pages from now on. */
function limitPages(db: Database, more: number): void {
  const pages = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages + more}`);
}

const page = (id: string) => ({
  id,
  text: `${english} ${id}`,
  metadata: { long: `${id}-`.repeat(2000) },
});

it('a full disk is 507 for every write of the group, reads continue, and writes resume with space', async () => {
  const { db, together, post, get, count } = await openSmallDisk();
  expect((await post('/documents', page('before'))).status).toBe(201);
  limitPages(db, 0);

  const writes = [
    () => post('/documents', page('added')),
    () => post('/check', { ...page('checked'), text: unrelated }),
    () => post('/documents', { id: 'small', text: 'so small that it would fit' }),
    () => post('/documents/delete', { ids: ['before'] }),
    () => post('/check', { ...page('before'), onDuplicate: 'store' }),
    // must be last, because requests that name a collection wait for it
    () => post('/collections', { name: 'more' }),
  ];
  const reads = [
    () => get('/documents/before'),
    () => post('/query', { text: `${english} before` }),
    () => post('/check', { ...page('never'), text: `${english} before`, dryRun: true }),
    () => get('/stats?collection=default'),
  ];
  const replies = await together([...reads, ...writes]);
  const refused = replies.slice(reads.length);
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([507, 'disk_full']);
  }
  const [document, query, check, stats] = replies;
  expect(document).toMatchObject({ status: 200, body: { id: 'before', revision: 1 } });
  expect(query).toMatchObject({ status: 200, body: { matches: [{ id: 'before' }] } });
  expect(check).toMatchObject({ status: 200, body: { decision: 'duplicate' } });
  expect(stats).toMatchObject({ status: 200, body: { documents: 1, contents: 1 } });
  expect((await get('/readyz')).status).toBe(200);

  limitPages(db, 1000);
  const again: number[] = [];
  for (const start of writes) again.push((await start()).status);
  expect(again).toEqual([201, 201, 201, 200, 201, 201]);
  expect(await count()).toBe(4);
  expect(verify(db).faults).toEqual([]);
});

it('on a full disk each line of a bulk request fails, and none is acknowledged', async () => {
  const { app, db, get, count } = await openSmallDisk();
  limitPages(db, 0);
  const lines = Array.from({ length: 20 }, (_, index) => `${JSON.stringify(page(`${index}`))}\n`);
  const bulk = () =>
    app.inject({
      method: 'POST',
      url: '/documents/bulk?mode=add',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: lines.join(''),
    });
  const resultsOf = ({ body }: { body: string }) =>
    body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const refused = resultsOf(await bulk());
  expect(refused.slice(0, -1).map(({ ok, error }) => [ok, error?.code])).toEqual(
    lines.map(() => [false, 'disk_full']),
  );
  expect(refused.at(-1)).toMatchObject({ summary: { failed: 20 } });
  expect(await count()).toBe(0);
  expect((await get('/documents/0')).status).toBe(404);

  limitPages(db, 10_000);
  expect(resultsOf(await bulk()).at(-1)).toMatchObject({ summary: { failed: 0 } });
  expect(await count()).toBe(20);
  expect(verify(db).faults).toEqual([]);
});
