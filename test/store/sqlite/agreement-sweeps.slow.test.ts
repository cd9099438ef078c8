import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { repetitions } from '../../repetitions.js';
import { play } from './agreement-play.js';
import { few, type Operation, type Step, step } from './agreement-steps.js';
import { tinyRuns } from './tiny-runs.js';

/**
 * Operations without a time, to which an expired document is stored until the sweep: `restore` replaces it, and
 * `restoreMembers` seats it. `take` and `complete` deal with the changes that a successor lacks, and a claim that
 * expires after the copy is one. The random sweeps are replaced by those of `withSteps`.
 */
const excluded: readonly Operation['kind'][] = [
  ...(['restore', 'restoreMembers', 'take', 'complete', 'sweep'] as const),
];
/** Operations that count expired documents until the sweep. Both stores are swept before and after each. */
const counting: readonly Operation['kind'][] = [
  ...(['stats', 'statsOfEach', 'cluster', 'clusters', 'clustersById', 'represent'] as const),
];
/**
 * A cluster of which only expired members are left keeps its refused members and its seats until the sweep. So either
 * claims expire and documents do not, or documents expire, there are no claims, and no cluster has refused members.
 */
type Expiring = 'claims' | 'documents';

function timely(steps: readonly Step[], expiring: Expiring): Step[] {
  const adapt = expiring === 'claims' ? withoutTtl : withoutClaim;
  const kept = steps
    .filter(({ operation: { kind } }) => !excluded.includes(kind))
    .filter(({ operation: { kind } }) => expiring === 'claims' || kind !== 'recreate')
    .map((each) => ({
      ...each,
      operation: adapt(withoutContentTrace(each.operation)),
      tick: Math.max(0, each.tick),
    }));
  if (expiring === 'claims') return kept;
  const settings = { keepRefused: 0 };
  return [...[0, 1, 2].map((each) => stepOf({ kind: 'update', settings }, each)), ...kept];
}

function withoutTtl(operation: Operation): Operation {
  return 'ttl' in operation ? { ...operation, ttl: null } : operation;
}

function withoutClaim(operation: Operation): Operation {
  if (operation.kind === 'check') return { ...operation, claiming: null };
  if (operation.kind !== 'update') return operation;
  return { ...operation, settings: { ...operation.settings, keepRefused: 0 } };
}

/** A content keeps the text and the extractor of its first document until that is swept. */
function withoutContentTrace(operation: Operation): Operation {
  return 'extractor' in operation
    ? { ...operation, text: Uint8Array.of(1), extractor: null }
    : operation;
}

type Sweep = Extract<Operation, { kind: 'sweep' }>;
/** A time not before that of any operation so far, and not after that of any later one. */
const [latest, earliest]: Sweep[] = [
  { kind: 'sweep', now: 105 },
  { kind: 'sweep', now: 100 },
];

/** Adds a step after each, and sweeps around each that counts and at the end. */
function withSteps(steps: readonly Step[], added: Operation): Step[] {
  const sweep = stepOf(latest!);
  const all = steps.flatMap((each) => [
    ...(counting.includes(each.operation.kind) ? [sweep, each, sweep] : [each]),
    stepOf(added),
  ]);
  return [...all, sweep];
}

function stepOf(operation: Operation, collection = 0): Step {
  return { operation, tick: 0, collection, toSuccessor: false, wait: true };
}

it('answers do not depend on when sweeps run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.constantFrom<Expiring>('claims', 'documents'),
      few,
      fc.boolean(),
      fc.boolean(),
      async (all, expiring, buffered, hasParts, counts) => {
        const steps = timely(all, expiring).filter(
          ({ operation }) => counts || !counting.includes(operation.kind),
        );
        const swept = withSteps(steps, earliest!);
        const unswept = withSteps(steps, { kind: 'extractors' });
        const runner = createInlineRunner(openDatabase(':memory:'), {
          buffered: () => buffered,
          runs: tinyRuns,
        });
        const store = createGroupedStore(runner, 1000);
        const isCompared = (_: unknown, i: number) => swept[i]?.operation !== earliest;
        const expected = await play(createModelStore(), unswept, hasParts);
        const answered = await play(store, swept, hasParts);
        expect(answered.filter(isCompared)).toEqual(expected.filter(isCompared));
        await store.close();
      },
    ),
    { numRuns: repetitions(400) },
  );
});
