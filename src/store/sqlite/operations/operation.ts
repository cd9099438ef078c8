import type { Tables } from '../engine/tables.js';

/**
 * An operation of the store, as a value. The list of them in `operations.ts` determines the requests, their path to the
 * engine's thread, and the methods of `Store`.
 */
export interface Operation<Input, Output> {
  /** Returns true if an input may change the database. */
  readonly writes: (input: Input) => boolean;
  /**
   * Estimated engine time in milliseconds, derived from the fields of the input. Measured with documents of typical
   * size on two cores of 2023, rounded up.
   */
  readonly cost: (input: Input) => number;
  /**
   * If more claims have expired than end at a time, ends those on the documents that the operation changes. Runs before
   * the operation, and is not rolled back with it.
   */
  readonly settle?: (tables: Tables, input: Input) => void;
  /** Returns true if a kept outcome no longer holds, so that the operation runs again; absent: outcomes always hold. */
  isOver?(tables: Tables, input: Input, kept: Output): boolean;
  /**
   * Executes the operation in the transaction of its group. The output is plain data that can be sent to another
   * thread.
   * @throws NeardupError only before its first write: an operation first refuses, then does all of its work
   */
  readonly run: (tables: Tables, input: Input) => Output;
}

type Parts<Input, Output> = Pick<Operation<Input, Output>, 'run'> &
  Partial<Pick<Operation<Input, Output>, 'cost' | 'settle' | 'isOver'>>;

const costDefault = () => 0.05;

/** Defines an operation that changes nothing. `Input` is `void` for operations without input. */
export function read<Input, Output>(parts: Parts<Input, Output>): Operation<Input, Output> {
  return { cost: costDefault, ...parts, writes: () => false };
}

/**
 * @param writes absent: every input may change the database
 */
export function write<Input, Output = void>(
  parts: Parts<Input, Output> & Partial<Pick<Operation<Input, Output>, 'writes'>>,
): Operation<Input, Output> {
  return { cost: costDefault, writes: () => true, ...parts };
}
