import type { Database } from 'better-sqlite3';
import type { ReadSites } from '../../../matching/additions.js';
import {
  type ComparedSites,
  createSiteLearner,
  examinedPagesMax,
  hasSiteLine,
  type SiteLines,
} from '../../../matching/site-lines.js';
import { createSitesOfPage } from '../../../matching/sites-of-page.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { StoredDocument } from '../../contract/documents.js';
import type { Scope } from '../../contract/scope.js';
import { type SiteLineList, siteLinesMax } from '../../contract/sites.js';
import { hostOrCommon, siteFromId } from '../../rules/host.js';
import { hashSite } from '../tables/site-hash.js';
import type { ContentCache } from './content-cache.js';
import type { FindOldest } from './oldest-documents.js';

const pagesAtOnce = 32;

export interface SitesOfPage {
  /**
   * Returns a function that reads the lines of the page's site, and those that it repeated when a version was stored
   * under the id of the page.
   * @param version the version, which is stored now or was before a claim
   */
  ofVersion(version: Pick<StoredDocument, 'updatedAt'>): ReadSites;
  /**
   * Reads the lines of the page's site, and those of the site of a stored content: the site of its oldest document.
   * @param excluded ids of documents that do not match
   */
  ofContent(content: number, excluded: readonly string[]): ComparedSites | null;
  /** Tests if the oldest document of a stored content has the host of the page (`hostOrCommon`). */
  sharesHost(content: number): boolean;
}

export type Sites = ReturnType<typeof createSites>;

/**
 * Reads the lines that sites repeat from the documents that are stored now. Those that were stored or replaced last
 * come first. Documents with a claim do not teach, because they may never be written. So the lines depend on nothing
 * but the stored documents and their times.
 *
 * A line that a site repeated when a version was stored may be on none of its newest pages: a crawl that finds another
 * footer stores the pages again, one after the other. What the site repeated then is learnt from the pages that were
 * stored next and have not been stored again.
 *
 *   by time of storing   ▯ ▯ ▯ ■ □ □ □ □ □ □ …  ▯ ▯ ▯ ▯        ■ the version   □ stored next   ▯ newest
 */
export function createSites(
  db: Database,
  cache: ContentCache,
  hasClaims: (collection: CollectionKey) => boolean,
  findOldest: FindOldest,
) {
  const select = (condition: string, order: 'ASC' | 'DESC') =>
    db
      .prepare<[number, number, number, number, number, number], SiteRow>(
        `SELECT id, content FROM documents
         WHERE collection = ? AND site = ? AND updated_at >= ?
           AND (expires_at IS NULL OR expires_at > ?)${condition}
         ORDER BY updated_at ${order}, number ${order} LIMIT +? OFFSET +?`,
      )
      .raw();
  const isConfirmed = ' AND NOT EXISTS (SELECT 1 FROM claims WHERE document = documents.number)';
  const selectNewest = { all: select('', 'DESC'), confirmed: select(isConfirmed, 'DESC') };
  const selectNext = { all: select('', 'ASC'), confirmed: select(isConfirmed, 'ASC') };

  /**
   * Yields pages of a site that may teach, with their evidence: the newest ones, newest first, or those that were stored
   * at a time or next, oldest first.
   */
  function* teachingPages(collection: CollectionKey, site: string, now: number, since?: number) {
    const { generation } = collection;
    const select = since === undefined ? selectNewest : selectNext;
    const pages = hasClaims(collection) ? select.confirmed : select.all;
    for (let at = 0; at < examinedPagesMax; at += pagesAtOnce) {
      const rows = pages.all(generation, hashSite(site), since ?? 0, now, pagesAtOnce, at);
      for (const [id, content] of rows) {
        const evidence = siteFromId(id) === site ? cache.read(content)?.evidence : null;
        if (evidence) yield { id, evidence };
      }
      if (rows.length < pagesAtOnce) return;
    }
  }

  function learn(collection: CollectionKey, site: string, now: number, since?: number): SiteLines {
    const learner = createSiteLearner();
    for (const { evidence } of teachingPages(collection, site, now, since)) {
      if (!learner.add(evidence)) break;
    }
    return learner.learnt();
  }

  /** Lists the lines of a site, those of most pages first, each with the newest page that has it. */
  function list(collection: CollectionKey, site: string, now: number): SiteLineList {
    const { pages, lines } = learn(collection, site, now);
    const newest = [...teachingPages(collection, site, now)];
    const listed = [...lines]
      .sort(([a, pagesOfA], [b, pagesOfB]) => pagesOfB - pagesOfA || a - b)
      .slice(0, siteLinesMax)
      .map(([line, count]) => {
        const on = newest.find(({ evidence }) => hasSiteLine(evidence, line))!.id;
        return { line, pages: count, on };
      });
    return { pages, lines: listed };
  }

  /**
   * Reads the lines of sites for one operation, each site once.
   * @param id id of the page; null if it has none
   * @param scope documents that may match
   */
  function ofPage(
    collection: Collection,
    id: string | null,
    now: number,
    scope?: Scope,
  ): SitesOfPage {
    const host = hostOrCommon(id);
    const sites = createSitesOfPage(id, siteFromId, (site, since) =>
      learn(collection, site, now, since),
    );
    return {
      ofVersion: ({ updatedAt }) =>
        collection.siteLines ? sites.ofVersion(updatedAt) : () => null,
      ofContent(content, excluded) {
        if (!collection.siteLines) return null;
        return sites.ofDocument(findOldest(content, { now, scope, excluded })?.id);
      },
      sharesHost(content) {
        const oldest = findOldest(content, { now, scope });
        return oldest !== undefined && hostOrCommon(oldest.id) === host;
      },
    };
  }

  return { ofPage, list };
}

type SiteRow = [id: string, content: number];
