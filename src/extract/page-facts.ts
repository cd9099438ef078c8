import { type LinkedFacts, linkedFacts } from './linked-data.js';
import { titleWithoutSite } from './page-title.js';
import {
  headAttributeLengthMax,
  type PageElement,
  type PageTree,
  titleLengthMax,
} from './page-tree.js';
import { writtenDate } from './written-date.js';

/** Facts that a page states about itself, apart from its text; null where it states none. */
export interface PageFacts {
  /** Without the name of the site; at most 1,000 UTF-16 units. */
  readonly title: string | null;
  /** At most 200 UTF-16 units. */
  readonly siteName: string | null;
  /** An absolute address of http or https, without a fragment; at most 2,048 UTF-16 units. */
  readonly canonical: string | null;
  /** BCP 47, in its canonical form. */
  readonly language: string | null;
  /** ISO 8601, with the precision of the page. */
  readonly publishedAt: string | null;
  /** Headings of the extracted text, in its order; at most 50, of at most 300 UTF-16 units each. */
  readonly headings: readonly string[];
}

const siteNameLengthMax = 200;
const languageLengthMax = 35;
const headingsMax = 50;
const headingLengthMax = 300;
/** Number of headings of which one may be the title. */
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

/** The facts of a page of which only a title is known, if that. */
export function titleAlone(title: string | null): PageFacts {
  return { title: title === null ? null : plain(title, titleLengthMax) || null, ...noFacts };
}

export interface FactSources {
  readonly tree: PageTree;
  /** Parsed linked data. */
  readonly linked: readonly unknown[];
  /** The text of the first `h1`. */
  readonly heading: string | null;
  /** Headings of the extracted text. */
  readonly headings: readonly string[];
  /** Address from which the page was fetched, if known; anything but an address is ignored. */
  readonly address: string | null;
}

/**
 * Facts that a page states about itself, in its linked data (schema.org), Open Graph, Dublin Core and HTML. Each
 * fact has an order of sources, and the first usable one counts. Cost: linear in the length of the page.
 */
export function pageFacts({ tree, linked, heading, headings, ...known }: FactSources): PageFacts {
  const address = (known.address && absolute(known.address, null)?.href) || null;
  const facts = linkedFacts(linked);
  const canonical = canonicalOf(tree, facts, address);
  return {
    title: titleOf(tree, facts, { heading, headings }, hostOf(address ?? canonical)),
    siteName: firstText(siteNamesOf(tree, facts), siteNameLengthMax),
    canonical,
    language: languageOf(tree, facts),
    publishedAt: publishedAtOf(tree, facts),
    headings: headings.slice(0, headingsMax).map((text) => plain(text, headingLengthMax)),
  };
}

function titleOf(
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
    names: present([...siteNamesOf(tree, facts), tree.metas.get('apple-mobile-web-app-title')]),
    homeLinks: homeLinks.filter((link) => leadsHome(link, host)).map(linkText),
    host,
  });
}

/** WebSite of linked data is what search engines take first, see "Site names" of Google Search Central. */
function siteNamesOf({ metas }: PageTree, { siteName, publisher }: LinkedFacts) {
  return [siteName, metas.get('og:site_name'), publisher, metas.get('application-name')];
}

/** RFC 6596; then `og:url`, which is canonical by the Open Graph protocol; then `mainEntityOfPage`. */
function canonicalOf(
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

/** A valid address of http or https; null for anything else, such as a template that was not filled in. */
function absolute(written: string, root: string | null): URL | null {
  const trimmed = written.trim();
  if (trimmed === '' || written.length >= headAttributeLengthMax) return null;
  if (/[\s<>{}"\\^`|]/.test(trimmed) || !URL.canParse(trimmed, root ?? undefined)) return null;
  const url = new URL(trimmed, root ?? undefined);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** `lang` is what HTML defines; the other tags of a page are often those of a template. */
function languageOf({ language, metas }: PageTree, linked: LinkedFacts): string | null {
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
    // RangeError: no tag by BCP 47. There is no way to ask without an exception.
    return null;
  }
}

/** `publishdate` and `pubdate` are those of Chinese portals and authorities. */
function publishedAtOf({ metas, publishedTime }: PageTree, linked: LinkedFacts): string | null {
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

/** True of a link to the root of the host of the page, or of a domain that holds it. */
function leadsHome({ attributes }: PageElement, host: string | null): boolean {
  const there = hostOf(attributes.get('href') ?? '');
  if (there === null) return true;
  const bare = there.replace(/^www\./, '');
  return host !== null && (host === there || host === bare || host.endsWith(`.${bare}`));
}

function hostOf(address: string | null): string | null {
  const absolute = address?.trim().replace(/^\/\//, 'https://') ?? '';
  return URL.canParse(absolute) ? new URL(absolute).hostname : null;
}

/** The text of a link, and descriptions of pictures in it. Nothing of a long one, which is no name. */
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

/** With single spaces, cut between characters. */
function plain(text: string, lengthMax: number): string {
  const beginning = text
    .slice(0, 10 * lengthMax)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const cut = beginning.slice(0, lengthMax);
  return (/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut).toWellFormed().trim();
}
