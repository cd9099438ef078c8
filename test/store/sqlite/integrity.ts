import type { Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { readBlock, readRest, toHex } from '../../../src/fingerprint/blocks.js';
import { bandKeys } from '../../../src/fingerprint/minhash.js';
import type { Recipe } from '../../../src/fingerprint/recipe.js';
import { isWronglyIndexed } from '../../../src/store/sqlite/tables/decision-shelves.js';

interface Content {
  readonly number: number;
  readonly collection: number;
  readonly high: number;
  readonly low: number;
  /** 1 without evidence. */
  readonly bare: number;
  readonly hash: string;
  readonly sketch: Uint8Array | null;
  readonly parts: Buffer | null;
}

/** Expects every table to agree with the documents, and SQLite to find no fault. */
export function expectIntegrity(db: Database): void {
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const numbers = (sql: string) => db.prepare<[], number>(sql).pluck().all();
  expect(numbers('SELECT number FROM contents ORDER BY number')).toEqual(
    numbers(
      `SELECT content FROM documents UNION SELECT content FROM released
       ORDER BY content`,
    ),
  );
  expect(
    numbers(
      `SELECT count(*) FROM documents JOIN contents ON contents.number = content
       WHERE contents.collection <> documents.collection`,
    ),
  ).toEqual([0]);
  const wronglyOnly = 'SELECT content FROM documents GROUP BY content HAVING count(*) > 1';
  expect(numbers(`${wronglyOnly} AND min(shared) = 0`)).toEqual([]);
  expect(numbers('SELECT DISTINCT shared FROM documents EXCEPT VALUES (0), (1)')).toEqual([]);
  expect(numbers('SELECT content FROM texts EXCEPT SELECT number FROM contents')).toEqual([]);
  const unnamed = 'SELECT extractor FROM contents WHERE extractor IS NOT NULL';
  expect(numbers(`${unnamed} EXCEPT SELECT number FROM extractors`)).toEqual([]);
  expect(
    numbers(
      `SELECT collection FROM changes EXCEPT
       SELECT generation FROM collections WHERE successor_of IS NOT NULL`,
    ),
  ).toEqual([]);
  expectClusters(db);
  const contents = db
    .prepare<[], Content>(
      `SELECT number, collection, (fingerprint >> 32) & 0xffffffff AS high,
         fingerprint & 0xffffffff AS low, evidence IS NULL AS bare, hex(exact_hash) AS hash, sketch,
         parts FROM contents`,
    )
    .all();
  expectIndexes(db, contents, recipesOf(db));
  expectCounts(db, contents);
  expectDocumentsById(db);
  expect(db.prepare(`SELECT number FROM decision_log WHERE ${isWronglyIndexed}`).all()).toEqual([]);
}

/** Expects every document exactly once by its id, unless it is one of the newest, which are restored on opening. */
function expectDocumentsById(db: Database): void {
  const rowsOf = (sql: string) =>
    db.prepare<[], [collection: number, id: string, number: number]>(sql).raw().all();
  const documents = rowsOf('SELECT collection, id, number FROM documents');
  const places = documents.map(([collection, id]) => `${collection} ${id}`);
  expect(new Set(places).size, 'repeated ids').toBe(places.length);
  const [upTo, recent] = db
    .prepare<[], [upTo: number, recent: number]>('SELECT up_to, recent FROM ids_moved')
    .raw()
    .get()!;
  expect(db.prepare('SELECT count(*) FROM recent_ids').pluck().get()).toBe(recent);
  const byId = rowsOf('SELECT * FROM recent_ids UNION SELECT * FROM document_ids');
  const found = new Set(byId.map((row) => row.join(' ')));
  const expected = new Set(documents.map((row) => row.join(' ')));
  expect([...found].filter((row) => !expected.has(row))).toEqual([]);
  const moved = documents.filter(([, , number]) => number <= upTo);
  expect(moved.filter((row) => !found.has(row.join(' ')))).toEqual([]);
}

/** Expects correct flags of cluster members, correct counts, and a document in every cluster. */
function expectClusters(db: Database): void {
  const rows = (sql: string) => db.prepare<[], unknown[]>(sql).raw().all();
  const sitting = `SELECT members.id FROM members JOIN collections USING (lineage)
    JOIN documents ON documents.collection = generation AND documents.id = members.id
    WHERE name IS NOT NULL AND stored`;
  const stored = (is: 0 | 1) => rows(`${sitting} = ${is} ORDER BY 1`);
  expect(stored(0)).toEqual([]);
  expect(stored(1)).toEqual(
    rows(
      `SELECT members.id FROM members JOIN collections USING (lineage)
       WHERE name IS NOT NULL AND stored = 1 ORDER BY 1`,
    ),
  );
  expect(rows('SELECT number, members, size FROM clusters ORDER BY number')).toEqual(
    rows('SELECT cluster, count(*), sum(stored) FROM members GROUP BY cluster ORDER BY cluster'),
  );
  expect(rows('SELECT id FROM clusters WHERE size = 0')).toEqual([]);
  const joined = 'members JOIN clusters ON clusters.number = cluster';
  expect(
    rows(
      `SELECT members.id FROM ${joined} WHERE members.lineage <> clusters.lineage
         OR seat > last_seat OR match_seat > last_seat`,
    ),
  ).toEqual([]);
  const lineages = 'SELECT lineage FROM collections';
  for (const table of [
    ...['clusters', 'members', 'separations'],
    ...['decision_totals', 'decision_bins', 'decision_hours', 'decision_hosts'],
  ]) {
    expect(rows(`SELECT lineage FROM ${table} EXCEPT ${lineages}`), table).toEqual([]);
  }
}

function recipesOf(db: Database): Map<number, Recipe> {
  const rows = db
    .prepare<[], { generation: number; recipe: string }>('SELECT * FROM collections')
    .all();
  return new Map(rows.map(({ generation, recipe }) => [generation, JSON.parse(recipe) as Recipe]));
}

/**
 * Expects each row on disk to belong to a content, and each missing row to be derivable, because its content is one of
 * the newest. Rows of deleted collections may wait for the sweep.
 */
function expectIndexes(
  db: Database,
  contents: readonly Content[],
  recipes: ReadonlyMap<number, Recipe>,
): void {
  const flushedUpTo = db.prepare<[], number>('SELECT up_to FROM moves').pluck().get()!;
  const expectRows = (
    table: string,
    rowsOf: (content: Content) => readonly string[],
    select: string,
  ) => {
    const rows = db.prepare<[], string>(select).pluck().all();
    const found = new Set(rows);
    expect(found.size, `repeated in ${table}`).toBe(rows.length);
    const expected = new Set(contents.flatMap(rowsOf));
    expect(
      [...found].filter((row) => !expected.has(row)),
      `too many in ${table}`,
    ).toEqual([]);
    const flushed = contents.filter(({ number }) => number <= flushedUpTo).flatMap(rowsOf);
    expect(
      flushed.filter((row) => !found.has(row)),
      `missing in ${table}`,
    ).toEqual([]);
  };
  for (let index = 0; index < 4; index++) {
    const table = `blocks_${index}`;
    const rowsOf = (content: Content) => {
      if (recipes.get(content.collection)!.method === 'minhash') return [];
      const block = readBlock(content, index);
      const collection = content.bare ? -content.collection : content.collection;
      const rest = readRest(content, index).toString(16).toUpperCase().padStart(12, '0');
      return [`${collection} ${block} ${rest}`];
    };
    expectRows(table, rowsOf, selectRests(table));
  }
  expectSorted(db, contents, recipes, flushedUpTo);
}

/** The second number is the count of the following indexed hashes. */
function indexedOf(parts: Buffer | null): number[] {
  if (parts === null) return [];
  const [, count = 0, ...hashes] = Array.from({ length: parts.length / 4 }, (_, i) =>
    parts.readUInt32LE(4 * i),
  );
  return hashes.slice(0, count);
}

/** Expects the same of rows in runs. Rows of removed contents may remain until they are merged. */
function expectSorted(
  db: Database,
  contents: readonly Content[],
  recipes: ReadonlyMap<number, Recipe>,
  flushedUpTo: number,
): void {
  const removed = removedIn(db);
  const rows = sortedRowsIn(db);
  const found = new Set(rows.map((row) => row.join(' ')));
  expect(found.size, 'repeated in runs').toBe(rows.length);
  const rowsOf = ({
    number,
    collection,
    high,
    low,
    bare,
    hash,
    sketch,
    parts,
  }: Content): string[] => {
    const { method, bands } = recipes.get(collection)!;
    if (method === 'simhash') expect(sketch).toBeNull();
    const ofFingerprint = keyOfFingerprint((BigInt(high) << 32n) | BigInt(low));
    const key = ofFingerprint + (bare === 1 ? 2n ** 48n : 0n);
    const ofBands = sketch === null || bands === null ? [] : bandKeys(sketch, bands);
    const landmarks = sketch === null ? [] : landmarksIn(sketch);
    const marked = new Set(landmarks.filter((landmark) => landmark !== 0));
    const keys = [...ofBands, ...[...marked].map((landmark) => 4 * 2 ** 40 + landmark)];
    return [
      ...keys.map((key) => `${collection} 0 ${key} ${number}`),
      `${collection} 1 ${key} ${number}`,
      `${collection} 2 ${Number.parseInt(hash.slice(0, 12), 16) - 2 ** 47} ${number}`,
      ...indexedOf(parts).map((key) => `${collection} 3 ${key} ${number}`),
    ];
  };
  const expected = new Set(contents.flatMap(rowsOf));
  const named = new Set(recipes.keys());
  const there = rows.filter(([of, , , number]) => !removed.has(number) && named.has(of));
  expect(
    there.map((row) => row.join(' ')).filter((row) => !expected.has(row)),
    'too many in runs',
  ).toEqual([]);
  const flushed = contents.filter(({ number }) => number <= flushedUpTo);
  expect(flushed.filter(({ number }) => removed.has(number))).toEqual([]);
  expect(
    flushed.flatMap(rowsOf).filter((row) => !found.has(row)),
    'missing in runs',
  ).toEqual([]);
  const chunks = db.prepare('SELECT count(*) FROM content_chunks').pluck().get();
  expect(chunks === 0 || rows.length > 0 || unfinishedIn(db) > 0).toBe(true);
}

function unfinishedIn(db: Database): number {
  return db
    .prepare<[], number>('SELECT count(*) FROM content_runs WHERE state <> 1')
    .pluck()
    .get()!;
}

type SortedRow = readonly [collection: number, index: number, key: number, content: number];

/** Reads the rows of complete runs without the code under test. */
export function sortedRowsIn(db: Database): SortedRow[] {
  const chunks = db
    .prepare<[], [space: number, rows: Buffer]>(
      `SELECT space, rows FROM content_chunks AS chunks
       JOIN content_runs AS runs ON runs.number = run WHERE state = 1 ORDER BY chunks.number`,
    )
    .raw()
    .all();
  return chunks.flatMap(([space, rows]) => {
    const [first, least, sizes] = [0, 8, 16].map((at) => rows.readDoubleLE(at)) as Head;
    const count = sizes % 2 ** 16;
    const [keyWidth, valueWidth] = [Math.floor(sizes / 2 ** 20), Math.floor(sizes / 2 ** 16) % 16];
    const numberAt = (row: number, low: number, high: number, width: number) => {
      let number = rows.readUInt16LE(24 + low * count + 2 * row);
      for (let byte = 2; byte < width; byte++) {
        number += rows[24 + (high + byte - 2) * count + row]! * 2 ** (8 * byte);
      }
      return number;
    };
    return Array.from({ length: count }, (_, row): SortedRow => {
      const key = first + numberAt(row, 0, 4, keyWidth);
      const content = least + numberAt(row, 2, 2 + keyWidth, valueWidth);
      return [Math.floor(space / 4), space % 4, key, content];
    });
  });
}

type Head = [first: number, least: number, count: number];

/** Returns the contents marked as removed. */
export function removedIn(db: Database): Set<number> {
  const select = 'SELECT page, bits FROM removed_contents';
  const pages = db.prepare<[], [number, Buffer]>(select).raw().all();
  const bitsOf = ([page, bits]: [number, Buffer]) =>
    [...bits].flatMap((byte, at) =>
      Array.from({ length: 8 }, (_, bit) => page * 4096 + at * 8 + bit).filter(
        (_, bit) => (byte >> bit) & 1,
      ),
    );
  return new Set(pages.flatMap(bitsOf));
}

/** Returns SQL that splits posting lists into rests, without the code under test. */
function selectRests(table: string): string {
  return `WITH RECURSIVE places (at) AS (SELECT 1 UNION ALL SELECT at + 6 FROM places WHERE at < 955)
    SELECT concat_ws(' ', number >> 35, (number >> 18) & 65535, hex(substr(rests, at, 6)))
    FROM ${table} JOIN places ON at <= length(rests)`;
}

function expectCounts(db: Database, contents: readonly Content[]): void {
  const collections = db
    .prepare<
      [],
      Record<
        | 'generation'
        | ('documents' | 'contents' | 'bare' | 'fingerprints' | 'expiring' | 'released'),
        number
      >
    >(
      `SELECT generation, documents, contents, bare, fingerprints, expiring, released FROM collections
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
      bare: own.filter(({ bare }) => bare === 1).length,
      fingerprints: new Set(own.map(toHex)).size,
      expiring: db
        .prepare('SELECT count(expires_at) FROM documents WHERE collection = ?')
        .pluck()
        .get(generation),
      released: db
        .prepare(
          'SELECT count(*) FROM released JOIN contents ON number = content WHERE collection = ?',
        )
        .pluck()
        .get(generation),
    });
  }
}

/** Returns the first 48 bits, modified by products of the last 16. */
function keyOfFingerprint(fingerprint: bigint): bigint {
  const last = fingerprint & 0xffffn;
  const high = BigInt.asUintN(32, last * 0x9e3779b1n);
  const low = BigInt.asUintN(32, last * 0x85ebca6bn) >> 16n;
  return BigInt.asIntN(48, (fingerprint >> 16n) ^ ((high << 16n) | low));
}

function landmarksIn(sketch: Uint8Array): number[] {
  const view = new DataView(sketch.buffer, sketch.byteOffset + sketch.length - 32);
  return Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
}
