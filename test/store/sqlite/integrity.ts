import type { Database } from 'better-sqlite3';
import { expect } from 'vitest';
import { blockOf, restOf, toHex } from '../../../src/fingerprint/blocks.js';

interface Content {
  readonly collection: number;
  readonly high: number;
  readonly low: number;
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
  const contents = db
    .prepare<[], Content>(
      `SELECT DISTINCT collection, (fingerprint >> 32) & 0xffffffff AS high,
         fingerprint & 0xffffffff AS low FROM contents`,
    )
    .all();
  for (let index = 0; index < 4; index++) {
    const expected = contents.map((fingerprint) => {
      const block = blockOf(fingerprint, index) - 2 ** 15;
      return `${fingerprint.collection} ${block} ${restOf(fingerprint, index) - 2 ** 47}`;
    });
    const rows = db
      .prepare<[], string>(`SELECT collection || ' ' || block || ' ' || rest FROM blocks_${index}`)
      .pluck();
    expect(rows.all().sort(), `blocks_${index}`).toEqual(expected.sort());
  }
  expectCounts(db, contents);
}

function expectCounts(db: Database, contents: readonly Content[]): void {
  const collections = db
    .prepare<[], Record<'generation' | 'documents' | 'contents' | 'fingerprints', number>>(
      'SELECT generation, documents, contents, fingerprints FROM collections WHERE name IS NOT NULL',
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
