import type { NewPassages } from '../fingerprint/comparable.js';
import { type ComparedSites, noSiteLines, type SiteLines } from '../matching/site-lines.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { siteFromId } from '../store/rules/host.js';
import type { Probe } from './sides.js';

/** Says of the lines that a page adds to a match on how many pages of its site they stand. */
export type MarkSiteLines = (found: NewPassages | null) => Promise<NewPassages | null>;

export interface SiteMarksOptions {
  readonly store: EmbeddedStore;
  readonly clock: () => number;
}

export type SiteMarks = ReturnType<typeof createSiteMarks>;

/** Reads what the sites of compared pages repeat now. Only an id names a site. */
export function createSiteMarks({ store, clock }: SiteMarksOptions) {
  /** Reads the lines of the site of one side; null if nothing is learnt of it. */
  async function readSite(
    probe: Probe,
    collection: Collection,
    context: TaskContext | undefined,
  ): Promise<SiteLines | null> {
    const site = probe.kind === 'id' ? siteFromId(probe.id) : null;
    if (site === null || !collection.siteLines || !store.features.has('siteLines')) return null;
    const { pages, lines } = await store.siteLines({ collection, site, now: clock() }, context);
    return { pages, lines: new Map(lines.map(({ line, pages }) => [line, pages])) };
  }

  return {
    /** Marks lines of a page. Its site is read once, and only if there is a line to mark. */
    marksFor(
      probe: Probe,
      collection: Collection,
      context: TaskContext | undefined,
    ): MarkSiteLines {
      let read: Promise<SiteLines | null> | undefined;
      return async (found) => {
        if (!found?.passages.some((passage) => passage.in === 'rest')) return found;
        read ??= readSite(probe, collection, context);
        const site = await read;
        if (site === null) return found;
        const passages = found.passages.map((passage) => {
          const pages = passage.in === 'rest' ? site.lines.get(passage.line) : undefined;
          return pages === undefined ? passage : { ...passage, onSite: { pages, of: site.pages } };
        });
        return { ...found, passages };
      };
    },
    /** Reads the lines that a check would leave out of a comparison; null if there are none. */
    async readSites(
      a: Probe,
      b: Probe,
      collection: Collection,
      context: TaskContext | undefined,
    ): Promise<ComparedSites | null> {
      const [page, stored] = await Promise.all([
        readSite(a, collection, context),
        readSite(b, collection, context),
      ]);
      const sites = { page: page ?? noSiteLines, stored: stored ?? noSiteLines };
      return sites.page.lines.size + sites.stored.lines.size === 0 ? null : sites;
    },
  };
}
