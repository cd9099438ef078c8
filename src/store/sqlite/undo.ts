/**
 * In-memory state that changes with the transactions of a database: the catalog and its counts, decisions, buffered
 * rows. `transactions.ts` calls these functions on all of them at the same moments, so memory always agrees with the
 * database.
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
   * @param undo reverts the last change
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
