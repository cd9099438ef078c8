/**
 * State in memory beside a database that changes with its transactions: the catalog and its
 * counts, decisions, rows that are buffered. `transactions.ts` calls these functions, of all of them at the
 * same moments, so that memory always agrees with the database.
 */
export interface Undoable {
  /** Makes the changes of the transaction permanent. */
  committed(): void;
  /** Undoes everything since the last commit. */
  rolledBack(): void;
}

/** Records how to undo changes: last in, first out. */
export interface UndoLog extends Undoable {
  /** @param undo takes back a change that was made just now */
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
