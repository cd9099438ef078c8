import type { Page } from './extract.js';

/*
 * Whether a page is certain to be read soon, by what is known of it before it is read. A PDF and a
 * DOCX may inflate to a thousand times their bytes. Of HTML the bytes alone say little, too:
 * Readability looks at the text of an element again for each element around it, so 4 KB of `<div>`
 * in `<div>` took 1.2 s of processor, and 16 KB of text in one element 2 ms. The cost grows with
 * elements times bytes, and there are no more elements than `<`.
 *
 *   `<`   bytes    processor of the most costly page that was found, extracted and signed: a warm
 *    64    4,096    7 ms         thread, the least of seven runs, while other work had both cores
 *    64    8,192   14 ms
 *    32   16,384   15 ms
 *    64   16,384   27 to 93 ms
 *   128    2,048   63 ms
 *
 * The second and third rows are the most that a light page may have. A `<` is the byte 3C in
 * every encoding that a page may have, so bytes need not be decoded; other characters with this byte
 * only make a page count as heavy. Articles and other pieces of pages are light as a rule; whole pages
 * as sites send them, with a median of 1,350 `<`, are not.
 */
const bytesMax = 16_384;
const tagsMax = 64;
const tagsTimesBytesMax = 2 ** 19;
const tag = 0x3c;

/** Cost: one pass over at most `bytesMax` bytes or UTF-16 units. */
export function isLightPage({ content, mediaType }: Page): boolean {
  const { length } = content;
  if (length > bytesMax) return false;
  switch (mediaType) {
    case 'text/plain':
      return true;
    case 'text/html':
    case 'application/xhtml+xml':
      return hasTagsAtMost(Math.min(tagsMax, tagsTimesBytesMax / length), content);
    default:
      return false;
  }
}

function hasTagsAtMost(most: number, content: Uint8Array | string): boolean {
  const next =
    typeof content === 'string'
      ? (from: number) => content.indexOf('<', from)
      : (from: number) => content.indexOf(tag, from);
  let tags = 0;
  for (let at = next(0); at >= 0; at = next(at + 1)) {
    tags += 1;
    if (tags > most) return false;
  }
  return true;
}
