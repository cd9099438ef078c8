import type { Database } from 'better-sqlite3';
import type { WriteBuffer } from '../src/store/sqlite/write-buffer/write-buffer.js';

/** Inserts items into an index in durable transactions, as the engine does. */
export function inGroups<T>(
  db: Database,
  writeBuffer: WriteBuffer,
  insert: (item: T) => void,
): (group: readonly T[]) => void {
  const insertAll = (group: readonly T[]) => {
    for (const item of group) {
      writeBuffer.nextContent();
      insert(item);
    }
    writeBuffer.flushDue();
  };
  return (group) => {
    db.transaction(insertAll).immediate(group);
    writeBuffer.committed();
  };
}
