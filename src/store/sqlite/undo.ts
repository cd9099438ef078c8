/**
 * In-memory state that is committed and rolled back with the transactions of a database: the catalog and its counts,
 * decision counts, buffered rows. `transactions.ts` calls these functions on every such state after each commit and
 * rollback, so memory always agrees with the database.
 */
export interface Undoable {
  /** Makes the changes of the transaction permanent. */
  committed(): void;
  /** Reverts everything since the last commit. */
  rolledBack(): void;
}

/** Records how to revert changes: last in, first out. */
export interface UndoLog extends Undoable {
  /**
   * Records a change that was just made.
   * @param undo reverts the change
   */
  changed(undo: () => void): void;
}

export function createUndoLog(): UndoLog {
  const undos: (() => void)[] = [];
  return {
    changed(undo) {
      undos.push(undo);
    },
    committed() {
      undos.length = 0;
    },
    rolledBack() {
      while (undos.length > 0) undos.pop()!();
    },
  };
}
