import { NeardupError } from '../../../errors.js';
import { keptSignature, storedSignature } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { AddOperation, CheckOperation, StoredDocument } from '../../contract/documents.js';
import type { RestoreOperation } from '../../contract/successors.js';
import { nextVersion } from '../../rules/versions.js';
import type { Intent, Kept } from './attempt-driver.js';

/** What a check or an addition wants to have stored. */
export function storing(
  collection: Collection,
  operation: Pick<AddOperation, 'text' | 'metadata' | 'page' | 'extractor' | 'expiresAt' | 'now'> &
    Partial<Pick<CheckOperation, 'rule' | 'limit' | 'duplicateIf' | 'onChange'>> & {
      readonly signature: AddOperation['signature'];
    },
  { kind, id, isSame }: Pick<Intent, 'kind' | 'id'> & Partial<Pick<Intent, 'isSame'>>,
): Intent {
  const { text, metadata, page, expiresAt, now, rule = exactOnly, limit = 0 } = operation;
  const { duplicateIf = 'addsNothing', onChange = 'store' } = operation;
  const keepFormer = onChange === 'keep';
  const signature = keptSignature(operation.signature, collection.recipe);
  const stored = storedSignature(signature, collection.recipe);
  return {
    ...{
      collection,
      kind,
      id,
      signature,
      text,
      rule,
      limit,
      duplicateIf,
      keepFormer,
      expiresAt,
      now,
    },
    isSame: isSame ?? null,
    refuses: null,
    token: null,
    prepare: null,
    next: (earlier, present) => {
      const extractor = extractorOf(operation, present);
      const kept = { metadata, page, extractor, expiresAt, now };
      return nextVersion(earlier, { id, signature: stored, ...kept });
    },
  };
}

const exactOnly = { maxDistance: 0, minSimilarity: 1, shortMinSimilarity: 1 };

/** Stores a document as given, and replaces the one with its id. */
export function restoring(
  collection: Collection,
  { text, ...document }: RestoreOperation['documents'][number],
): Intent {
  const signature = storedSignature(document.signature, collection.recipe);
  const operation = { ...document, text, now: document.lastSeenAt };
  return {
    ...storing(collection, operation, { kind: 'add', id: document.id, isSame: () => false }),
    next: (_, kept) => ({ ...document, signature, extractor: extractorOf(document, kept) }),
  };
}

/** A content keeps the extractor of its first document. */
function extractorOf({ extractor }: Pick<StoredDocument, 'extractor'>, kept: Kept): string | null {
  return kept === null ? extractor : kept.extractor;
}

/** A deletion, without the id that it deletes. */
export const deletion = {
  kind: 'delete',
  signature: null,
  text: null,
  rule: null,
  limit: 0,
  duplicateIf: 'addsNothing',
  keepFormer: false,
  expiresAt: null,
  isSame: null,
  prepare: null,
  next: () => {
    throw new Error('A deletion stores nothing');
  },
} as const;

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
