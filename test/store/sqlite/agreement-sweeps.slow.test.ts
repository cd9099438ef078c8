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
 * `restoreMembers` seats it. The random sweeps are replaced by those of `withSteps`.
 */
const excluded: readonly Operation['kind'][] = ['restore', 'restoreMembers', 'sweep'];
/**
 * Operations that count expired documents until the sweep, and the completion of a successor, which may lack members of
 * clusters. Both stores are swept before and after each.
 */
const counting: readonly Operation['kind'][] = [
  ...(['stats', 'statsOfEach', 'cluster', 'clusters', 'clustersById'] as const),
  ...(['represent', 'complete'] as const),
];
const timelyStep = step
  .filter(({ operation: { kind } }) => !excluded.includes(kind))
  .map(({ operation, ...each }) => ({
    ...each,
    // A content keeps the text and the extractor of its first document until that is swept.
    operation:
      'extractor' in operation
        ? { ...operation, text: Uint8Array.of(1), extractor: null }
        : operation,
    tick: Math.max(0, each.tick),
  }));

type Sweep = Extract<Operation, { kind: 'sweep' }>;
/** A time not before that of any operation so far, and not after that of any later one. */
const [latest, earliest]: Sweep[] = [
  { kind: 'sweep', now: 105 },
  { kind: 'sweep', now: 100 },
];

/** Adds a step after each, and sweeps around each that counts and at the end. */
function withSteps(steps: readonly Step[], added: Operation): Step[] {
  const step = (operation: Operation, tick = 0): Step => ({
    ...{ operation, tick, collection: 0, toSuccessor: false, wait: true },
  });
  const all = steps.flatMap((each) => [
    ...(counting.includes(each.operation.kind) ? [step(latest!), each, step(latest!)] : [each]),
    step(added),
  ]);
  return [...all, step(latest!)];
}

it('answers do not depend on when sweeps run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(timelyStep, { maxLength: 60, size: 'max' }),
      few,
      fc.boolean(),
      fc.boolean(),
      async (all, buffered, hasParts, counts) => {
        const steps = all.filter(({ operation }) => counts || !counting.includes(operation.kind));
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
