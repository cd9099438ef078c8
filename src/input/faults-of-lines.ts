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

/** Reports faults, and ends a run of which line after line has the same one. */
export interface FaultReports {
  /** @throws the fault, if it is the twentieth of its kind in a row and says that the input is wrong */
  failed(place: string, fault: NeardupError): void;
  succeeded(): void;
  /** Reports how often the last fault was repeated. */
  end(): void;
}

/** @param note writes a line for a person: the first of several equal faults in a row, then their number */
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
      count = 0; // told by the error
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
