import type { PageTree } from './page-tree.js';

/** Separators of the title of a page and the name of its site. */
const separators = /\s+[-–—|·•:»«/\\]+\s+|\s*[|_]\s*|\s*[–—]\s*/;

/**
 * The title of a page without the name of its site: the part of `<title>` that the page has as its heading, or all
 * but the parts that the page gives as its site's name. Null if there is no title.
 */
export function pageTitle({ title, metas }: PageTree, heading: string | null): string | null {
  const whole = plain(title) || plain(metas.get('og:title') ?? '');
  if (whole === '') return null;
  const names = [metas.get('og:site_name'), metas.get('application-name')]
    .map((name) => folded(name ?? ''))
    .filter((name) => name !== '');
  const parts = whole
    .split(separators)
    .map(plain)
    .filter((part) => part !== '');
  const isHeading = (text: string) => folded(text) === folded(heading ?? '');
  if (parts.length < 2 || isHeading(whole)) return whole;
  const own = parts.find(isHeading);
  if (own !== undefined) return own;
  // A part may hold a separator of its own, so the name is taken off the ends of the whole.
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (names.includes(folded(last))) return plain(trimEnd(whole, last));
  if (names.includes(folded(first))) return plain(trimStart(whole, first));
  return whole;
}

function trimEnd(whole: string, part: string): string {
  return whole.slice(0, whole.lastIndexOf(part)).replace(/[\s\-–—|·•:»«/\\_]+$/, '');
}

function trimStart(whole: string, part: string): string {
  return whole.slice(whole.indexOf(part) + part.length).replace(/^[\s\-–—|·•:»«/\\_]+/, '');
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function folded(text: string): string {
  return plain(text).toLowerCase();
}
