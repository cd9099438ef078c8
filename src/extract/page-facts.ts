import { type LinkedFacts, linkedFacts } from './linked-data.js';
import { titleWithoutSite } from './page-title.js';
import {
  headAttributeLengthMax,
  type PageElement,
  type PageTree,
  titleLengthMax,
} from './page-tree.js';
import { writtenDate } from './written-date.js';

/** Facts that a page declares about itself, apart from its text; null if missing. */
export interface PageFacts {
  /** Title without the name of the site; at most 1,000 UTF-16 units. */
  readonly title: string | null;
  /** Name of the site; at most 200 UTF-16 units. */
  readonly siteName: string | null;
  /** Absolute http or https address without a fragment; at most 2,048 UTF-16 units. */
  readonly canonical: string | null;
  /** BCP 47 tag in canonical form. */
  readonly language: string | null;
  /** Publication time in ISO 8601, with the precision that the page gives. */
  readonly publishedAt: string | null;
  /** Headings of the extracted text, in order; at most 50, of at most 300 UTF-16 units each. */
  readonly headings: readonly string[];
}

const siteNameLengthMax = 200;
const languageLengthMax = 35;
const headingsMax = 50;
const headingLengthMax = 300;
/** Maximum number of headings that are tried as the title without the site name. */
const headingsOfTitleMax = 5;
const homeLinkLengthMax = 60;
const homeLinkNodesMax = 200;

const noFacts = {
  siteName: null,
  canonical: null,
  language: null,
  publishedAt: null,
  headings: [],
};

/** Returns the facts of a page of which at most the title is known. */
export function titleAlone(title: string | null): PageFacts {
  return { title: title === null ? null : plain(title, titleLengthMax) || null, ...noFacts };
}

export interface FactSources {
  readonly tree: PageTree;
  /** Parsed linked data. */
  readonly linked: readonly unknown[];
  /** Text of the first `h1`. */
  readonly heading: string | null;
  /** Headings of the extracted text. */
  readonly headings: readonly string[];
  /** Address of the page, if known; ignored if invalid. */
  readonly address: string | null;
}

/**
 * Collects facts that a page declares in linked data (schema.org), Open Graph, Dublin Core and HTML. For each fact, the
 * sources are tried in a fixed order until one is usable. Cost: linear in the length of the page.
 */
export function pageFacts({ tree, linked, heading, headings, ...known }: FactSources): PageFacts {
  const address = (known.address && absolute(known.address, null)?.href) || null;
  const facts = linkedFacts(linked);
  const canonical = findCanonical(tree, facts, address);
  return {
    title: findTitle(tree, facts, { heading, headings }, parseHost(address ?? canonical)),
    siteName: firstText(listSiteNames(tree, facts), siteNameLengthMax),
    canonical,
    language: findLanguage(tree, facts),
    publishedAt: findPublicationTime(tree, facts),
    headings: headings.slice(0, headingsMax).map((text) => plain(text, headingLengthMax)),
  };
}

function findTitle(
  tree: PageTree,
  facts: LinkedFacts,
  { heading, headings }: Pick<FactSources, 'heading' | 'headings'>,
  host: string | null,
): string | null {
  const { title, metas, homeLinks } = tree;
  const { headline } = facts;
  const elsewhere = [metas.get('og:title'), headline, ...dublinCore(metas, 'title')];
  const whole = firstText([title, ...elsewhere, heading], titleLengthMax);
  if (whole === null) return null;
  return titleWithoutSite(whole, {
    heading,
    titles: [
      ...present([headline, metas.get('og:title'), metas.get('twitter:title')]),
      ...headings.slice(0, headingsOfTitleMax),
    ],
    names: present([...listSiteNames(tree, facts), tree.metas.get('apple-mobile-web-app-title')]),
    homeLinks: homeLinks.filter((link) => leadsHome(link, host)).map(linkText),
    host,
  });
}

/**
 * Returns possible names of the site. Search engines prefer WebSite in linked data; see "Site names" of Google Search
 * Central.
 */
function listSiteNames({ metas }: PageTree, { siteName, publisher }: LinkedFacts) {
  return [siteName, metas.get('og:site_name'), publisher, metas.get('application-name')];
}

/**
 * Returns the first usable of these addresses: `rel=canonical` (RFC 6596); `og:url`, which is canonical according to
 * the Open Graph protocol; `mainEntityOfPage`, or `url` if it is missing, in linked data.
 */
function findCanonical(
  { canonicals, metas, base }: PageTree,
  linked: LinkedFacts,
  address: string | null,
): string | null {
  const root = (base && absolute(base, address)?.href) || address;
  for (const written of [...canonicals, metas.get('og:url'), linked.address]) {
    const url = written === undefined ? null : absolute(written, root);
    if (url === null) continue;
    url.hash = '';
    if (url.href.length <= headAttributeLengthMax) return url.href;
  }
  return null;
}

/** Returns a valid http or https address; null for anything else, such as an unfilled template. */
function absolute(written: string, root: string | null): URL | null {
  const trimmed = written.trim();
  if (trimmed === '' || written.length >= headAttributeLengthMax) return null;
  if (/[\s<>{}"\\^`|]/.test(trimmed) || !URL.canParse(trimmed, root ?? undefined)) return null;
  const url = new URL(trimmed, root ?? undefined);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/**
 * Returns the language in linked data, otherwise the `lang` of HTML. Other language tags come last, because they are
 * often left over from a template.
 */
function findLanguage({ language, metas }: PageTree, linked: LinkedFacts): string | null {
  const written = [
    ...[linked.language, language, metas.get('og:locale')],
    ...dublinCore(metas, 'language'),
  ];
  for (const each of present(written)) {
    const tag = each.trim().replaceAll('_', '-');
    if (tag.length > languageLengthMax || !/^(?!und\b|mul\b|zxx\b)[a-z]{2,3}(-|$)/i.test(tag))
      continue;
    const canonical = canonicalTag(tag);
    if (canonical !== null) return canonical;
  }
  return null;
}

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    // A RangeError means that this is not a BCP 47 tag. There is no check that does not throw.
    return null;
  }
}

/** Returns the publication time. Chinese portals and authorities use `publishdate` and `pubdate`. */
function findPublicationTime(
  { metas, publishedTime }: PageTree,
  linked: LinkedFacts,
): string | null {
  const written = [
    ...[linked.datePublished, metas.get('article:published_time'), metas.get('datepublished')],
    ...[...dublinCore(metas, 'date.issued'), ...dublinCore(metas, 'issued')],
    ...dublinCore(metas, 'date'),
    ...[metas.get('publishdate'), metas.get('pubdate'), publishedTime],
  ];
  for (const each of present(written)) {
    const date = writtenDate(each);
    if (date !== null) return date;
  }
  return null;
}

function dublinCore(metas: ReadonlyMap<string, string>, name: string): (string | undefined)[] {
  return [metas.get(`dcterms.${name}`), metas.get(`dc.${name}`)];
}

/** Tests if a link is relative, or leads to the page's host or a parent domain. */
function leadsHome({ attributes }: PageElement, host: string | null): boolean {
  const there = parseHost(attributes.get('href') ?? '');
  if (there === null) return true;
  const bare = there.replace(/^www\./, '');
  return host !== null && (host === there || host === bare || host.endsWith(`.${bare}`));
}

function parseHost(address: string | null): string | null {
  const absolute = address?.trim().replace(/^\/\//, 'https://') ?? '';
  return URL.canParse(absolute) ? new URL(absolute).hostname : null;
}

/** Returns the text of a link, including descriptions of its pictures; empty if it is too long for a name. */
function linkText(link: PageElement): string {
  let text = '';
  let nodes = 0;
  const waiting: (PageElement | string)[] = [link];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (++nodes > homeLinkNodesMax || text.length > homeLinkLengthMax) return '';
    if (typeof node === 'string') text += node;
    else if (node.name === 'img') text += ` ${node.attributes.get('alt') ?? ''} `;
    else for (let i = node.children.length - 1; i >= 0; i--) waiting.push(node.children[i]!);
  }
  return plain(text, homeLinkLengthMax);
}

function firstText(texts: readonly (string | null | undefined)[], lengthMax: number) {
  for (const text of present(texts)) {
    const short = plain(text, lengthMax);
    if (short !== '') return short;
  }
  return null;
}

function present(values: readonly (string | null | undefined)[]): string[] {
  return values.filter((value) => value !== undefined && value !== null);
}

/** Collapses white space and truncates the text without splitting a character. */
function plain(text: string, lengthMax: number): string {
  const beginning = text
    .slice(0, 10 * lengthMax)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const cut = beginning.slice(0, lengthMax);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).toWellFormed().trim();
}
