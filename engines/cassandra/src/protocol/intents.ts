import {
  type AddOperation,
  type AddOutcome,
  type CheckOperation,
  type CheckOutcome,
  type Collection,
  decideCheck,
  keptSignature,
  matchesWanted,
  NeardupError,
  nextVersion,
  type RestoreOperation,
  type Signature,
  type StoredDocument,
  sameContent,
  sameMetadata,
  shownMatches,
  storedSignature,
  tellsExpiry,
} from 'neardup/engine';
import type { FoundMatches } from '../search/survey.js';
import type { Done, Intent, Kept } from './attempt-driver.js';

export type Prepare = Intent['prepare'];

/** Returns the intent to store a document without comparing it with others. */
export function addition(
  collection: Collection,
  operation: AddOperation,
  prepare: Prepare,
): Intent {
  const { id, metadata } = operation;
  const stored = storing(collection, operation, id);
  const isSame = (document: StoredDocument) =>
    sameContent(document.signature, stored.signature) && sameMetadata(document.metadata, metadata);
  return { ...stored, kind: 'add', isSame, prepare };
}

/** Returns the intent to check a document, and to store it unless it is refused. */
export function checked(
  collection: Collection,
  operation: CheckOperation,
  prepare: Prepare,
): Intent {
  const { id, newId, onDuplicate, onChange, rule, scope, duplicateIf } = operation;
  const stored = storing(collection, operation, id ?? newId);
  return {
    ...stored,
    kind: onDuplicate === 'store' ? 'always' : 'ifNew',
    policy: {
      ...{ rule, scope, duplicateIf, keepFormer: onChange === 'keep' },
      wanted: matchesWanted(operation) + 1,
      decide: (earlier, found) => decided(collection, operation, stored.signature, earlier, found),
    },
    prepare,
  };
}

/**
 * Returns the outcome of a check.
 * @param found matches of the document; null if the document already stored under its id has the same text
 */
export function decided(
  { keepPerFamily }: Collection,
  operation: CheckOperation,
  signature: Signature,
  earlier: StoredDocument | undefined,
  found: FoundMatches | null,
): CheckOutcome {
  if (found === null) return decideCheck(operation, signature, earlier, null);
  const shown = shownMatches(found.matches, matchesWanted(operation), found.isCut);
  const { best, outlivesBest, family, rows } = found;
  const searched = { ...shown, best, outlivesBest, family };
  const outcome = decideCheck(operation, signature, earlier, searched, keepPerFamily);
  const expiresAt = best && rows.get(best.id)!.document!.expiresAt;
  if (expiresAt != null && tellsExpiry(outcome)) outcome.matchExpiresAt = expiresAt;
  return outcome;
}

/** Returns the intent to store a document exactly as given. A document already stored under its id is replaced. */
export function restoring(
  collection: Collection,
  { text, ...document }: RestoreOperation['documents'][number],
  prepare: Prepare,
): Intent {
  const signature = storedSignature(document.signature, collection.recipe);
  const stored = storing(collection, { ...document, text, now: document.lastSeenAt }, document.id);
  return {
    ...stored,
    kind: 'add',
    isSame: () => false,
    next: (_, kept) => ({ ...document, signature, extractor: chooseExtractor(document, kept) }),
    prepare,
  };
}

/**
 * Returns the intent to delete a document. @param token identifies the deletion if it is retried; null if it is never
 * retried
 */
export function deletion(
  collection: Collection,
  id: string,
  now: number,
  refuses: Intent['refuses'],
  token: string | null,
): Intent {
  const next = () => {
    throw new Error('A deletion stores nothing');
  };
  const nothing = { signature: null, text: null, policy: null, expiresAt: null, isSame: null };
  return { ...nothing, collection, kind: 'delete', id, now, next, refuses, token, prepare: null };
}

type Given = Omit<AddOperation, 'collection' | 'id' | 'idempotency'>;

function storing(
  collection: Collection,
  operation: Given,
  id: string,
): Omit<Intent, 'kind' | 'prepare'> & { readonly signature: Signature } {
  const { text, metadata, page, expiresAt, now } = operation;
  const signature = keptSignature(operation.signature, collection.recipe);
  const stored = storedSignature(signature, collection.recipe);
  return {
    ...{ collection, id, signature, text, expiresAt, now },
    ...{ policy: null, isSame: null, refuses: null, token: null },
    next: (earlier, present) => {
      const extractor = chooseExtractor(operation, present);
      const kept = { metadata, page, extractor, expiresAt, now };
      return nextVersion(earlier, { id, signature: stored, ...kept });
    },
  };
}

/**
 * Returns the extractor to store with a document: the one stored with the first document with the same text or, if
 * there is no such document, the given one.
 */
function chooseExtractor(
  { extractor }: Pick<StoredDocument, 'extractor'>,
  kept: Kept,
): string | null {
  return kept === null ? extractor : kept.extractor;
}

export function refuseRevision(
  { id, revision }: StoredDocument,
  ifRevision: number | undefined,
): void {
  if (ifRevision === undefined || revision === ifRevision) return;
  throw new NeardupError(
    'precondition_failed',
    `Cannot delete document "${id}": it is at revision ${revision}, not ${ifRevision}`,
  );
}

/** Returns the outcome of an addition that has stored its document. */
export function added({ earlier, stored }: Done): AddOutcome {
  return { status: earlier === undefined ? 'created' : 'replaced', document: stored! };
}
