import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Idempotency } from '../../../../src/store/contract/idempotency.js';
import { keptBytesMax } from '../../../../src/store/rules/idempotency.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { repair } from '../../../../src/store/sqlite/maintenance/repair.js';
import { verify } from '../../../../src/store/sqlite/maintenance/verify.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import {
  createIdempotencyRecords,
  recordsByOwner,
} from '../../../../src/store/sqlite/tables/idempotency-records.js';
import { addition, checking, newCollection } from '../../samples.js';

const day = 86_400_000;
const guaranteedMs = 600_000;
const room = 20 * keptBytesMax;

function onceOf(number: number, owner: string, now: number): Idempotency {
  return {
    key: number.toString(16).padStart(64, '0'),
    request: '00'.repeat(32),
    owner,
    expiresAt: now + day,
    guaranteedUntil: now + guaranteedMs,
    note: 'é',
  };
}

function open() {
  const db = openDatabase(':memory:');
  const outcomes = createIdempotencyRecords(db, room);
  const bytesBy = () =>
    Object.fromEntries(
      db.prepare<[], [string, number]>('SELECT owner, bytes FROM idempotency_owners').raw().all(),
    );
  let number = 0;
  return {
    db,
    outcomes,
    bytesBy,
    /** Keeps an outcome as an operation does. Returns false if refused. */
    keep(owner: string, now: number, bytes: number): boolean {
      const once = onceOf(++number, owner, now);
      let removed: number;
      try {
        removed = outcomes.findRoom(once, now);
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' });
        return false;
      }
      outcomes.keep(once, Buffer.alloc(bytes), removed);
      return true;
    },
  };
}

describe('the room for stored outcomes', () => {
  it('is at most half for one owner, whose further requests are refused', () => {
    const { keep, bytesBy } = open();
    let kept = 0;
    while (keep('greedy', 0, 100_000)) kept += 1;
    expect(kept).toBeGreaterThan(10);
    expect(bytesBy().greedy).toBeLessThanOrEqual(room / 2);
    expect(keep('honest', 0, 100_000)).toBe(true);
    expect(keep('greedy', guaranteedMs - 1, 100_000)).toBe(false);
  });

  it('is made by removing the oldest outcomes of the owner after their guaranteed time', () => {
    const { keep, outcomes, bytesBy } = open();
    keep('honest', 0, 1000);
    for (let now = 1; keep('greedy', now, 100_000); now++);
    expect(keep('greedy', guaranteedMs + 1, 100_000)).toBe(true);
    expect(outcomes.find(onceOf(1, '', 0).key, guaranteedMs)).toBeDefined();
    expect(outcomes.find(onceOf(2, '', 0).key, guaranteedMs)).toBeUndefined();
    expect(bytesBy().greedy).toBeLessThanOrEqual(room / 2);
  });

  it('reports when there will be room again', () => {
    const { keep, outcomes } = open();
    while (keep('greedy', 0, 100_000));
    const refused = () => outcomes.findRoom(onceOf(99, 'greedy', 100_000), 100_000);
    expect(refused).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 500 }) as Error,
    );
  });

  it('is counted by owner, through storing, replacing, expiry and removal', () => {
    const step = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      wait: fc.constantFrom(0, 1, 1, guaranteedMs, day / 2),
      bytes: fc.nat(keptBytesMax / 2),
      forget: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100, size: 'max' }), (steps) => {
        const { db, keep, outcomes, bytesBy } = open();
        let now = 0;
        for (const { owner, wait, bytes, forget } of steps) {
          now += wait;
          if (forget) outcomes.forget(now, 2);
          keep(owner, now, bytes);
          expect(bytesBy()[''] ?? 0).toBeLessThanOrEqual(room);
        }
        const counted = db.prepare<[], [string, number]>(recordsByOwner).raw().all();
        expect({ '': 0, ...bytesBy() }).toEqual(Object.fromEntries(counted));
        db.close();
      }),
      { numRuns: 50 },
    );
  });
});

it('survives a restart; an outcome of another release is neither replayed nor executed again', async () => {
  const db = openDatabase(':memory:');
  const store = createGroupedStore(createInlineRunner(db), 100);
  const pages = await store.createCollection(newCollection('pages'));
  const once = onceOf(1, 'a', 2_000);
  const adding = addition(pages, 'a', { idempotency: once });
  await store.add(adding);
  await store.add(addition(pages, 'b', { idempotency: onceOf(2, 'b', 2_000) }));
  const faultsOfRecords = () => verify(db).faults.filter(({ what }) => what.includes('records'));
  expect(faultsOfRecords()).toEqual([]);
  const change = db.prepare('UPDATE idempotency_records SET outcome = ?');
  change.run(serialize({ status: 'created', document: {} }));
  await expect(store.add(adding)).rejects.toMatchObject({ code: 'idempotency_outcome_lost' });
  expect((await store.get({ collection: pages, ids: ['a'], now: 3_000 }))[0]).toMatchObject({
    seenCount: 1,
  });
  expect(faultsOfRecords()).toMatchObject([{ what: expect.stringContaining('wrong sums') }]);
  repair(db);
  expect(faultsOfRecords()).toEqual([]);
  await store.close();
});

it('lists no more matches than are stored, the first time and later', async () => {
  const store = createGroupedStore(createInlineRunner(openDatabase(':memory:')), 1000);
  const pages = await store.createCollection(newCollection('pages'));
  const metadata = JSON.stringify({ fat: 'x'.repeat(16_000) });
  for (let i = 0; i < 100; i++) await store.add(addition(pages, `copy-${i}`, { metadata }));
  const check = checking(pages, null, { dryRun: true, limit: 100 });
  expect((await store.check(check)).matches.length).toBeGreaterThan(50);
  const first = await store.check({ ...check, idempotency: onceOf(1, 'a', 2_000) });
  expect(first).toMatchObject({ decision: 'duplicate', truncated: true });
  expect(first.matches).toHaveLength(5);
  const again = await store.check({ ...check, idempotency: onceOf(1, 'a', 2_000) });
  expect(again).toEqual({ ...first, replayed: 'é' });
  await store.close();
});
