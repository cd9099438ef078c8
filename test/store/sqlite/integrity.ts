import type { Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { blockOf, restOf, toHex } from '../../../src/fingerprint/blocks.js';
import { bandKeys } from '../../../src/fingerprint/minhash.js';
import type { Recipe } from '../../../src/fingerprint/recipe.js';

interface Content {
  readonly number: number;
  readonly collection: number;
  readonly high: number;
  readonly low: number;
  readonly sketch: Uint8Array | null;
}

/** Expects every table to say exactly what the documents say, and SQLite to find no fault. */
export function expectIntegrity(db: Database): void {
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const numbers = (sql: string) => db.prepare<[], number>(sql).pluck().all();
  expect(numbers('SELECT number FROM contents ORDER BY number')).toEqual(
    numbers('SELECT DISTINCT content FROM documents ORDER BY content'),
  );
  expect(
    numbers(
      `SELECT count(*) FROM documents JOIN contents ON contents.number = content
       WHERE contents.collection <> documents.collection`,
    ),
  ).toEqual([0]);
  expect(numbers('SELECT content FROM texts EXCEPT SELECT number FROM contents')).toEqual([]);
  expect(
    numbers(
      `SELECT collection FROM changes EXCEPT
       SELECT generation FROM collections WHERE successor_of IS NOT NULL`,
    ),
  ).toEqual([]);
  const contents = db
    .prepare<[], Content>(
      `SELECT number, collection, (fingerprint >> 32) & 0xffffffff AS high,
         fingerprint & 0xffffffff AS low, sketch FROM contents`,
    )
    .all();
  const recipes = recipesOf(db);
  expectBlocks(
    db,
    contents.filter(({ collection }) => recipes.get(collection)!.method !== 'minhash'),
  );
  expectBands(db, contents, recipes);
  expectCounts(db, contents);
}

function recipesOf(db: Database): Map<number, Recipe> {
  const rows = db
    .prepare<[], { generation: number; recipe: string }>('SELECT * FROM collections')
    .all();
  return new Map(rows.map(({ generation, recipe }) => [generation, JSON.parse(recipe) as Recipe]));
}

function expectBlocks(db: Database, contents: readonly Content[]): void {
  for (let index = 0; index < 4; index++) {
    const expected = contents.map((content) => {
      const block = blockOf(content, index) - 2 ** 15;
      return `${content.collection} ${block} ${restOf(content, index) - 2 ** 47}`;
    });
    const rows = db
      .prepare<[], string>(`SELECT collection || ' ' || block || ' ' || rest FROM blocks_${index}`)
      .pluck();
    expect(rows.all().sort(), `blocks_${index}`).toEqual([...new Set(expected)].sort());
  }
}

/** Rows of bands are on disk, or in memory and to be made again from an unmerged content. */
function expectBands(
  db: Database,
  contents: readonly Content[],
  recipes: ReadonlyMap<number, Recipe>,
): void {
  const rowsOf = (table: string) =>
    db
      .prepare<[], string>(`SELECT collection || ' ' || key || ' ' || content FROM ${table}`)
      .pluck()
      .all();
  const onDisk = new Set(rowsOf('bands'));
  const unmerged = new Set(db.prepare('SELECT content FROM unmerged').pluck().all());
  const expected: string[] = [];
  for (const { number, collection, sketch } of contents) {
    const { method, bands } = recipes.get(collection)!;
    if (method === 'simhash') expect(sketch).toBeNull();
    if (sketch === null || bands === null) continue;
    const rows = bandKeys(sketch, bands).map((key) => `${collection} ${key} ${number}`);
    expected.push(...rows);
    if (!unmerged.has(number)) expect(rows.filter((row) => !onDisk.has(row))).toEqual([]);
  }
  const isOpen = db.prepare("SELECT 1 FROM temp.sqlite_master WHERE name = 'recent_bands'").get();
  if (isOpen === undefined) {
    expect(
      [...onDisk].filter((row) => !expected.includes(row)),
      'bands',
    ).toEqual([]);
  } else {
    const all = new Set([...onDisk, ...rowsOf('recent_bands')]);
    expect([...all].sort(), 'bands').toEqual(expected.sort());
  }
}

function expectCounts(db: Database, contents: readonly Content[]): void {
  const collections = db
    .prepare<[], Record<'generation' | 'documents' | 'contents' | 'fingerprints', number>>(
      `SELECT generation, documents, contents, fingerprints FROM collections
       WHERE name IS NOT NULL OR successor_of IS NOT NULL`,
    )
    .all();
  const count = (table: string, generation: number) =>
    db.prepare(`SELECT count(*) FROM ${table} WHERE collection = ?`).pluck().get(generation);
  for (const { generation, ...counts } of collections) {
    const own = contents.filter(({ collection }) => collection === generation);
    expect(counts).toEqual({
      documents: count('documents', generation),
      contents: count('contents', generation),
      fingerprints: new Set(own.map(toHex)).size,
    });
  }
}
