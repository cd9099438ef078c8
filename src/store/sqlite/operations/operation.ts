import type { Tables } from '../engine/tables.js';

/**
 * An operation of the store, as a value. `operations.ts` lists all of them; the requests, their path to the
 * engine's thread, and the methods of `Store` follow from that list.
 */
export interface Operation<Input, Output> {
  /** True if an input may change the database. */
  readonly writes: (input: Input) => boolean;
  /**
   * Estimated milliseconds of engine time, from the fields of the input: measured with documents of usual
   * size on two cores of 2023, rounded up.
   */
  readonly cost: (input: Input) => number;
  /**
   * Ends the claims of the documents that the operation changes, if they are due and more claims are due
   * than expire together. Executed before the operation, and not undone if that fails.
   */
  readonly settle?: (tables: Tables, input: Input) => void;
  /**
   * True if an outcome that was kept for an idempotency key does not hold any more, so that the operation is executed
   * again; absent: every one holds.
   */
  isOver?(tables: Tables, input: Input, kept: Output): boolean;
  /**
   * Executes the operation in the transaction of its group. The output is plain data that can be sent to another thread.
   * @throws NeardupError before its first write: it refuses first, and then it does all of its work
   */
  readonly run: (tables: Tables, input: Input) => Output;
}

type Parts<Input, Output> = Pick<Operation<Input, Output>, 'run'> &
  Partial<Pick<Operation<Input, Output>, 'cost' | 'settle' | 'isOver'>>;

const costDefault = () => 0.05;

/** An operation that changes nothing. `Input` is `void` where it takes none. */
export function read<Input, Output>(parts: Parts<Input, Output>): Operation<Input, Output> {
  return { cost: costDefault, ...parts, writes: () => false };
}

/** @param writes absent: every input may change the database */
export function write<Input, Output = void>(
  parts: Parts<Input, Output> & Partial<Pick<Operation<Input, Output>, 'writes'>>,
): Operation<Input, Output> {
  return { cost: costDefault, writes: () => true, ...parts };
}
