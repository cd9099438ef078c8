import fc from 'fast-check';
import type { Method } from '../../../src/fingerprint/recipe.js';
import type { Fingerprint } from '../../../src/fingerprint/signature.js';
import { whole } from '../../../src/matching/containment.js';
import { levels } from '../../../src/matching/match.js';
import { clusterOrders } from '../../../src/store/contract/clusters.js';
import { listedReasons, loggedDecisions } from '../../../src/store/contract/decision-log.js';
import { labelNames } from '../../../src/store/contract/labels.js';
import { documentKinds } from '../../../src/store/contract/newest.js';
import { flip, parted, signatureOf, sketched, titled, withEvidence } from '../samples.js';

/*
 * Random operations on a store.
 *
 * Fingerprints are near two centres that share two blocks; a few bits of each are flipped, so that pairs at distance 0
 * to 8 are common. Sketches belong to two families. Sketches of one family share all bands, some or none, and their
 * similarity is above, below or exactly at the thresholds. Where bands have tails, some agree only in their bytes. Some
 * contents have no sketch, and some no evidence. Ids, contents and times are few, so that operations collide. Some
 * operations are called without awaiting the previous one, so that they share a transaction. Parts overlap. Some
 * operations go to a successor under construction. The clock advances with jitter, and some documents expire at the
 * time of an operation, just before or after. Some operations carry a key: of the same request or another, used by
 * another operation, or expired. A sweep may run at any time.
 */
const centres: readonly Fingerprint[] = [
  { high: 0xffff0000, low: 0x7fff8000 },
  { high: 0xffff0000, low: 0x80007fff },
];
const flips = [[], [], [], [0], [63], [0, 16], [15, 31, 47], [0, 16, 32, 48], [1, 2, 17, 18]];
const range = (from: number, to: number) => ({ from, to });
const shape = fc.record({
  family: fc.nat({ max: 1 }),
  range: fc.constantFrom(
    ...[range(0, 0), range(0, 0), range(77, 128), range(76, 128), range(103, 128), range(0, 3)],
    ...[range(0, 9), range(0, 12), range(0, 60), range(6, 100)],
  ),
});
const signature = fc
  .record({
    centre: fc.constantFrom(...centres),
    bits: fc.constantFrom(...flips),
    content: fc.constantFrom(0, 0, 1, -1),
    shape: fc.option(shape, { freq: 4 }),
    unlike: fc.constantFrom(0, 0, 0b0001, 0b1110, 0b1111),
    evidence: fc.constantFrom(null, null, 1, 2, 3),
    lines: fc.constantFrom(undefined, undefined, 'those of several texts'),
    title: fc.constantFrom(null, null, 1, 2, 3),
  })
  .map(({ centre, bits, content, shape, unlike, evidence, lines, title }) => {
    const plain = signatureOf(flip(centre, bits), content);
    if (content < 0) return plain;
    const whole =
      shape === null ? plain : sketched(plain, { family: shape.family, ...shape.range, unlike });
    const read = evidence === null ? whole : withEvidence(whole, evidence as 1 | 2 | 3, lines);
    return parted(title === null ? read : titled(read, title as 1 | 2 | 3));
  });
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', '\uff5e', '\u{1f600}');
const metadata = fc.constantFrom(null, '{"x":1}', '{ "x": 1 }', '{"x":2}', '{"title":"A Title"}');
/** Opaque to stores. */
const page = fc.constantFrom(null, null, '["x"]', '[null,"é"]');
const text = fc.constantFrom(null, null, Uint8Array.of(1, 2, 3), Uint8Array.of(0, 255));
const extractor = fc.constantFrom(null, null, 'html/1', 'html/2');
const now = fc.integer({ min: 100, max: 103 });
const decisionPlace = fc.option(
  fc.record({ number: fc.nat({ max: 40 }), certainty: fc.constantFrom(0, 0.8, 1) }),
);
/** Time to live from `now` on; for restored documents, an absolute time. */
const ttl = fc.option(fc.integer({ min: 1, max: 8 }), { freq: 2 });
/** Few keys and requests, so that they collide; rarely used, so that most operations take effect. */
const idempotency = fc.option(
  fc.record({
    key: fc.constantFrom('aa', 'bb'),
    request: fc.constantFrom('01', '01', '02'),
    ttl: fc.integer({ min: 1, max: 8 }),
  }),
  { freq: 1 },
);
const claimant = fc.constantFrom('one', 'other');
/** Documents to confirm, with the written content. */
const written = fc.array(
  fc.record({ id, contentHash: signature.map(({ exactHash }) => exactHash) }),
  { maxLength: 3 },
);
const claiming = fc.option(fc.record({ claimant, ttl: fc.integer({ min: 1, max: 8 }) }));
const rule = fc.record({
  maxDistance: fc.integer({ min: 0, max: 7 }),
  minSimilarity: fc.constantFrom(0, 0.5, 0.6, 0.8, 1),
  shortMinSimilarity: fc.constantFrom(0.6, 0.8),
  minContainment: fc.constantFrom(undefined, 0.2, 0.5, 0.8),
});
const skipping = {
  ...{ onDuplicate: 'skip', onChange: 'store', onCovered: 'keep', dryRun: false },
} as const;
const keeping = { ...skipping, onChange: 'keep' } as const;
const storing = { ...skipping, onDuplicate: 'store' } as const;
const replacing = { ...skipping, onDuplicate: 'replace' } as const;
const covering = { ...skipping, onCovered: 'replace' } as const;
const limit = fc.integer({ min: 0, max: 4 });
/** Few operations have a scope, because fewer documents match then. Scopes of sites are in agreement-sites.test.ts. */
const scoping = fc.constantFrom(
  ...[null, null, null, null, null, null, null, null],
  ...[0, 1, 2, 1000].map((within) => ({ within, site: null as string | null })),
);
const ids = fc.array(id, { maxLength: 4 });
const method = fc.constantFrom<Method>('simhash', 'minhash', 'hybrid');
const version = fc
  .record({
    ...{
      id,
      signature,
      metadata,
      page,
      text,
      extractor,
      storedAt: now,
      updatedAt: now,
      lastSeenAt: now,
    },
    ...{ expiresAt: fc.option(fc.integer({ min: 101, max: 112 })) },
    ...{ revision: fc.integer({ min: 1, max: 3 }), seenCount: fc.integer({ min: 1, max: 3 }) },
    lifetime: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ lifetime, ...given }) => ({
    ...given,
    lifetimeMs: given.expiresAt === null ? null : lifetime,
  }));

/** Some are claimed, and some of these replace a stored version. */
const restored = fc
  .tuple(
    version,
    fc.option(
      fc.record({
        ...{ claimant, expiresAt: fc.integer({ min: 101, max: 112 }) },
        former: fc.option(version),
      }),
      { freq: 1 },
    ),
  )
  .map(([document, claim]) => {
    if (claim === null) return document;
    const { former, ...others } = claim;
    const before = former && { ...former, id: document.id, seated: null };
    return { ...document, claimed: { ...others, former: before, first, replaces: [] } };
  });
const first = {
  ...{ decision: 'new' as const, created: true, duplicateOf: null, similarTo: null },
  ...{ replaced: [], best: null, cluster: null, previous: null, reason: null },
};

/** Clusters are numbered by the check that made them, so some of these exist. */
const clusterId = fc.nat({ max: 40 }).map((number) => `cluster-${number}`);
const seat = fc.integer({ min: 1, max: 5 });
const match = fc.record({
  ...{ id, seat, distance: fc.nat({ max: 7 }), similarity: fc.constantFrom(null, 0.5) },
  ...{ exact: fc.boolean(), addsNothing: fc.boolean(), at: now },
  containment: fc.constantFrom(null, whole),
});
const member = fc.record({ id, stored: fc.boolean(), seat, match: fc.option(match) });

/** List positions of two documents. */
const pair = fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 }));
const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('add'),
        id,
        signature,
        metadata,
        page,
        text,
        extractor,
        ttl,
        idempotency,
        now,
      },
    }),
  },
  {
    weight: 12,
    arbitrary: fc
      .record({
        kind: fc.constant('check'),
        id: fc.option(id, { freq: 6 }),
        signature,
        metadata,
        page,
        text,
        extractor,
        ttl,
        idempotency,
        claiming,
        storing: fc.constantFrom(
          ...[skipping, skipping, storing, { ...skipping, dryRun: true as boolean }],
          ...[keeping, { ...keeping, dryRun: true }],
          ...[replacing, replacing, covering, { ...replacing, onCovered: 'replace' as const }],
          ...[
            { ...replacing, dryRun: true },
            { ...storing, onCovered: 'replace' as const },
          ],
        ),
        duplicateIf: fc.constantFrom(...levels),
        rule,
        scoping,
        limit,
        now,
      })
      .map(({ storing: policy, claiming, ...check }) => ({
        ...check,
        ...policy,
        claiming: policy.dryRun ? null : claiming,
      })),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('confirm'), documents: written, claimant, now }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('query'),
      probe: fc.oneof(fc.record({ signature }), fc.record({ id })),
      rule,
      scoping,
      judges: fc.constantFrom(undefined, undefined, false as const),
      limit,
      now,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('near'),
      probe: fc.oneof(fc.record({ signature }), fc.record({ id })),
      maxDistance: fc.nat({ max: 7 }),
      limit: fc.integer({ min: 1, max: 4 }),
      now,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.constant('delete'),
        ids,
        ifRevision: fc.integer({ min: 1, max: 3 }),
        idempotency,
        now,
      },
      { requiredKeys: ['kind', 'ids', 'idempotency', 'now'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('restore'),
      documents: fc.array(restored, { maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('get'), ids, now }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constant('texts'), ids, now },
      bytesMax: fc.constantFrom(undefined, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('getArchived'), ids, now }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('list'),
      idPrefix: fc.constantFrom(null, null, 'a', '\uff5e', 'ab'),
      after: fc.option(id),
      limit,
      now,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('newest'),
      ...{ storedAfter: fc.option(now), storedBefore: fc.option(now) },
      search: fc.constantFrom(null, null, 'a', 'b', 'title'),
      only: fc.option(fc.constantFrom(...documentKinds)),
      limit: fc.integer({ min: 1, max: 4 }),
      now,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('siteLines'), site: fc.constant('s.example'), now }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep'), now }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('update'),
      settings: fc.record(
        {
          maxDistance: fc.nat({ max: 7 }),
          duplicateIf: fc.constantFrom(...levels),
          ttlSeconds: fc.constantFrom(null, 60),
          keepRefused: fc.nat({ max: 4 }),
          keepPerFamily: fc.constantFrom(null, 1, 2, 3),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stats') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('statsOfEach') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('history'), since: now }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hosts'),
      since: now,
      order: fc.constantFrom('decisions', 'refused'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clusters'),
      minMembers: fc.integer({ min: 1, max: 3 }),
      order: fc.constantFrom(...clusterOrders),
      after: fc.option(fc.record({ key: fc.integer({ min: 0, max: 4 }), id: clusterId })),
      limit,
      now,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clustersById'),
      after: fc.option(clusterId),
      limit,
      now,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cluster'),
      clusterId,
      storedOnly: fc.boolean(),
      after: fc.option(fc.record({ stored: fc.boolean(), seat: fc.nat({ max: 4 }) })),
      limit,
      now,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('memberOf'), id, now }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('restoreMembers'),
      cluster: fc.record(
        { id: clusterId, createdAt: now, updatedAt: now, chosen: fc.option(seat) },
        { requiredKeys: ['id', 'createdAt', 'updatedAt'] },
      ),
      members: fc.array(member, { maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('represent'), clusterId, member: id, now }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('separate'), a: id, b: id, now }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('unseparate'), a: id, b: id, now }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('separations'),
      after: fc.option(fc.record({ a: id, b: id })),
      limit,
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        ...{ kind: fc.constant('label'), a: id, b: id, now },
        ...{ label: fc.constantFrom(...labelNames), separate: fc.boolean() },
      })
      .filter(({ a, b }) => a !== b),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unlabel'), a: id, b: id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('measurePairs'),
      pairs: fc.array(fc.record({ a: id, b: id }), { maxLength: 3 }),
      now,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('labels'),
      after: fc.option(fc.record({ a: id, b: id })),
      limit,
      now,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('decisions'),
      filter: fc.record(
        {
          id,
          idPrefix: fc.constantFrom('a', '\u{1f600}', 'ab'),
          search: fc.constantFrom('a', 'b', 't'),
          decision: fc.constantFrom(...loggedDecisions),
          reason: fc.constantFrom(...listedReasons),
          since: now,
          until: now,
          minSimilarity: fc.constantFrom(0.5, 0.8),
          maxSimilarity: fc.constantFrom(0.8, 1),
        },
        { requiredKeys: [] },
      ),
      order: fc.constantFrom('newest' as const, 'certainty' as const),
      after: decisionPlace,
      before: decisionPlace,
      position: fc.constant(null),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forgetDecisions'),
      idPrefix: fc.constantFrom('a', 'b', '\u{1f600}'),
      after: fc.nat({ max: 10 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('markGone'), now }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('extractors') }) },
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ kind: fc.constant('scan'), picks: fc.array(pair, { minLength: 1, maxLength: 4 }), now },
      ...{ byParts: fc.constantFrom(false, false, true), deletes: fc.boolean() },
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('reimport'), now }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('recreate'), method }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('begin'), method }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take'), limit }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete'), taking: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('abandon') }) },
);
export const step = fc.record({
  operation,
  collection: fc.nat({ max: 2 }),
  toSuccessor: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  wait: fc.boolean(),
  /** The clock may go back. */
  tick: fc.constantFrom<number>(0, 0, 1, 3, -2),
});
/** Number of contents buffered in memory: few, so that their rows move to the tables during the run. */
export const few = fc.integer({ min: 1, max: 20 });
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
