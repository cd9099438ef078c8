import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/store/contract/store.js';
import { cassandraLacks, cassandraLacksGroups } from '../../store/contract/cassandra-lacks.js';
import { newCollection } from '../../store/samples.js';
import { describeStore } from '../../store/store-contract.js';
import { describeDeaths } from './deaths.js';
import { compareWithSqlite } from './decisions.js';
import { sequentialEnd } from './histories.js';
import { describeMigrations } from './migrations.js';
import { type Nodes, startNodes } from './nodes.js';
import { openEmptyStore, openStore } from './open-store.js';
import { race } from './races.js';

/** Operations a method; the full size is 20,000. */
const operations = Number(process.env.TEST_OPERATIONS ?? 500);
const families = Math.max(24, Math.round(operations / 50));

let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes(3);
  await (await openStore(cluster())).close();
});
afterAll(() => nodes?.stop());

const cluster = () => ({ hosts: nodes.hosts, keyspace: 'neardup_tests' });

describe('contract', () => {
  beforeEach(({ task, skip }) => {
    const groups = [task.suite?.name, task.suite?.suite?.name];
    for (const [group, reason] of Object.entries(cassandraLacksGroups)) {
      if (groups.some((name) => name?.endsWith(group))) skip(reason);
    }
    const reason = cassandraLacks[task.name];
    if (reason !== undefined) skip(reason);
  });

  describeStore('The store over Cassandra', () => openEmptyStore(cluster()));
});

describe('three nodes', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore(cluster());
  });
  afterEach(() => store.close());

  it.each(['simhash', 'minhash', 'hybrid'] as const)(
    'decide by %s as SQLite does',
    async (method) => {
      const decisions = await compareWithSqlite(store, method, operations);
      expect(Object.keys(decisions).sort()).toEqual(
        expect.arrayContaining(['changed', 'duplicate', 'new', 'unchanged']),
      );
    },
  );

  it('give eight racing processes the answers of a sequential order', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    const records = await race(cluster(), pages, families);
    expect(records.filter(({ outcome }) => outcome.startsWith('failed'))).toEqual([]);
    for (let family = 0; family < families; family++) {
      const own = records.filter((record) => record.family === family);
      const page = { collection: pages, idPrefix: `${family}-`, after: null, limit: 10, now: 1 };
      const stored = (await store.list(page)).map(({ id }) => id);
      const end = sequentialEnd(own);
      expect(end, `family ${family}: ${JSON.stringify(own)}`).not.toBeNull();
      if (family % 2 === 0) expect(stored).toHaveLength(1);
      expect(stored.length).toBeLessThanOrEqual(1);
    }
  });

  it('refuse operations that they do not offer', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    const refused = { code: 'store_unsupported' };
    const cassandra = await openStore(cluster());
    const begun = { collection: pages, recipe: pages.recipe, recipeId: 'x' };
    const separated = { collection: pages, a: 'a', b: 'b', now: 1 };
    const calls = [
      () => cassandra.stats(),
      () => cassandra.history(0),
      () => cassandra.backup('file', new AbortController().signal),
      () => cassandra.beginSuccessor(begun),
      () => cassandra.separate(separated),
      () => cassandra.unseparate(separated),
    ];
    for (const call of calls) await expect(call(), `${call}`).rejects.toMatchObject(refused);
    await cassandra.close();
  });
});

describeMigrations(cluster);
describeDeaths(() => nodes, cluster);
