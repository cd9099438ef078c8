import { feedExtractor } from './extractor-names.js';
import { visibleText } from './main-text.js';
import { pageTree } from './page-tree.js';
import { tidy, tidyTitle } from './tidy.js';
import { childElements, readText, type XmlElement } from './xml-tree.js';

/*
 * Feeds: RSS 0.9x and 2.0 (`rss/channel/item`), RSS 1.0 (`rdf:RDF/item` beside `channel`) and Atom (`feed/entry`, or an
 * `entry` alone). Their text is the title and descriptions of the feed, then those of each entry. Dates, names and
 * categories are left out, because they change while the entries stay the same.
 */

const entryNames = new Set(['item', 'entry']);
const bodyNames = new Set(['description', 'encoded', 'content', 'summary', 'body', 'subtitle']);

export function isFeed({ name, children }: XmlElement): boolean {
  if (name === 'rss') return true;
  const has = (...names: readonly string[]) =>
    children.some((child) => typeof child !== 'string' && names.includes(child.name));
  if (name === 'rdf') return has('channel', 'item');
  if (name === 'feed') return has('entry', 'title', 'id', 'updated');
  return name === 'entry' && has('title') && has('id');
}

/** Extracts the text of a feed. @param source source text that element positions refer to */
export function feedText(source: string, root: XmlElement) {
  const channel = childElements(root).find(({ name }) => name === 'channel') ?? root;
  const isAlone = root.name === 'entry';
  const title = isAlone ? '' : readTitle(source, channel);
  const entries = isAlone
    ? [root]
    : findEntries(channel).concat(channel === root ? [] : findEntries(root));
  const parts = entries.map((entry) => `${readTitle(source, entry)}\n${readBodies(source, entry)}`);
  if (!isAlone) parts.unshift(readBodies(source, channel));
  return {
    title: tidyTitle(isAlone ? readTitle(source, root) : title),
    text: tidy([title, ...parts].join('\n')),
    isBlocks: true as const,
    extractor: feedExtractor,
  };
}

function findEntries(parent: XmlElement): XmlElement[] {
  return childElements(parent).filter(({ name }) => entryNames.has(name));
}

/**
 * Returns the title of an element. A title with the same prefix as the element is preferred, because `media:title`, for
 * example, is the title of a picture.
 */
function readTitle(source: string, element: XmlElement): string {
  const titles = childElements(element).filter(({ name }) => name === 'title');
  const own = titles.find(({ prefix }) => prefix === element.prefix) ?? titles[0];
  if (own === undefined) return '';
  const text = readText(own);
  const isPlain = own.attributes.get('type') === 'text' || !/<\/\w|<br\b|&#?\w+;/i.test(text);
  return isPlain && own.attributes.get('type') !== 'xhtml'
    ? text.replaceAll(/\s+/g, ' ')
    : markupText(own, source).replaceAll('\n', ' ');
}

/** Returns the descriptions of an entry, the longest first, without excerpts from longer ones. */
function readBodies(source: string, entry: XmlElement): string {
  const texts = findBodies(entry).map((body) => contentText(body, source));
  const kept: { readonly text: string; readonly words: string }[] = [];
  for (const text of texts.sort((one, other) => other.length - one.length)) {
    const words = spaced(text);
    const excerpt = spaced(words.trimEnd().replace(ellipsis, ''));
    if (!kept.some((longer) => longer.words.includes(excerpt))) kept.push({ text, words });
  }
  return kept.map(({ text }) => text).join('\n');
}

/** Matches an ellipsis at the end of a text with single spaces. Repetitions would take quadratic time. */
const ellipsis = /(?:\[ ?)?(?:…|\.{3})(?: ?\])?$/;

/** Returns a text with single spaces between its words and around it. */
function spaced(text: string): string {
  return ` ${text.trim().replaceAll(/\s+/g, ' ')} `;
}

function findBodies(entry: XmlElement): XmlElement[] {
  return childElements(entry).flatMap((child) => {
    if (bodyNames.has(child.name)) return [child];
    return child.prefix === 'media' && child.name === 'group' ? findBodies(child) : [];
  });
}

/**
 * Returns the text of a body. In RSS, a body is HTML; in Atom, its `type` attribute declares the format (default:
 * `text`). (RFC 4287, 3.1.1 and 4.1.3)
 */
function contentText(body: XmlElement, source: string): string {
  const type = body.attributes.get('type')?.toLowerCase().trim();
  const isAtom = body.name === 'summary' || body.name === 'content' || body.name === 'subtitle';
  if (!isAtom || body.prefix !== '' || type?.includes('html')) return markupText(body, source);
  const isText = type === undefined || /^text(?:$|\/)|[/+]xml$/.test(type);
  return isText ? readText(body) : '';
}

/** Returns the text of markup that is escaped as text or embedded as elements. */
function markupText(element: XmlElement, source: string): string {
  const hasElements = childElements(element).length > 0;
  const text = readText(element);
  if (!hasElements && !/[<&]/.test(text)) return text.replaceAll(/\s+/g, ' ').trim();
  const tree = hasElements
    ? pageTree(source.slice(element.start, element.end), { isXml: true })
    : pageTree(text);
  return visibleText(tree);
}
