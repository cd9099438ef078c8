import { type HtmlWay, htmlExtractor } from './extractor-names.js';
import { articleBody, parseLinkedData } from './linked-data.js';
import { findHeading, mainText, visibleLines } from './main-text.js';
import { type PageFacts, pageFacts } from './page-facts.js';
import type { Line } from './page-lines.js';
import { type PageTree, type PageTreeOptions, pageTree } from './page-tree.js';

export interface HtmlText {
  /** Facts that the page declares about itself. */
  readonly page: PageFacts;
  readonly text: string;
  /** Name of the extractor, which includes the method that found the text. */
  readonly extractor: ReturnType<typeof htmlExtractor>;
}

export interface HtmlOptions extends PageTreeOptions {
  /** Address of the page; ignored if invalid. */
  readonly address?: string | null | undefined;
}

/** A text shorter than this, in UTF-16 units, may not be the content of the page. */
const littleLength = 200;

/**
 * Returns the main text of a page, taken from its elements. If this text is short, and the text with hidden elements or
 * the article in the linked data is much longer, returns the longer one instead. If the page has no main text, returns
 * everything visible. Cost: linear in the length of the page.
 */
export function htmlText(html: string, { address = null, ...options }: HtmlOptions = {}): HtmlText {
  const tree = pageTree(html, options);
  const linked = parseLinkedData(tree.jsonLd);
  const { text, headings, extractor } = chooseText(tree, linked);
  const heading = findHeading(tree);
  return { page: pageFacts({ tree, linked, heading, headings, address }), text, extractor };
}

function chooseText(tree: PageTree, linked: readonly unknown[]) {
  const { hasHidden, ...found } = mainText(tree, false);
  const shown = way(found.way, found.lines);
  if (shown.text.length >= littleLength) return shown;
  const body = articleBody(linked);
  const others = [{ ...way('linked', []), text: body }];
  if (hasHidden) {
    const whole = mainText(tree, true);
    others.push(way(whole.way, whole.lines));
  }
  const longer = others.find(({ text }) => text.length > 2 * shown.text.length + littleLength);
  if (longer !== undefined) return longer;
  return shown.text === '' ? way('all', visibleLines(tree)) : shown;
}

function way(name: HtmlWay, lines: readonly Line[]) {
  return {
    text: lines.map(({ text }) => text).join('\n'),
    headings: lines.filter(({ isHeading }) => isHeading).map(({ text }) => text),
    extractor: htmlExtractor(name),
  };
}
