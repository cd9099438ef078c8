import type { PageFacts } from '../extract/page-facts.js';
import type { Client } from '../shares/client.js';
import type { Collection } from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';
import { noFacts } from './kept-facts.js';

/** Facts that a page states about itself, and the stored document that they name. */
export interface DescribedPage extends PageFacts {
  /** Id of the other document that its canonical address names; null: none is stored. */
  readonly canonicalOf: string | null;
}

export interface PageToDescribe {
  /** Facts found in the page; null: it is no page. */
  readonly facts: PageFacts | null;
  /** Title given in the request. */
  readonly title?: string | undefined;
  readonly id?: string | undefined;
}

/** Looks up at most three ids in one step; nothing if the page names no canonical address. */
export function createDescribePage(store: Store, clock: () => number) {
  return async function describePage(
    { facts, title, id }: PageToDescribe,
    collection: Collection,
    client: Client | undefined,
  ): Promise<DescribedPage | null> {
    if (facts === null && title === undefined) return null;
    const found = facts ?? { ...noFacts, headings: [] };
    const ids = found.canonical === null ? [] : spellings(found.canonical);
    // Most pages name themselves.
    const others = id !== undefined && ids.includes(id) ? [] : ids;
    const [stored] =
      others.length === 0
        ? []
        : await store.get({ collection, ids: others, now: clock() }, { client });
    return { ...found, title: title ?? found.title, canonicalOf: stored?.id ?? null };
  };
}

/** The ids that an address may have been stored under: as browsers send it, as people read it, and a host alone. */
function spellings(address: string): string[] {
  const { origin, href } = new URL(address);
  const alone = href === `${origin}/` ? [origin] : [];
  return [...new Set([href, readable(href), ...alone])];
}

function readable(href: string): string {
  try {
    const decoded = decodeURI(href);
    return decoded.length <= 2048 ? decoded : href;
  } catch {
    // Bytes that are no UTF-8, which no reader could read.
    return href;
  }
}
