import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  rule,
  signature,
  sketched,
  withEvidence,
} from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import type { Connection } from '../src/connection.js';
import { makeCluster } from './made/connection.js';

const options = { replication: 1, geometry: '4x16', queueMax: 1000 } as const;

/** Numbers of a process's statements by kind. */
type Counts = Record<'read' | 'readOne' | 'readSerially' | 'walk' | 'rows', number>;

function counted(connection: Connection): { connection: Connection; counts: Counts } {
  const counts: Counts = { read: 0, readOne: 0, readSerially: 0, walk: 0, rows: 0 };
  const count = (kind: keyof Counts, by = 1) => {
    counts[kind] += by;
  };
  return {
    counts,
    connection: {
      ...connection,
      async read(query, values) {
        const rows = await connection.read(query, values);
        // Processes read the collections once a second.
        if (query.includes('.collections')) return rows;
        count('read');
        count('rows', rows.length);
        return rows;
      },
      async readOne(query, values) {
        const rows = await connection.read(query, values);
        count('readOne');
        count('rows', rows.length);
        return rows;
      },
      readSerially(query, values) {
        count('readSerially');
        return connection.readSerially(query, values);
      },
      async *walk(query, values, pageSize) {
        count('walk');
        for await (const row of connection.walk(query, values, pageSize)) {
          count('rows');
          yield row;
        }
      },
    },
  };
}

const far = Array.from({ length: 20 }, (_, bit) => bit);
/** Returns a page that shares all bands. Each number is another content; `says` selects different statements. */
const page = (number: number, says: 1 | 2 = 1): Signature =>
  withEvidence(sketched(signature(far, 2 * number), { from: 120, to: 128 }), says);

let cluster: ReturnType<typeof makeCluster>;
let store: Store;
let counts: Counts;
let pages: Collection;

beforeEach(async () => {
  cluster = makeCluster();
  const counting = counted(cluster.connect().connection);
  counts = counting.counts;
  store = await createCassandraStore(counting.connection, options);
  pages = await store.createCollection(newCollection('pages', 'minhash'));
});

async function countsOf(act: () => Promise<unknown>): Promise<Counts> {
  const before = { ...counts };
  await act();
  const differences = Object.entries(before).map(([kind, count]) => [
    kind,
    counts[kind as keyof Counts] - count,
  ]);
  return Object.fromEntries(differences);
}

it('a search reads a bounded part of a family', async () => {
  for (let number = 0; number < 200; number++) {
    await store.add(addition(pages, `${number}`, { signature: page(number) }));
  }
  const probe = { signature: page(999) };
  const query = { collection: pages, rule, limit: 5, now: later, probe };
  const asked = await countsOf(async () => {
    expect(await store.query(query)).toMatchObject({ truncated: true });
  });
  // 40 rows for each of four bands and eight landmarks; an attempt and a register for some contents.
  expect(asked.rows).toBeLessThan(12 * 40 + 3 * 24);
  expect(asked.read + asked.walk).toBeLessThan(2 + 2 * 24);
});

it('finds a content younger than many copies of another one', async () => {
  for (let copy = 0; copy < 90; copy++) {
    await store.add(addition(pages, `copy ${copy}`, { signature: page(0, 2) }));
  }
  await store.add(addition(pages, 'other', { signature: page(1) }));
  expect(await store.check(checking(pages, 'new', { signature: page(2) }))).toMatchObject({
    ...{ decision: 'duplicate', duplicateOf: 'other', family: 2 },
  });
});

it('finds an equal content younger than its family', async () => {
  for (let number = 0; number < 30; number++) {
    await store.add(addition(pages, `${number}`, { signature: page(number) }));
  }
  expect(await store.check(checking(pages, 'new', { signature: page(25) }))).toMatchObject({
    ...{ decision: 'duplicate', duplicateOf: '25', best: { exact: true } },
  });
});

it('a check that waits for another reads its register until it has changed', async () => {
  const first = cluster.connect().connection;
  let decide = () => {};
  const mayDecide = new Promise<void>((resolve) => {
    decide = resolve;
  });
  let reached = () => {};
  const decision = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const slow = await createCassandraStore(
    {
      ...first,
      async change(query, values, how) {
        reached();
        await mayDecide;
        return first.change(query, values, how);
      },
    },
    options,
  );
  const earlier = slow.check(checking(pages, 'a', { signature: page(0) }));
  await decision;
  let isOver = false;
  const asked = await countsOf(async () => {
    const later = store.check(checking(pages, 'b', { signature: page(1) })).finally(() => {
      isOver = true;
    });
    await sleep(1_500);
    expect(isOver).toBe(false);
    decide();
    expect(await earlier).toMatchObject({ decision: 'new' });
    expect(await later).toMatchObject({ decision: 'duplicate', duplicateOf: 'a' });
  });
  // Judged once. The reads after it are the cost of a duplicate.
  expect(asked.readSerially).toBe(1);
  expect(asked.walk).toBeLessThan(6);
});

it('a replaced document is absent even if its register is not cleared', async () => {
  const { connection, fail } = cluster.connect();
  const dying = await createCassandraStore(connection, options);
  await store.add(addition(pages, 'a', { signature: page(0) }));
  await store.add(addition(pages, 'b', { signature: page(1) }));
  let changes = 0;
  // Fails after two marks and the decision.
  fail(({ kind }) => {
    if (kind === 'change') changes += 1;
    return changes > 3 ? 'refused' : undefined;
  });
  const replacing = checking(pages, 'c', { signature: page(2), onDuplicate: 'replace' });
  expect(await dying.check(replacing)).toMatchObject({
    ...{ decision: 'duplicate', stored: true, replaced: ['a', 'b'] },
  });
  const get = { collection: pages, ids: ['a', 'b', 'c'], now: later };
  expect((await store.get(get)).map(({ id }) => id)).toEqual(['c']);
  const list = { collection: pages, idPrefix: null, after: null, limit: 9, now: later };
  expect((await store.list(list)).map(({ id }) => id)).toEqual(['c']);
  expect(await store.check(checking(pages, 'd', { signature: page(0) }))).toMatchObject({
    ...{ decision: 'duplicate', duplicateOf: 'c', family: 1 },
  });
  const again = checking(pages, 'a', { signature: page(0), onDuplicate: 'store' });
  expect(await store.check(again)).toMatchObject({ created: true, previous: null });
  expect((await store.get(get)).map(({ id, revision }) => [id, revision])).toEqual([
    ['a', 1],
    ['c', 1],
  ]);
});

it('a change waits for an attempt that replaces its document, and kills it after its lease', async () => {
  const { connection, fail } = cluster.connect();
  const dying = await createCassandraStore(connection, options);
  await store.add(addition(pages, 'a', { signature: page(0) }));
  let changes = 0;
  // Fails after the mark.
  fail(({ kind }) => {
    if (kind === 'change') changes += 1;
    return changes > 1 ? 'refused' : undefined;
  });
  const replacing = checking(pages, 'c', { signature: page(2), onDuplicate: 'replace' });
  await expect(dying.check(replacing)).rejects.toMatchObject({ code: 'not_ready' });
  const get = { collection: pages, ids: ['a', 'c'], now: later };
  expect((await store.get(get)).map(({ id }) => id)).toEqual(['a']);
  const removed = await store.delete({ collection: pages, ids: ['a'], now: later });
  expect(removed).toEqual({ deleted: ['a'], missing: [] });
  expect(await store.get(get)).toEqual([]);
  expect(await store.check({ ...replacing, onDuplicate: 'skip' })).toMatchObject({
    decision: 'new',
  });
});
