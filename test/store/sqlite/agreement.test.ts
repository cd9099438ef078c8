import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { repetitions } from '../../repetitions.js';
import { play } from './agreement-play.js';
import { few, step } from './agreement-steps.js';
import { expectIntegrity } from './integrity.js';
import { tinyRuns } from './tiny-runs.js';

/*
 * Any sequence of operations has the same answers in the model and in SQLite, in the same order, and leaves consistent
 * tables, for recipes with and without parts.
 */

it('answers every sequence of operations as the model does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 80, size: 'max' }),
      few,
      fc.boolean(),
      async (steps, buffered, hasParts) => {
        const db = openDatabase(':memory:');
        const runner = createInlineRunner(db, { buffered: () => buffered, runs: tinyRuns });
        const store = createGroupedStore(runner, 1000);
        const expected = await play(createModelStore(), steps, hasParts);
        const answered = await play(store, steps, hasParts);
        expect(answered).toEqual(expected);
        for (const now of [0, 1000]) {
          while (await store.sweep({ now }));
          expectIntegrity(db);
        }
        await store.close();
      },
    ),
    { numRuns: repetitions(300) },
  );
});
