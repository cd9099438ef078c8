import { expect, it } from 'vitest';
import { addition, checking, newCollection, signature } from '../../../test/store/samples.js';
import { createCassandraStore } from '../src/cassandra-store.js';
import { createFollower } from './history/followed.js';
import { perform, type Step } from './history/steps.js';
import { type Fault, makeCluster } from './made/connection.js';

const unnamed = { name: '', generation: 0 };
const step = (
  method: Step['method'],
  given: object,
  collection: string | null = 'pages',
): Step => ({
  ...{ by: 0, method, collection },
  given: { ...given },
});
const add = (id: string, changes: object = {}) => step('add', addition(unnamed, id, changes));
const check = (id: string, changes: object = {}) => step('check', checking(unnamed, id, changes));
const remove = (ids: string[], changes: object = {}) =>
  step('delete', { ids, now: 4_000, ...changes });
const other = { signature: signature([], 4) };
const once = {
  idempotency: {
    ...{ key: 'key', request: 'request', owner: 'o', note: 'note' },
    ...{ guaranteedUntil: 1e9, expiresAt: 1e9 },
  },
};
const expiring = { expiresAt: 3_500 };

/** Previous steps, the step with failing statements, and its number of conditional statements. */
const cases: readonly (readonly [string, readonly Step[], Step, number])[] = [
  ['an insertion', [], add('a'), 1],
  ['a replacement', [add('a')], add('a', other), 1],
  ['a restoration', [add('a')], step('restore', { documents: [restored('a')] }), 1],
  ['a check that is new', [], check('a'), 1],
  ['a check that changes', [check('a')], check('a', other), 1],
  ['a renewal', [check('a', expiring)], check('a', { expiresAt: 9_000 }), 1],
  ['a check that clears what has expired', [add('a', expiring)], check('b', { now: 4_000 }), 2],
  ['a check that replaces', [add('a'), add('b')], check('c', { onDuplicate: 'replace' }), 5],
  ['a deletion', [add('a'), add('b', other)], remove(['a', 'b', 'c']), 2],
  ['a check with a key', [], check('a', once), 4],
  ['an addition with a key', [add('a')], add('a', { ...other, ...once }), 4],
  ['a deletion with a key', [add('a'), add('b', other)], remove(['a', 'b'], once), 4],
  ['a creation', [], step('createCollection', { ...newCollection('more') }, null), 1],
  ['a change', [], step('updateCollection', { settings: { maxDistance: 5 } }), 1],
  ['the deletion of a collection', [], step('deleteCollection', { name: 'pages' }, null), 1],
];
const after = [
  ...[step('get', { ids: ['a', 'b', 'c'], now: 5_000 }), check('d', { now: 5_000 })],
  ...[check('a', { ...other, now: 5_000 }), step('list', { ...pageOf(10), now: 5_000 })],
  step('listCollections', {}, null),
];

it.each(cases)(
  'recovers the outcome of %s, whichever of its conditional statements is affected',
  async (_, before, subject, statements) => {
    const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
    const runs = faults.flatMap((fault) =>
      Array.from({ length: statements }, (_, at) => run(before, subject, (n) => n === at && fault)),
    );
    const lasting = faults.map((fault) => run(before, subject, (n) => n < 3 && fault));
    const changes = await run(before, subject, () => false);
    await Promise.all([...runs, ...lasting]);
    expect(changes).toBe(statements);
  },
);

it('recovers the outcome of an attempt whose process died', async () => {
  const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
  const dead = { step: check('dead'), changes: 0 };
  const runs = faults.flatMap((fault) =>
    [0, 1].map((at) => run([], check('a'), (n) => n === at && fault, dead)),
  );
  expect(await run([], check('a'), () => false, dead)).toBe(2);
  await Promise.all(runs);
});

it('recovers the outcome of an attempt after taking over its key', async () => {
  const faults: readonly Fault[] = ['refused', 'lost', 'ghost'];
  // The dead process had the key and was prepared.
  const dead = { step: check('a', once), changes: 2 };
  const statements = await run([], check('a', once), () => false, dead);
  // Two for the key and the dead attempt, and those of a check with a key after its own claim.
  expect(statements).toBe(5);
  const runs = faults.flatMap((fault) =>
    Array.from({ length: statements }, (_, at) =>
      run([], check('a', once), (n) => n === at && fault, dead),
    ),
  );
  await Promise.all(runs);
});

/** Returns the number of conditional statements. */
async function run(
  before: readonly Step[],
  subject: Step,
  faultOf: (change: number) => Fault | false,
  dead?: { readonly step: Step /** Number of changes that succeed. */; readonly changes: number },
): Promise<number> {
  const cluster = makeCluster();
  const { connection, fail } = cluster.connect();
  const options = { replication: 1, geometry: '4x16', queueMax: 10 } as const;
  const store = await createCassandraStore(connection, options);
  const { follow } = createFollower();
  const take = async (step: Step) => {
    for (let tries = 1; ; tries++) {
      const told = await perform(store, step);
      if (told.failure?.code !== 'not_ready') return follow(step, tries, told);
    }
  };
  await take(step('createCollection', { ...newCollection('pages') }, null));
  for (const each of before) await take(each);
  let changes = 0;
  if (dead !== undefined) {
    fail(({ kind }) => (kind === 'change' && changes++ >= dead.changes ? 'refused' : undefined));
    await perform(store, dead.step);
  }
  changes = 0;
  fail(({ kind }) => (kind === 'change' && faultOf(changes++)) || undefined);
  await take(subject);
  const asked = changes;
  fail(() => undefined);
  for (const each of after) await take(each);
  cluster.haunt();
  for (const each of after) await take(each);
  await store.close();
  return asked;
}

function restored(id: string) {
  const times = { storedAt: 1_500, updatedAt: 1_600, lastSeenAt: 1_700 };
  const kept = { metadata: null, page: null, extractor: null, text: null };
  const life = { expiresAt: null, lifetimeMs: null };
  return { id, ...other, ...kept, ...life, ...times, revision: 4, seenCount: 7 };
}

function pageOf(limit: number) {
  return { idPrefix: null, after: null, limit };
}
