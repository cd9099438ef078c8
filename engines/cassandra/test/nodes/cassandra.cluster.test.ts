import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/store/contract/store.js';
import { testSeed } from '../../../../test/seed.js';
import { newCollection } from '../../../../test/store/samples.js';
import { describeStore } from '../../../../test/store/store-contract.js';
import { describeDeaths } from './deaths.js';
import { compareWithSqlite } from './decisions.js';
import { familyKind } from './histories.js';
import { runRandomHistory } from './history/random-history.js';
import { describeMigrations } from './migrations.js';
import { type Nodes, startNodes } from './nodes.js';
import { openEmptyStore, openStore } from './open-store.js';
import { contradictionIn, race } from './races.js';
import { describeTerms } from './terms.js';

/** Number of operations per method; the full size is 20,000. */
const operations = Number(process.env.TEST_OPERATIONS ?? 200);
/** Duration of a random history; `npm run test:long -- cassandra` takes 10 minutes. */
const historySeconds = 50;
const families = Math.max(24, Math.round(operations / 50));

let nodes: Nodes;
beforeAll(async () => {
  nodes = await startNodes(3);
  await (await openStore(cluster())).close();
});
afterAll(() => nodes?.stop());

const cluster = () => ({ hosts: nodes.hosts, port: nodes.port, keyspace: 'neardup_tests' });

describe('contract', () => {
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
        expect.arrayContaining(['changed', 'duplicate', 'new', 'similar', 'unchanged']),
      );
    },
  );

  it('give eight racing processes the answers of a sequential order', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    const records = await race(cluster(), pages, { families });
    expect(records.filter(({ outcome }) => /^(failed|unknown)/.test(outcome))).toEqual([]);
    expect(await contradictionIn(store, pages, records, families)).toBeNull();
    for (let family = 0; family < families; family++) {
      if (familyKind(family) !== 'inserted') continue;
      const page = { collection: pages, idPrefix: `${family}-`, after: null, limit: 10, now: 1 };
      expect(await store.list(page)).toHaveLength(1);
    }
    const outcomes = new Set(records.map(({ outcome }) => outcome));
    expect(outcomes).toEqual(
      new Set(['new', 'similar', 'duplicate', 'changed', 'unchanged', 'deleted', 'missing']),
    );
  });
});

describeMigrations(cluster);
describeDeaths(() => nodes, cluster);
describeTerms(() => nodes, cluster);

it('answer a random history as the model does, killed and paused', { tags: 'long' }, async () => {
  const outcome = await runRandomHistory(nodes, { seed: testSeed, seconds: historySeconds });
  expect(outcome.steps).toBeGreaterThan(0);
  console.info(JSON.stringify(outcome));
});
