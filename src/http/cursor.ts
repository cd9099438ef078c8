import { NeardupError } from '../errors.js';

/**
 * Cursors of GET /documents: the id that the page ended with, opaque to clients. The leading
 * version tells apart what an earlier release made.
 */
const prefix = 'd1:';

export function cursorOf(lastId: string): string {
  return Buffer.from(prefix + lastId, 'utf8').toString('base64url');
}

/** @throws `invalid_cursor` */
export function positionOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (text.startsWith(prefix) && cursorOf(text.slice(prefix.length)) === cursor) {
    return text.slice(prefix.length);
  }
  throw new NeardupError(
    'invalid_cursor',
    `Cannot continue from cursor "${cursor.slice(0, 40)}": pass on \`nextCursor\` of the page before as it is`,
  );
}
