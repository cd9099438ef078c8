import { closeSync, openSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recipeId } from '../../../../src/fingerprint/recipe.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { blockRows } from '../../../../src/store/sqlite/maintenance/derived-rows.js';
import { repair } from '../../../../src/store/sqlite/maintenance/repair.js';
import { verify } from '../../../../src/store/sqlite/maintenance/verify.js';
import { verifyFile } from '../../../../src/store/sqlite/maintenance/verify-file.js';
import { createChunkBuilder, readChunk } from '../../../../src/store/sqlite/runs/chunk.js';
import { sortedIndexes } from '../../../../src/store/sqlite/runs/rows.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import {
  addition,
  checking,
  newCollection,
  parted,
  recipeOf,
  signatureOf,
  sketched,
  withParts,
} from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';

/**
 * Creates a file as a killed process leaves it: documents of two methods, with and without parts, and without rows of
 * the newest documents on disk.
 */
async function writtenFile(): Promise<string> {
  const file = temporaryFile();
  const db = openDatabase(file);
  const runner = createInlineRunner(db, { buffered: () => 8 });
  const store = createGroupedStore(runner, 1000);
  const ways = [
    ['hybrid', 'hybrid', false],
    ['simhash', 'simhash', false],
    ['parts', 'hybrid', true],
  ] as const;
  for (const [name, method, hasParts] of ways) {
    const plain = recipeOf(method);
    const recipe = hasParts ? withParts(plain) : plain;
    const collection = await store.createCollection({
      ...newCollection(name, method),
      recipe,
      recipeId: recipeId(recipe),
    });
    for (let i = 0; i < 60; i++) {
      const fingerprint = { high: Math.imul(i % 50, 0x9e3779b1) >>> 0, low: (i % 25) * 65_537 };
      const plain = signatureOf(fingerprint, i % 3);
      const signature = method === 'hybrid' ? parted(sketched(plain, { family: i % 40 })) : plain;
      const text = Uint8Array.of(i);
      await store.add(addition(collection, `${i % 55}`, { signature, text }));
    }
    await store.delete({ collection, ids: ['1', '2', '3'], now: 0 });
    const claim = { claimant: 'one', expiresAt: 9_000 };
    await store.check(
      checking(collection, '4', {
        signature: signatureOf({ high: 0x12345678, low: 0x13572468 }),
        claim,
      }),
    );
  }
  await setImmediate();
  db.close();
  return file;
}

async function writtenDatabase(): Promise<Database> {
  const db = openDatabase(await writtenFile());
  onTestFinished(() => {
    db.close();
  });
  return db;
}

function chunksOf(db: Database) {
  return db
    .prepare<[], { number: number; space: number; rows: Buffer }>(
      `SELECT chunks.number, space, rows FROM content_chunks AS chunks
       JOIN content_runs AS runs ON runs.number = run WHERE state = 1 ORDER BY 1`,
    )
    .all();
}

const faultsOf = (db: Database) => verify(db).faults.map(({ what }) => what);

describe('verify', () => {
  it('finds no fault in a database written by the store, and reports the checked numbers', async () => {
    const db = await writtenDatabase();
    const upTo = db.prepare<[], number>('SELECT up_to FROM moves').pluck().get()!;
    const last = db.prepare<[], number>('SELECT max(number) FROM contents').pluck().get()!;
    expect(upTo).toBeGreaterThan(20);
    expect(upTo).toBeLessThan(last);
    const steps: [number, number][] = [];
    const verified = verify(db, (done, total) => steps.push([done, total]));
    expect(verified.faults).toEqual([]);
    expect(verified.documents).toBe(db.prepare('SELECT count(*) FROM documents').pluck().get());
    const [done, total] = steps.at(-1)!;
    expect(done).toBe(total);
  });

  it.each(blockRows)('finds a row missing in $table and one too many', async (derived) => {
    const { table } = derived;
    const db = await writtenDatabase();
    const disk = derived.disk(db);
    const row = [...derived.pages(db)].flat()[7]!;
    disk.remove(...row);
    expect(disk.has(...row)).toBe(false);
    expect(faultsOf(db)).toContain(`1 rows missing in ${table}`);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
    disk.insert([
      [row[0], row[1] + 1, row[2]],
      [99, 1, 1],
    ]);
    expect(faultsOf(db)).toEqual([`2 rows without a content in ${table}`]);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
    expectIntegrity(db);
  });

  it.each(sortedIndexes)('finds a row missing in %s and one too many', async (index) => {
    const db = await writtenDatabase();
    /** Replaces or removes one row of the index. */
    const change = (by: (key: number, value: number) => readonly [number, number] | undefined) => {
      for (const { number, space, rows } of chunksOf(db)) {
        if (space % 4 !== sortedIndexes.indexOf(index)) continue;
        const chunk = readChunk(rows);
        const builder = createChunkBuilder();
        for (let row = 0; row < chunk.count; row++) {
          const changed = row === 0 ? by(chunk.keyAt(0), chunk.valueAt(0)) : undefined;
          if (row > 0) builder.add(chunk.keyAt(row), chunk.valueAt(row));
          else if (changed !== undefined) builder.add(...changed);
        }
        if (builder.count === 0) continue;
        const packed = builder.take();
        const { keyAt, valueAt } = readChunk(packed);
        db.prepare('UPDATE content_chunks SET key = ?, value = ?, rows = ? WHERE number = ?').run(
          ...[keyAt(0), valueAt(0), packed, number],
        );
        return;
      }
    };
    change(() => undefined);
    expect(faultsOf(db)).toContain(`1 rows missing in ${index}`);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
    change((key, value) => [key - 1, value]);
    // Without their row by fingerprint, the rows of blocks find no content.
    expect(faultsOf(db)).toEqual(
      expect.arrayContaining([
        `1 rows missing in ${index}`,
        `1 rows without a content in ${index}`,
      ]),
    );
    repair(db);
    expect(faultsOf(db)).toEqual([]);
    expectIntegrity(db);
  });

  it('finds a document missing from the id index, and an id without a document', async () => {
    const db = await writtenDatabase();
    db.exec("UPDATE documents SET id = '7 ' WHERE id = '7' AND collection = 1");
    expect(faultsOf(db)).toEqual([
      '1 documents are not found by their id',
      '1 rows without a document in documents by id',
    ]);
    expect(repair(db)).toBe(0);
    expect(faultsOf(db)).toEqual([]);
    db.exec('UPDATE ids_moved SET recent = recent + 1');
    expect(faultsOf(db)).toEqual(['1 count of recent ids is wrong']);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
    expectIntegrity(db);
  });

  it('finds two documents with one id, and keeps the newer one', async () => {
    const db = await writtenDatabase();
    const documents = db.prepare<[], number>('SELECT count(*) FROM documents').pluck();
    const before = documents.get();
    db.exec(`UPDATE documents SET shared = 1 WHERE id = '7' AND collection = 1;
      CREATE TEMP TABLE twin AS SELECT * FROM documents WHERE id = '7' AND collection = 1;
      UPDATE twin SET number = 9999, revision = 77; INSERT INTO documents SELECT * FROM twin;
      DROP TABLE twin`);
    expect(faultsOf(db)).toContain('1 documents share the id of another one');
    expect(repair(db)).toBe(1);
    expect(faultsOf(db)).toEqual([]);
    expect(documents.get()).toBe(before);
    expect(db.prepare('SELECT number FROM documents WHERE revision = 77').pluck().get()).toBe(9999);
    expectIntegrity(db);
  });

  it('finds rows that are out of order', async () => {
    const db = await writtenDatabase();
    db.exec('UPDATE content_runs SET after = after + 1');
    expect(faultsOf(db)).toEqual([
      expect.stringMatching(/^\d+ rows out of their place in runs of contents$/),
    ]);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
  });

  it.each([
    ['rests = CAST(rests || substr(rests, 1, 6) AS BLOB)', 1],
    ['rests = substr(rests, 1, length(rests) - 1)', 1],
    ["rests = x''", 1],
    ['rests = zeroblob(966)', 1],
  ])('finds a posting list out of order: %s', async (damage, faulty) => {
    const db = await writtenDatabase();
    db.exec(`UPDATE blocks_2 SET ${damage}
      WHERE number = (SELECT number FROM blocks_2 LIMIT 1 OFFSET 3)`);
    expect(faultsOf(db)).toContain(`${faulty} posting lists out of order in blocks_2`);
    repair(db);
    expect(faultsOf(db)).toEqual([]);
  });

  it.each([
    ['UPDATE collections SET contents = contents + 1', '3 collections have wrong counts'],
    ['UPDATE collections SET fingerprints = 0', '3 collections have wrong counts'],
    [
      'UPDATE contents SET extractor = 9 WHERE number = (SELECT max(number) FROM contents)',
      '1 contents name a missing extractor',
    ],
    ["INSERT INTO texts VALUES (9999, x'00')", '1 texts belong to no content'],
    ["INSERT INTO changes VALUES (99, 'a')", '1 recorded changes belong to no collection'],
    ["INSERT INTO claims VALUES (9999, 'one', 1, x'00')", '1 claims belong to no document'],
    ['DELETE FROM claims', '3 collections have wrong counts'],
    ["UPDATE claims SET record = x'00'", '3 claims cannot be read'],
    ['DELETE FROM moves', '1 rows too many or too few in moves'],
    ["DELETE FROM documents WHERE id = '7' AND collection = 1", '1 contents belong to no document'],
    [
      `UPDATE documents SET shared = 1, content =
         (SELECT content FROM documents WHERE id = '7' AND collection = 1)
       WHERE id = '8' AND collection = 1`,
      '1 documents have a wrong value of `shared`',
    ],
    [
      "UPDATE documents SET shared = 2 WHERE id IN ('7', '8') AND collection = 1",
      '2 documents have a wrong value of `shared`',
    ],
    [
      `UPDATE documents SET content =
         (SELECT content FROM documents WHERE id = '7' AND collection = 1)
       WHERE id = '8' AND collection = 1`,
      '2 documents have a wrong value of `shared`',
    ],
  ])('finds and repairs: %s', async (damage, what) => {
    const db = await writtenDatabase();
    db.exec(damage);
    expect(faultsOf(db)).toContain(what);
    expect(repair(db)).toBe(0);
    expect(faultsOf(db)).toEqual([]);
    expectIntegrity(db);
  });

  it('removes documents without a content, and reports their number', async () => {
    const file = await writtenFile();
    const damaged = openDatabase(file);
    damaged.exec(
      "DELETE FROM contents WHERE number = (SELECT content FROM documents WHERE id='9')",
    );
    damaged.close();
    const options = { repair: false, onProgress: () => {} };
    const found = verifyFile(file, options);
    const lost = { what: expect.stringMatching(/documents have lost/), repairable: false };
    expect(found.faults).toContainEqual(lost);
    const repaired = verifyFile(file, { ...options, repair: true });
    expect(repaired.faults).toEqual([]);
    expect(repaired.repaired).toContainEqual(lost);
    expect(repaired.lost).toBeGreaterThan(0);
    expect(repaired.documents).toBe(found.documents - repaired.lost);
  });

  it('finds an irreparable fault: a recipe that differs from its id', async () => {
    const db = await writtenDatabase();
    db.exec(
      `UPDATE collections SET recipe = json_set(recipe, '$.hash', 'md5') WHERE name = 'hybrid'`,
    );
    expect(verify(db).faults).toEqual([
      { what: expect.stringMatching(/^1 collections have a recipe/), repairable: false },
    ]);
  });

  it('leaves rows of deleted collections to the sweep', async () => {
    const db = await writtenDatabase();
    db.exec("UPDATE collections SET name = NULL WHERE name = 'hybrid'");
    expect(faultsOf(db)).toEqual([]);
  });

  it('reports a page that SQLite finds damaged', async () => {
    const file = await writtenFile();
    const sound = openDatabase(file);
    const page = sound
      .prepare<[], number>(
        "SELECT rootpage FROM sqlite_master WHERE name = 'documents_by_content_expiry'",
      )
      .pluck()
      .get()!;
    const pageBytes = sound.pragma('page_size', { simple: true }) as number;
    sound.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(pageBytes, 0x55), 0, pageBytes, (page - 1) * pageBytes);
    closeSync(handle);
    const { faults } = verifyFile(file, { repair: true, onProgress: () => {} });
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every(({ what, repairable }) => what.startsWith('SQLite: ') && !repairable)).toBe(
      true,
    );
  });
});
