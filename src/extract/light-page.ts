import type { Page } from './extract.js';
import type { MediaType } from './media-types.js';

/**
 * Maximum length of a light page, in bytes or UTF-16 units. The most expensive known HTML of this length, `<p>`
 * repeated, takes 8 ms of processor time on a warm thread. Articles and other fragments are usually light; whole pages
 * are not.
 */
const bytesMax = 16_384;

const mayBeLight: ReadonlySet<MediaType> = new Set([
  'text/plain',
  'text/html',
  'application/xhtml+xml',
  'application/xml',
]);

/**
 * Tests for a page that is certain to be read quickly. This excludes PDF and DOCX, which may inflate to a thousand
 * times their size, and Markdown, which may take ten times as long as HTML of its length.
 */
export function isLightPage({ content, mediaType }: Page): boolean {
  return mayBeLight.has(mediaType) && content.length <= bytesMax;
}
