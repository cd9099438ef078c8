import type { Page } from './extract.js';

/**
 * Longest light page, in bytes or UTF-16 units. The most costly HTML of this length that was found, `<p>`
 * repeated, takes 8 ms of processor on a warm thread. Articles and other pieces of pages are light as a rule;
 * whole pages as sites send them are not.
 */
const bytesMax = 16_384;

/** True of a page that is certain to be read soon. A PDF or DOCX is not: it may inflate to a thousand times its bytes. */
export function isLightPage({ content, mediaType }: Page): boolean {
  const isText =
    mediaType === 'text/plain' ||
    mediaType === 'text/html' ||
    mediaType === 'application/xhtml+xml';
  return isText && content.length <= bytesMax;
}
