import type { NewPassages } from '../fingerprint/comparable.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { SiteLineList } from '../store/contract/sites.js';
import { siteFromId } from '../store/rules/host.js';
import type { Probe } from './sides.js';

/** Says of the lines that a page adds to a match on how many pages of its site they stand. */
export type MarkSiteLines = (found: NewPassages | null) => Promise<NewPassages | null>;

export interface SiteMarksOptions {
  readonly store: EmbeddedStore;
  readonly clock: () => number;
}

/** Marks lines by what the site of the page repeats now. The site is read once, and only if there is a line to mark. */
export function createSiteMarks({ store, clock }: SiteMarksOptions) {
  return function marksFor(
    probe: Probe,
    collection: Collection,
    context: TaskContext | undefined,
  ): MarkSiteLines {
    const site = probe.kind === 'id' ? siteFromId(probe.id) : null;
    const isLearnt = site !== null && collection.siteLines && store.features.has('siteLines');
    let read: Promise<SiteLineList> | undefined;
    return async (found) => {
      if (!isLearnt || !found?.passages.some((passage) => passage.in === 'rest')) return found;
      read ??= store.siteLines({ collection, site, now: clock() }, context);
      const { pages: of, lines } = await read;
      const pagesOf = new Map(lines.map(({ line, pages }) => [line, pages]));
      const passages = found.passages.map((passage) => {
        const pages = passage.in === 'rest' ? pagesOf.get(passage.line) : undefined;
        return pages === undefined ? passage : { ...passage, onSite: { pages, of } };
      });
      return { ...found, passages };
    };
  };
}
