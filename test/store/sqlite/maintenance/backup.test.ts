import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Collection } from '../../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../../src/store/contract/embedded-store.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, checking, newCollection, signature, sketched } from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

const noSignal = new AbortController().signal;

async function openStore(file: string, thread: URL | null = null): Promise<EmbeddedStore> {
  const store = await openSqliteStore({ file, threadFile: thread, queueMax: 10_000 });
  onTestFinished(() => store.close());
  return store;
}

/** Returns a distinct content for each number, with a text that makes the file grow. */
function numbered(n: number) {
  const bits = Array.from({ length: 16 }, (_, bit) => bit).filter((bit) => n & (1 << bit));
  const given = sketched(signature(bits), { family: n });
  const exactHash = n.toString(16).padStart(12, '0').padEnd(32, '0');
  return { signature: { ...given, exactHash }, text: new Uint8Array(8000).fill(n) };
}

describe.each([null, threadFile])('A backup (thread: %s)', (thread) => {
  it('holds everything acknowledged before, while writes continue', async () => {
    const file = temporaryFile();
    const copy = join(dirname(file), 'copy.db');
    const store = await openStore(file, thread);
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    const add = (n: number) => store.add(addition(pages, `page-${n}`, numbered(n)));
    let written = 0;
    for (; written < 1000; written += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, i) => add(written + i)));
    }
    const before = written;
    let done = false;
    const backup = store.backup(copy, noSignal).finally(() => {
      done = true;
    });
    let during = 0;
    while (!done) {
      await Promise.all([
        add(written++),
        store.delete({ collection: pages, ids: [`page-${during}`], now: 0 }),
      ]);
      during += 1;
    }
    const { bytes } = await backup;
    expect(during).toBeGreaterThan(0);
    expect(bytes).toBe(statSync(copy).size);
    expect(readdirSync(dirname(copy)).filter((name) => name.startsWith('copy'))).toEqual([
      'copy.db',
    ]);

    const db = openDatabase(copy);
    expectIntegrity(db);
    const ids = new Set(
      db
        .prepare<[], string>('SELECT id FROM documents')
        .pluck()
        .all()
        .map((id) => Number(id.slice(5))),
    );
    // The backup is of one moment between call and response: a prefix of the writes and of the deletions.
    const deleted = Array.from({ length: before }, (_, n) => n).filter((n) => !ids.has(n));
    expect(deleted).toEqual(deleted.map((_, i) => i));
    expect(deleted.length).toBeLessThanOrEqual(during);
    const added = [...ids].filter((n) => n >= before).sort((a, b) => a - b);
    expect(added).toEqual(added.map((_, i) => before + i));
    expect(Math.abs(added.length - deleted.length)).toBeLessThanOrEqual(1);
    db.close();
  });

  it('finds rows that were only buffered in memory after it is opened', async () => {
    const file = temporaryFile();
    const copy = join(dirname(file), 'copy.db');
    const store = await openStore(file, thread);
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await store.add(addition(pages, 'a', { signature: sketched(signature([3])) }));
    await store.backup(copy, noSignal);
    const db = openDatabase(copy);
    expect(db.prepare('SELECT count(*) FROM content_chunks').pluck().get()).toBe(0);
    db.close();
    const other = await openStore(copy, thread);
    const [found] = await other.listCollections();
    const input = checking(found as Collection, 'b', { signature: sketched(signature([3])) });
    expect(await other.check(input)).toMatchObject({ decision: 'duplicate', duplicateOf: 'a' });
  });

  it('replaces no file, and leaves none if it fails', async () => {
    const file = temporaryFile();
    const store = await openStore(file, thread);
    const there = join(dirname(file), 'there');
    writeFileSync(there, 'kept');
    await expect(store.backup(there, noSignal)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/already exists$/),
    });
    await expect(store.backup(join(there, 'x'), noSignal)).rejects.toMatchObject({
      code: 'not_ready',
      message: expect.stringContaining('Cannot back up to'),
    });
    expect(statSync(there).size).toBe(4);
    const pipe = join(dirname(file), 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(store.backup(pipe, noSignal)).rejects.toThrow(/already exists$/);
    expect(statSync(pipe).isFIFO()).toBe(true);
    expect(await store.backup(join(dirname(file), 'next'), noSignal)).toMatchObject({
      bytes: expect.any(Number),
    });
  });

  it.each(['-shm', '-wal', '-journal'])(
    'rejects a name that SQLite may give to a file of the database: %s',
    async (ending) => {
      const file = temporaryFile();
      const store = await openStore(file, thread);
      await expect(store.backup(`${file}${ending}`, noSignal)).rejects.toMatchObject({
        code: 'validation_failed',
      });
      const elsewhere = dirname(temporaryFile());
      const link = join(elsewhere, 'backups');
      symlinkSync(dirname(file), link);
      const name = `${basename(file)}${ending}`;
      for (const other of [join(link, name), join(dirname(file), name.toUpperCase())]) {
        await expect(store.backup(other, noSignal)).rejects.toMatchObject({
          code: 'validation_failed',
        });
      }
      await store.backup(join(elsewhere, name), noSignal);
      await store.backup(`${file}.copy`, noSignal);
      expect(readdirSync(dirname(file))).toContain(`${basename(file)}.copy`);
    },
  );

  it('runs one at a time, and stops on demand or when the store closes', async () => {
    const file = temporaryFile();
    const directory = join(dirname(file), 'backups');
    mkdirSync(directory);
    const store = await openStore(file, thread);
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    // Makes the backup long enough to be stopped in the middle.
    const text = Buffer.alloc(30_000);
    await Promise.all(
      Array.from({ length: 1000 }, (_, n) =>
        store.add(addition(pages, `${n}`, { ...numbered(n), text })),
      ),
    );
    const stopping = new AbortController();
    const first = store.backup(join(directory, 'first'), stopping.signal);
    const refused = { code: 'overloaded', message: expect.stringContaining('already') };
    await expect(store.backup(join(directory, 'second'), noSignal)).rejects.toMatchObject(refused);
    stopping.abort();
    await expect(first).rejects.toMatchObject({ code: 'shutting_down' });
    const third = store.backup(join(directory, 'third'), noSignal);
    const closing = store.close();
    await expect(third).rejects.toMatchObject({ code: 'shutting_down' });
    await closing;
    expect(readdirSync(directory)).toEqual([]);
    await expect(store.backup(join(directory, 'late'), noSignal)).rejects.toMatchObject({
      code: 'shutting_down',
    });
  });
});

it('A backup has the state at its end, even if a group was rolled back meanwhile', async () => {
  const db = openDatabase(temporaryFile());
  onTestFinished(() => {
    db.close();
  });
  const { runBatch } = createEngine(db);
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }]);
  const pages = { name: 'pages', generation: 1 };
  const add = (n: number) =>
    ({ kind: 'add', input: addition(pages, `page-${n}`, numbered(n)) }) as const;
  runBatch(Array.from({ length: 1000 }, (_, n) => add(n)));
  const copy = temporaryFile('copy.db');
  db.pragma('cache_size = 10'); // so that pages go to the log before the commit
  const steps: number[] = [];
  await db.backup(copy, {
    progress: ({ remainingPages }) => {
      steps.push(remainingPages);
      if (steps.length === 3) {
        const pageCount = db.pragma('page_count', { simple: true }) as number;
        db.pragma(`max_page_count = ${pageCount + 5}`);
        const replies = runBatch(Array.from({ length: 1000 }, (_, n) => add(2000 + n)));
        expect(replies[0]).toMatchObject({ ok: false, failure: { code: 'disk_full' } });
        db.pragma(`max_page_count = ${pageCount + 1000}`);
        runBatch([add(5000)]);
      }
      return 20;
    },
  });
  expect(steps.length).toBeGreaterThan(5);
  const other = openDatabase(copy);
  expectIntegrity(other);
  const ids = (each: typeof db) =>
    each.prepare<[], string>('SELECT id FROM documents ORDER BY id').pluck().all();
  expect(ids(other)).toEqual(ids(db));
  expect(ids(other)).toHaveLength(1001);
  other.close();
  expect(existsSync(`${copy}-journal`)).toBe(false);
});
