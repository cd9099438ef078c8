/**
 * Parts of a page that are never content: header, menus and footer, dialogs and consent banners, share buttons, lists
 * of related pages. They are recognised by element and role, and by the names (class and id) that authors give them. A
 * name alone never removes an entire text.
 */

import { isHidden } from './hidden.js';
import { isArticle, isMain, saysArticle } from './marks.js';
import type { Measures } from './page-measures.js';
import type { PageElement, PageTree } from './page-tree.js';
import { createPaywallOfferTest, separated } from './paywall-offers.js';

/** Roles (ARIA) of elements that are never content, unless they contain the marked content of the page. */
const roles = new Set(
  'navigation contentinfo banner dialog alertdialog search menu menubar toolbar tablist'.split(' '),
);
/** Names used only by consent banners. */
const consentVendors =
  /(?:^|[\s_-])(?:onetrust|cybot|cookiebot|didomi|qc-cmp\d*|truste|usercentrics|sp_message|fc-consent|klaro|osano)(?:$|[\s_-])/i;
/** Names of consent banners that other boxes may also have, such as a recipe for cookies. */
const consentNames = /(?:^|[\s_-])(?:cookies?|consent|gdpr|ccpa|cmp|cky)(?:$|[\s_-])/i;
const consentWords =
  /privacy|consent|partners|preferences|accept|datenschutz|zustimm|einwillig|akzeptier|accepter|confidentialité|acept|privacidad|accett|隐私|隱私|同意|接受/i;
const boilerplateNames =
  /(?:^|[\s_-])(?:share|sharing|sharedaddy|social|sociable|related|recommend(?:ed|ations?)?|newsletters?|subscri(?:be|ption)|sign-?up|pagination|pager|adverts?|advertisement|sponsored|promos?|tag-?list|tags|post-?meta|entry-?meta|article-?meta|author-?(?:bio|box|info|card)|nav|navigation|navbar|menu|sidebar|widgets?|toolbar|most-?(?:read|popular|viewed)|read-?more|more-(?:stories|news|from|on)|post-?nav|prev-?next|edit-?section|breadcrumbs?|outbrain|taboola|skip-?links?)(?:$|[\s_-])/i;
const footerNames =
  /(?:^|[\s_-])(?:footer|copyright|colophon|legalnotice)(?:$|[\s_-])|(?:^|\s)foot(?:$|\s)/i;
const commentNames =
  /(?:^|[\s_-])(?:comments?|commentlist|comment-?list|disqus|respond|replies)(?:$|[\s_-])/i;
const lineNumberNames =
  /(?:^|[\s_-])(?:line-?n(?:o|um(?:ber)?s?)|lineno|linenos|blob-num|gutter|rouge-gutter|hljs-ln-numbers)(?:$|[\s_-])/i;
const weakElements = new Set(['aside', 'form', 'menu', 'header', 'footer']);
/** Maximum share of the page's text in a box that is dropped because of its name. */
const shareMax = 0.3;
const commentShareMax = 0.5;
const decorationLengthMax = 200;
/**
 * Maximum length of a named box that is dropped regardless of its text. A longer box is dropped only if at least
 * `linkShareMin` of its text is in links.
 */
const shortLength = 300;
const linkShareMin = 0.3;

export interface Boilerplate {
  readonly out: Set<PageElement>;
  /** True if elements were dropped that `keepHidden` would keep. `hasNamed` is the counterpart for `keepNamed`. */
  readonly hasHidden: boolean;
  readonly hasNamed: boolean;
}

/**
 * Finds the boilerplate of a page.
 * @param measures measures of all elements
 * @param keepHidden true to keep text hidden by styles or attributes, for pages that show it later
 * @param keepNamed true to keep small boxes recognised only by their names, for pages with hardly any other text
 */
export function findBoilerplate(
  tree: PageTree,
  measures: Measures,
  { keepHidden = false, keepNamed = false },
): Boilerplate {
  const { body } = tree;
  const out = new Set<PageElement>();
  const whole = measures.length(body);
  const holdsMarked = holdersOfMarked(body, measures);
  // A box with the main heading contains the content of the page, whatever its name.
  const holdsHeading = findHolders(body, (node) => typeof node !== 'string' && node.name === 'h1');
  let asksConsent: ReadonlySet<PageElement> | undefined;
  let hasHidden = false;
  let hasNamed = false;
  // Comments are the content of a thread, but not of an article.
  const hasArticle =
    saysArticle(tree) ||
    findHolders(body, (node) => typeof node !== 'string' && node.name === 'article').size > 0;
  const isPaywallOffer = createPaywallOfferTest(tree, hasArticle);

  function visit(element: PageElement, inContent: boolean): void {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (isOut(child, inContent)) out.add(child);
      else if (child.name === 'pre') visitCode(child);
      else visit(child, inContent || isMain(child) || isArticle(child));
    }
  }

  /**
   * Visits the inside of a `pre` element. The names of elements inside it are ignored, because highlighted code uses
   * names such as "comment" for its own parts. Only line numbers are removed.
   */
  function visitCode(element: PageElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      if (isLineNumber(child, classAndId(child))) out.add(child);
      else visitCode(child);
    }
  }

  function isConsent(element: PageElement, names: string): boolean {
    if (consentVendors.test(names)) return true;
    if (!consentNames.test(names)) return false;
    asksConsent ??= findHolders(
      body,
      (node) => typeof node === 'string' && consentWords.test(node),
    );
    return asksConsent.has(element);
  }

  function isOut(element: PageElement, inContent: boolean): boolean {
    const { name, attributes } = element;
    const isBare = attributes.size === 0 && !name.includes('-');
    if (isBare && !weakElements.has(name) && name !== 'nav') return false;
    const length = measures.length(element);
    if (!keepHidden && isHidden(element)) {
      hasHidden = true;
      return true;
    }
    // Only short elements are dropped because of `aria-hidden`: pages also set it on all of their content while a
    // dialog is open.
    if (attributes.get('aria-hidden') === 'true' && length <= decorationLengthMax) return true;
    if (holdsMarked.has(element)) return false;
    if (name === 'nav' || (name === 'footer' && !inContent)) return true;
    const role = attributes.get('role')?.toLowerCase();
    if (role !== undefined && roles.has(role)) return true;
    if (attributes.get('aria-modal') === 'true') return true;
    const names = classAndId(element);
    if (isPaywallOffer(element, names, length)) return !holdsHeading.has(element);
    if (names !== '') {
      if (isConsent(element, names) || footerNames.test(names)) return !holdsHeading.has(element);
      if (isLineNumber(element, names)) return true;
      if (hasArticle && commentNames.test(names) && name !== 'span' && name !== 'code') {
        return length <= whole * commentShareMax;
      }
    }
    const isNamed = names !== '' && boilerplateNames.test(names);
    if (!isNamed && !weakElements.has(name)) return false;
    if (length > whole * shareMax) return false;
    const isLinks = measures.linked(element) >= length * linkShareMin;
    // Inside the content, an aside is a note, and a header contains the introduction, unless their names say otherwise.
    const isNote = inContent && !isNamed && (name === 'aside' || name === 'header');
    const isSmall = isLinks || (length <= shortLength && !isNote);
    hasNamed ||= isSmall;
    return isSmall && !keepNamed;
  }

  visit(body, false);
  return { out, hasHidden, hasNamed };
}

/**
 * Tests for line numbers: an element that has a name for them and contains no letter. The code beside the numbers may
 * have such a name as well, but contains letters.
 */
function isLineNumber(element: PageElement, names: string): boolean {
  return lineNumberNames.test(names) && !holdsLetter(element);
}

function holdsLetter({ children }: PageElement): boolean {
  return children.some((each) =>
    typeof each === 'string' ? /\p{L}/u.test(each) : holdsLetter(each),
  );
}

/** Returns the class and the id of an element in one string, with `camelCase` changed to `camel-Case`. */
export function classAndId({ attributes }: PageElement): string {
  const names = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`;
  return names === ' ' ? '' : separated(names);
}

/** Returns the content that authors mark (main elements, and the article with the most prose), and its ancestors. */
function holdersOfMarked(body: PageElement, measures: Measures): ReadonlySet<PageElement> {
  const mains: PageElement[] = [];
  let longest: PageElement | null = null;
  function visit(element: PageElement): void {
    if (isMain(element)) mains.push(element);
    if (isMain(element) || isArticle(element)) {
      if (longest === null || measures.prose(element) > measures.prose(longest)) longest = element;
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  }
  visit(body);
  const holders = new Set<PageElement>();
  for (const marked of [...mains, longest]) {
    for (let each = marked; each !== null; each = each.parent) holders.add(each);
  }
  return holders;
}

/** Returns all elements that match or contain a matching node. Cost: one pass. */
function findHolders(
  body: PageElement,
  isWanted: (node: PageElement | string) => boolean,
): ReadonlySet<PageElement> {
  const holders = new Set<PageElement>();
  function visit(element: PageElement): boolean {
    let holds = isWanted(element);
    for (const child of element.children) {
      if (typeof child === 'string' ? isWanted(child) : visit(child)) holds = true;
    }
    if (holds) holders.add(element);
    return holds;
  }
  visit(body);
  return holders;
}
