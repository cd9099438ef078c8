import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { CollectionKey } from '../../../../src/store/contract/collections.js';
import type { Clock } from '../../../../src/store/sqlite/engine/clock.js';
import { createEngine, createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { blockTables } from '../../../../src/store/sqlite/write-buffer/write-buffer.js';
import {
  addition,
  checking,
  newCollection,
  recipeOf,
  rule,
  signature,
  signatureOf,
  sketched,
} from '../../samples.js';
import { expectIntegrity } from '../integrity.js';

/** Returns a clock that advances by 1 ms per reading, so that a step does a fixed number of tasks. */
function steadyClock(): Clock {
  let time = 0;
  return () => {
    time += 1;
    return time;
  };
}

interface Swept {
  readonly output: boolean;
}

it('the sweep removes expired documents in small steps, in the order of their expiry', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db, { buffered: () => 50 });
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
  const step = (now: number) => (runBatch([{ kind: 'sweep', input: { now } }])[0] as Swept).output;
  while (step(before[0]! - 1));
  expect(expiring()).toEqual(before);
  let isMore: boolean;
  do {
    isMore = step(9_999);
    const left = expiring();
    expect(left).toEqual(before.slice(before.length - left.length));
    expectIntegrity(db);
  } while (isMore);
  expect(expiring()).toEqual([]);
  db.close();
});

it('a document that expires is counted once, however often it is seen, and not once it stays', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  const counted = db.prepare<[], number>('SELECT expiring FROM collections').pluck();
  const counts = [5_000, 6_000, null, null].map((expiresAt) => {
    runBatch([{ kind: 'add', input: addition(pages, 'a', { expiresAt }) }]);
    return counted.get();
  });
  expect(counts).toEqual([1, 1, 0, 0]);
  db.close();
});

it('the sweep reads no document if none has expired', () => {
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

it('the sweep removes expired outcomes in small steps', () => {
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
      return { kind: 'add', input: addition(pages, 'a', { idempotency: once }) };
    }),
  );
  const kept = db.prepare<[], number>('SELECT count(*) FROM idempotency_records').pluck();
  while ((runBatch([{ kind: 'sweep', input: { now: 5_069 } }])[0] as Swept).output);
  expect(kept.get()).toBe(10);
  db.close();
});

it('documents expire while a deleted collection is swept', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db, undefined, steadyClock());
  const pages = { name: 'pages', generation: 2 };
  runBatch([
    { kind: 'createCollection', input: newCollection('gone', 'hybrid') },
    { kind: 'createCollection', input: newCollection('pages', 'hybrid') },
  ]);
  const add = (collection: CollectionKey, count: number, expiresAt: number | null) =>
    runBatch(
      Array.from({ length: count }, (_, i): Request => {
        const given = sketched(signature([i % 32, 32 + (i % 31)]), { from: i % 7, to: 128 });
        return {
          kind: 'add',
          input: addition(collection, `${i}`, { signature: given, expiresAt }),
        };
      }),
    );
  add({ name: 'gone', generation: 1 }, 500, null);
  add(pages, 100, 5_000);
  runBatch([{ kind: 'deleteCollection', input: { name: 'gone' } }]);
  const count = (sql: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get()!;
  while (count('documents WHERE expires_at IS NOT NULL') > 0) {
    expect((runBatch([{ kind: 'sweep', input: { now: 9_999 } }])[0] as Swept).output).toBe(true);
  }
  expect(count('contents WHERE collection = 1')).toBeGreaterThan(0);
  while ((runBatch([{ kind: 'sweep', input: { now: 9_999 } }])[0] as Swept).output);
  expectIntegrity(db);
  expect(count('collections')).toBe(1);
  db.close();
});

it('contents without documents match nothing until a document has them again', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }]);
  const given = sketched(signature([3]));
  const text = Uint8Array.of(1, 2);
  const add = (id: string): Request => ({
    kind: 'add',
    input: addition(pages, id, { signature: given, text }),
  });
  const rows = () =>
    ['contents', 'texts', 'blocks_0', 'released'].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
  runBatch([add('a'), add('b')]);
  runBatch([{ kind: 'delete', input: { collection: pages, ids: ['a'], now: 3_000 } }]);
  expect(rows().at(-1)).toBe(0);
  runBatch([{ kind: 'delete', input: { collection: pages, ids: ['b'], now: 3_000 } }]);
  expect(rows().at(-1)).toBe(1);
  const query: Request = {
    kind: 'query',
    input: { collection: pages, probe: { signature: given }, rule, limit: 9, now: 3_000 },
  };
  expect(runBatch([query])).toMatchObject([{ output: { matches: [], candidates: 0 } }]);
  expectIntegrity(db);

  runBatch([add('c')]);
  while ((runBatch([{ kind: 'sweep', input: { now: 3_000 } }])[0] as Swept).output);
  expect(rows()[0]).toBe(1);
  expect(runBatch([query])).toMatchObject([{ output: { matches: [{ id: 'c' }], candidates: 1 } }]);
  runBatch([{ kind: 'delete', input: { collection: pages, ids: ['c'], now: 3_000 } }]);
  while ((runBatch([{ kind: 'sweep', input: { now: 3_000 } }])[0] as Swept).output);
  expectIntegrity(db);
  expect(rows().slice(0, 2)).toEqual([0, 0]);
  db.close();
});

it('the sweep removes the refused members of a cluster after its last stored one', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  const collection = { ...newCollection('pages'), keepRefused: 10_000 };
  runBatch([{ kind: 'createCollection', input: collection }]);
  const check = (id: string): Request => ({ kind: 'check', input: checking(pages, id) });
  runBatch(Array.from({ length: 500 }, (_, i) => check(`${i}`)));
  const rows = () =>
    ['members', 'clusters'].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
  expect(rows()).toEqual([500, 1]);
  runBatch([{ kind: 'delete', input: { collection: pages, ids: ['0'], now: 3_000 } }]);
  expect(rows()).toEqual([499, 1]);
  const all = { collection: pages, after: null, limit: 9, now: 3_000 };
  expect(runBatch([{ kind: 'clustersById', input: all }])).toEqual([{ ok: true, output: [] }]);

  // A leftover row does not make a member: these ids are seated as if they had no row.
  runBatch([check('7'), check('8')]);
  const [found] = runBatch([{ kind: 'clustersById', input: all }]);
  expect(found).toMatchObject({
    output: [{ size: 1, refused: 1, representative: { id: '7' } }],
  });
  while ((runBatch([{ kind: 'sweep', input: { now: 3_000 } }])[0] as Swept).output);
  expect(rows()).toEqual([2, 1]);
  expectIntegrity(db);
  db.close();
});

describe('A deleted collection', () => {
  it('is swept away in small steps, which continue after a restart', async () => {
    const db = openDatabase(':memory:');
    const engine = createEngine(db, undefined, steadyClock());
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
    engine.runBatch([{ kind: 'deleteCollection', input: { name: 'pages' } }]);
    const rows = () => {
      const tables = [
        ...['documents', 'contents', 'blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'],
        ...['texts', 'changes', 'content_chunks', 'content_segments', 'content_runs'],
        ...['recent_ids', 'document_ids'],
      ];
      const counts = tables.map((table) =>
        db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      );
      return counts.reduce<number>((sum, count) => sum + (count as number), 0);
    };
    for (let round = 0, before = rows(); round < 3; round++) {
      expect(engine.runBatch([{ kind: 'sweep', input: { now: 0 } }])).toMatchObject([
        { output: true },
      ]);
      expect(rows()).toBeLessThan(before);
      before = rows();
    }

    const store = createGroupedStore(createInlineRunner(db), 1000);
    while (await store.sweep({ now: 0 }));
    expect(rows()).toBe(0);
    const again = await store.createCollection(newCollection('pages'));
    expect(again.generation).toBe(3);
    await store.close();
  });

  it.each([
    ['deleted', 'deleteCollection'],
    ['replaced by its successor', 'completeSuccessor'],
  ] as const)('takes steps in proportion to its documents: %s', (_, end) => {
    const [few, many] = [1000, 2000].map((count) => {
      const db = openDatabase(':memory:');
      // Less than the stored number, so the id index keeps rows of erased documents on disk.
      const { runBatch } = createEngine(db, { buffered: () => 200 }, steadyClock());
      fill(runBatch, count);
      const pages = { name: 'pages', generation: 1 };
      const successor = { collection: pages, recipe: recipeOf('simhash'), recipeId: 'next' };
      if (end === 'deleteCollection') runBatch([{ kind: end, input: { name: 'pages' } }]);
      else {
        runBatch([{ kind: 'beginSuccessor', input: successor }]);
        runBatch([{ kind: end, input: { collection: pages } }]);
      }
      const steps = sweepAll(runBatch);
      expectSwept(db);
      db.close();
      return steps;
    });
    expect(many! / few!).toBeLessThan(2.5);
  });

  it('is swept away although steps fail and are rolled back', () => {
    const db = openDatabase(':memory:');
    const { runBatch } = createEngine(db, { buffered: () => 50 }, steadyClock());
    fill(runBatch, 500);
    runBatch([{ kind: 'createCollection', input: newCollection('others') }]);
    const others = { name: 'others', generation: 2 };
    runBatch([{ kind: 'add', input: addition(others, 'a') }]);
    runBatch([{ kind: 'deleteCollection', input: { name: 'pages' } }]);
    db.exec(`CREATE TEMP TABLE refusing (refuses INTEGER);
      INSERT INTO refusing VALUES (0);
      CREATE TEMP TRIGGER refuse_contents BEFORE DELETE ON contents
        WHEN (SELECT refuses FROM refusing) = 1 AND old.number % 5 = 0
        BEGIN SELECT RAISE(ABORT, 'refused'); END;
      CREATE TEMP TRIGGER refuse_collections BEFORE DELETE ON collections
        WHEN (SELECT refuses FROM refusing) = 1
        BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    const refuse = db.prepare<[number]>('UPDATE temp.refusing SET refuses = ?');
    const conflict: Request = {
      kind: 'delete',
      input: { collection: others, ids: ['a'], ifRevision: 9, now: 3_000 },
    };
    const outcomes = new Set<boolean>();
    for (let round = 0; ; round++) {
      refuse.run(round % 3 === 0 ? 1 : 0);
      const sweep: Request = { kind: 'sweep', input: { now: 3_000 } };
      const [reply] = runBatch(round % 2 === 0 ? [sweep] : [sweep, conflict]);
      outcomes.add(reply!.ok);
      if (reply!.ok && !(reply as Swept).output) break;
    }
    expect(outcomes).toEqual(new Set([true, false]));
    expectIntegrity(db);
    expectSwept(db);
    db.close();
  });

  it('is swept away whichever of its steps is rolled back', () => {
    const others = { name: 'others', generation: 2 };
    const sweep: Request = { kind: 'sweep', input: { now: 3_000 } };
    const failing: Request = { kind: 'add', input: addition(others, 'a') };
    let isOver = false;
    for (let steps = 0; !isOver; steps++) {
      const db = openDatabase(':memory:');
      const { runBatch } = createEngine(db, { buffered: () => 50 }, steadyClock());
      fill(runBatch, 20);
      runBatch([{ kind: 'createCollection', input: newCollection('others') }]);
      runBatch([{ kind: 'deleteCollection', input: { name: 'pages' } }]);
      db.exec(`CREATE TEMP TRIGGER refuse_documents BEFORE INSERT ON documents
        BEGIN SELECT RAISE(ABORT, 'refused'); END`);
      for (let step = 0; step < steps; step++) runBatch([sweep]);
      // The first failure after a write rolls back the whole group, including the step.
      const [swept, failed] = runBatch([sweep, failing]);
      expect(failed).toMatchObject({ ok: false });
      isOver = !(swept as Swept).output;
      sweepAll(runBatch);
      expectIntegrity(db);
      expectSwept(db);
      db.close();
    }
  });
});

/** Stores documents with distinct contents in a new collection `pages`. */
function fill(runBatch: ReturnType<typeof createEngine>['runBatch'], count: number): void {
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  for (let from = 0; from < count; from += 500) {
    runBatch(
      Array.from({ length: Math.min(500, count - from) }, (_, i): Request => {
        const number = from + i;
        const fingerprint = {
          high: Math.imul(number + 1, 0x9e37_79b1) >>> 0,
          low: Math.imul(number + 1, 0x85eb_ca6b) >>> 0,
        };
        const given = signatureOf(fingerprint, 2 * number);
        return { kind: 'add', input: addition(pages, `${number}`, { signature: given }) };
      }),
    );
  }
}

/** @returns the number of steps */
function sweepAll(runBatch: ReturnType<typeof createEngine>['runBatch']): number {
  for (let steps = 1; ; steps++) {
    if (!(runBatch([{ kind: 'sweep', input: { now: 3_000 } }])[0] as Swept).output) return steps;
  }
}

/** Expects that nothing of the first collection remains. */
function expectSwept(db: Database.Database): void {
  const count = (rows: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${rows}`).pluck().get();
  expect(count('collections WHERE generation = 1')).toBe(0);
  for (const table of ['documents', 'contents']) {
    expect(count(`${table} WHERE collection = 1`)).toBe(0);
  }
  for (const table of blockTables) expect(count(`${table} WHERE number >> 35 IN (1, -1)`)).toBe(0);
}

/*
 * The clock of this engine never advances, and nothing asks it to sweep, as on a machine that is too busy for any step.
 */
it('writes delete dead contents, so that they stay a share of the living ones without a sweep', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db, { buffered: () => 500 }, () => 0);
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
  const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) ${sql}`).pluck().get()!;
  const living = 1600;
  const groupSize = 100;
  let stored = 0;
  let now = 10_000;
  const store = (id: (at: number) => string, expiresAt: number | null) =>
    runBatch(
      Array.from({ length: groupSize }, (_, at): Request => {
        stored += 1;
        const bits = [1, 7, 13, 29].map((step, digit) => (stored * step + 16 * digit) % 64);
        const given = { signature: signature(bits, 2 * stored), expiresAt, now };
        return { kind: 'add', input: addition(pages, id(at), given) };
      }),
    );
  const expectFew = () => {
    const isLiving = `FROM documents WHERE expires_at IS NULL OR expires_at > ${now}`;
    const dead = count('FROM contents') - count(isLiving);
    // A group has expired before anything is written, and the next documents pay for it.
    expect(dead).toBeLessThanOrEqual(1000 + living / 8 + groupSize);
  };
  for (let from = 0; from < living; from += groupSize) store((at) => `${from + at}`, null);
  for (let turn = 0; turn < 4; turn++) {
    for (let from = 0; from < living; from += groupSize) {
      now += 1;
      if (from % 200 === 0) store((at) => `${from + at}`, null);
      else {
        const ids = Array.from({ length: groupSize }, (_, at) => `${from + at}`);
        runBatch([{ kind: 'delete', input: { collection: pages, ids, now } }]);
        expectFew();
        store((at) => `${from + at}`, null);
      }
      expectFew();
      store((at) => `short-lived ${turn} ${from + at}`, now + 1);
      expectFew();
    }
  }
  expect(stored).toBeGreaterThan(10_000);
  expectIntegrity(db);
  while ((runBatch([{ kind: 'sweep', input: { now: now + 1 } }])[0] as Swept).output);
  expect(count('FROM contents')).toBe(living);
  db.close();
});
