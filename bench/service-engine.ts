import type { Database } from 'better-sqlite3';
import { createEngine } from '../src/store/sqlite/engine/engine.js';

/** Creates an engine that, like a service, checkpoints the log and reads filter keys after each group. */
export function createServiceEngine(db: Database): ReturnType<typeof createEngine> {
  const engine = createEngine(db);
  return {
    ...engine,
    runBatch(batch) {
      const replies = engine.runBatch(batch);
      engine.checkpoint();
      while (engine.loadFilters());
      return replies;
    },
  };
}
