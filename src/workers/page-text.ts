import type { Extracted } from '../extract/extract.js';
import { type PageText, withSentTitle } from '../text/page-text.js';

/** Returns the lines of an extracted page. @param sentTitle title that the client sent; undefined if none */
export function pageText(
  { text, rest, isBlocks, page }: Pick<Extracted, 'text' | 'rest' | 'isBlocks' | 'page'>,
  sentTitle: string | undefined,
): PageText {
  return withSentTitle({ text, rest, isBlocks, title: page.title }, sentTitle);
}
