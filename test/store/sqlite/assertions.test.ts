import type { Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../src/store/sqlite/operations/operations.js';
import { addition, newCollection, signature } from '../samples.js';

const pages = { name: 'pages', generation: 1 };
const add = (id: string, words: number[], now = 0): Request => ({
  kind: 'add',
  input: addition(pages, id, { signature: signature(words), now }),
});

describe('An operation that would lose data', () => {
  it('fails instead of removing a content that a document has', () => {
    const { db, run } = engineWith([add('a', [1])]);
    db.exec('INSERT INTO released (content) SELECT content FROM documents');
    db.exec('UPDATE collections SET released = 1');
    expect(run({ kind: 'ping' } as Request)).toMatchObject({ ok: true });
    const failure = {
      code: 'internal',
      message: expect.stringMatching(
        /neardup has a defect \(Broken invariant: .*stop the service; `neardup verify` .*--repair .*restore a backup/,
      ),
    };
    expect(run({ kind: 'sweep', input: { now: 0 } })).toMatchObject({ ok: false, failure });
    expect(run({ kind: 'ping' } as Request), 'not ready from then on').toMatchObject({
      ok: false,
      failure,
    });
    expect(rowsOf(db, 'contents')).toBe(1);
    expect(run({ kind: 'get', input: { collection: pages, ids: ['a'], now: 0 } })).toMatchObject({
      output: [{ id: 'a' }],
    });
  });

  it('fails instead of acknowledging a version whose row is gone', () => {
    const { db, run } = engineWith([add('a', [1])]);
    db.exec(`CREATE TRIGGER gone BEFORE UPDATE OF content ON documents
             BEGIN SELECT RAISE(IGNORE); END`);
    expect(run(add('a', [2], 1))).toMatchObject({ ok: false });
    expect(rowsOf(db, 'contents')).toBe(1);
  });
});

function engineWith(requests: readonly Request[]) {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  const { runBatch } = createEngine(db);
  const created = { kind: 'createCollection', input: newCollection('pages') } as const;
  for (const request of [created, ...requests]) {
    expect(runBatch([request])).toMatchObject([{ ok: true }]);
  }
  return { db, run: (request: Request) => runBatch([request])[0] };
}

function rowsOf(db: Database, table: string): unknown {
  return db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
}
