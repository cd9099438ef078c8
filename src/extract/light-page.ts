import type { Page } from './extract.js';
import type { MediaType } from './media-types.js';

/**
 * Maximum length of a light page, in bytes or UTF-16 units. The slowest known HTML of this length, repeated `<p>`,
 * takes 8 ms of processor time on a warm thread. Articles and other fragments are usually light, whole pages are not.
 */
const bytesMax = 16_384;

const mayBeLight: ReadonlySet<MediaType> = new Set([
  'text/plain',
  'text/html',
  'application/xhtml+xml',
  'application/xml',
]);

/**
 * Returns true for a page that is certainly read quickly. This excludes PDF and DOCX, which may inflate to a thousand
 * times their size, and Markdown, which may take ten times as long as HTML of the same length.
 */
export function isLightPage({ content, mediaType }: Page): boolean {
  return mayBeLight.has(mediaType) && content.length <= bytesMax;
}
