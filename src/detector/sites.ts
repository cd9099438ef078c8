import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { ListedSiteLine, SiteLineList } from '../store/contract/sites.js';
import { siteFromId } from '../store/rules/host.js';
import type { Signer } from '../workers/signer.js';
import type { Collections } from './collections.js';

/** Use case that shows what the service takes for the lines of a site. */
export interface SiteUseCases {
  /**
   * Lists the lines that a site repeats, as learnt from the documents that are stored now.
   * @param host host as people write it
   * @throws `collection_not_found`, `store_unsupported`
   */
  listSiteLines(collection: string, host: string, context?: TaskContext): Promise<ListedSite>;
}

export interface ListedSite extends Pick<SiteLineList, 'pages'> {
  readonly site: string;
  readonly lines: readonly ShownSiteLine[];
}

export interface ShownSiteLine extends ListedSiteLine {
  /** First 500 characters of the line; null if the text of the newest page that has it is not kept. */
  readonly text: string | null;
}

export interface SiteOptions {
  readonly store: EmbeddedStore;
  readonly signer: Signer;
  readonly collections: Collections;
  readonly clock: () => number;
}

export function createSites({ store, signer, collections, clock }: SiteOptions): SiteUseCases {
  return {
    listSiteLines: (name, host, context) =>
      collections.reach(name, async (collection) => {
        const scheme = host.endsWith(':443') ? 'https' : 'http';
        const site = siteFromId(`${scheme}://${host}`) ?? host;
        const { pages, lines } = await store.siteLines({ collection, site, now: clock() }, context);
        return { site, pages, lines: await withTexts(collection, lines, context) };
      }),
  };

  /** Adds the texts of lines. Reads one page at a time, so that only one text is in memory. */
  async function withTexts(
    collection: Collection,
    lines: readonly ListedSiteLine[],
    context: TaskContext | undefined,
  ): Promise<ShownSiteLine[]> {
    const wanted = new Map<string, number[]>();
    for (const { on, line } of lines) {
      if (!wanted.has(on)) wanted.set(on, []);
      wanted.get(on)!.push(line);
    }
    const texts = new Map<number, string>();
    for (const [id, ofPage] of wanted) {
      const [page] = await store.getArchived({ collection, ids: [id], now: clock() }, context);
      if (!page?.text) continue;
      const found = await signer.lineTexts(page.text, ofPage, collection.recipe, context);
      for (const [line, text] of found) texts.set(line, text);
    }
    return lines.map((line) => ({ ...line, text: texts.get(line.line) ?? null }));
  }
}
