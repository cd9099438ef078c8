/**
 * Rules for elements that are never the content of a page: header, menus and footer, dialogs, comments, lists of links
 * to other pages. They use what authors state (elements, roles, `hidden`) first, and names (class and id) last. A name
 * needs a second sign: the element is short, or a part of it is links.
 */
import { isHidden } from './hidden.js';
import type { Measures } from './page-measures.js';
import type { PageElement } from './page-tree.js';

/** Tests if the rule with a name applies. */
export type Rules = (name: string) => boolean;

/** An element with the facts that rules need. */
export interface Box {
  readonly element: PageElement;
  /** Words of class and id, as returned by `readNames`. */
  readonly names: string;
  /** Amount of text in the element and in the page. */
  readonly length: number;
  readonly pageLength: number;
  /** True if a part of the text is in links. */
  readonly isLinks: boolean;
  /** True if the element is inside the content that the author marks. */
  readonly inContent: boolean;
  /** True if the element contains the main heading. */
  readonly holdsHeading: boolean;
  /** True if comments are what the page is about. */
  readonly isThread: boolean;
}

export interface ElementRule {
  readonly name: string;
  leavesOut(box: Box): boolean;
}

/** Roles (ARIA) of elements that are never content. */
const roles = new Set(
  'navigation contentinfo banner dialog alertdialog search menu menubar toolbar tablist'.split(' '),
);
/** Words of names by their rules. A word of several parts has spaces, as in ` line numbers `. */
const words = {
  footer: 'footer|copyright|colophon',
  comments: 'comments?|disqus|respond|replies',
  boilerplate:
    'share|sharing|social|related|newsletters?|subscribe|pagination|pager|author|nav|navigation|navbar|menu|sidebar|toolbar|breadcrumbs?|cookies?|consent|modal|banner',
  lineNumbers: 'line ?numbers?|lineno|linenos|gutter|blob num',
  caption: 'caption',
};
const [footerNames, commentNames, boilerplateNames, lineNumberNames, captionNames] = [
  words.footer,
  words.comments,
  words.boilerplate,
  words.lineNumbers,
  words.caption,
].map((list) => new RegExp(` (?:${list}) `)) as [RegExp, RegExp, RegExp, RegExp, RegExp];
/** Matches names that may have one of the words. */
const anyWord = new RegExp(Object.values(words).join('|').replaceAll(/ \??/g, '[ _-]?'), 'i');
const weakElements = new Set(['aside', 'form', 'menu', 'header', 'footer']);
/** Maximum share of the page's text in a box that is left out because of its name. */
const shareMax = 0.3;
const shortLength = 300;
/** Maximum length of a footer that is most of its page, in letters. */
const longFooterMax = 3000;

const isWeak = ({ isLinks, length, pageLength }: Box) =>
  length <= shareMax * pageLength && (isLinks || length <= shortLength);

export const elementRules: readonly ElementRule[] = [
  { name: 'hidden', leavesOut: ({ element }) => isHidden(element) },
  { name: 'ruby', leavesOut: ({ element: { name } }) => name === 'rt' || name === 'rp' },
  { name: 'nav', leavesOut: ({ element }) => element.name === 'nav' },
  {
    name: 'footer',
    leavesOut: ({ element, inContent }) => element.name === 'footer' && !inContent,
  },
  {
    name: 'role',
    leavesOut: ({ element: { attributes } }) =>
      roles.has(attributes.get('role')?.toLowerCase() ?? '') ||
      attributes.get('aria-modal') === 'true',
  },
  {
    name: 'line-numbers',
    leavesOut: ({ element, names }) => lineNumberNames.test(names) && !holdsLetter(element),
  },
  {
    name: 'footer-name',
    leavesOut: ({ names, holdsHeading, inContent, length, pageLength }) =>
      !holdsHeading &&
      !inContent &&
      footerNames.test(names) &&
      (2 * length <= pageLength || length <= longFooterMax),
  },
  {
    name: 'comments',
    leavesOut: ({ element, names, isThread }) =>
      !isThread && commentNames.test(names) && element.name !== 'span' && element.name !== 'code',
  },
  {
    name: 'weak-element',
    leavesOut: (box) =>
      weakElements.has(box.element.name) &&
      isWeak(box) &&
      (box.isLinks || !box.inContent || !['aside', 'header'].includes(box.element.name)),
  },
  { name: 'name', leavesOut: (box) => boilerplateNames.test(box.names) && isWeak(box) },
  {
    name: 'caption',
    leavesOut: ({ element, names }) => element.name === 'figcaption' || captionNames.test(names),
  },
];

/**
 * Returns the words of an element's class and id in lower case, each between spaces; empty if no rule needs them.
 * Modifiers (`card--has-footer`, `no-footer`) and the ids of sections, which are made of their headings, are left out.
 * @param known words of names that were read before, by these names
 */
export function readNames({ name, attributes }: PageElement, known: Map<string, string>): string {
  const classes = attributes.get('class') ?? '';
  const isSection = name === 'section' || classes === 'section';
  const id = isSection ? '' : (attributes.get('id') ?? '');
  if (classes === '' && id === '') return '';
  const names = id === '' ? classes : `${classes} ${id}`;
  const words = known.get(names) ?? (anyWord.test(names) ? readWords(names) : '');
  known.set(names, words);
  return words;
}

function readWords(names: string): string {
  const whole = names
    .replaceAll(/--\S*/g, '')
    .replaceAll(/(?:^|\s)(?:no|not|has|with|without|is|hide|show)[-_]\S*/g, ' ')
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ');
  return ` ${whole.toLowerCase().replaceAll(/[\s_-]+/g, ' ')} `;
}

/** Tests for the name of comments. */
export function isNamedComments(names: string): boolean {
  return commentNames.test(names);
}

function holdsLetter({ children }: PageElement): boolean {
  return children.some((each) =>
    typeof each === 'string' ? /\p{L}/u.test(each) : holdsLetter(each),
  );
}

/** Tests if at least this share of the text is in links. */
const linkShareMin = 0.3;
export function isLinks(element: PageElement, { length, linked }: Measures): boolean {
  return linked(element) >= linkShareMin * length(element);
}
