import { expect, it } from 'vitest';
import { createEngine, createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/requests.js';
import { documentsOfContent } from '../../../../src/store/sqlite/search/matched-documents.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, checking, newCollection, rule, signature, sketched } from '../../samples.js';

it('answers with 200,000 documents of one content as with one', async () => {
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

it('finds the best among 20,000 contents of one template, in little memory', async () => {
  const db = openDatabase(':memory:');
  const runner = createInlineRunner(db);
  const store = createGroupedStore(runner, 1000);
  const pages = await store.createCollection(newCollection('pages', 'hybrid'));
  // All share every band; a thousandth is similar enough, the others are not.
  const far = Array.from({ length: 20 }, (_, bit) => bit);
  const content = (n: number) => ({
    ...sketched(signature(far), { from: n % 1000 === 0 ? 80 : 30, to: 128 }),
    exactHash: n.toString(16).padStart(12, '0').padEnd(32, '0'),
  });
  for (let n = 0; n < 20_000; n += 500) {
    await runner.run(
      Array.from({ length: 500 }, (_, i): Request => {
        const given = { signature: content(n + i), now: 50_000 - n - i };
        return { kind: 'add', input: addition(pages, `page-${n + i}`, given) };
      }),
    );
  }
  const probe = { signature: sketched(signature()) };
  const query = { collection: pages, probe, rule, limit: 2, now: 0 };
  const before = bytesInUse();
  expect(await store.query(query)).toMatchObject({
    // Twenty contents are equally near. The page is compared with the eight with the smallest hashes, and adds nothing to them.
    matches: [{ id: 'page-7000' }, { id: 'page-6000' }],
    candidates: 20_000,
    truncated: true,
  });
  // All that was allocated, if nothing of it has been collected yet: rows pass by one at a time, and
  // only the numbers of contents are held, eight bytes of each in a band and some forty in a set.
  expect(bytesInUse() - before).toBeLessThan(20_000 * 1000);
  await store.close();
});

function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
