import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/connection.js';
import { createEngine } from '../../../src/store/sqlite/engine.js';
import type { Request } from '../../../src/store/sqlite/requests.js';
import { addition, newCollection, signature, sketched } from '../samples.js';
import { expectIntegrity } from './integrity.js';

it('removes expired documents in small steps, the first to expire first', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db, { gathered: () => 50 });
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }]);
  runBatch(
    Array.from({ length: 200 }, (_, i): Request => {
      const given = sketched(signature([i % 32, 32 + (i % 31)]), { from: i % 7, to: 128 });
      const expiresAt = i % 2 === 0 ? 5_000 - i : null;
      return { kind: 'add', input: addition(pages, `${i}`, { signature: given, expiresAt }) };
    }),
  );
  const expiring = () =>
    db
      .prepare<[], number>('SELECT expires_at FROM documents WHERE expires_at IS NOT NULL')
      .pluck()
      .all()
      .sort((a, b) => a - b);
  const before = expiring();
  const step = (now: number) => runBatch([{ kind: 'sweep', input: now }])[0];
  expect(step(before[0]! - 1)).toEqual({ ok: true, output: false });
  for (let steps = 1; steps <= 3; steps++) {
    expect(step(9_999)).toEqual({ ok: true, output: true });
    expect(expiring()).toEqual(before.slice(32 * steps));
    expectIntegrity(db);
  }
  expect(step(9_999)).toEqual({ ok: true, output: true });
  expect(step(9_999)).toEqual({ ok: true, output: false });
  expect(expiring()).toEqual([]);
  expectIntegrity(db);
  db.close();
});

it('reads no document to find that none has expired', () => {
  const db = openDatabase(':memory:');
  createEngine(db);
  const plan = db
    .prepare<[], { detail: string }>(
      'EXPLAIN QUERY PLAN SELECT number FROM documents WHERE expires_at <= 5 ORDER BY expires_at',
    )
    .all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH documents USING COVERING INDEX documents_by_expiry (expires_at<?)',
  ]);
  db.close();
});

it('forgets expired outcomes in small steps', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
  runBatch(
    Array.from({ length: 80 }, (_, i): Request => {
      const key = i.toString(16).padStart(64, '0');
      const once = { key, request: '', note: '', expiresAt: 5_000 + i };
      return { kind: 'add', input: addition(pages, 'a', { once }) };
    }),
  );
  const kept = db.prepare<[], number>('SELECT count(*) FROM outcomes').pluck();
  const left = Array.from({ length: 5 }, () => {
    const [reply] = runBatch([{ kind: 'sweep', input: 5_069 }]);
    return [(reply as { output: boolean }).output, kept.get()];
  });
  expect(left).toEqual([
    [true, 48],
    [true, 16],
    [true, 10],
    [false, 10],
    [false, 10],
  ]);
  db.close();
});
