import { articleLines, isAboutPage, isSigned } from './article-lines.js';
import { findBoilerplate } from './boilerplate.js';
import { isHidden } from './hidden.js';
import { isArticle, isCaption, isMain, isNamedArticle, saysArticle } from './marks.js';
import { elementText, type Line, readLines } from './page-lines.js';
import { countLetters, type IsOut, type Measures, measured } from './page-measures.js';
import type { PageElement, PageTree } from './page-tree.js';
import { findTeasers } from './teasers.js';

/*
 * Chooses the part of a page that is its content:
 *
 *   1. Parts that are never content are removed first (boilerplate.ts, teasers.ts), so a footer or
 *      dialog is not a candidate, however long it is.
 *   2. If there is a `main` element, everything outside it is ignored.
 *   3. An article with at least half of the prose is the content. Without such an article, the content
 *      is the `main` element.
 *   4. Without a `main` element either, the content is the smallest element with most of the prose, and
 *      the heading before it.
 */

const isContent = ({ place }: Line) => place === 'content';

interface FoundText {
  /** All lines of the page, in order. */
  readonly lines: readonly MainLine[];
  readonly way: 'marked' | 'dense' | 'all';
}

/** A line of a page. */
export interface MainLine extends Line {
  /** True if the line belongs to the main text. */
  readonly isMain: boolean;
}

export interface MainText extends FoundText {
  /** True if some text of the page is initially hidden. */
  readonly hasHidden: boolean;
}

/** Minimum length of a `main` element, in letters. A shorter one is probably empty until a script fills it. */
const mainLengthMin = 10;
/** Minimum share of the prose that an article must have to be the content of the page. */
const articleShareMin = 0.5;
/** Maximum prose of an article's siblings, relative to its own. With more, all of them are parts of one content. */
const besideShareMax = 0.25;
/**
 * Minimum shares of the page's prose (`prose`) and of its text outside links (`own`) that the content must have. Text
 * outside links includes signatures, tables and short answers, which are not prose. The shares are higher for pages
 * that may not be articles.
 */
const sharesMin = {
  article: { prose: 0.75, own: 0.6 },
  other: { prose: 0.85, own: 0.8 },
};
/** Text between the heading and the content is included if it is at most this share of the content. */
const introductionShareMax = 0.35;
/** A page with fewer letters may have its words in image descriptions. */
const fewLetters = 200;

/** Minimum prose of an article, in letters, unless the page declares that it is one or names its author or source. */
const articleProseMin = 1500;
const signedProseMin = 400;
const articleProseShareMin = 0.4;

/** Finds the main text. @param keepHidden true to include text that is initially hidden */
export function mainText(tree: PageTree, keepHidden: boolean): MainText {
  const measures = measured(tree, () => false);
  const { out, hasHidden, hasNamed } = findBoilerplate(tree, measures, { keepHidden });
  const text = textWithout(tree, out);
  if (!hasNamed || countTextLetters(text) >= fewLetters) return { ...text, hasHidden };
  const fewer = findBoilerplate(tree, measures, { keepHidden, keepNamed: true });
  const named = textWithout(tree, fewer.out);
  return { ...(countTextLetters(named) > 2 * countTextLetters(text) ? named : text), hasHidden };
}

function countTextLetters({ lines }: FoundText): number {
  return lines.reduce((sum, { text, isMain }) => sum + (isMain ? countLetters(text) : 0), 0);
}

function textWithout(tree: PageTree, out: Set<PageElement>): FoundText {
  const isOut = (element: PageElement) => out.has(element);
  const measures = measured(tree, isOut);
  const teasers = findTeasers(tree.body, measures, isOut);
  const isSure = isArticlePage(tree, measures, isOut, teasers);
  const spare = isSure ? [...teasers, ...repeatedCaptions(tree.body, isOut)] : [];
  for (const element of spare) out.add(element);
  const measuresNow = spare.length > 0 ? measured(tree, isOut) : measures;
  const { root, way } = findContent(tree.body, measuresNow, isOut, isSure);
  const isAbout = (element: PageElement) => isSure && isAboutPage(element, measuresNow);
  const page = readLines(tree.body, { isOut, root, isAbout, withPictures: false });
  const whole = page.filter(isContent);
  const lines = isSure ? articleLines(whole) : whole;
  const isLong = lines.reduce((sum, { length }) => sum + length, 0) >= fewLetters;
  if (isLong) return { lines: marked(page, lines, tree, root), way };
  const pictured = readLines(tree.body, { isOut, root, withPictures: true });
  return {
    lines: marked(pictured, pictured.filter(isContent), tree, root),
    way,
  };
}

/**
 * Tests if a page is certainly an article: it says so, names its author or source, or has much prose. Links to other
 * pages are not part of an article, but may be the content of other pages, such as a listing.
 */
function isArticlePage(
  tree: PageTree,
  measures: Measures,
  isOut: IsOut,
  teasers: readonly PageElement[],
): boolean {
  const teased = teasers.reduce((sum, teaser) => sum + measures.prose(teaser), 0);
  const others = teasers.reduce((sum, teaser) => sum + measures.length(teaser), 0);
  const prose = measures.prose(tree.body) - teased;
  const length = measures.length(tree.body) - others;
  if (prose < teased || prose < articleProseShareMin * length) return false;
  if (prose >= articleProseMin || saysArticle(tree)) return true;
  const isAbout = (element: PageElement) => isAboutPage(element, measures);
  return (
    prose >= signedProseMin &&
    isSigned(readLines(tree.body, { isOut, isAbout, withPictures: false }).filter(isContent))
  );
}

/** Returns captions that repeat earlier ones, as galleries do. */
function repeatedCaptions(body: PageElement, isOut: IsOut): readonly PageElement[] {
  const first = new Map<string, PageElement>();
  return findElements(body, isOut, isCaption).filter((caption) => {
    const text = elementText(caption);
    const shown = first.get(text);
    if (shown === undefined) first.set(text, caption);
    return shown !== undefined && !isInside(caption, shown);
  });
}

/** Returns all lines of a page. Those of hidden elements and controls do not belong to the main text. */
export function visibleLines(tree: PageTree): readonly MainLine[] {
  return readLines(tree.body, { isOut: isHidden, withPictures: true }).map((line) => ({
    ...line,
    isMain: isContent(line),
  }));
}

/** Returns the visible lines as a text. */
export function visibleText(tree: PageTree): string {
  return visibleLines(tree)
    .filter(({ isMain }) => isMain)
    .map(({ text }) => text)
    .join('\n');
}

function findContent(
  body: PageElement,
  measures: Measures,
  isOut: IsOut,
  isSureArticle: boolean,
): { root: PageElement; way: FoundText['way'] } {
  const { prose: proseOf, length: lengthOf } = measures;
  const ownText = (element: PageElement) => lengthOf(element) - measures.linked(element);
  const main = findLongest(findElements(body, isOut, isMain), lengthOf);
  const isMarkedMain = main !== undefined && lengthOf(main) >= mainLengthMin;
  const scope = isMarkedMain ? main : body;
  const whole = proseOf(scope);
  const articles = findElements(scope, isOut, (each) => isArticle(each) || isNamedArticle(each));
  const article = findLongest(articles, proseOf);
  if (article !== undefined && whole > 0 && proseOf(article) >= articleShareMin * whole) {
    const others = articles.filter((each) => each.parent === article.parent && each !== article);
    const besides = others.reduce((sum, each) => sum + proseOf(each), 0);
    if (besides <= besideShareMax * proseOf(article)) return { root: article, way: 'marked' };
  }
  if (isMarkedMain) return { root: main, way: 'marked' };
  if (whole === 0) return { root: scope, way: 'all' };

  const min = isSureArticle ? sharesMin.article : sharesMin.other;
  let root = scope;
  for (;;) {
    const next = findLongest(
      root.children.filter(isElement).filter((child) => !isOut(child)),
      proseOf,
    );
    if (next === undefined || next.name === 'p' || proseOf(next) < min.prose * whole) break;
    if (ownText(next) < min.own * ownText(scope)) break;
    root = next;
  }
  const heading = findElements(scope, isOut, isHeading)[0];
  if (heading === undefined || isInside(heading, root)) return { root, way: 'dense' };
  let around = root;
  while (!isInside(heading, around)) around = around.parent!;
  const isNear = lengthOf(around) - lengthOf(root) <= introductionShareMax * lengthOf(root);
  return { root: isNear ? around : root, way: 'dense' };
}

/**
 * Marks the lines of the main text. The main heading is one of them if it is outside the content and the title contains
 * its text.
 */
function marked(
  page: readonly Line[],
  content: readonly Line[],
  { title, body }: PageTree,
  root: PageElement,
): MainLine[] {
  const main = new Set(content);
  const heading = firstHeading(body);
  if (heading !== undefined && main.size > 0 && !isInside(heading, root)) {
    const text = elementText(heading);
    const isTitle = text !== '' && title.replaceAll(/\s+/g, ' ').includes(text);
    const line = page.find((each) => each.isHeading && each.text === text);
    if (isTitle && line !== undefined && !content.some((each) => each.text === text))
      main.add(line);
  }
  return page.map((line) => ({ ...line, isMain: main.has(line) }));
}

/** Returns the text of the first `h1` of a page; null if there is none. */
export function findHeading({ body }: PageTree): string | null {
  const heading = firstHeading(body);
  return heading === undefined ? null : elementText(heading);
}

function firstHeading(body: PageElement): PageElement | undefined {
  return findElements(body, () => false, isHeading)[0];
}

function isHeading({ name }: PageElement): boolean {
  return name === 'h1';
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

function findLongest(
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

/**
 * Returns the wanted elements inside `root`, in page order. Dropped elements and everything inside them are left out.
 */
function findElements(
  root: PageElement,
  isOut: IsOut,
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
