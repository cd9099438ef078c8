import { countLetters, type IsOut, isReference, type Measures } from './page-measures.js';
import type { PageElement } from './page-tree.js';

/*
 * Teasers of other pages: siblings that each begin with a linked page title, often followed by its first sentences.
 * Lists of names, such as references, are not teasers: a title has several words.
 */

/** Minimum number of teasers among siblings. Two are enough if there are no other siblings. */
const siblingsMin = 3;
const lengthMax = 600;
const linksMax = 8;
const elementsMax = 60;
const titleLengthMin = 20;
/** Minimum title length of a teaser that has a summary, as a share of the teaser's length. */
const titleShareMin = 0.15;
/** Minimum length of text between links. Shorter text is a separator. */
const wordLengthMin = 2;
/** Maximum length of a label, such as a date, that may precede the title. */
const labelLengthMax = 30;

const teaserElements = new Set(['div', 'li', 'article', 'section', 'figure', 'a']);

/** Returns all teasers inside an element. Cost: about one pass over the element. */
export function findTeasers(
  body: PageElement,
  measures: Measures,
  isOut: IsOut,
): readonly PageElement[] {
  const found: PageElement[] = [];

  function visit(element: PageElement): void {
    const children = element.children.filter(
      (child): child is PageElement => typeof child !== 'string' && !isOut(child),
    );
    // A link between words belongs to a sentence.
    const isText = element.children.some(
      (child) => typeof child === 'string' && countLetters(child) >= wordLengthMin,
    );
    const teasers = children.filter(
      (child) => !(isText && isReference(child)) && isTeaser(child, measures, isOut),
    );
    const areList =
      teasers.length >= siblingsMin || (teasers.length >= 2 && teasers.length === children.length);
    if (areList) for (const teaser of teasers) found.push(teaser);
    else for (const child of children) visit(child);
  }

  visit(body);
  return found;
}

function isTeaser(element: PageElement, measures: Measures, isOut: IsOut): boolean {
  if (!teaserElements.has(element.name)) return false;
  const length = measures.length(element);
  const linked = measures.linked(element);
  const links = measures.links(element);
  if (length < titleLengthMin || length > lengthMax) return false;
  if (links > linksMax || measures.elements(element) > elementsMax) return false;
  if (isReference(element)) return true;
  if (links === 0) return false;
  if (linked >= 0.8 * length) return linked >= titleLengthMin * links;
  const title = firstLink(element, measures, isOut);
  return (
    title !== null && measures.length(title) >= titleLengthMin && linked >= titleShareMin * length
  );
}

/** Returns the first link that has text; null if more than a few letters of other text come before it. */
function firstLink(element: PageElement, measures: Measures, isOut: IsOut): PageElement | null {
  let before = 0;
  let found: PageElement | null = null;
  /** @returns true to end the search */
  function visit(each: PageElement): boolean {
    for (const child of each.children) {
      if (typeof child === 'string') {
        before += countLetters(child);
        if (before > labelLengthMax) return true;
      } else if (!isOut(child)) {
        if (isReference(child) && measures.length(child) > 0) {
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
