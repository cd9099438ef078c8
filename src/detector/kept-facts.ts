import type { PageFacts } from '../extract/page-facts.js';
import type { StoredDocument } from '../store/contract/documents.js';

/** Facts of a page that are stored with its document. Headings are not, as they are in the text. */
export type KeptFacts = Omit<PageFacts, 'headings'>;

export interface FactsToKeep {
  /** Id of the document. */
  readonly id?: string | undefined;
  /** Facts found in the page; null: it is no page. */
  readonly facts: KeptFacts | null;
  /** Title given in the request, which replaces the one that was found. */
  readonly title?: string | undefined;
}

export const noFacts: KeptFacts = {
  ...{ title: null, siteName: null, canonical: null, language: null, publishedAt: null },
};

/** A canonical address that is the id of the document, as that of most pages is. */
const ownId = '';

/**
 * Returns facts as stores keep them: a JSON array that ends with the last known one; null: none is known. It
 * has half the bytes of an object with the address.
 */
export function packFacts({ id, facts, title }: FactsToKeep): string | null {
  const { canonical, siteName, language, publishedAt, ...found } = facts ?? noFacts;
  const address = canonical === id ? ownId : canonical;
  const values = [title ?? found.title, siteName, address, language, publishedAt];
  const length = values.findLastIndex((value) => value !== null) + 1;
  return length === 0 ? null : JSON.stringify(values.slice(0, length));
}

/** Returns the facts of a stored document; null: none is known. */
export function unpackFacts({ id, page }: Pick<StoredDocument, 'id' | 'page'>): KeptFacts | null {
  if (page === null) return null;
  const [title = null, siteName = null, address = null, language = null, publishedAt = null] =
    JSON.parse(page) as (string | null)[];
  const canonical = address === ownId ? id : address;
  return { title, siteName, canonical, language, publishedAt };
}
