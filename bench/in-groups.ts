import type { Database } from 'better-sqlite3';
import type { Gathering } from '../src/store/sqlite/write-buffer/write-buffer.js';

/** Inserts things into an index in transactions, each durable, as the engine does. */
export function inGroups<T>(
  db: Database,
  gathering: Gathering,
  insert: (item: T) => void,
): (group: readonly T[]) => void {
  const insertAll = (group: readonly T[]) => {
    for (const item of group) {
      gathering.nextContent();
      insert(item);
    }
    gathering.merge();
  };
  return (group) => {
    db.transaction(insertAll).immediate(group);
    gathering.committed();
  };
}
