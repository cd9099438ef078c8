import { type ErrorCode, NeardupError } from '../errors.js';

/** Faults of a line or a page, after which the run continues. */
export const faultsOfLines: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'text_empty',
  'recipe_mismatch',
  'collection_not_found',
  'extraction_failed',
]);

/** Faults that say something of the whole input, if they come again and again. */
const ofInput: ReadonlySet<ErrorCode> = new Set(['invalid_json', 'validation_failed']);
const equalFaultsMax = 20;

/**
 * Ends a run of which line after line has the same fault.
 * @returns a function that is told of each outcome, null for a good one, and throws the fault that came so often
 */
export function createFaultLimit(): (fault: NeardupError | null) => void {
  let [last, count] = ['', 0];
  return (fault) => {
    const message = fault !== null && ofInput.has(fault.code) ? fault.message : '';
    count = message !== '' && message === last ? count + 1 : 1;
    last = message;
    if (fault === null || message === '' || count < equalFaultsMax) return;
    throw new NeardupError(
      fault.code,
      `${equalFaultsMax} in a row have the same fault, so nothing more is read: ${message}`,
      { cause: fault },
    );
  };
}
