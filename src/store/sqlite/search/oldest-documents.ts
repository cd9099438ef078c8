import type { Database } from 'better-sqlite3';
import type { Scope } from '../../contract/scope.js';
import { isInScope } from '../../rules/scope.js';
import { isLive } from '../../rules/versions.js';
import { hashSite } from '../tables/site-hash.js';
import {
  createPresentDocuments,
  onlyDocument,
  presentByAge,
  presentByExpiry,
  presentOfSite,
} from './present-documents.js';

/** A present document, by its place in the order of age. */
export interface OldDocument {
  readonly storedAt: number;
  readonly id: string;
  /** True if no other document has its content, not even an expired one. */
  readonly isOnly: boolean;
}

/** Selects the documents that count. */
export interface Counted {
  readonly now: number;
  readonly scope?: Scope | undefined;
  /** Ids of documents that do not count. */
  readonly excluded?: readonly string[];
}

export type FindOldest = (content: number, counted: Counted) => OldDocument | undefined;

/**
 * Finds the oldest present document of a content, in a scope if there is one. Reads a range of an index, in which few
 * documents do not count. Two sites may have the same hash; then the document may be missed, and its copy is stored.
 */
export function createOldestDocuments(db: Database): FindOldest {
  const present = createPresentDocuments(db);
  const selectOnly = db
    .prepare<[number], [storedAt: number, id: string, expiresAt: number | null]>(
      `SELECT stored_at, id, expires_at FROM documents WHERE ${onlyDocument}`,
    )
    .raw();
  const oldestWhere = (condition: string) =>
    `SELECT stored_at, id FROM documents WHERE ${condition} AND stored_at >= ?
     ORDER BY stored_at, id LIMIT +?`;
  const selectOldest = db
    .prepare<[number, number, number, number], Row>(oldestWhere(presentByAge))
    .raw();
  const selectByExpiry = db
    .prepare<[number, number, number, number, number], Row>(oldestWhere(presentByExpiry))
    .raw();
  const selectOfSite = db
    .prepare<[number, number, number, number, number], Row>(oldestWhere(presentOfSite))
    .raw();

  function oldest(content: number, now: number, scope: Scope | undefined, atMost: number): Row[] {
    const { since, site } = scope ?? { since: 0, site: null };
    if (site !== null) return selectOfSite.all(content, hashSite(site), now, since, atMost);
    return scope === undefined && present.areFewerByExpiry(content, now)
      ? selectByExpiry.all(content, content, now, since, atMost)
      : selectOldest.all(content, now, since, atMost);
  }

  return function find(content, { now, scope, excluded = [] }) {
    const only = selectOnly.get(content);
    if (only !== undefined) {
      const [storedAt, id, expiresAt] = only;
      const counts = isLive({ expiresAt }, now) && isInScope({ id, storedAt }, scope);
      return counts ? { storedAt, id, isOnly: true } : undefined;
    }
    for (const [storedAt, id] of oldest(content, now, scope, excluded.length + 1)) {
      if (!excluded.includes(id) && isInScope({ id, storedAt }, scope)) {
        return { storedAt, id, isOnly: false };
      }
    }
    return undefined;
  };
}

type Row = [storedAt: number, id: string];
