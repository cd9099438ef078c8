import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Signature } from '../../../../src/fingerprint/signature.js';
import type { MatchRule } from '../../../../src/matching/match.js';
import type { CreateCollection } from '../../../../src/store/contract/collections.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { repetitions } from '../../../repetitions.js';
import {
  addition,
  checking,
  newCollection,
  partsOfRange,
  rule,
  signature,
  sketched,
  withParts,
} from '../../samples.js';
import { tinyRuns } from '../tiny-runs.js';

/*
 * Contents without a live document wait for the sweep. They must not change an answer, however many of them share the
 * keys of a living content. Pages are of one family: all share their bands, and their fingerprints are equal or within
 * the distance.
 */

const pages = { name: 'pages', generation: 1 };

/** A page of the family: its content, and the bits of its fingerprint, of which 42 values are within 3 bits of 0. */
function pageOf(number: number): Signature {
  const bits = [number % 4, 4 + (number % 3), 8 + (number % 7)].slice(0, number % 4);
  return sketched(signature(bits, 2 * number), { from: 120, to: 128 });
}

const pageNumber = fc.nat({ max: 400 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('dead'),
      from: pageNumber,
      count: fc.integer({ min: 1, max: 300 }),
      by: fc.constantFrom('delete', 'expiry', 'change'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('living'),
      from: pageNumber,
      count: fc.integer({ min: 1, max: 20 }),
      prefix: fc.constantFrom('', 'copy-'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('check'), page: pageNumber }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('query'), page: pageNumber }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A page that shares parts with all others, of which some are in more contents than are common. */
function partedPageOf(number: number): Signature {
  const bits = [1, 5, 11, 17, 29].map((step, at) => (number * step + at) % 64);
  return { ...signature(bits, 2 * number), parts: partsOfRange(number % 2, 12) };
}

/**
 * Returns the requests of a step, in groups that run one after the other.
 * @param now ten seconds before the next step
 * @param pageOf returns the page with a number
 */
function requestsOf(
  given: Step,
  now: number,
  pageOf: (number: number) => Signature,
  rule: MatchRule,
): Request[][] {
  if (given.kind === 'check') {
    const changes = { signature: pageOf(given.page), rule, limit: 40, now };
    return [[{ kind: 'check', input: checking(pages, `${given.page}`, changes) }]];
  }
  if (given.kind === 'query') {
    const probe = { signature: pageOf(given.page) };
    return [[{ kind: 'query', input: { collection: pages, probe, rule, limit: 30, now } }]];
  }
  const numbers = Array.from({ length: given.count }, (_, at) => given.from + at);
  const by = given.kind === 'dead' ? given.by : null;
  const prefix = given.kind === 'living' ? given.prefix : '';
  const ids = numbers.map((number) => `${prefix}${number}`);
  const add = (id: string, page: Signature): Request => {
    const expiresAt = by === 'expiry' ? now + 1 : null;
    return { kind: 'add', input: addition(pages, id, { signature: page, expiresAt, now }) };
  };
  const added = ids.map((id, at) => add(id, pageOf(numbers[at]!)));
  if (by === 'delete') {
    return [added, [{ kind: 'delete', input: { collection: pages, ids, now: now + 1 } }]];
  }
  const far = (id: string) =>
    sketched(signature([30, 31, 32, 33, 34], 2 * Number(id)), { family: 9 });
  return by === 'change' ? [added, ids.map((id) => add(id, far(id)))] : [added];
}

interface Kind {
  readonly pageOf: (number: number) => Signature;
  readonly rule: MatchRule;
  readonly collection: CreateCollection;
}

const family: Kind = { pageOf, rule, collection: newCollection('pages', 'hybrid') };
const simhash = newCollection('pages', 'simhash');
const parted: Kind = {
  pageOf: partedPageOf,
  rule: { ...rule, minContainment: 0.2 },
  collection: { ...simhash, recipe: withParts(simhash.recipe) },
};

const places = Array.from({ length: 12 }, (_, bit) => bit);
/** The 299 fingerprints with up to three of the lowest bits, the smallest sets last; the last one is 0. */
const within3 = places
  .flatMap((a) => places.slice(a).flatMap((b) => places.slice(b).map((c) => [a, b, c])))
  .map((bits) => [...new Set(bits)])
  .filter((bits, at, all) => all.findIndex((other) => `${other}` === `${bits}`) === at)
  .sort((a, b) => b.length - a.length)
  .concat([[]]);

/** A page whose fingerprint is one of 299 within 3 bits of 0 that have three blocks in common. */
const spreadPageOf = (number: number): Signature =>
  signature(within3[number % within3.length]!, 2 * number);

const spread: Kind = { pageOf: spreadPageOf, rule, collection: simhash };

/** Returns the replies to the checks and queries of a history. @param sweeps true to sweep before each step */
function play(
  { pageOf, rule, collection }: Kind,
  steps: readonly Step[],
  buffered: number,
  sweeps: boolean,
) {
  const db = openDatabase(':memory:');
  const engine = createEngine(db, { buffered: () => buffered, runs: tinyRuns });
  engine.runBatch([{ kind: 'createCollection', input: collection }]);
  const replies = steps.map((each, at) => {
    const now = 10_000 * (at + 1);
    const sweep: Request = { kind: 'sweep', input: { now } };
    while (sweeps) {
      const [reply] = engine.runBatch([sweep]) as unknown as [{ output: boolean }];
      if (!reply.output) break;
    }
    const some = requestsOf(each, now, pageOf, rule).flatMap((group) => engine.runBatch(group));
    return each.kind === 'check' || each.kind === 'query' ? some : [];
  });
  db.close();
  return replies;
}

it.each([
  ['a family', family, 60],
  ['texts with common parts', parted, 40],
  ['many fingerprints within the distance', spread, 60],
])('answers are the same before and after dead contents are swept, %s', (_, kind, runs) => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }),
      fc.constantFrom(8, 64, 1000),
      (steps, buffered) => {
        expect(play(kind, steps, buffered, false)).toEqual(play(kind, steps, buffered, true));
      },
    ),
    { numRuns: repetitions(runs), seed: 81 },
  );
});

it('a page stored again takes nothing from its deleted content', () => {
  const db = openDatabase(':memory:');
  const engine = createEngine(db);
  engine.runBatch([{ kind: 'createCollection', input: family.collection }]);
  const page = (id: string, extractor: string): Request => ({
    kind: 'add',
    input: addition(pages, id, { signature: pageOf(1), extractor, now: 1_000 }),
  });
  engine.runBatch([page('a', 'former/1')]);
  engine.runBatch([{ kind: 'delete', input: { collection: pages, ids: ['a'], now: 2_000 } }]);
  engine.runBatch([page('b', 'current/1')]);
  const get: Request = { kind: 'get', input: { collection: pages, ids: ['b'], now: 3_000 } };
  expect(engine.runBatch([get])).toMatchObject([{ output: [{ extractor: 'current/1' }] }]);
  db.close();
});

it.each(['delete', 'expiry', 'change'] as const)('dead contents make no part common, %s', (by) => {
  const steps: Step[] = [
    { kind: 'dead', from: 0, count: 300, by },
    { kind: 'living', from: 350, count: 1, prefix: '' },
    { kind: 'query', page: 353 },
  ];
  for (const sweeps of [false, true]) {
    const [found] = play(parted, steps, 1000, sweeps).at(-1)!;
    expect(found).toMatchObject({ output: { matches: [{ id: '350' }] } });
  }
});

it.each(['delete', 'expiry', 'change'] as const)(
  'dead contents leave no place among the oldest to their fingerprint, %s',
  (by) => {
    const steps: Step[] = [
      { kind: 'dead', from: 0, count: 20, by },
      { kind: 'living', from: 20, count: 60, prefix: '' },
      { kind: 'living', from: within3.length, count: 20, prefix: '' },
      { kind: 'check', page: 2 * within3.length - 1 },
    ];
    expect(play(spread, steps, 1000, false)).toEqual(play(spread, steps, 1000, true));
  },
);
