import type { Database } from 'better-sqlite3';
import { createEngine } from '../src/store/sqlite/engine/engine.js';
import { defaultSearchLimits } from '../src/store/sqlite/search/search-limits.js';

/** An engine that does after each group what a service does then: moves the log, reads keys for filters. */
export function createServiceEngine(db: Database): ReturnType<typeof createEngine> {
  // Nobody is there to go on with searches that are put off.
  const limits = { ...defaultSearchLimits, groupCandidates: 10_000_000 };
  const engine = createEngine(db, undefined, limits);
  return {
    ...engine,
    runBatch(batch) {
      const replies = engine.runBatch(batch);
      engine.checkpoint();
      while (engine.learn());
      return replies;
    },
  };
}
