import { type HashSet, unpackTaughtLines } from '../fingerprint/evidence.js';

/*
 * Lines that a site repeats: menus, notices, footers. They are learnt from the pages of the site that are stored, never
 * guessed from names or words. A line is the site's if it stands outside the main text of at least half of the newest
 * pages of the site, and of at least three. A day, a price or "cancelled" stands on fewer.
 *
 *   newest pages of the site   ▯ ▯ ▯ ▯ ▯ ▯ ▯ ▯        up to 32 that differ in their main texts
 *   "Cookies help us …"        ■ ■ ■ ■ ■ ■ ■ ■  8     the site's
 *   "Cancelled"                ■ □ □ ■ □ □ □ ■  3     not half of them
 */

/** Number of pages that teach the lines of a site. */
export const teachingPagesMax = 32;
/** Maximum size of the evidence of the pages that teach, in bytes, so that learning takes a bounded time. */
export const teachingBytesMax = 2 ** 20;
const pagesMin = 3;
const shareMin = 1 / 2;
/** Number of bits by which lines are compared: every set of lines has at least as many (fingerprint/evidence.ts). */
const lineBits = 24;

/** Lines of a site, each with the number of teaching pages that have it outside their main text. */
export interface SiteLines {
  /** Number of pages that teach. */
  readonly pages: number;
  /** Number of pages by line, for the lines that are the site's. A line is the first 24 bits of its hash. */
  readonly lines: ReadonlyMap<number, number>;
}

/** Lines of the sites of two pages that are compared. */
export interface ComparedSites {
  readonly page: SiteLines;
  readonly stored: SiteLines;
}

/** Lines of a page that belongs to no site, or whose site has too few pages. */
export const noSiteLines: SiteLines = { pages: 0, lines: new Map() };

/** Collects the lines of a site from its pages, which must be given newest first. */
export function createSiteLearner() {
  const mains = new Set<number>();
  const counts = new Map<number, number>();
  let bytes = 0;

  return {
    /**
     * Adds a page, unless it has the main text of an earlier one or teaches nothing.
     * @param evidence packed evidence
     * @returns false if no further page may teach
     */
    add(evidence: Uint8Array): boolean {
      bytes += evidence.length;
      if (bytes > teachingBytesMax) return false;
      const page = unpackTaughtLines(evidence);
      if (page === null || mains.has(page.mainHash)) return true;
      mains.add(page.mainHash);
      for (const line of lineSet(page.rest)) counts.set(line, (counts.get(line) ?? 0) + 1);
      return mains.size < teachingPagesMax;
    },
    learnt(): SiteLines {
      const pages = mains.size;
      const least = Math.max(pagesMin, pages * shareMin);
      const lines = new Map([...counts].filter(([, count]) => count >= least));
      return { pages, lines };
    },
  };
}

/** Tests if a page has a line outside its main text. @param evidence packed evidence */
export function hasSiteLine(evidence: Uint8Array, line: number): boolean {
  const page = unpackTaughtLines(evidence);
  return page !== null && lineSet(page.rest).has(line);
}

/** Returns the distinct lines of a page, cut to the bits that every page has. */
function lineSet({ hashes, bits }: HashSet): ReadonlySet<number> {
  const lines = new Set<number>();
  for (let at = 0; at < hashes.length; at++) lines.add(hashes[at]! >>> (bits - lineBits));
  return lines;
}

/** Returns a line as sites know it. @param hash 32 bits */
export const toSiteLine = (hash: number): number => hash >>> (32 - lineBits);

/** Tests if a line that stands outside a main text is the site's. @param hash 32 bits */
export function isSiteLine({ lines }: SiteLines, hash: number): boolean {
  return lines.has(toSiteLine(hash));
}

/** Returns the lines of a set that belong to a site. */
export function siteLinesAmong({ hashes, bits }: HashSet, { lines }: SiteLines): number[] {
  return [...lineSet({ hashes, bits })].filter((line) => lines.has(line));
}

/** Returns the lines of a set that belong to none of the sites. */
export function withoutSiteLines({ hashes, bits }: HashSet, sites: readonly SiteLines[]): HashSet {
  const isOwn = (hash: number) => {
    const line = hash >>> (bits - lineBits);
    return !sites.some(({ lines }) => lines.has(line));
  };
  return { hashes: hashes.filter(isOwn), bits };
}
