import type { StoredDocument } from '../contract/documents.js';
import type { Scope } from '../contract/scope.js';
import { siteFromId } from './host.js';

/** Tests if a document is in a scope; undefined: every document is. */
export function isInScope(
  { id, storedAt }: Pick<StoredDocument, 'id' | 'storedAt'>,
  scope: Scope | undefined,
): boolean {
  if (scope === undefined) return true;
  return storedAt >= scope.since && (scope.site === null || siteFromId(id) === scope.site);
}
