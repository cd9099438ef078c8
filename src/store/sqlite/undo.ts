/**
 * What is held in memory beside a database and changes with its transactions: the catalog and its
 * counts, decisions, rows that are buffered. `transactions.ts` calls these functions, of all of them at the
 * same moments, so that memory always says what the database says.
 */
export interface Undoable {
  /** What comes from here on is what `rollbackToSavepoint` undoes. */
  savepoint(): void;
  rollbackToSavepoint(): void;
  /** What was done stays. */
  committed(): void;
  /** Undoes everything since the last commit. */
  rolledBack(): void;
}

/** Tells how to undo changes: last in, first out. */
export interface UndoLog extends Undoable {
  /** @param undo takes back a change that was made just now */
  changed(undo: () => void): void;
}

export function createUndoLog(): UndoLog {
  const undos: (() => void)[] = [];
  let mark = 0;

  function undoTo(length: number): void {
    while (undos.length > length) undos.pop()!();
  }

  return {
    changed(undo) {
      undos.push(undo);
    },
    savepoint() {
      mark = undos.length;
    },
    rollbackToSavepoint: () => undoTo(mark),
    committed() {
      undos.length = 0;
      mark = 0;
    },
    rolledBack() {
      undoTo(0);
      mark = 0;
    },
  };
}
