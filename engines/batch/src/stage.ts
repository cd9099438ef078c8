import { NeardupError } from 'neardup/engine';

/**
 * One step of a batch as an engine runs it: a process that reads and writes lines. Columns are separated by tabs, and
 * never contain a tab.
 */
export interface Stage {
  line(line: string, emit: Emit): void | Promise<void>;
  /** Called after the last line. */
  end?(emit: Emit): void | Promise<void>;
}

/** Receives a line without its line feed. */
export type Emit = (line: string) => void;

/**
 * Writes lines in the order in which they were added, even if some of them wait for a store.
 * @throws the first error of any line
 */
export function inOrder(atOnce = 64) {
  const waiting: Promise<string>[] = [];
  return {
    async add(line: Promise<string>, emit: Emit): Promise<void> {
      // Marks an error as handled. It is thrown later, when its line is next in order.
      line.catch(() => {});
      waiting.push(line);
      if (waiting.length >= atOnce) emit(await waiting.shift()!);
    },
    async end(emit: Emit): Promise<void> {
      for (const line of waiting.splice(0)) emit(await line);
    },
  };
}

/**
 * Splits a line into `count` columns.
 * @throws NeardupError `validation_failed` for a line truncated by another program
 */
export function splitColumns(line: string, count: number): string[] {
  const columns = line.split('\t');
  if (columns.length === count) return columns;
  throw broken(`it has ${columns.length} columns, not ${count}`);
}

/** Splits a line at its last tab. */
export function lastColumn(line: string): readonly [before: string, last: string] {
  const start = line.lastIndexOf('\t') + 1;
  return [line.slice(0, start), line.slice(start)];
}

export function broken(why: string): NeardupError {
  return new NeardupError('validation_failed', `the line is broken: ${why}`);
}
