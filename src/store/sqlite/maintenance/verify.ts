import type { Database } from 'better-sqlite3';
import { fingerprintKey, toHex } from '../../../fingerprint/blocks.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import { recipeId } from '../../../fingerprint/recipe.js';
import { unreadableClaims } from '../observers/claims.js';
import { packSpace, sortedIndexes } from '../runs/rows.js';
import { rowsIn } from '../runs/run-catalog.js';
import { createSortedRuns, type SortedRuns } from '../runs/sorted-runs.js';
import { usesBlocks } from '../tables/contents.js';
import { isWronglyIndexed } from '../tables/decision-shelves.js';
import { createDocumentIds, type DocumentIds } from '../tables/document-ids.js';
import { isWronglyShared } from '../tables/documents.js';
import { recordsByOwner } from '../tables/idempotency-records.js';
import { faultyLists } from '../write-buffer/posting-lists.js';
import {
  type BlockTable,
  blockRows,
  type DerivedRow,
  type DerivingContent,
  deletedCollections,
  liveRecipes,
  selectDeriving,
  sortedRows,
} from './derived-rows.js';
import { verifyIds } from './document-index.js';
import { clusterChecks, inconsistentMembers } from './verify-clusters.js';
import { type ExpectedRows, type Note, noRows, verifyRuns } from './verify-runs.js';

/** A kind of fault in a database: damage that SQLite has found, or rows that contradict the documents. */
export interface Fault {
  /**
   * Number of faults and their kind, such as `3 rows missing in bands`; for damage, `SQLite: ` and SQLite's message.
   */
  readonly what: string;
  /** True if `repair` fixes the fault without losing a document. */
  readonly repairable: boolean;
}

export interface Verified {
  readonly documents: number;
  readonly contents: number;
  readonly faults: readonly Fault[];
}

/** Reports progress: called with the number of rows examined so far, and the total number of rows to examine. */
export type OnProgress = (done: number, total: number) => void;

const pageRows = 5000;

/**
 * Verifies a whole database: first with SQLite's own check, then by comparing every table with the documents.
 *
 *   documents ──► contents ──► index rows: all must be on disk for contents up to `moves.up_to`
 *             ◄──          ◄── index rows: each must belong to a content
 *
 * Two conditions are not faults: contents numbered above `moves.up_to` may lack index rows, which are derived again
 * when the database is opened; and deleted collections may still have rows, which the sweep deletes later. Memory is
 * used for the Bloom filters of the runs and for each content above `moves.up_to`. Takes a few microseconds per row.
 */
export function verify(db: Database, onProgress: OnProgress = () => {}): Verified {
  const faults: Fault[] = [];
  const note = (count: number, what: string, repairable = true) => {
    if (count > 0) faults.push({ what: `${count} ${what}`, repairable });
  };
  const number = (sql: string) => db.prepare<[], number>(sql).pluck().get()!;

  for (const message of sqliteMessages(db)) {
    faults.push({ what: `SQLite: ${message}`, repairable: false });
  }
  if (faults.length > 0) return { documents: 0, contents: 0, faults };

  const documents = number('SELECT count(*) FROM documents');
  const contents = number('SELECT count(*) FROM contents');
  for (const { sql, what, repairable } of checks) note(number(sql), what, repairable);
  note(unreadableClaims(db).length, 'claims cannot be read');
  note(wrongRecipes(db), 'collections have a recipe that differs from their recipe id', false);
  verifyDerived(db, note, documents + contents, onProgress);
  return { documents, contents, faults };
}

/** Returns the messages of SQLite's own check; empty if it finds no damage. */
function sqliteMessages(db: Database): string[] {
  try {
    const rows = db.pragma('integrity_check') as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((message) => message !== 'ok');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('SQLITE_')) throw error;
    return [message];
  }
}

/**
 * SQL that selects the generations of live collections and successors. All other generations belong to deleted
 * collections, whose rows wait for the sweep.
 */
const live =
  '(SELECT generation FROM collections WHERE name IS NOT NULL OR successor_of IS NOT NULL)';

const checks: readonly { sql: string; what: string; repairable?: boolean }[] = [
  {
    sql: `SELECT count(*) FROM documents LEFT JOIN contents ON contents.number = content
          WHERE contents.number IS NULL AND documents.collection IN ${live}`,
    what: 'documents have lost their content',
    repairable: false,
  },
  {
    sql: `SELECT count(*) FROM documents JOIN contents ON contents.number = content
          WHERE contents.collection <> documents.collection`,
    what: 'documents have a content of another collection',
    repairable: false,
  },
  {
    sql: `SELECT count(*) FROM documents
          WHERE collection NOT IN (SELECT generation FROM collections)`,
    what: 'documents belong to no collection',
    repairable: false,
  },
  {
    sql: `SELECT count(*) FROM documents WHERE ${isWronglyShared}`,
    what: 'documents have a wrong value of `shared`',
  },
  {
    sql: `SELECT count(*) FROM contents WHERE collection IN ${live}
          AND NOT EXISTS (SELECT 1 FROM documents WHERE content = contents.number)
          AND number NOT IN (SELECT content FROM released)`,
    what: 'contents belong to no document',
  },
  {
    // A content whose documents have all expired does not live again: until the sweep it may occur beside a new one.
    sql: `SELECT count(*) FROM (SELECT 1 FROM contents
          WHERE EXISTS (SELECT 1 FROM documents WHERE content = contents.number AND expires_at IS NULL)
          GROUP BY collection, fingerprint, exact_hash HAVING count(*) > 1)`,
    what: 'contents occur more than once',
    repairable: false,
  },
  {
    sql: `SELECT count(*) FROM contents WHERE extractor IS NOT NULL
          AND extractor NOT IN (SELECT number FROM extractors)`,
    what: 'contents name a missing extractor',
  },
  {
    sql: `SELECT count(*) FROM texts WHERE content NOT IN (SELECT number FROM contents)`,
    what: 'texts belong to no content',
  },
  {
    sql: 'SELECT count(*) FROM released WHERE content NOT IN (SELECT number FROM contents)',
    what: 'contents that wait for the sweep are missing',
  },
  {
    sql: `SELECT count(*) FROM changes WHERE collection NOT IN (SELECT generation FROM collections)`,
    what: 'recorded changes belong to no collection',
  },
  {
    sql: `SELECT count(*) FROM collections WHERE generation IN ${live} AND (
            documents <> (SELECT count(*) FROM documents WHERE collection = generation)
            OR contents <> (SELECT count(*) FROM contents WHERE collection = generation)
            OR bare <> (SELECT count(*) FROM contents
              WHERE collection = generation AND evidence IS NULL)
            OR fingerprints <>
              (SELECT count(DISTINCT fingerprint) FROM contents WHERE collection = generation)
            OR expiring <>
              (SELECT count(expires_at) FROM documents WHERE collection = generation)
            OR released <> (SELECT count(*) FROM released
              JOIN contents ON number = content WHERE collection = generation)
            OR claims <> (SELECT count(*) FROM claims
              JOIN documents ON number = document WHERE collection = generation))`,
    what: 'collections have wrong counts',
  },
  {
    sql: 'SELECT count(*) FROM claims WHERE document NOT IN (SELECT number FROM documents)',
    what: 'claims belong to no document',
  },
  {
    sql: `SELECT count(*) FROM (
            SELECT owner, sum(bytes) AS bytes FROM (${recordsByOwner}
              UNION ALL SELECT owner, -bytes FROM idempotency_owners) GROUP BY owner)
          WHERE bytes <> 0`,
    what: 'owners of idempotency records have wrong sums',
  },
  {
    sql: `SELECT count(*) FROM decision_log WHERE ${isWronglyIndexed}`,
    what: 'decisions are not found by their keys',
  },
  { sql: 'SELECT abs(count(*) - 1) FROM moves', what: 'rows too many or too few in moves' },
  ...clusterChecks,
];

/** Compares the `stored` flags of cluster members with the documents. */
function verifyMembers(db: Database, ids: DocumentIds, note: Note): void {
  const moving = db.prepare<[], number>('SELECT lineage FROM reseated').pluck().all();
  let wrong = 0;
  for (const { lineage } of inconsistentMembers(db, ids)) if (!moving.includes(lineage)) wrong += 1;
  note(wrong, 'members of clusters have a wrong `stored` flag');
}

function wrongRecipes(db: Database): number {
  const idOf = db
    .prepare<[number], string>('SELECT recipe_id FROM collections WHERE generation = ?')
    .pluck();
  return [...liveRecipes(db)].filter(
    ([generation, recipe]) => recipeId(recipe) !== idOf.get(generation),
  ).length;
}

function verifyDerived(db: Database, note: Note, rows: number, onProgress: OnProgress): void {
  for (const { table } of blockRows) {
    note(faultyLists(db, table), `posting lists out of order in ${table}`);
  }
  const runs = createSortedRuns(db, () => true);
  while (runs.loadFilters());
  const ofRuns = runs.runs.reduce((sum, run) => sum + rowsIn(run.segments), rows);
  const total = blockRows.reduce((sum, table) => sum + table.count(db), ofRuns);
  let done = 0;
  const advance = (rows: number) => {
    done += rows;
    onProgress(done, total);
  };
  const ids = createDocumentIds(db);
  verifyIds(db, ids, note, advance);
  verifyMembers(db, ids, note);
  const upTo = db.prepare<[], number>('SELECT up_to FROM moves').pluck().get() ?? 0;
  const newest = new Set<string>();
  const recipes = liveRecipes(db);
  const expected = verifyContents(db, recipes, upTo, newest, note, advance);
  for (const table of blockRows) noteDangling(db, recipes, runs, table, newest, note, advance);
  verifyRuns(db, recipes, runs, expected, note, advance);
}

/**
 * Checks that the block tables on disk have the rows of each content. Contents numbered above `upTo` may lack rows;
 * their fingerprints are added to `newest`.
 * @returns number of rows that the runs must have for each index
 */
function verifyContents(
  db: Database,
  recipes: ReadonlyMap<number, Recipe>,
  upTo: number,
  newest: Set<string>,
  note: Note,
  advance: (rows: number) => void,
): ExpectedRows {
  const disks = blockRows.map((table) => table.disk(db));
  const missing = blockRows.map(() => 0);
  const expected = noRows();
  const page = db.prepare<[number, number], DerivingContent>(
    `${selectDeriving} WHERE number > ? ORDER BY number LIMIT +?`,
  );
  for (let last = 0; ; ) {
    const contents = page.all(last, pageRows);
    for (const content of contents) {
      const recipe = recipes.get(content.collection);
      if (recipe === undefined) continue;
      if (content.number > upTo) {
        newest.add(nameOf(content));
        continue;
      }
      for (const [i, { rowsOf }] of blockRows.entries()) {
        for (const row of rowsOf(content, recipe)) {
          if (!disks[i]!.has(...row)) missing[i]! += 1;
        }
      }
      for (const index of sortedIndexes)
        expected[index] += sortedRows[index](content, recipe).length;
    }
    advance(contents.length);
    if (contents.length < pageRows) break;
    last = contents.at(-1)!.number;
  }
  for (const [i, { table }] of blockRows.entries()) note(missing[i]!, `rows missing in ${table}`);
  return expected;
}

/** Names a fingerprint in a collection, of contents with evidence or of those without. */
const nameOf = (of: Pick<DerivingContent, 'collection' | 'bare' | 'high' | 'low'>): string =>
  `${of.collection} ${of.bare} ${toHex(of)}`;

/** Records as faults the rows of a block table whose fingerprint belongs to no content. */
function noteDangling(
  db: Database,
  recipes: ReadonlyMap<number, Recipe>,
  runs: SortedRuns,
  { table, fingerprintOf, pages }: BlockTable,
  newest: ReadonlySet<string>,
  note: Note,
  advance: (rows: number) => void,
): void {
  const deleted = deletedCollections(db, recipes);
  const ofNumber = db.prepare<[number], DerivingContent>(`${selectDeriving} WHERE number = ?`);
  const belongs = (row: DerivedRow) => {
    const place = fingerprintOf(row);
    const { collection } = place;
    if (deleted.has(collection)) return true;
    const recipe = recipes.get(collection);
    if (recipe === undefined || !usesBlocks(recipe)) return false;
    if (newest.has(nameOf(place))) return true;
    const space = packSpace(collection, 'contents_by_fingerprint');
    return runs.valuesOf(space, fingerprintKey(place, place.bare === 1), []).some((number) => {
      const content = ofNumber.get(number);
      return content !== undefined && nameOf(content) === nameOf(place);
    });
  };
  let dangling = 0;
  for (const rows of pages(db)) {
    dangling += rows.filter((row) => !belongs(row)).length;
    advance(rows.length);
  }
  note(dangling, `rows without a content in ${table}`);
}
