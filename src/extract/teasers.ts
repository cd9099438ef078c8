import { isReference, type Measures, weightOf } from './page-measures.js';
import type { PageElement } from './page-tree.js';

/*
 * Teasers of other pages: siblings that each begin with the title of a page as a link, often with its first
 * sentences. Lists of names, as references have them, are no teasers: a title has some words.
 */

/** Fewer siblings are teasers only if they have no others. */
const siblingsMin = 3;
const lengthMax = 600;
const linksMax = 8;
const elementsMax = 60;
const titleLengthMin = 20;
/** Of a teaser with a summary, the title is at least this share. */
const titleShareMin = 0.15;
/** The rest of a page must be an article, with this share of prose; else the teasers are its content. */
const articleProseMin = Number(process.env.ART ?? 0.4);
/** A label may stand before the title, such as a date. */
const labelLengthMax = 30;

const teaserElements = new Set(['div', 'li', 'article', 'section', 'figure', 'a']);

/** All teasers of a page; none if the page is a listing. Cost: about one pass over the page. */
export function teasersIn(
  body: PageElement,
  measures: Measures,
  isOut: (element: PageElement) => boolean,
): readonly PageElement[] {
  const found: PageElement[] = [];

  function visit(element: PageElement): void {
    const children = element.children.filter(
      (child): child is PageElement => typeof child !== 'string' && !isOut(child),
    );
    const teasers = children.filter((child) => isTeaser(child, measures, isOut));
    const areList =
      teasers.length >= siblingsMin || (teasers.length >= 2 && teasers.length === children.length);
    if (areList) found.push(...teasers);
    else for (const child of children) visit(child);
  }

  visit(body);
  const sum = (key: 'prose' | 'length') =>
    found.reduce((total, teaser) => total + measures.get(teaser)![key], 0);
  const whole = measures.get(body)!;
  const rest = { prose: whole.prose - sum('prose'), length: whole.length - sum('length') };
  const isArticle = rest.prose >= sum('prose') && rest.prose >= articleProseMin * rest.length;
  return isArticle ? found : [];
}

function isTeaser(
  element: PageElement,
  measures: Measures,
  isOut: (element: PageElement) => boolean,
): boolean {
  if (!teaserElements.has(element.name)) return false;
  const { length, linked, links, elements } = measures.get(element)!;
  if (length < titleLengthMin || length > lengthMax) return false;
  if (links > linksMax || elements > elementsMax) return false;
  if (isReference(element)) return true;
  if (links === 0) return false;
  if (linked >= 0.8 * length) return linked >= titleLengthMin * links;
  const title = firstLink(element, measures, isOut);
  return (
    title !== null && measures.get(title)!.length >= titleLengthMin && linked >= titleShareMin * length
  );
}

/** The first link with a text, if at most a label stands before it. */
function firstLink(
  element: PageElement,
  measures: Measures,
  isOut: (element: PageElement) => boolean,
): PageElement | null {
  let before = 0;
  let found: PageElement | null = null;
  /** @returns whether the search is over */
  function visit(each: PageElement): boolean {
    for (const child of each.children) {
      if (typeof child === 'string') {
        before += weightOf(child);
        if (before > labelLengthMax) return true;
      } else if (!isOut(child)) {
        if (isReference(child) && measures.get(child)!.length > 0) {
          found = child;
          return true;
        }
        if (visit(child)) return true;
      }
    }
    return false;
  }
  visit(element);
  return found;
}
