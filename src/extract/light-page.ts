import type { Page } from './extract.js';
import type { MediaType } from './media-types.js';

/**
 * Longest light page, in bytes or UTF-16 units. The most costly HTML of this length that was found, `<p>`
 * repeated, takes 8 ms of processor on a warm thread. Articles and other pieces of pages are light as a rule;
 * whole pages as sites send them are not.
 */
const bytesMax = 16_384;

const mayBeLight: ReadonlySet<MediaType> = new Set([
  'text/plain',
  'text/html',
  'application/xhtml+xml',
  'application/xml',
]);

/**
 * True of a page that is certain to be read soon. A PDF or DOCX is not: it may inflate to a thousand times its bytes.
 * Nor is Markdown, of which some takes ten times as long as HTML of its length.
 */
export function isLightPage({ content, mediaType }: Page): boolean {
  return mayBeLight.has(mediaType) && content.length <= bytesMax;
}
