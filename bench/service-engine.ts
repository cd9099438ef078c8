import type { Database } from 'better-sqlite3';
import { createEngine } from '../src/store/sqlite/engine.js';

/** An engine that does after each group what a service does then: moves the log, reads keys for filters. */
export function createServiceEngine(db: Database): ReturnType<typeof createEngine> {
  const engine = createEngine(db);
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
