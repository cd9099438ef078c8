import type { PageFacts } from '../extract/page-facts.js';
import type { StoredDocument } from '../store/contract/documents.js';

/** Page metadata stored with a document, without the headings, which the text contains. */
export type KeptFacts = Omit<PageFacts, 'headings'>;

export interface FactsToKeep {
  /** Id of the document. */
  readonly id?: string | undefined;
  /** Metadata found in the page; null: the content is not a page. */
  readonly facts: KeptFacts | null;
  /** Title in the request, which overrides the title found in the page. */
  readonly title?: string | undefined;
}

export const noFacts: KeptFacts = {
  ...{ title: null, siteName: null, canonical: null, language: null, publishedAt: null },
};

/** Marks a canonical address that equals the id of the document, as for most pages. */
const ownId = '';

/**
 * Packs metadata for the store: a JSON array that ends with the last known fact; null: no fact is known. An
 * array has half the bytes of an object with the address.
 */
export function packFacts({ id, facts, title }: FactsToKeep): string | null {
  const { canonical, siteName, language, publishedAt, ...found } = facts ?? noFacts;
  const address = canonical === id ? ownId : canonical;
  const values = [title ?? found.title, siteName, address, language, publishedAt];
  const length = values.findLastIndex((value) => value !== null) + 1;
  return length === 0 ? null : JSON.stringify(values.slice(0, length));
}

/** Metadata of a stored document; null: no fact is known. */
export function unpackFacts({ id, page }: Pick<StoredDocument, 'id' | 'page'>): KeptFacts | null {
  if (page === null) return null;
  const [title = null, siteName = null, address = null, language = null, publishedAt = null] =
    JSON.parse(page) as (string | null)[];
  const canonical = address === ownId ? id : address;
  return { title, siteName, canonical, language, publishedAt };
}
