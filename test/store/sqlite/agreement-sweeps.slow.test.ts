import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/contract/store.js';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { repetitions } from '../../repetitions.js';
import { play } from './agreement-play.js';
import { few, type Operation, type Step, step } from './agreement-steps.js';
import { tinyRuns } from './tiny-runs.js';

/**
 * Operations whose answers depend on sweeps: statistics and clusters count expired documents; in lists and scans, a
 * document has the place of an expired one with its id, as has a restored document, which has no time.
 */
const dependent: readonly Operation['kind'][] = [
  ...(['stats', 'statsOfEach', 'cluster', 'clusters', 'clustersById'] as const),
  ...(['list', 'newest', 'scan', 'restore', 'sweep'] as const),
];
const timelyStep = step
  .filter(({ operation: { kind } }) => !dependent.includes(kind))
  .map((each) => ({
    ...each,
    // A content keeps the extractor of its first document until that is swept.
    operation:
      'extractor' in each.operation ? { ...each.operation, extractor: null } : each.operation,
    tick: Math.max(0, each.tick),
  }));

/** Adds a sweep after each step, at the earliest time that a later operation may have. */
function withSweeps(steps: readonly Step[]): Step[] {
  const operation = { kind: 'sweep', now: 100 } as const;
  return steps.flatMap((each) => [each, { ...each, operation, tick: 0, wait: true }]);
}

const withoutSweeps = (store: Store): Store => ({ ...store, sweep: async () => false });

it('decisions and single documents do not depend on when sweeps run', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(timelyStep, { maxLength: 60, size: 'max' }),
      few,
      fc.boolean(),
      async (steps, buffered, hasParts) => {
        const swept = withSweeps(steps);
        const runner = createInlineRunner(openDatabase(':memory:'), {
          buffered: () => buffered,
          runs: tinyRuns,
        });
        const store = createGroupedStore(runner, 1000);
        const expected = await play(withoutSweeps(createModelStore()), swept, hasParts);
        const found = await play(store, swept, hasParts);
        expect(found.slice(0, swept.length)).toEqual(expected.slice(0, swept.length));
        await store.close();
      },
    ),
    { numRuns: repetitions(100) },
  );
});
