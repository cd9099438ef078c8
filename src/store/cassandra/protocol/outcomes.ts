import { bestOf, closeness, keptSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type {
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  StoredDocument,
} from '../../contract/documents.js';
import { documentBytes, pageOf } from '../../rules/reply-bytes.js';
import type { Done } from './attempt-driver.js';

/** What an addition answers that stored its document. */
export function added({ earlier, stored }: Done): AddOutcome {
  return { status: earlier === undefined ? 'created' : 'replaced', document: stored! };
}

/** What a check answers. */
export function checkedBy(
  collection: Collection,
  operation: CheckOperation,
  { outcome, earlier, stored, matches }: Done,
): CheckOutcome {
  if (outcome === 'unchanged') {
    return checked(collection, operation, { decision: 'unchanged', earlier, matches: [] });
  }
  const isDuplicate = outcome === 'duplicate' || outcome === 'duplicateStored';
  const decision = isDuplicate ? 'duplicate' : outcome === 'changed' ? 'changed' : 'new';
  const shown = isDuplicate ? matches : [];
  return {
    ...checked(collection, operation, { decision, earlier, matches: shown }),
    stored: stored !== undefined,
    created: stored !== undefined && earlier === undefined,
    id: stored?.id ?? operation.id,
  };
}

/** The outcome of a check that stored nothing. */
export function checked(
  { recipe }: Collection,
  { id, signature, limit }: CheckOperation,
  {
    decision,
    earlier,
    matches,
  }: Pick<CheckOutcome, 'decision' | 'matches'> & { readonly earlier: StoredDocument | undefined },
): CheckOutcome {
  const kept = keptSignature(signature, recipe);
  const shown = pageOf(matches, limit, documentBytes);
  return {
    decision,
    stored: false,
    created: false,
    id,
    duplicateOf: matches[0]?.id ?? null,
    best: matches[0] === undefined ? null : bestOf(matches[0]),
    cluster: null,
    previous: earlier === undefined ? null : closeness(earlier.signature, kept),
    matches: shown,
    truncated: matches.length > shown.length,
  };
}
