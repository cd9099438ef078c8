import type { ReadSites } from './additions.js';
import { type ComparedSites, noSiteLines, type SiteLines } from './site-lines.js';

/** Lines of the sites of a page and of the stored pages that it is compared with. */
export interface SitesOfPage<Id> {
  /**
   * Returns a function that reads the lines of the page's site, and those that it repeated when a version was stored
   * under the id of the page.
   * @param since time at which the version was stored
   */
  ofVersion(since: number): ReadSites;
  /**
   * Reads the lines of the page's site, and those of the site of a stored document; null if no site repeats a line.
   * @param id id of the document; undefined if there is none
   */
  ofDocument(id: Id | undefined): ComparedSites | null;
}

/**
 * Reads the lines of sites for one page, each site once.
 * @param id id of the page; null if it has none
 * @param siteOf returns the site of an id; null if it has none
 * @param learn learns the lines of a site from its newest pages, or from those that were stored at a time or next
 */
export function createSitesOfPage<Id, Site>(
  id: Id | null,
  siteOf: (id: Id) => Site | null,
  learn: (site: Site, since?: number) => SiteLines,
): SitesOfPage<Id> {
  const known = new Map<Site, SiteLines>();
  const ownSite = () => (id === null ? null : siteOf(id));

  function read(site: Site | null): SiteLines {
    if (site === null) return noSiteLines;
    const lines = known.get(site) ?? learn(site);
    known.set(site, lines);
    return lines;
  }

  function compared(page: SiteLines, stored: SiteLines): ComparedSites | null {
    return page.lines.size + stored.lines.size === 0 ? null : { page, stored };
  }

  return {
    ofVersion: (since) => () => {
      const site = ownSite();
      return site === null ? null : compared(read(site), learn(site, since));
    },
    ofDocument: (other) =>
      compared(read(ownSite()), read(other === undefined ? null : siteOf(other))),
  };
}
