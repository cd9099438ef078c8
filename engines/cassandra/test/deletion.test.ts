import { describe, expect, it } from 'vitest';
import { geometry } from '../../../src/fingerprint/geometry.js';
import { addition, newCollection } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { prepareSchema } from '../src/schema.js';
import { createSweep } from '../src/sweep.js';
import { createCatalog } from '../src/tables/catalog.js';
import { createIndexRows } from '../src/tables/index-rows.js';
import { type Fault, makeCluster } from './made/connection.js';

const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
const graceMs = 60_000;
/** More statements than a deletion has, including retries. */
const statementsMax = 8;

/** Creates a collection with two documents, and a sweep with a simulated clock. */
async function begin() {
  const cluster = makeCluster();
  const made = cluster.connect();
  const { connection } = made;
  await prepareSchema(connection, { replication: 1, geometry: '4x16' });
  const catalog = createCatalog(connection, 0);
  let now = 0;
  const rows = { removeAllButId: async () => {} };
  const sweep = createSweep(connection, rows, { grace: graceMs, clock: () => now });
  const { generation } = await catalog.create(newCollection('pages'));
  const idsOf = (of = generation) => {
    const query = 'SELECT id FROM k.ids WHERE generation = ?';
    return cluster.keyspace.select(query, [of]).map(({ id }) => id as string);
  };
  const store = async (of = generation) => {
    const insert = 'INSERT INTO k.ids (generation, bucket, id, attempt) VALUES (?, ?, ?, ?)';
    for (const id of ['a', 'b']) await connection.write(insert, [of, 0, id, id]);
  };
  await store();
  return {
    ...made,
    haunt: cluster.haunt,
    notes: () => cluster.keyspace.select('SELECT generation FROM k.dropped', []).length,
    catalog,
    idsOf,
    store,
    async sweepFor(ms: number) {
      for (const end = now + ms; now <= end; now += 10_000) {
        for (let steps = 0; (await sweep()) && steps < 50; steps++);
      }
    },
    /** Expects the collection to be alive with its documents, or gone together with them. */
    async expectWhole() {
      const listed = (await catalog.list()).length;
      expect({ listed, ids: idsOf() }).toEqual(
        listed === 1 ? { listed, ids: ['a', 'b'] } : { listed: 0, ids: [] },
      );
    },
  };
}

describe('the deletion of a collection', () => {
  it('erases its rows a minute later, and not before', async () => {
    const held = await begin();
    await held.catalog.delete('pages');
    await held.sweepFor(graceMs - 10_000);
    expect(held.idsOf()).toEqual(['a', 'b']);
    await held.sweepFor(30_000);
    expect(held.idsOf()).toEqual([]);
    expect(held.notes()).toBe(0);
  });

  for (const fault of faults) {
    for (const lasting of [false, true]) {
      it(`${lasting ? 'where from any statement on each' : 'where any statement'} is ${fault} leaves it alive or erases it`, async () => {
        for (let at = 0; at < statementsMax; at++) {
          const held = await begin();
          const meets = (statement: number) => (lasting ? statement >= at : statement === at);
          held.fail(({ number }) => (meets(number) ? fault : undefined));
          const outcome = await held.catalog.delete('pages').then(
            () => 'deleted',
            ({ code }) => code,
          );
          expect(held.statements()).toBeLessThan(statementsMax);
          held.fail(() => undefined);
          expect(['deleted', 'not_ready']).toContain(outcome);
          if (outcome === 'deleted') expect(await held.catalog.list()).toEqual([]);
          await held.sweepFor(3 * graceMs);
          await held.expectWhole();
          held.haunt();
          await held.sweepFor(3 * graceMs);
          await held.expectWhole();
          const again = await held.catalog.delete('pages').catch(({ code }) => code);
          expect([undefined, 'collection_not_found']).toContain(again);
          await held.sweepFor(3 * graceMs);
          expect([held.idsOf(), held.notes()]).toEqual([[], 0]);
        }
      });
    }
  }

  it('waits for a minute after it took effect, however late that was', async () => {
    const held = await begin();
    held.fail(({ number }) => (number >= 2 ? 'ghost' : undefined));
    await expect(held.catalog.delete('pages')).rejects.toMatchObject({ code: 'not_ready' });
    held.fail(() => undefined);
    await held.sweepFor(10 * graceMs);
    held.haunt();
    await held.sweepFor(graceMs - 10_000);
    expect(held.idsOf()).toEqual(['a', 'b']);
    await held.sweepFor(30_000);
    expect(held.idsOf()).toEqual([]);
  });

  it('does not block others if it fails', async () => {
    const held = await begin();
    held.fail(({ number }) => (number === 2 ? 'refused' : undefined));
    await expect(held.catalog.delete('pages')).rejects.toMatchObject({ code: 'not_ready' });
    held.fail(() => undefined);
    const { generation } = await held.catalog.create({
      ...newCollection('others'),
      collectionsMax: 9,
    });
    await held.store(generation);
    await held.catalog.delete('others');
    await held.sweepFor(2 * graceMs);
    expect(held.idsOf(generation)).toEqual([]);
    expect(held.idsOf()).toEqual(['a', 'b']);
  });

  it('reports a concurrent deletion by another process', async () => {
    const held = await begin();
    const both = await Promise.allSettled([
      held.catalog.delete('pages'),
      held.catalog.delete('pages'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

/** More statements than a sweep of one document has. */
const sweepStatementsMax = 100;

it('the sweep leaves no row behind, whichever of its statements fails', async () => {
  const runs = Array.from({ length: sweepStatementsMax }, (_, at) => sweepFailingAt(at));
  const failed = await Promise.all(runs);
  expect(failed[0]).toBe(true);
  expect(failed.at(-1)).toBe(false);
});

/** Returns true if the sweep had at least `at` statements. */
async function sweepFailingAt(at: number): Promise<boolean> {
  const cluster = makeCluster();
  const { connection, fail } = cluster.connect();
  const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
  const store = await createCassandraStore(connection, options);
  const pages = await store.createCollection(newCollection('pages'));
  await store.add(addition(pages, 'a', { text: new Uint8Array([1]) }));
  await store.deleteCollection({ name: 'pages' });
  let now = 0;
  const rows = createIndexRows(connection, geometry('4x16'));
  const sweep = createSweep(connection, rows, { grace: graceMs, clock: () => now });
  await sweep();
  now = 2 * graceMs;
  let hasFailed = false;
  fail(({ number }) => {
    hasFailed ||= number === at;
    return number === at ? 'refused' : undefined;
  });
  for (let goesOn = true; goesOn; ) goesOn = await sweep().catch(() => true);
  const left = ['documents', 'attempts', 'keys', 'ids', 'texts', 'sightings', 'counts'].filter(
    (table) => cluster.keyspace.select(`SELECT * FROM k.${table}`, []).length > 0,
  );
  expect({ at, left }).toEqual({ at, left: [] });
  return hasFailed;
}
