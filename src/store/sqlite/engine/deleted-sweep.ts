import type { Database } from 'better-sqlite3';
import { createUndoLog, type Undoable } from '../undo.js';
import { blockSpace, listRange } from '../write-buffer/posting-lists.js';
import { blockTables } from '../write-buffer/write-buffer.js';

/**
 * Maximum numbers of rows and of documents that one call deletes, chosen so that a call takes at most a millisecond.
 * The number of documents is smaller, because a document has rows in several tables.
 */
const rowsAtOnce = 64;
const documentsAtOnce = 8;

/**
 * Erases documents of a deleted collection together with their contents.
 * @returns number of erased documents
 */
export type EraseDeleted = (generation: number, limit: number) => number;
/** Erases logged decisions of a lineage whose collections have all been deleted. @returns number of erased decisions */
export type EraseDecisions = (lineage: number, limit: number) => number;

/** Progress of the sweep in one deleted collection. Immutable. */
interface Position {
  readonly generation: number;
  readonly table: number;
}

/** Deletes some rows of a deleted collection from one table. @returns true if no rows are left */
type SweepTable = (generation: number) => boolean;

export interface DeletedSweep extends Undoable {
  /** Deletes some rows of a deleted collection. @returns false if there is no deleted collection */
  sweep(): boolean;
}

/**
 * Deletes the rows of deleted collections, one collection after the other, table by table. The position is kept in
 * memory, and a rollback restores it. Nothing is added to a deleted collection, so a finished table need not be visited
 * again. After a restart, the sweep begins with the first table, and finds the finished tables empty.
 */
export function createDeletedSweep(
  db: Database,
  erase: EraseDeleted,
  eraseDecisions: EraseDecisions,
): DeletedSweep {
  const { changed, ...undoable } = createUndoLog();
  const selectDeleted = db
    .prepare<[], number>(
      'SELECT generation FROM collections WHERE name IS NULL AND successor_of IS NULL LIMIT 1',
    )
    .pluck();
  const deleteCollection = db.prepare<[number]>('DELETE FROM collections WHERE generation = ?');
  const selectOver = db.prepare<[number], number>(lineageOver).pluck();
  const tables: readonly SweepTable[] = [
    sweepTable(db, 'changes', 'collection', 'id'),
    (generation) => erase(generation, documentsAtOnce) < documentsAtOnce,
    ...blockTables.flatMap((table) => {
      const sweep = sweepLists(db, table);
      return [false, true].map(
        (bare) => (generation: number) => sweep(blockSpace(generation, bare)),
      );
    }),
    sweepLineage(db, 'members', 'id'),
    sweepLineage(db, 'clusters', 'number'),
    sweepLineage(db, 'separations', 'a', 'b'),
    sweepLineage(db, 'labels', 'a', 'b'),
    sweepLineage(db, 'decision_hours', 'hour'),
    sweepLineage(db, 'decision_hosts', 'day', 'host'),
    (generation) => {
      const lineage = selectOver.get(generation);
      return lineage === undefined || eraseDecisions(lineage, rowsAtOnce) === 0;
    },
    sweepLineage(db, 'decision_bins', 'bin'),
    sweepLineage(db, 'decision_totals', 'lineage'),
  ];
  /** Position from which the sweep continues; if undefined, the next call looks for a deleted collection. */
  let position: Position | undefined;

  function first(): Position | undefined {
    const generation = selectDeleted.get();
    return generation === undefined ? undefined : { generation, table: 0 };
  }

  function moveTo(next: Position | undefined): void {
    const before = position;
    changed(() => {
      position = before;
    });
    position = next;
  }

  return {
    sweep() {
      const at = position ?? first();
      if (at === undefined) return false;
      const { generation, table } = at;
      const isEmpty = tables[table]!(generation);
      if (!isEmpty) moveTo(at);
      else if (table + 1 < tables.length) moveTo({ generation, table: table + 1 });
      else {
        deleteCollection.run(generation);
        moveTo(undefined);
      }
      return true;
    },
    ...undoable,
  };
}

function sweepTable(db: Database, table: string, ...key: string[]): SweepTable {
  const columns = key.join(', ');
  const statement = db.prepare<[number, number]>(
    `DELETE FROM ${table} WHERE (${columns}) IN
       (SELECT ${columns} FROM ${table} WHERE collection = ? LIMIT +?)`,
  );
  return (generation) => statement.run(generation, rowsAtOnce).changes < rowsAtOnce;
}

function sweepLists(db: Database, table: string): SweepTable {
  const statement = db.prepare<[number, number, number]>(
    `DELETE FROM ${table} WHERE number IN
       (SELECT number FROM ${table} WHERE number >= ? AND number < ? LIMIT +?)`,
  );
  return (space) => statement.run(...listRange(space), rowsAtOnce).changes < rowsAtOnce;
}

/**
 * SQL that selects the lineage of a deleted collection, unless a live collection or a successor has the same lineage.
 */
const lineageOver = `
  SELECT lineage FROM collections AS former WHERE generation = ? AND NOT EXISTS
    (SELECT 1 FROM collections WHERE lineage = former.lineage
       AND (name IS NOT NULL OR successor_of IS NOT NULL))`;

/** Deletes the rows of a lineage from a table, once all collections of the lineage have been deleted. */
function sweepLineage(db: Database, table: string, ...key: string[]): SweepTable {
  const columns = ['lineage', ...key].join(', ');
  const statement = db.prepare<[number, number]>(
    `DELETE FROM ${table} WHERE (${columns}) IN
       (SELECT ${columns} FROM ${table} WHERE lineage = (${lineageOver}) LIMIT +?)`,
  );
  return (generation) => statement.run(generation, rowsAtOnce).changes < rowsAtOnce;
}
