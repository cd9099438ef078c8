import {
  type Box,
  elementRules,
  isLinks,
  isNamedComments,
  type Rules,
  readNames,
} from './element-rules.js';
import { findPosts, findTeasers, hasOtherPost } from './equal-siblings.js';
import { isHidden } from './hidden.js';
import { articleLines, emptySection, lineRules } from './line-rules.js';
import { describesArticle, describesThread } from './linked-data.js';
import { elementText, type Line, readLines } from './page-lines.js';
import { type IsOut, type Measures, measured } from './page-measures.js';
import type { PageElement, PageTree } from './page-tree.js';

/*
 * Chooses the part of a page that is its content, by named rules, each of which can be switched off (`ruleNames`):
 *
 *   1. Elements that are never content are left out (element-rules.ts).
 *   2. The content is the article that has at least half of the `main` element, or of the page, or a part of it and the
 *      heading that the title names. Without one it is the `main` element, and without that the smallest element with
 *      most of the prose, or with half of it and this heading.
 *   3. Links, and lines such as dates before and after the prose, are left out of an article (line-rules.ts).
 *
 * Rules use what authors state and amounts of text. None of them knows words of a language.
 */

export interface MainText {
  /** All lines of the page, in order. */
  readonly lines: readonly Line[];
  readonly way: 'marked' | 'dense' | 'all';
  /** Text of the first `h1`; null if there is none. */
  readonly heading: string | null;
}

/** Rules about the page, beside those of elements and lines. */
const pageRules = [
  'revealed',
  'thread',
  'main',
  'article',
  'titled',
  'posts',
  'listing',
  'dense',
  'teasers',
  'heading',
  'pictures',
  'linked',
] as const;
/** Names of all rules. */
export const ruleNames: readonly string[] = [
  ...elementRules.map(({ name }) => name),
  ...pageRules,
  ...lineRules.map(({ name }) => name),
  emptySection,
];
const allRules: Rules = () => true;

/** Minimum length of a `main` element, in letters. A shorter one is probably empty until a script fills it. */
const mainLengthMin = 10;
/**
 * Minimum shares of the prose and of the text outside links that the content must have, by what says that it is the
 * content: a mark, the heading that the title names, both, or nothing. With both it may be much shorter than articles
 * that are appended to it.
 */
const sharesMin = {
  marked: { prose: 0.5, own: 0.5 },
  titled: { prose: 0.5, own: 0.4 },
  both: { prose: 0.12, own: 0.1 },
  other: { prose: 0.8, own: 0.6 },
};
/** Maximum share of prose in a listing, whose links are its content. */
const listingProseShareMax = 0.1;
/** Minimum share of comments in the prose of a page for the page to be a thread, even if it says that it is an article. */
const threadProseShareMin = 0.9;
/** Maximum share of teasers in an article. A page with more is about them. */
const teaserShareMax = 0.4;
/** A page with fewer letters may have its words in image descriptions. */
const fewLetters = 200;
/** Minimum share of prose in the text of an article. */
const articleProseShareMin = 0.5;

/** Finds the main text. @param rules tests if a rule applies */
export function mainText(tree: PageTree, rules: Rules = allRules): MainText {
  const { body } = tree;
  const marks = readMarks(body);
  const whole = measured(tree);
  const out = findLeftOut(tree, marks, whole, rules);
  const isOut = (element: PageElement) => out.has(element);
  const measures = whole.without(out);
  const heading = titleHeading(tree, marks);
  const { root, way } = findContent(body, { marks, heading, measures, isOut, rules });
  const isArticle = measures.prose(root) >= articleProseShareMin * measures.length(root);
  const teasers = isArticle && rules('teasers') ? findTeasers(root, measures, isOut) : [];
  const teased = teasers.reduce((sum, each) => sum + measures.length(each), 0);
  if (teased <= teaserShareMax * measures.length(root)) for (const each of teasers) out.add(each);
  const read = (withPictures: boolean) => {
    const page = readLines(body, { isOut, root, withPictures });
    const content = page.filter(({ place }) => place === 'content');
    const main = new Set(isArticle ? articleLines(content, rules) : content);
    const title = rules('heading') && main.size > 0 && titleLine(page, heading, root);
    if (title) main.add(title);
    for (const line of page) line.isMain = main.has(line);
    return page;
  };
  const lines = read(false);
  const length = lines.reduce((sum, line) => sum + (line.isMain ? line.length : 0), 0);
  return {
    lines: length < fewLetters && rules('pictures') ? read(true) : lines,
    way,
    heading: marks.heading === undefined ? null : elementText(marks.heading),
  };
}

/** Elements of a page that have a meaning of their own, in page order. */
interface Marks {
  readonly mains: readonly PageElement[];
  readonly articles: readonly PageElement[];
  /** First `h1`. */
  readonly heading: PageElement | undefined;
  /** Outermost hidden elements. */
  readonly hidden: readonly PageElement[];
  /** Outermost elements with the name of comments. */
  readonly comments: readonly PageElement[];
  /** Names of elements, as returned by `readNames`, by their index. */
  readonly names: readonly string[];
}

function readMarks(body: PageElement): Marks {
  const names: string[] = [];
  const known = new Map<string, string>();
  const mains: PageElement[] = [];
  const articles: PageElement[] = [];
  const hidden: PageElement[] = [];
  const comments: PageElement[] = [];
  let heading: PageElement | undefined;
  function visit(parent: PageElement, inHidden: boolean, inComments: boolean): void {
    for (const child of parent.children) {
      if (typeof child === 'string') continue;
      if (isMain(child)) mains.push(child);
      else if (isArticle(child)) articles.push(child);
      else if (child.name === 'h1') heading ??= child;
      names[child.index] = readNames(child, known);
      const startsHidden = !inHidden && isHidden(child);
      if (startsHidden) hidden.push(child);
      const startsComments = !inComments && isNamedComments(names[child.index]!);
      if (startsComments) comments.push(child);
      visit(child, inHidden || startsHidden, inComments || startsComments);
    }
  }
  visit(body, false, false);
  return { mains, articles, heading, hidden, comments, names };
}

/** Returns the elements that are left out. */
function findLeftOut(
  tree: PageTree,
  marks: Marks,
  measures: Measures,
  rules: Rules,
): Set<PageElement> {
  const { body } = tree;
  const pageLength = measures.length(body);
  const sum = (elements: readonly PageElement[], amount: (element: PageElement) => number) =>
    elements.reduce((total, each) => total + amount(each), 0);
  const ownText = (element: PageElement) => measures.length(element) - measures.linked(element);
  const longest = findLongest([...marks.mains, ...marks.articles], measures.prose);
  const holdsMarked = ancestors([...marks.mains, ...(longest === undefined ? [] : [longest])]);
  const holdsHeading = ancestors(marks.heading === undefined ? [] : [marks.heading]);
  const elements = elementRules.filter(({ name }) => rules(name));
  const isThread =
    rules('thread') &&
    (describesThread(tree.jsonLd) ||
      (2 * sum(marks.comments, ownText) > ownText(body) &&
        (!saysArticle(tree) ||
          sum(marks.comments, measures.prose) > threadProseShareMin * measures.prose(body))));
  // Hidden text that is more than everything shown: a script shows it.
  const revealed = findLongest(marks.hidden, measures.prose);
  const isRevealed =
    rules('revealed') &&
    revealed !== undefined &&
    measures.prose(revealed) > measures.prose(body) - sum(marks.hidden, measures.prose);
  const out = new Set<PageElement>();

  function visit(parent: PageElement, inContent: boolean, inCode: boolean): void {
    for (const element of parent.children) {
      if (typeof element === 'string') continue;
      if (leavesOut(element, inContent, inCode)) out.add(element);
      else {
        const startsContent = isMain(element) || isArticle(element);
        visit(element, inContent || startsContent, inCode || element.name === 'pre');
      }
    }
  }

  function leavesOut(element: PageElement, inContent: boolean, inCode: boolean): boolean {
    const { name, attributes } = element;
    if (attributes.size === 0 && !ruledElements.has(name)) return false;
    if (isRevealed && element === revealed) return false;
    if (holdsMarked.has(element)) return isHidden(element) && rules('hidden');
    const box: Box = {
      element,
      names: marks.names[element.index]!,
      length: measures.length(element),
      pageLength,
      isLinks: isLinks(element, measures),
      inContent,
      holdsHeading: holdsHeading.has(element),
      isThread,
    };
    const found = elements.find((rule) => rule.leavesOut(box));
    return found !== undefined && (!inCode || found.name === 'line-numbers');
  }

  visit(body, false, false);
  return out;
}

/** Elements that a rule may leave out even without an attribute. */
const ruledElements = new Set(
  'nav footer header aside form menu figcaption noscript rt rp'.split(' '),
);

/** Returns all lines of a page. Those of hidden elements and controls do not belong to the main text. */
export function visibleLines(tree: PageTree): readonly Line[] {
  return readLines(tree.body, { isOut: isHidden, withPictures: true });
}

/** Returns the visible lines as a text. */
export function visibleText(tree: PageTree): string {
  return visibleLines(tree)
    .filter(({ isMain }) => isMain)
    .map(({ text }) => text)
    .join('\n');
}

interface Findings {
  readonly marks: Marks;
  /** Heading that the title names. */
  readonly heading: PageElement | undefined;
  readonly measures: Measures;
  readonly isOut: IsOut;
  readonly rules: Rules;
}

function findContent(
  body: PageElement,
  { marks, heading, measures, isOut, rules }: Findings,
): { root: PageElement; way: MainText['way'] } {
  const { prose: proseOf, length: lengthOf } = measures;
  const ownText = (element: PageElement) => lengthOf(element) - measures.linked(element);
  const main = rules('main') ? findLongest(marks.mains, lengthOf) : undefined;
  const isMarkedMain = main !== undefined && lengthOf(main) >= mainLengthMin;
  const scope = isMarkedMain ? main : body;
  const whole = proseOf(scope);
  const has = (element: PageElement, { prose, own }: { prose: number; own: number }) =>
    proseOf(element) >= prose * whole && ownText(element) >= own * ownText(scope);
  const articles = marks.articles.filter(
    (each) => isInside(each, scope) && ![...ancestors([each])].some(isOut),
  );
  const article = rules('article') ? findLongest(articles, proseOf) : undefined;
  const isAlone = (element: PageElement) =>
    !rules('posts') || !hasOtherPost(element, articles, measures);
  if (article !== undefined && whole > 0 && has(article, sharesMin.marked) && isAlone(article)) {
    return { root: article, way: 'marked' };
  }
  const holdsHeading = ancestors(rules('titled') && heading !== undefined ? [heading] : []);
  const posts = holdsHeading.size > 0 && rules('posts') ? findPosts(scope, measures, isOut) : [];
  const isTitled = (element: PageElement, shares: { prose: number; own: number }) =>
    holdsHeading.has(element) &&
    has(element, shares) &&
    posts.every((post) => isInside(post, element));
  const titled = articles.find((each) => isTitled(each, sharesMin.both));
  if (titled !== undefined && whole > 0) return { root: titled, way: 'marked' };
  if (isMarkedMain) return { root: main, way: 'marked' };
  const proseMin = rules('listing') ? listingProseShareMax * lengthOf(scope) : 0;
  if (whole === 0 || whole < proseMin) return { root: scope, way: 'all' };
  let root = scope;
  while (rules('dense')) {
    const inside = root.children.filter(isElement).filter((each) => !isOut(each));
    const titled = inside.find((each) => isTitled(each, sharesMin.titled));
    const next = titled ?? findLongest(inside, proseOf);
    if (next === undefined || next.name === 'p') break;
    if (next !== titled && !has(next, sharesMin.other)) break;
    root = next;
  }
  return { root, way: 'dense' };
}

/** Returns the main heading if the title, or that of `og:title`, contains its text. */
function titleHeading({ title, metas }: PageTree, { heading }: Marks): PageElement | undefined {
  const text = heading === undefined ? '' : elementText(heading);
  const titles = `${title} ${metas.get('og:title') ?? ''}`.replaceAll(/\s+/g, ' ');
  return text !== '' && titles.includes(text) ? heading : undefined;
}

/** Returns the line of the heading that the title names if it is outside the content. */
function titleLine(
  page: readonly Line[],
  heading: PageElement | undefined,
  root: PageElement,
): Line | undefined {
  if (heading === undefined || isInside(heading, root)) return undefined;
  const text = elementText(heading);
  return page.find((each) => each.isHeading && each.text === text);
}

/** Tests if a page declares itself an article. */
function saysArticle({ metas, jsonLd }: PageTree): boolean {
  return metas.get('og:type')?.toLowerCase() === 'article' || describesArticle(jsonLd);
}

function isMain({ name, attributes }: PageElement): boolean {
  return name === 'main' || attributes.get('role') === 'main';
}

/** Tests for an element marked as an article by HTML or schema.org. */
function isArticle({ name, attributes }: PageElement): boolean {
  return name === 'article' || /(?<!\S)articleBody(?!\S)/.test(attributes.get('itemprop') ?? '');
}

/** Returns elements and all their ancestors. */
function ancestors(elements: readonly PageElement[]): Set<PageElement> {
  const found = new Set<PageElement>();
  for (const element of elements) {
    for (let each: PageElement | null = element; each !== null; each = each.parent) found.add(each);
  }
  return found;
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
