/**
 * Documents with which a check or query compares its page; the others count as absent. Only the document under the id of
 * the page, whose next version a check stores, is compared in any case.
 *
 * The bounds on a search (matching/bounds.ts) count only contents that have a document in the scope.
 */
export interface Scope {
  /** Only documents that were first stored at this time or later (`storedAt`); 0: at any time. */
  readonly since: number;
  /** Only documents of this site, as returned by `siteFromId`; null: of any site, and without one. */
  readonly site: string | null;
}
