import type { Database } from 'better-sqlite3';
import type { StoredDocument } from '../../contract/documents.js';
import type { DocumentKind, ListNewest } from '../../contract/newest.js';
import { otherHostForm } from '../../rules/host.js';
import { documentBytes, isFull, takePage } from '../../rules/reply-bytes.js';
import type { DocumentIds } from './document-ids.js';
import type { AnyDocument } from './documents.js';

export type NewestDocuments = ReturnType<typeof createNewestDocuments>;

type Page = Omit<ListNewest, 'collection'>;

/** A collection and its document count. */
interface CollectionScope {
  readonly generation: number;
  readonly lineage: number;
  readonly count: number;
}

interface Numbers {
  /** Numbers of the selected documents, in descending order. */
  readonly found: readonly number[];
  /** If `found` has fewer numbers than requested, the lowest number that was examined. */
  readonly from: number;
}

/**
 * Share of the rows to scan that is scanned first. Only if more documents are needed is a small collection searched by
 * its ids.
 */
const firstShare = 1 / 8;

/**
 * Lists the documents of a collection, newest first. Documents are numbered in order of arrival, across all
 * collections, and their rows are stored in the order of numbers, so the list needs no separate index.
 *
 *   rows        … a b a a b b b b b b b b b b     documents of a and b, in order; the list is of collection a
 *   scanned                   ◄──────────────     1. the newest eighth of `rows`; then, if more are needed:
 *                 ◄──────────                     2. if a is small: all of its documents, found by their ids
 *                     ◄──────                        if a is large: the rest of `rows`; the page may be empty
 */
export function createNewestDocuments(
  db: Database,
  ids: DocumentIds,
  byNumber: (number: number) => AnyDocument | undefined,
) {
  const selectLargest = db
    .prepare<[number], number | null>('SELECT max(number) FROM documents WHERE number < ?')
    .pluck();
  const statements = new Map<string, ReturnType<typeof prepare>>();

  function prepare(condition: string) {
    const selectDown = db
      .prepare<[number, number, Wanted, number], number>(
        `SELECT number FROM documents WHERE number <= ? AND number >= ? AND ${condition}
         ORDER BY number DESC LIMIT +?`,
      )
      .pluck();
    const selectWanted = db
      .prepare<[number, Wanted], number>(
        `SELECT number FROM documents WHERE number = ? AND ${condition}`,
      )
      .pluck();
    return { selectDown, selectWanted };
  }

  function chooseStatements({ only, search }: Pick<Page, 'only' | 'search'>) {
    const parts = [isPresent, only && kindConditions[only], search !== null && containsSearch];
    const condition = parts.filter(Boolean).join(' AND ');
    const known = statements.get(condition) ?? prepare(condition);
    statements.set(condition, known);
    return known;
  }

  function page(scope: CollectionScope, { before, limit, rows, ...which }: Page) {
    const largest = selectLargest.get(before ?? Number.MAX_SAFE_INTEGER) ?? 0;
    const { found, from } = readNumbers(scope, largest, limit, rows, which);
    const documents = takePage(documentsOf(found), limit, ({ document }) =>
      documentBytes(document),
    );
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

  function readNumbers(
    scope: CollectionScope,
    largest: number,
    limit: number,
    rows: number,
    which: Which,
  ): Numbers {
    const { selectDown, selectWanted } = chooseStatements(which);
    const wanted = toWanted(scope, which);
    const near = Math.max(1, largest - Math.ceil(rows * firstShare) + 1);
    const first = selectDown.all(largest, near, wanted, limit);
    if (first.length >= limit || near === 1) return { found: first, from: near };
    const left = limit - first.length;
    if (scope.count <= rows) {
      const others = byIds(scope, near).filter(
        (number) => selectWanted.get(number, wanted) !== undefined,
      );
      return { found: [...first, ...others.slice(0, left)], from: 1 };
    }
    const far = Math.max(1, largest - rows + 1);
    return { found: [...first, ...selectDown.all(near - 1, far, wanted, left)], from: far };
  }

  /**
   * Returns the numbers of all documents of a collection that are less than `below`, in descending order. Reads all ids
   * of the collection.
   */
  function byIds({ generation }: CollectionScope, below: number): number[] {
    const all: number[] = [];
    for (const { document } of ids.from(generation, '', false)) {
      if (document < below) all.push(document);
    }
    return all.sort((a, b) => b - a);
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

type Which = Pick<Page, 'now' | 'storedAfter' | 'storedBefore' | 'search' | 'only'>;

interface Wanted {
  readonly generation: number;
  readonly lineage: number;
  readonly now: number;
  readonly after: number;
  readonly before: number;
  readonly search: string;
  readonly otherSearch: string | null;
}

function toWanted({ generation, lineage }: CollectionScope, which: Which): Wanted {
  const { MIN_SAFE_INTEGER: earliest, MAX_SAFE_INTEGER: latest } = Number;
  const { now, storedAfter, storedBefore, search } = which;
  return {
    ...{ generation, lineage, now, search: search ?? '' },
    otherSearch: search === null ? null : otherHostForm(search),
    ...{ after: storedAfter ?? earliest, before: storedBefore ?? latest },
  };
}

const isPresent = `collection = @generation AND (expires_at IS NULL OR expires_at > @now)
  AND stored_at >= @after AND stored_at < @before`;

const containsSearch = `(instr(lower(id), @search) OR instr(lower(metadata ->> '$.title'), @search)
  OR instr(lower(page ->> '$[0]'), @search) OR instr(lower(id), @otherSearch))`;

const seat = (condition: string) => `EXISTS (
  SELECT 1 FROM members JOIN clusters ON clusters.number = cluster
  WHERE members.lineage = @lineage AND clusters.lineage = @lineage AND members.id = documents.id
    AND stored = 1${condition})`;

const kindConditions: Readonly<Record<DocumentKind, string>> = {
  clustered: seat(''),
  similar: seat(' AND adds_nothing = 0'),
  changed: 'revision > 1',
  short: '(SELECT short_text FROM contents WHERE contents.number = content) = 1',
  claimed: 'EXISTS (SELECT 1 FROM claims WHERE document = documents.number)',
};
