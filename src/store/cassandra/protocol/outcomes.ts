import { keptSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { AddOutcome, CheckOperation, CheckOutcome } from '../../contract/documents.js';
import { decideCheck, shownOf } from '../../rules/decide-check.js';
import type { Done } from './attempt-driver.js';

/** The answer of an addition that stored its document. */
export function added({ earlier, stored }: Done): AddOutcome {
  return { status: earlier === undefined ? 'created' : 'replaced', document: stored! };
}

/** The answer of a check that has ended, or will end if its attempt is committed. */
export function checked(
  { recipe }: Collection,
  operation: CheckOperation,
  done: Done,
): CheckOutcome {
  const signature = keptSignature(operation.signature, recipe);
  const searched = done.outcome === 'unchanged' ? null : shownOf(done.matches, operation.limit);
  return decideCheck(operation, signature, done.earlier, searched);
}
