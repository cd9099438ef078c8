import { articleLines } from './article-lines.js';
import { furnitureOf, isHidden, isMain } from './furniture.js';
import { type Line, linesOf } from './page-lines.js';
import { type Measures, measured } from './page-measures.js';
import type { PageElement, PageTree } from './page-tree.js';
import { teasersIn } from './teasers.js';

/*
 * Chooses the part of a page that is its content:
 *
 *   1. What is never content is left out first (furniture.ts, teasers.ts), so a footer or a dialog is no
 *      candidate, however long it is.
 *   2. `main` wins over anything outside it, and inside of it an article that holds most of its prose.
 *   3. Without them it is the smallest element that holds most prose, with the heading before it.
 */

export interface MainText {
  readonly lines: readonly string[];
  readonly way: 'marked' | 'dense' | 'all';
}

/** A shorter `main` has no text yet: a script fills it. In letters. */
const mainLengthMin = 10;
/** An article is the content of a page if it holds this share of its prose. */
const articleShareMin = 0.5;
/** The element that holds this share of the prose of the page is its content. */
const proseShareMin = 0.75;
/** … and this share of its text that is no link: signatures and tables are content, and no prose. */
const ownShareMin = Number(process.env.OWN ?? 0.6);
/** What stands between the heading and the content is taken if it is no longer, as a share of the content. */
const introductionShareMax = 0.35;
/** Pages with fewer letters may have their words in descriptions of pictures. */
const fewLetters = 200;

/** Names of elements with an article, by widespread systems. */
const articleNames =
  /(?:^|\s)(?:entry-content|post-content|article-content|article-body|article__body|story-body|post-body|articleBody|article_content|article-text|js_content|td-post-content|post_content|single-content|mw-parser-output)(?:\s|$)/i;

export function mainText(tree: PageTree, keepHidden: boolean): MainText {
  const text = textWithout(tree, keepHidden, false);
  if (lengthOf(text) >= fewLetters) return text;
  const named = textWithout(tree, keepHidden, true);
  return lengthOf(named) > 2 * lengthOf(text) ? named : text;
}

function lengthOf({ lines }: MainText): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function textWithout(tree: PageTree, keepHidden: boolean, keepNamed: boolean): MainText {
  const raw = measured(tree.body, () => false);
  const out = new Set(furnitureOf(tree.body, raw, keepHidden, keepNamed));
  const isOut = (element: PageElement) => out.has(element);
  for (const teaser of teasersIn(tree.body, measured(tree.body, isOut), isOut)) out.add(teaser);
  const { root, way } = contentOf(tree.body, measured(tree.body, isOut), isOut);
  const lines = articleLines(linesOf(root, { isOut, withPictures: false }));
  const isLong = lines.reduce((sum, { length }) => sum + length, 0) >= fewLetters;
  const all = isLong ? lines : linesOf(root, { isOut, withPictures: true });
  return { lines: withHeading(all, tree, root).map(({ text }) => text), way };
}

/** Everything that a page shows, also its furniture. */
export function visibleLines(tree: PageTree): readonly string[] {
  const options = { isOut: isHidden, withPictures: true };
  return linesOf(tree.body, options).map(({ text }) => text);
}

function contentOf(
  body: PageElement,
  measures: Measures,
  isOut: (element: PageElement) => boolean,
): { root: PageElement; way: MainText['way'] } {
  const proseOf = (element: PageElement) => measures.get(element)!.prose;
  const lengthOf = (element: PageElement) => measures.get(element)!.length;
  const ownOf = (element: PageElement) => lengthOf(element) - measures.get(element)!.linked;
  const main = longestOf(elementsIn(body, isOut, isMain), lengthOf);
  const isMarkedMain = main !== undefined && lengthOf(main) >= mainLengthMin;
  const scope = isMarkedMain ? main : body;
  const whole = proseOf(scope);
  const article = longestOf(elementsIn(scope, isOut, isArticle), proseOf);
  if (article !== undefined && whole > 0 && proseOf(article) >= articleShareMin * whole) {
    return { root: article, way: 'marked' };
  }
  if (isMarkedMain) return { root: main, way: 'marked' };
  if (whole === 0) return { root: scope, way: 'all' };

  let root = scope;
  for (;;) {
    const next = longestOf(root.children.filter(isElement).filter((child) => !isOut(child)), proseOf);
    if (next === undefined || next.name === 'p' || proseOf(next) < proseShareMin * whole) break;
    if (ownOf(next) < ownShareMin * ownOf(scope)) break;
    root = next;
  }
  const heading = elementsIn(scope, isOut, isHeading)[0];
  if (heading === undefined || isInside(heading, root)) return { root, way: 'dense' };
  let around = root;
  while (!isInside(heading, around)) around = around.parent!;
  const isNear = lengthOf(around) - lengthOf(root) <= introductionShareMax * lengthOf(root);
  return { root: isNear ? around : root, way: 'dense' };
}

/** With the heading of the page if it stands elsewhere: one that its title repeats. */
function withHeading(lines: readonly Line[], { title, body }: PageTree, root: PageElement) {
  if (lines.length === 0) return lines;
  const [heading] = elementsIn(body, () => false, isHeading);
  if (heading === undefined || isInside(heading, root)) return lines;
  const options = { isOut: () => false, withPictures: false };
  const text = linesOf(heading, options)
    .map((line) => line.text)
    .join(' ');
  const isTitle = text !== '' && title.replaceAll(/\s+/g, ' ').includes(text);
  if (!isTitle || lines.some((line) => line.text === text)) return lines;
  return [{ text, length: 0, linked: 0, isHeading: true }, ...lines];
}

function isHeading({ name }: PageElement): boolean {
  return name === 'h1';
}

function isArticle({ name, attributes }: PageElement): boolean {
  return (
    name === 'article' ||
    (attributes.get('itemprop')?.split(/\s+/).includes('articleBody') ?? false) ||
    articleNames.test(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`)
  );
}

function isElement(node: PageElement | string): node is PageElement {
  return typeof node !== 'string';
}

function isInside(element: PageElement, ancestor: PageElement): boolean {
  for (let each: PageElement | null = element; each !== null; each = each.parent) {
    if (each === ancestor) return true;
  }
  return false;
}

function longestOf(
  elements: readonly PageElement[],
  lengthOf: (element: PageElement) => number,
): PageElement | undefined {
  let longest: PageElement | undefined;
  let most = -1;
  for (const element of elements) {
    const length = lengthOf(element);
    if (length <= most) continue;
    longest = element;
    most = length;
  }
  return longest;
}

/** Elements inside of `root` that are not left out, in the order of the page. */
function elementsIn(
  root: PageElement,
  isOut: (element: PageElement) => boolean,
  isWanted: (element: PageElement) => boolean,
): PageElement[] {
  const found: PageElement[] = [];
  function visit(element: PageElement): void {
    for (const child of element.children) {
      if (typeof child === 'string' || isOut(child)) continue;
      if (isWanted(child)) found.push(child);
      visit(child);
    }
  }
  visit(root);
  return found;
}
