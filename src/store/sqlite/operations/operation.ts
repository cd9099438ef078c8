import type { Signature } from '../../../fingerprint/signature.js';
import { judgedCount } from '../../../matching/nearest.js';
import type { Tables } from '../engine/tables.js';

/**
 * An operation of the store, as a value. operations.ts lists all operations. The list determines the requests that are
 * sent to the engine's thread, and the methods of `Store`.
 */
export interface Operation<Input, Output> {
  /** Returns true if an input may change the database. */
  readonly writes: (input: Input) => boolean;
  /**
   * Returns the estimated time that the engine needs for an input, in milliseconds. The estimates are rounded up from
   * measurements with documents of typical size on two CPU cores from 2023.
   */
  readonly cost: (input: Input) => number;
  /**
   * Ends expired claims on the documents that the operation will change. The engine first ends up to
   * `claimsExpiredAtOnce` expired claims of any documents, and calls `settle` only if more may remain. If the operation
   * then throws a `NeardupError`, the claims stay ended.
   */
  readonly settle?: (tables: Tables, input: Input) => void;
  /**
   * Returns true if the outcome stored for an idempotency key no longer holds. A repeated request is then executed
   * again. Undefined if outcomes always hold.
   */
  isOver?(tables: Tables, input: Input, kept: Output): boolean;
  /**
   * Executes the operation in the transaction of its group. The output is plain data that can be sent to another
   * thread.
   * @throws NeardupError only before the first write: an operation must finish all of its checks before it writes
   */
  readonly run: (tables: Tables, input: Input) => Output;
}

type Parts<Input, Output> = Pick<Operation<Input, Output>, 'run'> &
  Partial<Pick<Operation<Input, Output>, 'cost' | 'settle' | 'isOver'>>;

const costDefault = () => 0.05;

/**
 * Returns the estimated time in milliseconds of a search for the matches of a page. A search also computes what the
 * page adds to its matches. The constant covers this computation for pages of typical length, and a typical number of
 * matches. For long pages, the computation and the look-ups of their parts take most of the time and are estimated
 * separately, and so are many matches.
 * @param limit maximum number of matches
 */
export function searchCost(
  { evidence, parts }: Pick<Signature, 'evidence' | 'parts'>,
  limit: number,
): number {
  const bytes = evidence?.length ?? 0;
  const judging = bytes < longBytes ? 0 : (msOfLong * bytes * judgedCount(evidence)) / longBytes;
  const hashes = parts?.hashes.length ?? 0;
  const looking = hashes < manyHashes ? 0 : msOfHash * hashes;
  return 0.05 + judging + looking + documentsCost(Math.max(0, limit - fewMatches));
}

/** Returns the estimated time in milliseconds to read documents. */
export const documentsCost = (count: number): number => 0.012 * count;

/** Size in bytes of the packed reading of a page of about 9,000 words. Pages from this size count as long. */
const longBytes = 2 ** 16;
/** Time in milliseconds to compare a page of `longBytes` with one stored text. */
const msOfLong = 4;
const fewMatches = 16;
/** Number of sampled shingles of a page from which their look-ups are estimated separately. */
const manyHashes = 2 ** 11;
/** Time in milliseconds to look up a sampled shingle. */
const msOfHash = 0.005;

/** Defines an operation that never writes. `Input` is `void` for operations without input. */
export function read<Input, Output>(parts: Parts<Input, Output>): Operation<Input, Output> {
  return { cost: costDefault, ...parts, writes: () => false };
}

/**
 * Defines an operation that may write.
 * @param parts fields of the operation; if `writes` is missing, every input is assumed to write
 */
export function write<Input, Output = void>(
  parts: Parts<Input, Output> & Partial<Pick<Operation<Input, Output>, 'writes'>>,
): Operation<Input, Output> {
  return { cost: costDefault, writes: () => true, ...parts };
}
