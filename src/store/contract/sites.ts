import type { CollectionKey } from './collections.js';

/** Maximum number of lines of a site that are listed. */
export const siteLinesMax = 1000;

export interface ListSiteLines {
  readonly collection: CollectionKey;
  /** Site in the form that `siteFromId` returns (rules/host.ts). */
  readonly site: string;
  readonly now: number;
}

export interface SiteLineList {
  /** Number of pages from which the lines were learnt. */
  readonly pages: number;
  /** Lines that the site repeats, those of most pages first. */
  readonly lines: readonly ListedSiteLine[];
}

export interface ListedSiteLine {
  /** Hash of the line, as in `Additions.siteLines`. */
  readonly line: number;
  /** Number of these pages that have the line. */
  readonly pages: number;
  /** Id of the newest page that has it. */
  readonly on: string;
}
