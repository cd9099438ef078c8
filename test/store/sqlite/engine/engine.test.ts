import { readFileSync, renameSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NeardupError } from '../../../../src/errors.js';
import { claimsExpiredAtOnce } from '../../../../src/store/contract/claims.js';
import type { CollectionKey } from '../../../../src/store/contract/collections.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { operations, type Request } from '../../../../src/store/sqlite/operations/operations.js';
import {
  addition,
  checking,
  later,
  newCollection,
  recipe,
  rule,
  signature,
} from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile } from '../temporary.js';

const pages: CollectionKey = { name: 'pages', generation: 1 };
const add = (id: string, changes = {}): Request => ({
  kind: 'add',
  input: addition(pages, id, { signature: signature([id.length]), ...changes }),
});
const check = (id: string): Request => ({ kind: 'check', input: checking(pages, id) });
const get = (...ids: string[]): Request => ({
  kind: 'get',
  input: { collection: pages, ids, now: 0 },
});
const stats: Request = { kind: 'stats', input: { collection: pages } };

function openEngine(file = ':memory:') {
  const db = openDatabase(file);
  onTestFinished(() => {
    db.close();
  });
  const engine = createEngine(db);
  engine.runBatch([{ kind: 'createCollection', input: newCollection('pages') }]);
  return { db, ...engine };
}

describe('A group of operations', () => {
  it('is one transaction, hence one fsync', () => {
    const file = temporaryFile();
    const { db, runBatch } = openEngine(file);
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    const before = commitsIn(`${file}-wal`);
    const replies = runBatch([add('a'), check('b'), get('a'), add('ccc'), check('d')]);
    expect(replies.every(({ ok }) => ok)).toBe(true);
    expect(commitsIn(`${file}-wal`)).toBe(before + 1);
    runBatch([get('a'), stats]);
    expect(commitsIn(`${file}-wal`)).toBe(before + 1);
  });

  it('skips the sync only if it does nothing but sweep', () => {
    const { db, runBatch } = openEngine(temporaryFile());
    const sweep: Request = { kind: 'sweep', input: { now: 0 } };
    const pragma = vi.spyOn(db, 'pragma');
    const unsynced = () => pragma.mock.calls.filter(([sql]) => sql === 'synchronous = NORMAL');
    runBatch([add('a'), sweep]);
    runBatch([sweep, check('b')]);
    expect(unsynced()).toHaveLength(0);
    runBatch([sweep, sweep]);
    expect(unsynced()).toHaveLength(1);
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
  });

  it('counts its decisions for its own reads', () => {
    const { runBatch } = openEngine();
    const replies = runBatch([check('a'), stats, check('b'), stats]);
    const counted = [replies[1]!, replies[3]!];
    expect(counted).toMatchObject([
      { output: { decisions: { new: 1, duplicate: 0 } } },
      { output: { decisions: { new: 1, duplicate: 1 } } },
    ]);
  });

  it('leaves no counts of a collection that it deletes', () => {
    const { db, runBatch } = openEngine();
    const sweep: Request = { kind: 'sweep', input: { now: 0 } };
    runBatch([check('a'), { kind: 'deleteCollection', input: { name: 'pages' } }, sweep]);
    for (let group = 0; group < 20; group++) runBatch([sweep]);
    for (const table of ['decision_totals', 'decision_hours', 'decision_hosts']) {
      expect(db.prepare(`SELECT * FROM ${table}`).all(), table).toEqual([]);
    }
  });

  it('is not answered once the file was replaced', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const file = temporaryFile();
    const { runBatch } = openEngine(file);
    renameSync(file, `${file}-moved`);
    vi.advanceTimersByTime(100);
    expect(() => runBatch([add('a')])).toThrow('was replaced or removed');
  });

  it('lets each operation see the writes of earlier ones', () => {
    const { runBatch } = openEngine();
    expect(runBatch([stats, add('a'), stats, get('a'), check('b')])).toMatchObject([
      { ok: true, output: { documents: 0 } },
      { ok: true, output: { status: 'created' } },
      { ok: true, output: { documents: 1 } },
      { ok: true, output: [{ id: 'a' }] },
      { ok: true, output: { decision: 'duplicate' } },
    ]);
  });

  it('answers each refused operation separately', () => {
    const { db, runBatch } = openEngine();
    runBatch([add('b'), add('c')]);
    const replies = runBatch([
      add('a'),
      { kind: 'delete', input: { collection: pages, ids: ['a', 'c'], ifRevision: 2, now: 0 } },
      { kind: 'add', input: addition({ name: 'gone', generation: 99 }, 'x') },
      add('e'),
    ]);
    expect(replies).toMatchObject([
      { ok: true },
      { ok: false, failure: { code: 'precondition_failed' } },
      { ok: false, failure: { code: 'collection_not_found' } },
      { ok: true },
    ]);
    expect(runBatch([stats])).toMatchObject([{ output: { documents: 4, contents: 1 } }]);
    expectIntegrity(db);
  });
});

describe('An operation that fails halfway', () => {
  const restored = (id: string, storedAt: number) => ({
    ...{
      id,
      signature: signature([7]),
      metadata: null,
      page: null,
      extractor: null,
      text: null,
      revision: 1,
    },
    ...{ storedAt, updatedAt: 0, lastSeenAt: 0, seenCount: 1, expiresAt: later, lifetimeMs: later },
  });
  const decision = (counts: object) => ({ ok: true, output: { decisions: counts } });
  // A table constraint rejects the second document.
  const failing: Request = {
    kind: 'restore',
    input: { collection: pages, documents: [restored('x', 0), restored('y', Number.NaN)] },
  };
  const failed = { ok: false, failure: { code: 'internal' } };

  it('fails all writes of its group, and answers reads from committed data', () => {
    const { db, runBatch } = openEngine();
    runBatch([add('a')]);
    const replies = runBatch([add('b'), get('a', 'b'), failing, check('ccc'), stats]);
    const counts = { documents: 1, contents: 1, fingerprints: 1 };
    expect(replies).toMatchObject([
      failed,
      { ok: true, output: [{ id: 'a' }] },
      failed,
      failed,
      { ok: true, output: counts },
    ]);
    expect(runBatch([stats])).toMatchObject([{ output: counts }]);
    expectIntegrity(db);
    expect(runBatch([add('b'), stats])).toMatchObject([{ ok: true }, { output: { documents: 2 } }]);
  });

  it('shows no expired claim to the reads of its group', () => {
    const { db, runBatch } = openEngine();
    const claim = { claimant: 'one', expiresAt: 5_000 };
    const claimed = (id: string, i: number): Request => ({
      kind: 'check',
      input: checking(pages, id, { signature: signature([i]), onDuplicate: 'store', claim }),
    });
    const at = (now: number): Request => ({
      kind: 'get',
      input: { collection: pages, ids: ['a', 'b'], now },
    });
    const query: Request = {
      kind: 'query',
      input: {
        collection: pages,
        probe: { signature: signature([2]) },
        rule: { ...rule, maxDistance: 0 },
        limit: 9,
        now: 5_000,
      },
    };
    runBatch([add('a'), claimed('a', 2), claimed('b', 3)]);
    const former = { ok: true, output: [{ id: 'a', revision: 1, claim: null }] };
    for (const reads of [[at(5_000), query], [query], [at(5_000)]]) {
      const replies = runBatch([failing, ...reads]);
      expect(replies.slice(1)).toMatchObject(
        reads.map(({ kind }) => (kind === 'get' ? former : { ok: true, output: { matches: [] } })),
      );
    }
    expect(runBatch([failing, at(4_999)])).toMatchObject([
      failed,
      { output: [{ id: 'a', revision: 2 }, { id: 'b' }] },
    ]);
    for (let i = 0; i < claimsExpiredAtOnce; i++) runBatch([claimed(`c${i}`, i)]);
    expect(runBatch([failing, at(5_000), stats])).toMatchObject([failed, failed, { ok: true }]);
    expectIntegrity(db);
    runBatch([at(5_000)]);
    expect(runBatch([at(5_000)])).toMatchObject([former]);
    expectIntegrity(db);
  });

  it('also fails them if it refuses after its first write, which is a defect', () => {
    const { db, runBatch } = openEngine();
    const { run } = operations.add;
    const late = vi.spyOn(operations.add, 'run').mockImplementation((tables, input) => {
      run(tables, input);
      throw new NeardupError('validation_failed', 'Too late');
    });
    const replies = runBatch([check('a'), add('b'), stats]);
    late.mockRestore();
    const message = expect.stringContaining('"add" refused after its first write: Too late');
    const defect = { ok: false, failure: { code: 'internal', message } };
    expect(replies).toMatchObject([defect, defect, { output: { documents: 0 } }]);
    expectIntegrity(db);
  });

  it('does not change the decision counts', () => {
    const { runBatch } = openEngine();
    runBatch([check('a'), check('b')]);
    expect(runBatch([failing, check('d')])).toMatchObject([failed, failed]);
    expect(runBatch([stats])).toMatchObject([decision({ new: 1, duplicate: 1 })]);
  });
});

describe('A group that is rolled back', () => {
  it('changes no collections, settings, counts or decisions', () => {
    const { db, runBatch } = openEngine();
    const created: Request = { kind: 'createCollection', input: newCollection('others') };
    runBatch([add('a'), check('b')]);
    runBatch([check('b')]); // counted in memory only
    const before = runBatch([stats]);
    limitPages(db, 0);
    const others: CollectionKey = { name: 'others', generation: 3 };
    const many = Array.from({ length: 400 }, (_, i): Request => {
      return {
        kind: 'add',
        input: addition(others, `${i}`, { signature: signature([i % 64, 9]) }),
      };
    });
    const refused = runBatch([
      add('c'),
      { kind: 'updateCollection', input: { collection: pages, settings: { maxDistance: 1 } } },
      { kind: 'beginSuccessor', input: { collection: pages, recipe, recipeId: 'next' } },
      { kind: 'deleteCollection', input: { name: 'pages' } },
      created,
      ...many,
    ]);
    expect(refused.every(({ ok }) => !ok)).toBe(true);
    expect(runBatch([stats])).toEqual(before);
    limitPages(db, 1000);
    expect(
      runBatch([
        { kind: 'updateCollection', input: { collection: pages, settings: {} } },
        { kind: 'takeChanges', input: { collection: pages, limit: 1 } },
        created,
        check('c'),
        stats,
      ]),
    ).toMatchObject([
      { output: { maxDistance: newCollection('pages').maxDistance } },
      { output: [] },
      { ok: true },
      { output: { decision: 'duplicate' } },
      { output: { documents: 1, decisions: { new: 0, duplicate: 3 } } },
    ]);
    expectIntegrity(db);
  });
});

it('A group whose writes fail counts the searches of its reads alone', () => {
  const { runBatch, lastGroup } = openEngine();
  const failing = add('x', { signature: signature([60]), now: Number.NaN });
  const query: Request = {
    kind: 'query',
    input: { collection: pages, probe: { signature: signature() }, rule, limit: 1, now: 0 },
  };
  runBatch([check('a'), query, failing, check('b')]);
  expect(lastGroup().searches).toHaveLength(1);
});

describe('A full disk', () => {
  it('fails every write of the group, and answers reads', () => {
    const { db, runBatch } = openEngine();
    runBatch([add('before')]);
    limitPages(db, 0);
    const many = Array.from({ length: 400 }, (_, i) =>
      add(`${i}`, { signature: signature([i % 64, 9]) }),
    );
    const replies = runBatch([add('first'), get('first', 'before'), ...many, stats]);
    for (const [i, reply] of replies.entries()) {
      if (i === 1) expect(reply).toMatchObject({ ok: true, output: [{ id: 'before' }] });
      else if (i === 402) expect(reply).toMatchObject({ ok: true, output: { documents: 1 } });
      else expect(reply).toMatchObject({ ok: false, failure: { code: 'disk_full' } });
    }
    expectIntegrity(db);

    limitPages(db, 1000);
    expect(runBatch([add('first'), stats])).toMatchObject([
      { ok: true, output: { status: 'created' } },
      { ok: true, output: { documents: 2 } },
    ]);
    expectIntegrity(db);
  });
});

describe('Closing the engine', () => {
  const signatures = Array.from({ length: 400 }, (_, i) => signature([i % 64, i >> 6]));
  const many = signatures.map((each, i) => add(`${i}`, { signature: each }));
  const again = signatures.map(
    (each, i): Request => ({
      kind: 'check',
      input: checking(pages, `${i} again`, { signature: each }),
    }),
  );
  const found = signatures.map(() => ({ output: { decision: 'duplicate' } }));
  const unmoved = (db: Database) =>
    db.prepare('SELECT (SELECT max(number) FROM contents) - up_to FROM moves').pluck().get();

  it('moves all rows, so that the next engine has nothing to move or write', () => {
    const { db, runBatch, close } = openEngine();
    runBatch(many);
    expect(unmoved(db)).toBeGreaterThan(300);
    close();
    expect(unmoved(db)).toBe(0);
    expectIntegrity(db);

    const changes = () => db.prepare('SELECT total_changes()').pluck().get();
    const before = changes();
    createEngine(db).close();
    expect(changes()).toBe(before);
    expect(createEngine(db).runBatch(again)).toMatchObject(found);
  });

  it('leaves rows that do not fit on a full disk to the next engine', () => {
    const { db, runBatch, close } = openEngine();
    runBatch(many);
    limitPages(db, 0);
    close();
    expect(unmoved(db)).toBeGreaterThan(300);

    limitPages(db, 1000);
    const opened = createEngine(db);
    expect(opened.runBatch(again)).toMatchObject(found);
    opened.close();
    expect(unmoved(db)).toBe(0);
    expectIntegrity(db);
  });
});

/** Limits further growth of the database to this many pages. */
function limitPages(db: Database, more: number): void {
  const pageCount = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pageCount + more}`);
}

/** Counts the frames of the write-ahead log that end a transaction (SQLite file format, section 4.1). */
function commitsIn(walFile: string): number {
  const wal = readFileSync(walFile);
  const pageSize = wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + 24 + pageSize <= wal.length; at += 24 + pageSize) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break;
    if (wal.readUInt32BE(at + 4) > 0) commits++;
  }
  return commits;
}
