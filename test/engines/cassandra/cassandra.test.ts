import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { geometry } from '../../../src/fingerprint/geometry.js';
import { connect } from '../../../src/store/cassandra/connection.js';
import { createIndexRows } from '../../../src/store/cassandra/index-rows.js';
import { newToken } from '../../../src/store/cassandra/tokens.js';
import { migrateCollection } from '../../../src/store/migrate-collection.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import type { Collection, Store } from '../../../src/store/store.js';
import { cassandraLacks, cassandraLacksGroups } from '../../store/contract/cassandra-lacks.js';
import { addition, checking, newCollection, signature } from '../../store/samples.js';
import { describeStore } from '../../store/store-contract.js';
import { compareWithSqlite } from './decisions.js';
import { familySignature, sequentialEnd } from './histories.js';
import { type Nodes, startNodes } from './nodes.js';
import { openEmptyStore, openStore } from './open-store.js';
import { race } from './races.js';

/** `FULL=1 npm run test:engines` takes the full sizes. */
const isFull = process.env.FULL === '1';

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
      const decisions = await compareWithSqlite(store, method, isFull ? 20_000 : 500);
      expect(Object.keys(decisions).sort()).toEqual(
        expect.arrayContaining(['changed', 'duplicate', 'new', 'unchanged']),
      );
    },
  );

  it('give eight processes that race the answers of a sequential order', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    const families = isFull ? 400 : 24;
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

  it('hold up a family for the lease if a process dies while it stores', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    await leaveAnnouncement(pages);
    const began = performance.now();
    const outcome = await store.check(checking(pages, 'other', { signature: signature([1]) }));
    // An operation that waits for longer than 10 seconds gives up, so the lease has ended.
    expect(outcome.decision).toBe('new');
    expect(performance.now() - began).toBeGreaterThan(3_000);
  });

  /** What a process leaves that was killed between announcing and deciding. */
  async function leaveAnnouncement({ generation, recipe }: Collection): Promise<void> {
    const connection = await connect({ url: `cassandra://${nodes.hosts.join(',')}/neardup_tests` });
    const rows = createIndexRows(connection, geometry('4x16'));
    const attempt = { attempt: newToken(), id: 'killed', base: null, priority: '0', storedAt: 1 };
    await rows.write(generation, recipe, { ...attempt, signature: signature() }, 0);
    await connection.close();
  }

  it('answer on while a node is stopped, and after one is killed; not after two', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    let family = 0;
    const storeFor = async (milliseconds: number) => {
      const end = performance.now() + milliseconds;
      const decisions: string[] = [];
      while (performance.now() < end) {
        const [first, second] = [family++, family++];
        const check = (id: string, of: number, content: number) =>
          store.check(checking(pages, id, { signature: familySignature(of, content) }));
        const outcomes = await Promise.all([
          ...[check(`${first}-a`, first, 1), check(`${first}-b`, first, 2)],
          ...[check(`${second}-a`, second, 1), check(`${second}-b`, second, 2)],
        ]);
        decisions.push(...outcomes.map(({ decision }) => decision).sort());
      }
      expect(decisions.filter((decision) => decision === 'new').length).toBe(decisions.length / 2);
      return decisions.length;
    };
    expect(await storeFor(3_000)).toBeGreaterThan(0);

    nodes.signal(1, 'SIGSTOP');
    expect(await storeFor(20_000)).toBeGreaterThan(0);
    nodes.signal(1, 'SIGCONT');
    await sleep(2_000);

    const during = storeFor(10_000);
    await sleep(2_000);
    nodes.signal(2, 'SIGKILL');
    expect(await during).toBeGreaterThan(0);
    await store.ping();

    nodes.signal(1, 'SIGKILL');
    await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready' });
    await expect(store.add(addition(pages, 'lost'))).rejects.toMatchObject({ code: 'not_ready' });

    await nodes.restart(1);
    await nodes.restart(2);
    await ready(store);
    expect(await storeFor(3_000)).toBeGreaterThan(0);
    for (let each = 0; each < family; each++) {
      const page = { collection: pages, idPrefix: `${each}-`, after: null, limit: 3, now: 1 };
      expect(await store.list(page), `family ${each}`).toHaveLength(1);
    }
  });

  it('take a collection from SQLite and give it back', async () => {
    const open = () => openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
    const [first, second] = [await open(), await open()];
    const pages = await first.createCollection(newCollection('pages', 'hybrid'));
    for (let n = 0; n < 60; n++) {
      const changes = { signature: signature([n], n % 5), text: Uint8Array.of(n % 5), now: n };
      await first.add(addition(pages, `page-${n % 50}`, changes));
    }
    const migration = { name: 'pages', collectionsMax: 10, now: 100, onProgress: () => {} };
    const there = await migrateCollection({ ...migration, from: first, to: store });
    expect(there).toEqual({ documents: 50, written: 50 });
    const again = await migrateCollection({ ...migration, from: first, to: store });
    expect(again).toEqual({ documents: 50, written: 0 });
    const back = await migrateCollection({ ...migration, from: store, to: second });
    expect(back).toEqual({ documents: 50, written: 50 });
    await Promise.all([first.close(), second.close()]);
  });

  it('say of what they do not offer that they do not', async () => {
    const pages = await store.createCollection(newCollection('pages'));
    const refused = { code: 'store_unsupported' };
    const cassandra = await openStore(cluster());
    const begun = { collection: pages, recipe: pages.recipe, recipeId: 'x' };
    const separated = { collection: pages, a: 'a', b: 'b', now: 1 };
    const once = { key: 'a', request: 'b', expiresAt: 9, note: '' };
    const calls = [
      () => cassandra.stats(),
      () => cassandra.history(0),
      () => cassandra.backup('file', new AbortController().signal),
      () => cassandra.beginSuccessor(begun),
      () => cassandra.separate(separated),
      () => cassandra.unseparate(separated),
      () => cassandra.add(addition(pages, 'a', { once })),
      () => cassandra.check(checking(pages, 'a', { once })),
      () => cassandra.delete({ collection: pages, ids: ['a'], now: 1, once }),
    ];
    for (const call of calls) await expect(call(), `${call}`).rejects.toMatchObject(refused);
    await cassandra.close();
  });
});

/** Until a quorum is back: nodes that were away are asked again only after a while. */
async function ready(store: Store): Promise<void> {
  for (let tries = 0; tries < 60; tries++) {
    try {
      return await store.ping();
    } catch {
      // Not yet.
      await sleep(1_000);
    }
  }
  return store.ping();
}
