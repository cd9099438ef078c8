import type { ListedDocument } from './api/types.js';

/** What a person calls a document: the title in its metadata; null: it has none. */
export function titleOf({ metadata }: Pick<ListedDocument, 'metadata'>): string | null {
  const title = metadata?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}
