/**
 * In-memory state that is committed and rolled back with the transactions of a database, such as the catalog and its
 * counts, decision counts, and buffered rows. After each commit or rollback, `transactions.ts` calls the matching
 * function of every such object, so that memory always agrees with the database.
 */
export interface Undoable {
  /** Makes the changes of the transaction permanent. */
  committed(): void;
  /** Reverts everything since the last commit. */
  rolledBack(): void;
}

/** Records functions that revert changes. A rollback calls them in reverse order. */
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
