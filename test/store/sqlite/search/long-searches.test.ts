import { setImmediate as endOfTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../../src/store/contract/collections.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { defaultSearchLimits } from '../../../../src/store/sqlite/search/search-limits.js';
import { createGroupedStore, openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  rule,
  signature,
  sketched,
  withEvidence,
} from '../../samples.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

const small = { groupCandidates: 50, fewCandidates: 8, sliceWork: 100, candidatesMax: 10_000 };

const openStore = (limits: Partial<typeof small> = {}): Store => {
  const runner = createInlineRunner(openDatabase(':memory:'), undefined, { ...small, ...limits });
  return createGroupedStore(runner, 1000);
};

/** Of one template: they share bands, and are more or less similar. */
const variant = (n: number) => ({
  ...sketched(signature([n % 64, (n * 7) % 64]), { from: 20 + (n % 60), to: 128 }),
  exactHash: (n + 1).toString(16).padStart(12, '0').padEnd(32, '0'),
});
const attacker = (n: number) => ({ owner: 'attacker', connection: `${n}` });
const honest = { owner: 'honest', connection: '1' };

async function addVariants(store: Store, pages: Collection, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const length = Math.min(500, count - from);
    await Promise.all(
      Array.from({ length }, (_, i) =>
        store.add(addition(pages, `v${from + i}`, { signature: variant(from + i) })),
      ),
    );
  }
}

const queryOf = (collection: Collection, n = 0) => ({
  collection,
  probe: { signature: variant(100_000 + n) },
  rule,
  limit: 10,
  now: later,
});

describe('Searches with many candidates', () => {
  it.each([
    { name: 'inline', open: async () => openStore(), variants: 3000 },
    {
      name: 'in a thread',
      open: () => openSqliteStore({ file: temporaryFile(), threadFile, queueMax: 1000 }),
      variants: 2 * defaultSearchLimits.groupCandidates,
    },
  ])('let others go on ($name)', async ({ open, variants }) => {
    const store = await open();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, variants);
    let answered = 0;
    const readers = Array.from({ length: 32 }, async (_, i) => {
      const found = await store.query(queryOf(pages, i), undefined, attacker(i));
      answered += 1;
      expect(found).toMatchObject({ candidates: variants, truncated: true });
      return found!.matches;
    });
    const alone = sketched(signature([1, 20, 40, 50]), { family: 9 });
    for (let i = 0; i < 3; i++) {
      const check = checking(pages, `honest ${i}`, { signature: alone });
      const { decision } = await store.check(check, undefined, honest);
      expect(decision).toBe(i === 0 ? 'new' : 'duplicate');
    }
    expect(answered).toBeLessThan(8);
    const all = await Promise.all(readers);
    for (const [i, matches] of all.entries()) {
      const again = (await store.query(queryOf(pages, i)))!;
      expect(matches).toEqual(again.matches);
    }
    await store.close();
  });

  it('give the owner of one search as much of the thread as the owner of many', async () => {
    const store = openStore();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 3000);
    let answered = 0;
    const readers = Array.from({ length: 32 }, (_, i) =>
      store.query(queryOf(pages, i), undefined, attacker(i)).then(() => {
        answered += 1;
      }),
    );
    await store.query(queryOf(pages, 99), undefined, honest);
    expect(answered).toBeLessThan(4);
    await Promise.all(readers);
    await store.close();
  });

  it('delay only their own lane, and keep its order', async () => {
    const store = openStore();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 500);
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const given = { signature: variant(7777) };
    await Promise.all([
      store.check(checking(pages, 'a', given), undefined, attacker(1)).then(note('a')),
      store.check(checking(pages, 'b', given), undefined, attacker(1)).then(note('b')),
      store.add(addition(pages, 'c', given), undefined, attacker(1)).then(note('c')),
      store.add(addition(pages, 'other'), undefined, attacker(2)).then(note('other')),
    ]);
    expect(order).toEqual(['other', 'a', 'b', 'c']);
    await store.close();
  });

  it('are not overtaken by a later group of their lane', async () => {
    const store = openStore();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 1000);
    const order: string[] = [];
    const note = (name: string) => () => order.push(name);
    const given = { signature: variant(7777) };
    const first = store.check(checking(pages, 'a', given), undefined, attacker(1)).then(note('a'));
    await endOfTurn();
    await endOfTurn();
    const later = store.add(addition(pages, 'b', given), undefined, attacker(1)).then(note('b'));
    await Promise.all([first, later]);
    expect(order).toEqual(['a', 'b']);
    await store.close();
  });

  it('see documents that came and went since they began', async () => {
    const store = openStore();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 500);
    // Like no other, but of the same template.
    const exact = { signature: sketched(signature([3, 30]), { from: 12, to: 128 }) };
    const checks = ['a', 'b', 'c'].map((id, i) =>
      store.check(checking(pages, id, exact), undefined, attacker(i)),
    );
    const decisions = (await Promise.all(checks)).map(({ decision }) => decision);
    expect(decisions.sort()).toEqual(['duplicate', 'duplicate', 'new']);
    await store.close();
  });

  it('end when their collection is deleted', async () => {
    const store = openStore();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 1000);
    const searching = [1, 2].map((i) => store.query(queryOf(pages, i), undefined, attacker(i)));
    const ended = Promise.allSettled(searching);
    await store.deleteCollection('pages');
    const gone = { reason: { code: 'collection_not_found' } };
    expect(await ended).toMatchObject([gone, gone]);
    await store.ping();
    await store.close();
  });

  it('go on when their best documents are deleted, again and again', async () => {
    const store = openStore({ sliceWork: 20 });
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 600);
    const query = { ...queryOf(pages), rule: { ...rule, minSimilarity: 0.1 } };
    const first = (await store.query({ ...query, limit: 400 }))!;
    const searching = store.query(query, undefined, attacker(1));
    const ids = first.matches.slice(0, -10).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(50);
    for (let i = 0; i < ids.length; i += 10) {
      await store.delete({ collection: pages, ids: ids.slice(i, i + 10), now: later });
    }
    const found = (await searching)!;
    expect(found.matches).toHaveLength(10);
    await store.close();
  });
});

it.each([
  ['one step', { groupCandidates: 50 }],
  ['many steps', { groupCandidates: 2, fewCandidates: 1, sliceWork: 2 }],
])('compare what a page adds with the nearest that have not expired, in %s', async (_, limits) => {
  const store = openStore(limits);
  const pages = await store.createCollection(newCollection('pages', 'hybrid'));
  for (let n = 1; n <= 9; n++) {
    const near = sketched(signature([n]));
    await store.add(addition(pages, `expired ${n}`, { signature: near, expiresAt: 3_000 }));
  }
  const farther = sketched(signature([10]), { from: 110, to: 128 });
  await store.add(addition(pages, 'live', { signature: farther }));
  const probe = { signature: withEvidence(sketched(signature()), 1) };
  const found = (await store.query({ ...queryOf(pages), probe }))!;
  expect(found).toMatchObject({
    candidates: 1,
    matches: [{ id: 'live', adds: { nothing: true } }],
  });
  await store.close();
});

describe('More candidates than a search may have', () => {
  it('fail a check, which stores nothing, and are cut off for a query', async () => {
    const store = openStore({ candidatesMax: 200 });
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await addVariants(store, pages, 300);
    const check = checking(pages, 'one more', { signature: variant(5000) });
    const checked = store.check(check, undefined, honest);
    const after = store.add(addition(pages, 'after'), undefined, honest);
    await expect(checked).rejects.toMatchObject({
      code: 'too_many_candidates',
      message: expect.stringMatching(/more than 200 contents of collection "pages".* leave out/),
    });
    await after;
    const ids = ['one more', 'after'];
    expect((await store.get(pages, ids, later)).map(({ id }) => id)).toEqual(['after']);
    const found = (await store.query(queryOf(pages)))!;
    expect(found.truncated).toBe(true);
    expect(found.candidates).toBeGreaterThan(200);
    expect(found.matches.length).toBeGreaterThan(0);
    const stored = checking(pages, 'v7', { signature: variant(7) });
    expect(await store.check(stored)).toMatchObject({ decision: 'unchanged' });
    await store.close();
  });
});

it('completes suspended searches before it closes', async () => {
  const store = openStore();
  const pages = await store.createCollection(newCollection('pages', 'hybrid'));
  await addVariants(store, pages, 1000);
  const searching = [1, 2, 3].map((i) => store.query(queryOf(pages, i), undefined, attacker(i)));
  await store.close();
  for (const found of await Promise.all(searching)) expect(found!.candidates).toBe(1000);
});
