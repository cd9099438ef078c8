import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeActions,
  coveredActions,
  duplicateActions,
} from '../../../../src/matching/decide.js';
import { levels } from '../../../../src/matching/match.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import type { Reply } from '../../../../src/store/sqlite/requests.js';
import {
  packGroup,
  packReplies,
  packStatistics,
  unpackGroup,
  unpackReplies,
  unpackStatistics,
} from '../../../../src/store/sqlite/thread/packed-group.js';

const anyString = fc.string({ unit: 'binary' });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const word = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 });
const similarity = fc.double({ min: 0, max: 1, noNaN: true });
const signature = fc.record({
  exactHash: fc.stringMatching(/^[0-9a-f]{32}$/),
  fingerprint: fc.record({ high: word, low: word }),
  featureCount: orNull(fc.nat()),
  shortText: fc.boolean(),
  sketch: orNull(fc.uint8Array({ maxLength: 128 })),
  shingles: orNull(fc.integer({ min: 1 })),
  evidence: orNull(fc.uint8Array({ maxLength: 48 })),
  parts: orNull(fc.record({ hashes: fc.uint32Array(), total: fc.nat() })),
});
const check = fc.record(
  {
    collection: fc.record({ name: anyString, generation: fc.nat() }),
    id: orNull(anyString),
    newId: anyString,
    newClusterId: anyString,
    signature,
    metadata: orNull(anyString),
    page: orNull(anyString),
    text: orNull(fc.uint8Array()),
    extractor: orNull(anyString),
    expiresAt: orNull(fc.maxSafeNat()),
    duplicateIf: fc.constantFrom(...levels),
    onDuplicate: fc.constantFrom(...duplicateActions),
    onChange: fc.constantFrom(...changeActions),
    onCovered: fc.constantFrom(...coveredActions),
    dryRun: fc.boolean(),
    claim: fc.option(fc.record({ claimant: anyString, expiresAt: fc.maxSafeNat() })),
    rule: fc.record({
      maxDistance: fc.nat(7),
      minSimilarity: similarity,
      shortMinSimilarity: similarity,
      minContainment: fc.option(similarity, { nil: undefined }),
    }),
    limit: fc.nat(1000),
    now: fc.maxSafeNat(),
    idempotency: fc.record({
      key: anyString,
      request: anyString,
      owner: anyString,
      guaranteedUntil: fc.maxSafeNat(),
      expiresAt: fc.maxSafeNat(),
      note: anyString,
    }),
  },
  {
    requiredKeys: [
      'collection',
      'id',
      'newId',
      'newClusterId',
      'signature',
      'metadata',
      'page',
      'text',
      'extractor',
      'expiresAt',
      'duplicateIf',
      'onDuplicate',
      'onChange',
      'onCovered',
      'dryRun',
      'claim',
      'rule',
      'limit',
      'now',
    ],
  },
);
const request: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('check' as const),
      input: check,
    }),
  },
  fc.constant({ kind: 'ping', input: undefined } as const),
  fc.record({ kind: fc.constant('sweep' as const), input: fc.record({ now: fc.nat() }) }),
);

/** Returns the group as the thread receives it. */
const sent = <T>(value: T): T => structuredClone(value);

describe('a group sent to another thread', () => {
  it('arrives unchanged', () => {
    fc.assert(
      fc.property(fc.array(request), (batch) => {
        expect(unpackGroup(sent(packGroup(batch)))).toEqual(batch);
      }),
    );
  });

  it('returns its replies unchanged', () => {
    const refused: Reply = { ok: false, failure: { code: 'disk_full', message: 'Full' } };
    const answered = request.chain((asked): fc.Arbitrary<readonly [Request, Reply]> => {
      if (asked.kind !== 'check') return fc.constant([asked, refused]);
      const { id, newId, dryRun, claim } = asked.input;
      const none = { duplicateOf: null, similarTo: null, replaced: [], best: null };
      const found = { ...none, cluster: null, previous: null, matches: [] };
      const outcomeOf = (stored: boolean, family: number | null = 0) => ({
        decision: 'new' as const,
        stored,
        reason: null,
        family,
        created: stored,
        id: stored ? (id ?? newId) : id,
        ...found,
        truncated: false,
        claim: stored && claim !== null ? { expiresAt: claim.expiresAt } : null,
      });
      const outcome = fc.oneof(
        orNull(fc.nat(16)).map((family) => outcomeOf(!dryRun, family)),
        fc.boolean().map((stored) => ({ ...outcomeOf(stored), replayed: 'note' })),
        fc.constant({ ...outcomeOf(true), created: false, renewed: true as const }),
        fc.boolean().map((truncated) => ({
          ...outcomeOf(false),
          decision: 'duplicate' as const,
          duplicateOf: newId,
          best: {
            ...{ distance: 3, similarity: null, exact: false, level: 'similar' as const },
            ...{ adds: null, covers: null },
            containment: null,
          },
          truncated,
        })),
      );
      const reply = outcome.map((output): Reply => ({ ok: true, output }));
      return fc
        .oneof({ weight: 4, arbitrary: reply }, fc.constant(refused))
        .map((given) => [asked, given]);
    });
    fc.assert(
      fc.property(fc.array(answered), (pairs) => {
        const batch = pairs.map(([asked]) => asked);
        const replies = pairs.map(([, reply]) => reply);
        const there = unpackGroup(sent(packGroup(batch)));
        expect(unpackReplies(batch, sent(packReplies(there, replies)))).toEqual(replies);
      }),
    );
  });

  it('returns its statistics unchanged', () => {
    const statistics = {
      operations: 2,
      commitMs: 1.5,
      expired: 0,
      expiredClaims: 0,
      searches: [
        { probes: 4, candidates: 0 },
        { probes: 68, candidates: 12 },
      ],
    };
    expect(unpackStatistics(sent(packStatistics(statistics)))).toEqual(statistics);
  });
});
