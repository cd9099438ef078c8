import type { Runner } from '../src/store/sqlite/requests.js';

const commitMs = 10;

/** A runner as on a slow disk: its thread stands still for 10 ms after each group. */
export function slowed(runner: Runner): Runner {
  return {
    ...runner,
    run: async (batch) => {
      const outcome = await runner.run(batch);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, commitMs);
      return outcome;
    },
  };
}
