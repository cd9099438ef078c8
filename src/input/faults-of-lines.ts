import { type ErrorCode, NeardupError } from '../errors.js';

/** Faults that concern a single line or page. After such a fault, the run continues. */
export const faultsOfLines: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'text_empty',
  'recipe_mismatch',
  'collection_not_found',
  'extraction_failed',
]);

/** Faults that, if they repeat, mean that the whole input is invalid. */
const ofInput: ReadonlySet<ErrorCode> = new Set(['invalid_json', 'validation_failed']);
const equalFaultsMax = 20;

/** Reports faults of lines, and ends a run in which too many consecutive lines have the same fault. */
export interface FaultReports {
  /** Reports a fault. @throws the fault, if it is the twentieth of its kind in a row and indicates invalid input */
  failed(place: string, fault: NeardupError): void;
  succeeded(): void;
  /** Reports the number of repetitions of the last fault. */
  end(): void;
}

/**
 * Creates the fault reports of a run.
 * @param note called with the first of several equal consecutive faults, and later with the number of repetitions
 */
export function createFaultReports(note: (line: string) => void): FaultReports {
  let [last, count, lastPlace] = ['', 0, ''];

  function end(): void {
    if (count > 1) note(`… and ${count - 1} more like it, up to ${lastPlace}`);
    [last, count] = ['', 0];
  }

  return {
    failed(place, fault) {
      if (fault.message !== last) end();
      [last, count, lastPlace] = [fault.message, count + 1, place];
      if (count === 1) note(`${place}: ${last}`);
      if (count < equalFaultsMax || !ofInput.has(fault.code)) return;
      count = 0; // the error states the number, so `end` must not
      throw new NeardupError(
        fault.code,
        `${equalFaultsMax} in a row have the same fault, so nothing more is read: ${last}`,
        { cause: fault },
      );
    },
    succeeded: end,
    end,
  };
}
