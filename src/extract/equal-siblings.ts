/** Lists of equal siblings, which have the same element name and class: posts of a thread, and teasers of other pages. */
import { isLinks } from './element-rules.js';
import type { IsOut, Measures } from './page-measures.js';
import type { PageElement } from './page-tree.js';

/** Minimum number of teasers in a list, and maximum number of other elements beside them, such as a heading. */
const [teasersMin, othersMax] = [3, 1];
/** Minimum share of a teaser's heading in a link. */
const linkShareMin = 0.9;
const title = /^h[1-3]$/;

/**
 * Returns the first and the last post of a thread: of equal siblings with prose and without headings, but for the first
 * of them; empty if there are none. An element holds all posts if it holds both.
 */
export function findPosts(scope: PageElement, measures: Measures, isOut: IsOut): PageElement[] {
  let [first, last]: (PageElement | undefined)[] = [];
  function holdsHeading(parent: PageElement): boolean {
    let isTitled = title.test(parent.name);
    const kinds = new Set<string>();
    for (const each of parent.children) {
      if (typeof each === 'string' || isOut(each)) continue;
      if (holdsHeading(each)) isTitled = true;
      else if (each.name !== 'p' && isText(each, measures)) {
        const kind = kindOf(each);
        if (kinds.has(kind)) {
          if (first === undefined || each.index < first.index) first = each;
          if (last === undefined || each.index > last.index) last = each;
        }
        kinds.add(kind);
      }
    }
    return isTitled;
  }
  holdsHeading(scope);
  return [first, last].filter((each) => each !== undefined);
}

/** Tests if one of the articles is another post of the same thread: equal, with prose and without headings. */
export function hasOtherPost(
  article: PageElement,
  articles: readonly PageElement[],
  measures: Measures,
): boolean {
  const kind = kindOf(article);
  return articles.some(
    (each) =>
      each !== article && kindOf(each) === kind && isText(each, measures) && !holdsTitle(each),
  );
}

/** Returns the lists of teasers in an element: of equal siblings, each with a heading that links to another page. */
export function findTeasers(root: PageElement, measures: Measures, isOut: IsOut): PageElement[] {
  const lists: PageElement[] = [];
  function isTeaser(element: PageElement): boolean {
    const [length, start] = [measures.length(element), lists.length];
    if (/^h[1-6]$/.test(element.name)) return measures.linked(element) >= linkShareMin * length;
    const kinds = new Map<string, number>();
    let others = 0;
    for (const each of element.children) {
      if (typeof each === 'string' || isOut(each) || measures.length(each) === 0) continue;
      if (isTeaser(each)) kinds.set(kindOf(each), (kinds.get(kindOf(each)) ?? 0) + 1);
      else others += 1;
    }
    const isList = others <= othersMax && [...kinds.values()].some((count) => count >= teasersMin);
    if (isList && element !== root) lists.splice(start, lists.length, element);
    return kinds.size > 0;
  }
  isTeaser(root);
  return lists;
}

function kindOf({ name, attributes }: PageElement): string {
  return `${name} ${attributes.get('class') ?? ''}`;
}

function isText(element: PageElement, measures: Measures): boolean {
  return measures.prose(element) > 0 && !isLinks(element, measures);
}

function holdsTitle({ name, children }: PageElement): boolean {
  return title.test(name) || children.some((each) => typeof each !== 'string' && holdsTitle(each));
}
