import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { recipeId } from '../../../../src/fingerprint/recipe.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { restoreFile } from '../../../../src/store/sqlite/maintenance/restore-file.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { repetitions } from '../../../repetitions.js';
import { addition, newCollection, signature } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

const pages = { name: 'pages', generation: 1 };
const refused = expect.objectContaining({
  code: 'not_ready',
  message: expect.stringMatching(/the log beside it, ".*-wal", belongs to a different file/),
}) as Error;

async function openStore(file: string) {
  const store = createGroupedStore(createInlineRunner(openDatabase(file)), 1000);
  if ((await store.getCollection('pages')) === undefined) {
    const given = newCollection('pages');
    await store.createCollection({ ...given, recipeId: recipeId(given.recipe) });
  }
  const add = (id: string) =>
    store.add(addition(pages, id, { signature: signature([], id.length) }));
  return { store, add };
}

/** Creates a file and its log as a killed service leaves them. */
async function killed(ids: readonly string[], name = 'pages.db'): Promise<string> {
  const running = temporaryFile('running.db');
  const { store, add } = await openStore(running);
  for (const id of ids) await add(id);
  const left = temporaryFile(name);
  copyFileSync(running, left);
  copyFileSync(`${running}-wal`, `${left}-wal`);
  await store.close();
  return left;
}

async function idsIn(file: string): Promise<string[]> {
  const { store } = await openStore(file);
  const list = { collection: pages, idPrefix: null, after: null, limit: 100, now: 0 };
  const found = await store.list(list);
  await store.close();
  return found.map(({ id }) => id);
}

describe('a log', () => {
  let file: string;
  beforeEach(async () => {
    file = await killed(['a', 'b']);
  });

  it('is replayed into its own file, wherever the two were moved', async () => {
    const elsewhere = temporaryFile();
    copyFileSync(file, elsewhere);
    copyFileSync(`${file}-wal`, `${elsewhere}-wal`);
    expect(await idsIn(elsewhere)).toEqual(['a', 'b']);
    expect(await idsIn(file)).toEqual(['a', 'b']);
  });

  it.each([
    [
      'that a service closed',
      async (other: string) => {
        await (await openStore(other)).store.close();
      },
    ],
    [
      'that a service left',
      async (other: string) => {
        copyFileSync(await killed(['x']), other);
      },
    ],
    [
      'that is a backup of the same',
      async (other: string) => {
        const { store, add } = await openStore(temporaryFile());
        await add('x');
        await store.backup(other, new AbortController().signal);
        await store.close();
      },
    ],
  ])('is never replayed into another file: %s', async (_, make) => {
    const other = temporaryFile('other.db');
    await make(other);
    const before = readFileSync(other);
    const log = readFileSync(`${file}-wal`);
    renameSync(other, file);
    expect(() => openDatabase(file)).toThrow(refused);
    expect(readFileSync(file)).toEqual(before);
    expect(readFileSync(`${file}-wal`)).toEqual(log);
    rmSync(`${file}-wal`);
    openDatabase(file).close();
  });

  it('is not replayed into a backup of its own file', async () => {
    const running = temporaryFile();
    const { store, add } = await openStore(running);
    await add('a');
    const backup = `${running}.backup`;
    await store.backup(backup, new AbortController().signal);
    await add('b');
    const left = temporaryFile();
    copyFileSync(backup, left);
    copyFileSync(`${running}-wal`, `${left}-wal`);
    expect(() => openDatabase(left)).toThrow(refused);
    await restoreFile({ backup, file: `${left}.restored`, now: 0 });
    copyFileSync(`${running}-wal`, `${left}.restored-wal`);
    expect(() => openDatabase(`${left}.restored`)).toThrow(refused);
    await store.close();
  });

  it('belongs to its file after many checkpoints', async () => {
    const running = temporaryFile('running.db');
    const runner = createInlineRunner(openDatabase(running));
    const store = createGroupedStore(runner, 1000);
    await store.createCollection(newCollection('pages'));
    for (let i = 0; i < 300; i++) {
      const metadata = JSON.stringify('x'.repeat(16_000));
      await store.add(addition(pages, `${i}`, { metadata }));
      if (i % 10 !== 0) continue;
      const left = temporaryFile();
      copyFileSync(running, left);
      copyFileSync(`${running}-wal`, `${left}-wal`);
      const db = openDatabase(left);
      expect(db.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(i + 1);
      db.close();
    }
    await store.close();
  });

  it('belongs to its file if truncated or torn anywhere, and to another file while it would replay', () => {
    const log = readFileSync(`${file}-wal`);
    const other = temporaryFile('other.db');
    openDatabase(other).close();
    const change = fc.record({
      length: fc.nat(log.length),
      torn: fc.option(fc.nat(log.length - 1)),
    });
    fc.assert(
      fc.property(change, ({ length, torn }) => {
        const changed = Buffer.from(log);
        if (torn !== null) changed[torn]! ^= 1;
        const left = temporaryFile();
        copyFileSync(file, left);
        writeFileSync(`${left}-wal`, changed.subarray(0, length));
        openDatabase(left).close();

        copyFileSync(other, left);
        writeFileSync(`${left}-wal`, changed.subarray(0, length));
        const before = readFileSync(other);
        try {
          openDatabase(left).close();
        } catch (error) {
          expect(error).toEqual(refused);
          return;
        }
        // No commit of the log counted, so the file contains none of them.
        const [mine, theirs] = [left, other].map((each) => {
          const db = new Database(each, { readonly: true });
          const rows = db.prepare('SELECT name FROM collections').all();
          db.close();
          return rows;
        });
        expect(mine).toEqual(theirs);
        expect(before.length).toBeGreaterThan(0);
      }),
      { numRuns: repetitions(60) },
    );
  });

  it('of an earlier release, whose files have no id, is replayed', async () => {
    const db = new Database(file);
    db.pragma('user_version = 0');
    db.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    const { store, add } = await openStore(file);
    await add('c');
    const left = temporaryFile();
    copyFileSync(file, left);
    copyFileSync(`${file}-wal`, `${left}-wal`);
    await store.close();
    expect(await idsIn(left)).toEqual(['a', 'b', 'c']);
  });
});
