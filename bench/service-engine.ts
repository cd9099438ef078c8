import type { Database } from 'better-sqlite3';
import { createEngine } from '../src/store/sqlite/engine/engine.js';
import { defaultSearchLimits } from '../src/store/sqlite/search/search-limits.js';

/** An engine that, like a service, moves the log and reads keys for filters after each group. */
export function createServiceEngine(db: Database): ReturnType<typeof createEngine> {
  // Nothing here would resume suspended searches.
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
