import type { Database } from 'better-sqlite3';
import type { StoredDocument } from '../../contract/documents.js';
import type { ListNewest } from '../../contract/newest.js';
import { documentBytes, isFull, pageOf } from '../../rules/reply-bytes.js';
import type { DocumentIds } from './document-ids.js';
import type { AnyDocument } from './documents.js';

export type NewestDocuments = ReturnType<typeof createNewestDocuments>;

type Page = Omit<ListNewest, 'collection'>;

/** A collection and its number of documents. */
interface Whose {
  readonly generation: number;
  readonly count: number;
}

interface Numbers {
  /** Descending; of documents that are wanted. */
  readonly found: readonly number[];
  /** If `found` is short, all numbers from this one on were looked at. */
  readonly from: number;
}

/** Fraction of the row numbers to read before considering a way around the other collections. */
const firstShare = 1 / 8;

/**
 * Documents by their numbers, the largest first: numbers grow, and rows are stored in their order, so no index is
 * needed and no write costs more.
 *
 *   numbers   … a b a a b b b b b b b b b b      b is filled all the time, a is looked for
 *                           ◄────────────────      first an eighth of `rows`; then
 *               ◄──────────                        a small collection: all of its numbers, by its ids
 *                   ◄──────                        a large one: up to `rows`, and the page may end empty
 */
export function createNewestDocuments(
  db: Database,
  ids: DocumentIds,
  byNumber: (number: number) => AnyDocument | undefined,
) {
  const selectLargest = db
    .prepare<[number], number | null>('SELECT max(number) FROM documents WHERE number < ?')
    .pluck();
  const wanted = `collection = ? AND (expires_at IS NULL OR expires_at > ?)
    AND stored_at >= ? AND stored_at < ?`;
  const selectDown = db
    .prepare<[number, number, ...Wanted, number], number>(
      `SELECT number FROM documents WHERE number <= ? AND number >= ? AND ${wanted}
       ORDER BY number DESC LIMIT +?`,
    )
    .pluck();
  const selectWanted = db
    .prepare<[number, ...Wanted], number>(
      `SELECT number FROM documents WHERE number = ? AND ${wanted}`,
    )
    .pluck();

  function page(whose: Whose, { before, limit, rows, ...which }: Page) {
    const largest = selectLargest.get(before ?? Number.MAX_SAFE_INTEGER) ?? 0;
    const { found, from } = numbersOf(whose, largest, limit, rows, wantedOf(whose, which));
    const documents = pageOf(documentsOf(found), limit, ({ document }) => documentBytes(document));
    const last = documents.at(-1);
    const isCut =
      documents.length >= limit ||
      isFull(
        documents.map(({ document }) => document),
        documentBytes,
      );
    if (isCut) return { documents, next: last?.number ?? before };
    return { documents, next: from > 1 ? from : null };
  }

  function numbersOf(
    whose: Whose,
    largest: number,
    limit: number,
    rows: number,
    which: Wanted,
  ): Numbers {
    const near = Math.max(1, largest - Math.ceil(rows * firstShare) + 1);
    const first = selectDown.all(largest, near, ...which, limit);
    if (first.length >= limit || near === 1) return { found: first, from: near };
    const left = limit - first.length;
    if (whose.count <= rows) {
      return { found: [...first, ...byIds(whose, near, left, which)], from: 1 };
    }
    const far = Math.max(1, largest - rows + 1);
    return { found: [...first, ...selectDown.all(near - 1, far, ...which, left)], from: far };
  }

  /** The numbers below one, found by all ids of the collection. */
  function byIds({ generation }: Whose, below: number, limit: number, which: Wanted): number[] {
    const all: number[] = [];
    for (const { document } of ids.from(generation, '', false)) {
      if (document < below) all.push(document);
    }
    all.sort((a, b) => b - a);
    const found: number[] = [];
    for (const number of all) {
      if (found.length >= limit) break;
      if (selectWanted.get(number, ...which) !== undefined) found.push(number);
    }
    return found;
  }

  function* documentsOf(
    numbers: readonly number[],
  ): Generator<{ readonly number: number; readonly document: StoredDocument }, void> {
    for (const number of numbers) {
      const found = byNumber(number);
      if (found !== undefined) yield { number, document: found.document };
    }
  }

  return { page };
}

type Wanted = [collection: number, now: number, storedAfter: number, storedBefore: number];

function wantedOf(
  { generation }: Whose,
  { now, storedAfter, storedBefore }: Pick<Page, 'now' | 'storedAfter' | 'storedBefore'>,
): Wanted {
  const { MIN_SAFE_INTEGER: earliest, MAX_SAFE_INTEGER: latest } = Number;
  return [generation, now, storedAfter ?? earliest, storedBefore ?? latest];
}
