import type { Client } from '../quota/task-context.js';
import type { SiteLineList } from '../store/contract/sites.js';
import type { Store } from '../store/contract/store.js';
import { siteFromId } from '../store/rules/host.js';
import type { Collections } from './collections.js';

/** Use case that shows what the service takes for the lines of a site. */
export interface SiteUseCases {
  /**
   * Lists the lines that a site repeats, as learnt from the documents that are stored now.
   * @param host host as people write it
   * @throws `collection_not_found`, `store_unsupported`
   */
  listSiteLines(collection: string, host: string, client?: Client): Promise<ListedSite>;
}

export interface ListedSite extends SiteLineList {
  readonly site: string;
}

export interface SiteOptions {
  readonly store: Store;
  readonly collections: Collections;
  readonly clock: () => number;
}

export function createSites({ store, collections, clock }: SiteOptions): SiteUseCases {
  return {
    listSiteLines: (name, host, client) =>
      collections.reach(name, async (collection) => {
        const scheme = host.endsWith(':443') ? 'https' : 'http';
        const site = siteFromId(`${scheme}://${host}`) ?? host;
        const operation = { collection, site, now: clock() };
        return { site, ...(await store.siteLines(operation, { client })) };
      }),
  };
}
