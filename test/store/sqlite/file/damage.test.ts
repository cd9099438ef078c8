import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/store/contract/store.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { readFacts } from '../../../../src/store/sqlite/maintenance/facts.js';
import { createGroupedStore, openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, later, newCollection, signature } from '../../samples.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

/** Writes enough documents for tables of several pages each, and closes the file. */
async function writtenFile(): Promise<string> {
  const file = temporaryFile();
  const store = openStore(openDatabase(file));
  const pages = await store.createCollection(newCollection('pages'));
  const metadata = JSON.stringify({ long: 'x'.repeat(500) });
  await Promise.all(
    Array.from({ length: 300 }, (_, i) =>
      store.add(addition(pages, `${i}`, { metadata, signature: signature([i % 64, 7]) })),
    ),
  );
  await store.close();
  return file;
}

function openStore(db: Database): Store {
  return createGroupedStore(createInlineRunner(db), 1000);
}

function overwrite(file: string, at: number, bytes: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, 0x55), 0, bytes, at);
  closeSync(handle);
}

/** Overwrites all pages of a table except the first, which locates the others. */
function damageTable(file: string, table: string): void {
  const db = openDatabase(file);
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  const root = db
    .prepare<[string], number>('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(table)!;
  db.close();
  const start = (root - 1) * pageBytes;
  const page = readFileSync(file).subarray(start, start + pageBytes);
  expect(page[0]).toBe(5); // an inner page of a table (SQLite file format, section 1.6)
  const cells = page.readUInt16BE(3);
  for (let cell = 0; cell < cells; cell++) {
    const child = page.readUInt32BE(page.readUInt16BE(12 + 2 * cell));
    overwrite(file, (child - 1) * pageBytes, pageBytes);
  }
}

const restoring = /restore a backup with `neardup restore`/;

describe('A damaged file', () => {
  it('is refused on opening with advice', async () => {
    const file = await writtenFile();
    const sound = readFileSync(file);
    overwrite(file, 0, 16);
    const noDatabase =
      /is not a database, or its beginning is damaged; name another file, or restore/;
    for (const open of [openDatabase, readFacts]) {
      expect(() => open(file)).toThrow(noDatabase);
      expect(() => open(file)).toThrow(restoring);
    }
    writeFileSync(file, sound);
    overwrite(file, 100, 300); // the first page: where tables begin
    for (const open of [openDatabase, readFacts]) {
      expect(() => open(file)).toThrow(/it is damaged \(/);
      expect(() => open(file)).toThrow(restoring);
    }
  });

  it.each([null, threadFile])(
    'is reported with advice when damage shows in use, and from then on by ping (thread: %s)',
    async (thread) => {
      const file = await writtenFile();
      damageTable(file, 'documents');
      const store = await openSqliteStore({ file, threadFile: thread, queueMax: 1000 });
      await store.ping();
      const pages = (await store.getCollection('pages'))!;
      const told = expect.objectContaining({
        code: 'internal',
        message: expect.stringMatching(
          /damaged .*stop the service; `neardup verify` .*--repair .*restore a backup with/,
        ),
      });
      await expect(store.get({ collection: pages, ids: ['0'], now: later })).rejects.toEqual(told);
      await expect(store.delete({ collection: pages, ids: ['1'], now: later })).rejects.toEqual(
        told,
      );
      await expect(store.ping()).rejects.toMatchObject({
        code: 'not_ready',
        message: expect.stringMatching(/^The store cannot work: The database file is damaged/),
      });
      await expect(store.getCollection('pages')).resolves.toMatchObject({ name: 'pages' });
      await store.close();
    },
  );
});
