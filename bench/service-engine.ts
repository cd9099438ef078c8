import type { Database } from 'better-sqlite3';
import { createEngine } from '../src/store/sqlite/engine.js';

/** An engine that moves the log into the file after a group, as that of a service does. */
export function createServiceEngine(db: Database): ReturnType<typeof createEngine> {
  const engine = createEngine(db);
  return {
    ...engine,
    runBatch(batch) {
      const replies = engine.runBatch(batch);
      engine.checkpoint();
      return replies;
    },
  };
}
