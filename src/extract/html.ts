import { type HtmlWay, htmlExtractor } from './extractor-names.js';
import { articleBody } from './linked-data.js';
import { headingOf, mainText, visibleLines } from './main-text.js';
import { pageTitle } from './page-title.js';
import { type PageTree, pageTree } from './page-tree.js';

export interface HtmlText {
  readonly title: string | null;
  readonly text: string;
  /** Tells the way in which the text was found. */
  readonly extractor: ReturnType<typeof htmlExtractor>;
}

/** A text of fewer UTF-16 units is too short to be surely the content of a page. */
const littleLength = 200;

/**
 * The main text of a page: of its elements, or of what it hides or keeps as linked data if that is much
 * more, or everything that it shows if it has nothing else. Cost: linear in its length.
 */
export function htmlText(html: string): HtmlText {
  const tree = pageTree(html);
  return { title: pageTitle(tree, headingOf(tree)), ...textOf(tree) };
}

function textOf(tree: PageTree) {
  const { hasHidden, ...found } = mainText(tree, false);
  const shown = way(found.way, found.lines);
  if (shown.text.length >= littleLength) return shown;
  const others = [way('linked', [articleBody(tree.jsonLd)])];
  if (hasHidden) {
    const whole = mainText(tree, true);
    others.push(way(whole.way, whole.lines));
  }
  const longer = others.find(({ text }) => text.length > 2 * shown.text.length + littleLength);
  if (longer !== undefined) return longer;
  return shown.text === '' ? way('all', visibleLines(tree)) : shown;
}

function way(name: HtmlWay, lines: readonly string[]) {
  return { text: lines.join('\n'), extractor: htmlExtractor(name) };
}
