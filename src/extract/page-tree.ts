/**
 * Elements and texts of a page that may be content, as a tree built in one linear pass over its tokens. Scripts, styles
 * and controls are excluded. The depth of nesting and the length of attributes are limited, so a hostile page of 100,000
 * nested tags costs no more than an ordinary page of the same length.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { Tokenizer } from 'htmlparser2';
import {
  blockElements,
  closedByStart,
  droppedElements,
  paragraphEnders,
  voidElements,
} from './elements.js';
import { withoutSubset } from './xml-root.js';

/** An element, or a piece of source text with its references resolved. */
export type PageNode = PageElement | string;

export interface PageElement {
  /** Index among all elements of the page, from 0. */
  readonly index: number;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: PageElement | null;
  readonly children: PageNode[];
}

export interface PageTree {
  readonly body: PageElement;
  /** Number of elements. */
  readonly size: number;
  /** Text of the first `<title>`. */
  readonly title: string;
  /** First `content` of the `<meta>` elements with each key: `property`, `name` or `itemprop`, in lower case. */
  readonly metas: ReadonlyMap<string, string>;
  /** Contents of each `<script type="application/ld+json">`. */
  readonly jsonLd: readonly string[];
  /** `lang` of `<html>`. */
  readonly language: string | undefined;
  /** `href` of the first `<base>` with this attribute. */
  readonly base: string | undefined;
  /** `href` of the first `<link rel="canonical">` elements. */
  readonly canonicals: readonly string[];
  /** `datetime` of the first `<time pubdate>`, or of the first `<time>` marked `datePublished`. */
  readonly publishedTime: string | undefined;
  /** First links that may lead to the home page of the site. */
  readonly homeLinks: readonly PageElement[];
}

/** Maximum depth. Deeper elements are replaced by their contents. Real pages have up to about 60 levels. */
const depthMax = 200;
/**
 * Maximum number of elements. Further elements are replaced by their contents. Few real pages have more than 10,000.
 */
const elementsMax = 50_000;
const metasMax = 200;
const attributeLengthMax = 300;
/**
 * Maximum attribute length for elements of the head, whose attributes may be addresses. A value of exactly this length
 * may have been truncated.
 */
export const headAttributeLengthMax = 2048;
const headElements: ReadonlySet<string> = new Set(['meta', 'link', 'base']);
const canonicalsMax = 5;
const homeLinksMax = 10;
/** Elements in whose text references stay as they are. */
const rawElements: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'xmp']);
/** Attributes that are kept. */
const readAttributes: ReadonlySet<string> = new Set(
  'alt aria-modal class content datetime hidden href id itemprop lang name property pubdate rel role shadowrootmode style type xml:lang'.split(
    ' ',
  ),
);
/** Maximum length of a title, in UTF-16 units; longer titles are truncated. */
export const titleLengthMax = 1000;
/** Maximum length of one script with linked data, in UTF-16 units; longer scripts are ignored. */
const jsonLdLengthMax = 500_000;

const none: ReadonlyMap<string, string> = new Map();

export interface PageTreeOptions {
  /** True for XHTML: elements may be self-closing, and CDATA sections are text. */
  readonly isXml?: boolean;
}

export function pageTree(html: string, { isXml = false }: PageTreeOptions = {}): PageTree {
  // In HTML, `<![CDATA[` begins a comment that ends at the next `>`, but the tokenizer drops all text up to `]]>`.
  const plain = isXml ? withoutSubset(html) : html.replaceAll('<![CDATA[', '<![');
  const source = withoutToolbar(plain);
  let size = 0;
  const newElement = (
    name: string,
    attributes: ReadonlyMap<string, string>,
    parent: PageElement | null,
  ): PageElement => ({ index: size++, name, attributes, parent, children: [] });
  const body = newElement('body', none, null);
  const metas = new Map<string, string>();
  const jsonLd: string[] = [];
  let title = '';
  let language: string | undefined;
  let base: string | undefined;
  const canonicals: string[] = [];
  let publishedTime: string | undefined;
  const homeLinks: PageElement[] = [];
  let hasTitle = false;
  let inTitle = false;

  let current = body;
  /** Names of all open elements, including dropped ones. */
  const open: string[] = [];
  /**
   * For each name, the number of unclosed elements that were replaced by their contents because of `elementsMax` or
   * `depthMax`.
   */
  const flattened = new Map<string, number>();
  /** Number of open elements around the element that is being dropped; −1 if no element is being dropped. */
  let dropping = -1;
  let data: string[] | null = null;
  let piece = '';

  /** Names in lower case, by how the page writes them. */
  const names = new Map<string, string>();
  let name = '';
  let attributes = none as Map<string, string>;
  let attributeName = '';
  let attributeValue = '';

  /** Returns a name in lower case, usually the same string for all elements, which is quicker to find in sets. */
  function lowerCase(written: string): string {
    const name = names.get(written) ?? written.toLowerCase();
    if (names.size < elementsMax) names.set(written, name);
    return name;
  }

  /** Returns a tag name in lower case, without the prefix that XHTML names may have, as in `<html:p>`. */
  function nameAt(start: number, end: number): string {
    const name = source.slice(start, end);
    return lowerCase(isXml ? name.slice(name.indexOf(':') + 1) : name);
  }

  function flush(): void {
    if (piece === '') return;
    current.children.push(piece);
    piece = '';
  }

  function text(added: string): void {
    if (data !== null) data.push(added);
    else if (inTitle) title += added.slice(0, Math.max(0, titleLengthMax - title.length));
    else if (dropping < 0) piece += added;
  }

  function startTag(): void {
    if (name === 'html') language ??= attributes.get('lang') ?? attributes.get('xml:lang');
    if (name === 'html' || name === 'head') return;
    if (name === 'body') {
      if (body.attributes === none) Object.assign(body, { attributes });
      return;
    }
    if (name === 'meta') {
      startMeta();
      return;
    }
    if (name === 'title' && !hasTitle && isDeclared()) {
      inTitle = true;
      hasTitle = true;
      return;
    }
    if (name === 'link' && isDeclared()) startLink();
    if (name === 'base' && isDeclared()) base ??= attributes.get('href');
    if (voidElements.has(name)) {
      if (dropping < 0 && !droppedElements.has(name)) {
        if (size >= elementsMax) lineBreak();
        else append(name, attributes);
      }
      return;
    }
    closeImplied();
    if (dropping < 0 && isDropped()) {
      dropping = open.length;
      if (name === 'script' && /ld\+json/i.test(attributes.get('type') ?? '')) data = [];
      else if (blockElements.has(name)) lineBreak();
    } else if (open.length >= depthMax || (dropping < 0 && size >= elementsMax)) {
      flattened.set(name, (flattened.get(name) ?? 0) + 1);
      if (dropping < 0 && blockElements.has(name)) lineBreak();
      return;
    } else if (dropping < 0) {
      current = append(name, attributes);
      if (name === 'a' && homeLinks.length < homeLinksMax && mayLeadHome(attributes)) {
        homeLinks.push(current);
      }
      if (name === 'time' && isPublished(attributes)) publishedTime ??= attributes.get('datetime');
    }
    open.push(name);
  }

  /** Tests if a page declares what an element says. Browsers that run scripts ignore `noscript`. */
  const isDeclared = () => dropping < 0 && !open.includes('noscript');

  function startLink(): void {
    const href = attributes.get('href');
    if (href === undefined || canonicals.length >= canonicalsMax) return;
    if (hasToken(attributes.get('rel'), 'canonical')) canonicals.push(href);
  }

  function startMeta(): void {
    const key = attributes.get('property') ?? attributes.get('name') ?? attributes.get('itemprop');
    const content = attributes.get('content');
    if (key === undefined || content === undefined || metas.size >= metasMax) return;
    const lower = key.toLowerCase();
    if (!metas.has(lower)) metas.set(lower, content);
  }

  /** Tests if an element is dropped. A template that is the shadow root of its parent is kept. (HTML, 4.12.3) */
  function isDropped(): boolean {
    return droppedElements.has(name) && !(name === 'template' && attributes.has('shadowrootmode'));
  }

  function append(name: string, attributes: ReadonlyMap<string, string>): PageElement {
    flush();
    const element = newElement(name, attributes, current);
    current.children.push(element);
    return element;
  }

  function lineBreak(): void {
    if (size >= elementsMax) text('\n');
    else append('br', none);
  }

  function closeImplied(): void {
    const top = open.at(-1);
    if (top === undefined) return;
    const implied = closedByStart.get(name)?.has(top) || (top === 'p' && paragraphEnders.has(name));
    if (implied) closeTo(open.length - 1);
  }

  function endTag(ended: string): void {
    if (ended === 'title' && inTitle) {
      inTitle = false;
      return;
    }
    const waiting = flattened.get(ended) ?? 0;
    if (waiting > 0) {
      flattened.set(ended, waiting - 1);
      return;
    }
    if (ended === 'br' && dropping < 0) lineBreak();
    const position = open.lastIndexOf(ended);
    if (position >= 0) closeTo(position);
  }

  function closeTo(length: number): void {
    flush();
    while (open.length > length) {
      open.pop();
      if (dropping < 0) current = current.parent ?? body;
      else if (open.length === dropping) endDropping();
    }
  }

  function endDropping(): void {
    dropping = -1;
    if (data === null) return;
    const joined = data.join('');
    if (joined.length <= jsonLdLengthMax) jsonLd.push(joined);
    data = null;
  }

  const tokenizer = new Tokenizer(
    { decodeEntities: false, xmlMode: false },
    {
      onopentagname: (start, end) => {
        name = nameAt(start, end);
        attributes = none as Map<string, string>;
      },
      onattribname: (start, end) => {
        const written = lowerCase(source.slice(start, end));
        attributeName = readAttributes.has(written) ? written : '';
        attributeValue = '';
      },
      onattribdata: (start, end) => {
        if (attributeName === '') return;
        const lengthMax = headElements.has(name) ? headAttributeLengthMax : attributeLengthMax;
        attributeValue = decodeHTMLAttribute(source.slice(start, end)).slice(0, lengthMax);
      },
      onattribend: () => {
        if (attributeName === '') return;
        if (attributes === none) attributes = new Map();
        if (!attributes.has(attributeName)) attributes.set(attributeName, attributeValue);
      },
      onopentagend: startTag,
      onselfclosingtag: () => {
        const isVoid = voidElements.has(name);
        // The tokenizer treats everything after `<title/>` and `<script/>` as content of these elements.
        if (!isVoid && (droppedElements.has(name) || name === 'title')) return;
        startTag();
        if (isXml && !isVoid) endTag(name);
      },
      onclosetag: (start, end) => endTag(nameAt(start, end)),
      ontext: (start, end) => {
        const written = source.slice(start, end);
        text(rawElements.has(open.at(-1)!) ? written : decodeHTML(written));
      },
      ontextentity: () => {},
      oncdata: (start, end, endOffset) => {
        if (isXml) text(source.slice(start, end - endOffset));
      },
      oncomment: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onattribentity: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  closeTo(0);
  // The tokenizer treats the inside of a title as text, even in XML, so a CDATA section has to be unwrapped here.
  if (isXml) title = title.replace(/^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/, '$1');
  return { body, size, title, metas, jsonLd, language, base, canonicals, publishedTime, homeLinks };
}

/** Returns a page without the toolbar that the Wayback Machine inserts, between two comments, into pages that it replays. */
function withoutToolbar(html: string): string {
  const begin = '<!-- BEGIN WAYBACK TOOLBAR INSERT -->';
  const end = '<!-- END WAYBACK TOOLBAR INSERT -->';
  const start = html.indexOf(begin);
  const after = start < 0 ? -1 : html.indexOf(end, start);
  return after < 0 ? html : html.slice(0, start) + html.slice(after + end.length);
}

/** Tests for a link to the root of a host, an index above the page, or a link marked as `rel="home"`. */
function mayLeadHome(attributes: ReadonlyMap<string, string>): boolean {
  const href = attributes.get('href')?.trim() ?? '';
  return /^(?:(?:(?:https?:)?\/\/[^/?#]+)?\/?|(?:\.\.?\/)+)(?:index\.[a-z]{3,5})?$/i.test(href)
    ? href !== ''
    : hasToken(attributes.get('rel'), 'home');
}

/** `pubdate` was part of HTML until 2012; `datePublished` is from schema.org. */
function isPublished(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.has('pubdate') || hasToken(attributes.get('itemprop'), 'datepublished');
}

function hasToken(list: string | undefined, token: string): boolean {
  return list?.toLowerCase().split(/\s+/).includes(token) ?? false;
}
