import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import {
  createPresentDocuments,
  presentByExpiry,
} from '../../../../src/store/sqlite/search/present-documents.js';
import { addition, newCollection, rule, signature } from '../../samples.js';

const pages = { name: 'pages', generation: 1 };
const add = (id: string, now: number, expiresAt: number | null): Request => ({
  kind: 'add',
  input: addition(pages, id, { now, expiresAt }),
});

it('finds the oldest present documents after thousands of expired ones', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  runBatch(Array.from({ length: 10_001 }, (_, i) => add(`expired ${i}`, 1_000 + (i % 7), 2_000)));
  const kept = Array.from({ length: 60 }, (_, i) =>
    add(`kept ${i}`, 1_003 + ((i * 7) % 11), i % 3 === 0 ? null : 2_001 + (i % 2)),
  );
  runBatch(kept);
  const { areFewerByExpiry, isAny } = createPresentDocuments(db);
  expect(areFewerByExpiry(1, 1_999)).toBe(false);
  expect(areFewerByExpiry(1, 2_000)).toBe(true);
  const oldest = (limit: number, now: number) =>
    runBatch([
      {
        kind: 'query',
        input: { collection: pages, probe: { signature: signature() }, rule, limit, now },
      },
    ])[0];
  for (const now of [2_000, 2_001, 2_002]) {
    const expected = kept
      .map(({ input }) => input as { id: string; now: number; expiresAt: number | null })
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1))
      .map(({ id }) => ({ id }));
    for (const limit of [1, 10, 100]) {
      expect(oldest(limit, now)).toMatchObject({
        output: { matches: expected.slice(0, limit), truncated: expected.length > limit },
      });
    }
    expect(isAny(1, now)).toBe(true);
  }
  db.close();
});

it('a content has a document up to the last millisecond before the expiry of all', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  runBatch([add('a', 1_000, 1_500), add('b', 1_000, 2_000)]);
  const { isAny } = createPresentDocuments(db);
  expect(isAny(1, 1_999)).toBe(true);
  expect(isAny(1, 2_000)).toBe(false);
  db.close();
});

it('walks past no expired document', () => {
  const db = openDatabase(':memory:');
  createEngine(db);
  const plan = db
    .prepare<[number, number, number, number], { detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id FROM documents WHERE ${presentByExpiry}
       ORDER BY stored_at, id LIMIT +?`,
    )
    .all(1, 1, 5, 1);
  expect(plan.map(({ detail }) => detail).filter((detail) => detail.includes('content='))).toEqual([
    'SEARCH documents USING COVERING INDEX documents_by_content_expiry (content=? AND expires_at=?)',
    'SEARCH documents USING COVERING INDEX documents_by_content_expiry (content=? AND expires_at>?)',
  ]);
  db.close();
});
