import { createSiteLearner, examinedPagesMax, type SiteLines } from '../../matching/site-lines.js';
import { createSitesOfPage, type SitesOfPage } from '../../matching/sites-of-page.js';
import { shared, sharedBytes } from '../pairs/fingerprint-groups.js';
import { sortByKey } from '../pairs/sort-by-key.js';
import type { CollapsedDocuments } from './collapse.js';
import { isPreferred, type Preferences } from './notes.js';

/*
 * The pages from which the lines of sites are learnt, at any moment of a sequence of checks. Components are decided
 * apart from each other, on several threads, but which lines a site repeats depends on earlier decisions about all of
 * its pages. So components are decided in passes:
 *
 *   pass 0      all components, as if all documents that are not decided yet will be stored
 *   pass 1, 2…  those that needed lines of a site, if the pass before stored a page of their sites that was
 *               not stored until then, or the reverse; the last pass has no such page
 *
 * A decision depends only on earlier ones in the order of checks. So each pass makes at least one further decision that
 * does not change again, and the last pass gives the decisions of the sequence, whatever the threads do when. Most files
 * need two or three passes, because components are decided in the order of their first documents.
 */

/** State of the documents whose ids are addresses, in shared memory. Times are positions in the order of checks. */
export interface SitePages {
  /** Document numbers, site by site, each in the order of checks. */
  readonly members: Int32Array;
  /** Time of each document; null if it is the document's number. */
  readonly times: Int32Array | null;
  /**
   * For each document, the time from which another version is stored under its id, or `lasting` if there is none; 0 if
   * the document is not stored.
   */
  readonly ends: Int32Array;
  /** For each host (`hostOf`), the last pass in which an end of its documents changed. */
  readonly changedIn: Int32Array;
  /** 1 for each component in which a decision needed the lines of a site. */
  readonly needsSites: Uint8Array;
}

/** End of a document that stays stored. */
export const lasting = 2 ** 31 - 1;

/**
 * Creates the state before the first pass: all documents are stored.
 * @param components number of components
 * @returns null if no document has a site
 */
export function createSitePages(
  { count, hostOf, hasSite }: CollapsedDocuments,
  components: number,
  preferences: Preferences | null,
  present: Uint8Array | null,
): SitePages | null {
  if (!hasSite.includes(1)) return null;
  const order = Int32Array.from({ length: count }, (_, number) => number);
  const times = preferences === null ? null : shared(count);
  if (times !== null) {
    order.sort((a, b) => compareTurns(preferences, a, b));
    for (const [time, number] of order.entries()) times[number] = time;
  }
  const inSites = order.filter((number) => hasSite[number] === 1);
  const members = shared(inSites.length);
  members.set(sortByKey(inSites, hostOf));
  const ends = shared(count).fill(lasting);
  if (present !== null) for (let at = 0; at < count; at++) if (present[at] === 1) ends[at] = 0;
  const changedIn = shared(count);
  return { members, times, ends, changedIn, needsSites: sharedBytes(components) };
}

/** Compares two documents by the order of checks: preferred ones first, then in input order. */
export function compareTurns(preferences: Preferences | null, a: number, b: number): number {
  if (isPreferred(preferences, a, b)) return -1;
  return isPreferred(preferences, b, a) ? 1 : a - b;
}

export const timeOf = ({ times }: SitePages, number: number) => times?.[number] ?? number;

/**
 * Creates a function that returns the lines of sites for a document, given the number of the first document with its id,
 * and the time of its check.
 * @param evidenceOf returns the evidence of a document as a store has it
 * @param onNeeded called before lines are learnt
 */
export function createSiteReader(
  pages: SitePages,
  { hostOf, hasSite }: Pick<CollapsedDocuments, 'hostOf' | 'hasSite'>,
  evidenceOf: (document: number) => Uint8Array | null,
  onNeeded: () => void,
): (id: number, time: number) => SitesOfPage<number> {
  const { members, ends } = pages;
  const siteOf = (number: number) => (hasSite[number] === 1 ? hostOf[number]! : null);

  /** Returns the index in `members` of the first page of a site that is checked at a time or later. */
  function findPlace(site: number, time: number): number {
    let [from, to] = [0, members.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const number = members[middle]!;
      const isBefore = hostOf[number]! - site || timeOf(pages, number) - time;
      if (isBefore < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Yields the stored pages of a site, newest first, or those that were stored at a time or next, oldest first. */
  function* storedPages(site: number, time: number, since?: number): Generator<number> {
    const end = findPlace(site, time);
    const [from, step] = since === undefined ? [end - 1, -1] : [findPlace(site, since), 1];
    for (let at = from; at >= 0 && at < end; at += step) {
      const number = members[at]!;
      if (ends[number]! < time) continue;
      if (hostOf[number] !== site) return;
      yield number;
    }
  }

  function learn(site: number, time: number, since?: number): SiteLines {
    onNeeded();
    const learner = createSiteLearner();
    let examined = 0;
    for (const number of storedPages(site, time, since)) {
      if (examined++ === examinedPagesMax) break;
      const evidence = evidenceOf(number);
      if (evidence !== null && !learner.add(evidence)) break;
    }
    return learner.learnt();
  }

  return (id, time) => createSitesOfPage(id, siteOf, (site, since) => learn(site, time, since));
}
