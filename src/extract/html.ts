import type { Rules } from './element-rules.js';
import type { ExtractedLine } from './extracted-line.js';
import { type HtmlWay, htmlExtractor } from './extractor-names.js';
import { articleBody, parseLinkedData } from './linked-data.js';
import { type MainText, mainText, visibleLines } from './main-text.js';
import { type PageFacts, pageFacts } from './page-facts.js';
import type { Line } from './page-lines.js';
import { type PageTree, type PageTreeOptions, pageTree } from './page-tree.js';
import { tidyLine } from './tidy.js';

export interface HtmlText {
  /** Facts that the page declares about itself. */
  readonly page: PageFacts;
  /** Main text. */
  readonly text: string;
  /**
   * All other lines, in order: parts of the title that are no line of the page, each followed by a blank line, then what
   * stands around the main text, and hidden text.
   */
  readonly rest: string;
  readonly isBlocks: true;
  /** All lines in order. */
  readonly lines: readonly ExtractedLine[];
  /** Name of the extractor, which includes the method that found the text. */
  readonly extractor: ReturnType<typeof htmlExtractor>;
}

export interface HtmlOptions extends PageTreeOptions {
  /** Address of the page; ignored if invalid. */
  readonly address?: string | null | undefined;
  /** Tests if a rule applies; defaults to all rules. */
  readonly rules?: Rules;
}

/** A text shorter than this, in UTF-16 units, may not be the content of the page. */
const littleLength = 200;

/**
 * Returns the lines of a page, divided into its main text and the rest. If the main text is short, and the article in
 * the linked data is much longer, that is the main text. If the page has no main text, everything visible is. Cost:
 * linear in the length of the page.
 */
export function htmlText(
  html: string,
  { address = null, rules, ...options }: HtmlOptions = {},
): HtmlText {
  const tree = pageTree(html, options);
  const linked = parseLinkedData(tree.jsonLd);
  const found = mainText(tree, rules);
  const { text, headings, extractor, lines } = chooseText(tree, linked, found, rules);
  const page = pageFacts({ tree, linked, heading: found.heading, headings, address });
  const titles = titleLines(tree.title, lines);
  const others = lines.map(described);
  const around = others.flatMap((line) => (line.in === 'rest' ? [line.text] : [])).join('\n');
  // Blank lines keep the parts of the title apart from each other and from the first line (fingerprint/reading.ts).
  const blocks = [...titles.map((line) => line.text), around].filter((block) => block !== '');
  const rest = blocks.join('\n\n');
  return { page, text, rest, isBlocks: true, lines: [...titles, ...others], extractor };
}

/** Returns a line with the reason why it belongs to the main text or not. */
function described({ text, isMain, place }: Line): ExtractedLine {
  if (isMain) return { in: 'main', reason: 'content', text };
  return { in: 'rest', reason: place === 'content' ? 'about' : place, text };
}

/** Separators between a title and the name of its site. */
const titleSeparator = / [|–—·-] |»/;

/**
 * Returns the parts of a title that are no lines of the page. Each is a line, so that the name of the site is a line
 * that its other pages have as well.
 */
function titleLines(title: string, lines: readonly Line[]): ExtractedLine[] {
  const known = new Set(lines.map(({ text }) => text));
  const parts = title.split(titleSeparator).map(tidyLine);
  return parts.flatMap((text) =>
    text === '' || known.has(text) ? [] : [{ in: 'rest', reason: 'title', text }],
  );
}

function chooseText(
  tree: PageTree,
  linked: readonly unknown[],
  found: MainText,
  rules: Rules = () => true,
) {
  const shown = way(found.way, found.lines);
  if (shown.text.length < littleLength && rules('linked')) {
    const all = found.lines.map((line) => ({ ...line, isMain: false }));
    const other = { ...way('linked', all), text: articleBody(linked) };
    if (other.text.length > 2 * shown.text.length + littleLength) return other;
  }
  return shown.text === '' ? way('all', visibleLines(tree)) : shown;
}

function way(name: HtmlWay, lines: readonly Line[]) {
  const main = lines.filter(({ isMain }) => isMain);
  return {
    lines,
    text: main.map(({ text }) => text).join('\n'),
    headings: main.filter(({ isHeading }) => isHeading).map(({ text }) => text),
    extractor: htmlExtractor(name),
  };
}
