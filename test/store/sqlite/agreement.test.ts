import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fingerprint } from '../../../src/fingerprint/signature.js';
import { createMemoryStore } from '../../../src/store/memory-store.js';
import { openDatabase } from '../../../src/store/sqlite/connection.js';
import { createInlineRunner } from '../../../src/store/sqlite/engine.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import type { Collection, Store } from '../../../src/store/store.js';
import { flip, newCollection, signatureOf } from '../samples.js';
import { expectIntegrity } from './integrity.js';

/*
 * Any sequence of operations has the same answers over the memory store and over SQLite, in the same
 * order, and leaves tables that agree with each other.
 *
 * Fingerprints lie around two centres that share two blocks; a few bits of each are flipped, so that
 * pairs at distance 0 to 5 are common. Ids, contents and moments are few, so that operations meet.
 * Some operations are called without waiting for the one before, so that they share a transaction.
 */
const centres: readonly Fingerprint[] = [
  { high: 0xffff0000, low: 0x7fff8000 },
  { high: 0xffff0000, low: 0x80007fff },
];
const signature = fc
  .record({
    centre: fc.constantFrom(...centres),
    bits: fc.constantFrom([], [], [], [0], [63], [0, 16], [15, 31, 47], [0, 16, 32, 48]),
    content: fc.constantFrom(0, 0, 1, -1),
  })
  .map(({ centre, bits, content }) => signatureOf(flip(centre, bits), content));
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', '\uff5e', '\u{1f600}');
const metadata = fc.constantFrom(null, '{"x":1}', '{ "x": 1 }', '{"x":2}');
const now = fc.integer({ min: 100, max: 103 });
const maxDistance = fc.integer({ min: 0, max: 3 });
const limit = fc.integer({ min: 0, max: 4 });
const ids = fc.array(id, { maxLength: 4 });

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add'), id, signature, metadata, now }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('check'),
      id: fc.option(id, { freq: 6 }),
      signature,
      metadata,
      store: fc.constantFrom('ifNew', 'always', 'never'),
      maxDistance,
      limit,
      now,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('query'),
      probe: fc.oneof(fc.record({ signature }), fc.record({ id })),
      maxDistance,
      limit,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      { kind: fc.constant('delete'), ids, ifRevision: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: ['kind', 'ids'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('get'), ids }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('list'), after: fc.option(id), limit }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stats') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recreate') }) },
);
const step = fc.record({ operation, collection: fc.nat({ max: 1 }), wait: fc.boolean() });
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

it('answers every sequence of operations as the memory store does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
      const db = openDatabase(':memory:');
      const store = createGroupedStore(createInlineRunner(db), 1000);
      const expected = await play(createMemoryStore(), steps);
      const answered = await play(store, steps);
      expect(answered).toEqual(expected);
      await sweptBy(store);
      expectIntegrity(db);
      await store.close();
    }),
    { numRuns: 200 },
  );
}, 120_000);

async function play(store: Store, steps: readonly Step[]): Promise<unknown[]> {
  const collections = [
    await store.createCollection(newCollection('one')),
    await store.createCollection(newCollection('two')),
  ];
  const answers: Promise<unknown>[] = [];
  for (const [i, { operation, collection, wait }] of steps.entries()) {
    const answer = perform(store, collections, collection, operation, `new-${i}`).catch(
      ({ code, message }) => ({ code, message }),
    );
    answers.push(answer);
    if (wait || operation.kind === 'recreate') await answer;
  }
  return Promise.all(answers);
}

type Step = { operation: Operation; collection: number; wait: boolean };

async function perform(
  store: Store,
  collections: Collection[],
  which: number,
  operation: Operation,
  newId: string,
): Promise<unknown> {
  const collection = collections[which]!;
  const given = { collection, newId, ...operation } as never;
  switch (operation.kind) {
    case 'add':
      return store.add(given);
    case 'check':
      return store.check(given);
    case 'query':
      return store.query(given);
    case 'delete':
      return store.delete(given);
    case 'list':
      return store.list(given);
    case 'get':
      return store.get(collection, (operation as { ids: string[] }).ids);
    case 'stats':
      return { ...(await store.stats(collection)), bytes: null };
    default:
      await store.deleteCollection(collection.name);
      collections[which] = await store.createCollection(newCollection(collection.name));
      return collections[which];
  }
}

/** Sweeping goes along with other operations; a few turns are enough for a few documents. */
async function sweptBy(store: Store): Promise<void> {
  for (let turn = 0; turn < 200; turn++) await store.ping();
}
