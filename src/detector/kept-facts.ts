import type { PageFacts } from '../extract/page-facts.js';
import type { Client } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { StoredDocument } from '../store/contract/documents.js';
import type { Store } from '../store/contract/store.js';

/** Page metadata stored with a document, without the headings, which the text contains. */
export type KeptFacts = Omit<PageFacts, 'headings'>;

export interface FactsToKeep {
  /** Id of the document. */
  readonly id?: string | undefined;
  /** Metadata found in the page; null if the input is not a page. */
  readonly facts: KeptFacts | null;
  /** Title in the request, which overrides the title found in the page. */
  readonly title?: string | undefined;
}

export const noFacts: KeptFacts = {
  ...{ title: null, siteName: null, canonical: null, language: null, publishedAt: null },
};

/** Stands for a canonical address that equals the id of the document, as it does for most pages. */
const ownId = '';

/**
 * Packs metadata for the store into a JSON array that ends with the last known fact. The array takes half the bytes of
 * an object with named fields and the full address. Returns null if no fact is known.
 */
export function packFacts({ id, facts, title }: FactsToKeep): string | null {
  const { canonical, siteName, language, publishedAt, ...found } = facts ?? noFacts;
  const address = canonical === id ? ownId : canonical;
  const values = [title ?? found.title, siteName, address, language, publishedAt];
  const length = values.findLastIndex((value) => value !== null) + 1;
  return length === 0 ? null : JSON.stringify(values.slice(0, length));
}

/** Returns the metadata of a stored document; null if no fact is known. */
export function unpackFacts({ id, page }: Pick<StoredDocument, 'id' | 'page'>): KeptFacts | null {
  if (page === null) return null;
  const [title = null, siteName = null, address = null, language = null, publishedAt = null] =
    JSON.parse(page) as (string | null)[];
  const canonical = address === ownId ? id : address;
  return { title, siteName, canonical, language, publishedAt };
}

/** Metadata of a page, and the stored document at its canonical address. */
export interface DescribedPage extends PageFacts {
  /** Id of another stored document with the canonical address; null if there is none. */
  readonly canonicalOf: string | null;
}

export interface PageToDescribe {
  /** Metadata found in the page; null if the input is not a page. */
  readonly facts: PageFacts | null;
  /** Title in the request. */
  readonly title?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * Creates a function that looks up the document stored at a page's canonical address. The function looks up at most
 * three ids in one step, and none if the page has no canonical address or if that address is the id of the page.
 */
export function createDescribePage(store: Store, clock: () => number) {
  return async function describePage(
    { facts, title, id }: PageToDescribe,
    collection: Collection,
    client: Client | undefined,
  ): Promise<DescribedPage | null> {
    if (facts === null && title === undefined) return null;
    const found = facts ?? { ...noFacts, headings: [] };
    const ids = found.canonical === null ? [] : spellings(found.canonical);
    // Most pages name their own address as canonical, so that there is no other document to look up.
    const others = id !== undefined && ids.includes(id) ? [] : ids;
    const [stored] =
      others.length === 0
        ? []
        : await store.get({ collection, ids: others, now: clock() }, { client });
    return { ...found, title: title ?? found.title, canonicalOf: stored?.id ?? null };
  };
}

/**
 * Returns the ids under which an address may be stored: as browsers send it, in a readable form without percent escapes
 * and, if it is only a host, without the final slash.
 */
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
    // The escapes are not valid UTF-8, so the address has no readable form.
    return href;
  }
}
