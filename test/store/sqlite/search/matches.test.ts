import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { documentsOfContent } from '../../../../src/store/sqlite/search/matches.js';
import { addition, checking, newCollection, signature } from '../../samples.js';

it('answers equally fast with 200,000 documents of one content as with one', async () => {
  const db = openDatabase(':memory:');
  const engine = createEngine(db);
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  const pages = { name: 'pages', generation: 1 };
  engine.runBatch([{ kind: 'add', input: addition(pages, 'page-0') }]);
  db.exec(`
    UPDATE documents SET shared = 1;
    INSERT INTO documents (collection, id, content, shared, revision, stored_at, updated_at, last_seen_at, seen_count)
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 199999)
    SELECT 1, 'page-' || n, 1, 1, 1, 2000, 2000, 2000, 1 FROM n`);
  const plan = db
    .prepare<[number, number, number], { detail: string }>(
      `EXPLAIN QUERY PLAN ${documentsOfContent}`,
    )
    .all(1, 0, 3);
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH contents USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH documents USING INDEX documents_by_content_age (content=?)',
  ]);
  const input = checking(pages, 'another', { limit: 2 });
  expect(engine.runBatch([{ kind: 'check', input }])).toMatchObject([
    {
      output: {
        decision: 'duplicate',
        matches: [{ id: 'page-0' }, { id: 'page-1' }],
        truncated: true,
      },
    },
  ]);
  db.close();
});

it('leaves the document of a check out of equally good contents', () => {
  const db = openDatabase(':memory:');
  const engine = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  for (const [bit, id] of ['x', 'y', 'z'].entries()) {
    engine.runBatch([{ kind: 'add', input: addition(pages, id, { signature: signature([bit]) }) }]);
  }
  expect(engine.runBatch([{ kind: 'check', input: checking(pages, 'y') }])).toMatchObject([
    { output: { decision: 'changed', matches: [{ id: 'x' }, { id: 'z' }], truncated: false } },
  ]);
  db.close();
});
