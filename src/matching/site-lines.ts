import { type HashSet, type TaughtLines, unpackTaughtLines } from '../fingerprint/evidence.js';

/*
 * Lines that a site repeats: menus, notices, footers. They are learnt from the pages of the site that are stored, never
 * guessed from names or words. A line outside the main text of a page is the site's if at least half of the newest pages
 * of the site have it, and at least three, be it in their main texts or outside. A day, a price or "cancelled" stands on
 * fewer.
 *
 *   newest pages of the site   ▯ ▯ ▯ ▯ ▯ ▯ ▯ ▯        up to 32 that differ in their main texts
 *   "Cookies help us …"        ■ ■ ■ ■ ■ ■ ■ ■  8     the site's
 *   "Cancelled"                ■ □ □ ■ □ □ □ ■  3     not half of them
 */

/** Number of newest pages of a site among which those that teach are looked for. */
export const examinedPagesMax = 256;
/** Number of pages that teach the lines of a site. */
const teachingPagesMax = 32;
/** Maximum size of the evidence of the pages that teach, in bytes, so that learning takes a bounded time. */
export const teachingBytesMax = 2 ** 20;
const pagesMin = 3;
const shareMin = 1 / 2;
/** Number of bits by which lines are compared: every set of lines has at least as many (fingerprint/evidence.ts). */
const lineBits = 24;

/** Lines of a site, each with the number of teaching pages that have it. */
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
  const pages = new Map<number, Uint32Array>();
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
      const page = readTeachingPage(evidence);
      if (page === null || pages.has(page.mainHash)) return true;
      pages.set(page.mainHash, page.lines);
      return pages.size < teachingPagesMax;
    },
    learnt: (): SiteLines => ({
      pages: pages.size,
      lines: countLines([...pages.values()], Math.max(pagesMin, pages.size * shareMin)),
    }),
  };
}

/** Counts the pages that have each line, for lines of at least `least` pages. */
function countLines(pages: readonly Uint32Array[], least: number): Map<number, number> {
  const all = new Uint32Array(pages.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const page of pages) {
    all.set(page, filled);
    filled += page.length;
  }
  all.sort();
  const counts = new Map<number, number>();
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end] === all[start]) end++;
    if (end - start >= least) counts.set(all[start]!, end - start);
  }
  return counts;
}

interface TeachingPage {
  readonly mainHash: number;
  /** Distinct lines of the page, as sites know them. */
  readonly lines: Uint32Array;
}

/** Unpacked pages, for as long as their evidence stays in memory. Evidence never changes. */
const unpacked = new WeakMap<Uint8Array, TeachingPage | null>();

function readTeachingPage(evidence: Uint8Array): TeachingPage | null {
  const known = unpacked.get(evidence);
  if (known !== undefined) return known;
  const taught = unpackTaughtLines(evidence);
  const page = taught && { mainHash: taught.mainHash, lines: linesOf(taught) };
  unpacked.set(evidence, page);
  return page;
}

/** Returns the distinct lines of a page, inside its main text and outside. */
function linesOf({ main, rest }: TaughtLines): Uint32Array {
  const lines = new Uint32Array(main.hashes.length + rest.hashes.length);
  let filled = 0;
  for (const { hashes, bits } of [main, rest]) {
    for (const hash of hashes) lines[filled++] = hash >>> (bits - lineBits);
  }
  lines.sort();
  let distinct = 0;
  for (let at = 0; at < filled; at++) {
    if (at === 0 || lines[at] !== lines[at - 1]) lines[distinct++] = lines[at]!;
  }
  return lines.slice(0, distinct);
}

/** Tests if a page has a line. @param evidence packed evidence */
export function hasSiteLine(evidence: Uint8Array, line: number): boolean {
  return readTeachingPage(evidence)?.lines.includes(line) ?? false;
}

/** Returns the distinct lines of a page, cut to the bits that every page has. */
function distinctLines({ hashes, bits }: HashSet): Uint32Array {
  const lines = hashes.map((hash) => hash >>> (bits - lineBits));
  return lines.filter((line, at) => at === 0 || line !== lines[at - 1]);
}

/** Returns a line as sites know it. @param hash 32 bits */
export const toSiteLine = (hash: number): number => hash >>> (32 - lineBits);

/** Returns the lines of a set that belong to a site. */
export function siteLinesAmong(set: HashSet, { lines }: SiteLines): number[] {
  return [...distinctLines(set)].filter((line) => lines.has(line));
}

/** Returns the lines of a set that belong to none of the sites. */
export function withoutSiteLines({ hashes, bits }: HashSet, sites: readonly SiteLines[]): HashSet {
  const isOwn = (hash: number) => {
    const line = hash >>> (bits - lineBits);
    return !sites.some(({ lines }) => lines.has(line));
  };
  return { hashes: hashes.filter(isOwn), bits };
}
