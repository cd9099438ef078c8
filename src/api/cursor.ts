import type { z } from 'zod';
import { NeardupError } from '../errors.js';

/**
 * Cursors: list positions that are opaque to clients. Each cursor begins with its kind, which names the list and the
 * version of the format, so that a cursor from another list or from an earlier release is detected. The kind is
 * followed by the position of the last item of the previous page.
 */
type Kind =
  /** GET /documents: the id of a document. */
  | 'd1'
  /** GET /documents, newest first: the generation of the collection and a document number. */
  | 'n1'
  /** GET /documents of a cluster: the seat of a member, which is its position in the cluster. */
  | 's1'
  /** POST /query by distance: see http/routes/query.ts. */
  | 'q1'
  /** GET /collections: the order, its direction, and the sort key and name of a collection. */
  | 'o1'
  /** GET /clusters: the number of members and the id of a cluster. */
  | 'c1'
  /** GET /clusters, the least similar first: a similarity and the id of a cluster. */
  | 'c2'
  /** GET /clusters/{id}: whether a member is stored, and the seat of the member. */
  | 'm1'
  /** GET /separations: the two ids of a separated pair. */
  | 'p1'
  /** GET /labels: the two ids of a labelled pair. */
  | 'l1'
  /** GET /decisions: the order, and the number and certainty of a decision. */
  | 'r1';

export function encodeCursor(kind: Kind, position: string): string {
  return Buffer.from(`${kind}:${position}`, 'utf8').toString('base64url');
}

/** @throws `invalid_cursor` */
export function decodeCursor(kind: Kind, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const position = text.slice(kind.length + 1);
  if (text.startsWith(`${kind}:`) && encodeCursor(kind, position) === cursor) return position;
  throw invalidCursor(cursor);
}

/** Cursors of a list whose positions are encoded as JSON. */
export interface ListCursors<T> {
  /** Returns the position after which a page starts; null without a cursor. @throws `invalid_cursor` */
  read(cursor: string | undefined): T | null;
  /** @param position position of the last item of a page; null if there are no further pages */
  write(position: T | null): string | null;
}

export function listCursors<T>(kind: Kind, form: z.ZodType<T>): ListCursors<T> {
  return {
    read(cursor) {
      if (cursor === undefined) return null;
      const text = decodeCursor(kind, cursor);
      try {
        return form.parse(JSON.parse(text));
      } catch (cause) {
        throw invalidCursor(cursor, cause);
      }
    },
    write: (position) => (position === null ? null : encodeCursor(kind, JSON.stringify(position))),
  };
}

export function invalidCursor(cursor: string, cause?: unknown): NeardupError {
  return new NeardupError(
    'invalid_cursor',
    `Cannot continue from cursor "${cursor.slice(0, 40)}": pass the \`nextCursor\` of the previous page unchanged`,
    { cause },
  );
}
