import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/connection.js';
import { createEngine, createInlineRunner } from '../../../src/store/sqlite/engine.js';
import type { Request } from '../../../src/store/sqlite/requests.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { addition, newCollection, recipeOf, signature, sketched } from '../samples.js';
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
      const once = {
        ...{ key, request: '', owner: 'a', note: '' },
        ...{ guaranteedUntil: 4_000 + i, expiresAt: 5_000 + i },
      };
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

describe('A deleted collection', () => {
  it('is swept away in small steps, which go on after a restart', async () => {
    const db = openDatabase(':memory:');
    const engine = createEngine(db);
    const pages = { name: 'pages', generation: 1 };
    const successor = { collection: pages, recipe: recipeOf('simhash'), recipeId: 'next' };
    engine.runBatch([
      { kind: 'createCollection', input: newCollection('pages', 'hybrid') },
      { kind: 'beginSuccessor', input: successor },
    ]);
    const documents = Array.from({ length: 1000 }, (_, i): Request => {
      const given = sketched(signature([i % 32, 32 + (i % 31)]), { from: i % 7, to: 128 });
      const text = Uint8Array.of(i);
      return { kind: 'add', input: addition(pages, `${i}`, { signature: given, text }) };
    });
    engine.runBatch(documents);
    engine.runBatch([{ kind: 'deleteCollection', input: 'pages' }]);
    const rows = () => {
      const tables = [
        ...['documents', 'contents', 'blocks_0', 'blocks_1', 'blocks_2', 'blocks_3', 'bands'],
        ...['texts', 'changes', 'contents_by_fingerprint', 'contents_by_hash'],
      ];
      const counts = tables.map((table) =>
        db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      );
      return counts.reduce<number>((sum, count) => sum + (count as number), 0);
    };
    for (let step = 0, before = rows(); step < 3; step++) {
      expect(engine.runBatch([{ kind: 'sweep', input: 0 }])).toMatchObject([{ output: true }]);
      expect(before - rows()).toBeLessThanOrEqual(500);
      expect(rows()).toBeLessThan(before);
      before = rows();
    }

    const store = createGroupedStore(createInlineRunner(db), 1000);
    while (await store.sweep(0));
    expect(rows()).toBe(0);
    const again = await store.createCollection(newCollection('pages'));
    expect(again.generation).toBe(3);
    await store.close();
  });
});
