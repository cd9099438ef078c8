import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../../fingerprint/recipe.js';
import {
  collectionOfSpace,
  isBefore,
  packSpace,
  type Row,
  type SortedIndex,
  sortedIndexes,
} from '../runs/rows.js';
import { createRunCatalog, type Run, type RunCatalog } from '../runs/run-catalog.js';
import type { SortedRuns } from '../runs/sorted-runs.js';
import {
  type DerivingContent,
  deletedCollections,
  selectDeriving,
  sortedRows,
} from './derived-rows.js';

/** Records a kind of fault and the number of its occurrences. If the number is 0, records nothing. */
export type Note = (count: number, what: string, repairable?: boolean) => void;

/** Number of rows that the runs must have for each index. */
export type ExpectedRows = Record<SortedIndex, number>;

export const noRows = (): ExpectedRows => ({
  bands: 0,
  contents_by_fingerprint: 0,
  contents_by_hash: 0,
  parts: 0,
});

/**
 * Checks that the rows of the sorted runs are in order, that each row belongs to a content, and that no row is missing.
 * Rows in strict order are distinct, so the number of missing rows is the number expected minus the number that belong
 * to a content. Ignores rows of removed contents and of deleted collections.
 * @param expected number of rows that the contents must have in each index
 */
export function verifyRuns(
  db: Database,
  recipes: ReadonlyMap<number, Recipe>,
  { runs, removed }: SortedRuns,
  expected: ExpectedRows,
  note: Note,
  advance: (rows: number) => void,
): void {
  const deleted = deletedCollections(db, recipes);
  const ofNumber = db.prepare<[number], DerivingContent>(`${selectDeriving} WHERE number = ?`);
  const catalog = createRunCatalog(db);
  const [found, dangling] = [noRows(), noRows()];
  let outOfPlace = 0;

  function isOfContent(
    index: SortedIndex,
    collection: number,
    key: number,
    value: number,
  ): boolean {
    const content = ofNumber.get(value);
    const recipe = recipes.get(collection);
    if (content?.collection !== collection || recipe === undefined) return false;
    return sortedRows[index](content, recipe).some(([, own]) => own === key);
  }

  for (const run of runs) {
    for (const [space, key, value, isInPlace] of rowsOf(run, catalog, advance)) {
      if (!isInPlace) outOfPlace += 1;
      const collection = collectionOfSpace(space);
      const index = sortedIndexes.find((each) => packSpace(collection, each) === space);
      if (index === undefined || removed.has(value) || deleted.has(collection)) continue;
      if (isOfContent(index, collection, key, value)) found[index] += 1;
      else dangling[index] += 1;
    }
  }
  note(outOfPlace, 'rows out of their place in runs of contents');
  for (const index of sortedIndexes) {
    note(Math.max(0, expected[index] - found[index]), `rows missing in ${index}`);
    note(dangling[index], `rows without a content in ${index}`);
  }
}

/**
 * Yields the rows of a run. `isInPlace` is false for a row that is out of order, or whose value is outside the run's
 * range. Look-ups may miss such a row.
 */
function* rowsOf(
  run: Run,
  catalog: RunCatalog,
  advance: (rows: number) => void,
): Generator<[space: number, key: number, value: number, isInPlace: boolean]> {
  let last: Row = [-1, 0, 0];
  let stored = catalog.chunkBehind(run.number);
  for (; stored !== undefined; stored = catalog.chunkBehind(run.number, stored.first)) {
    const { first, chunk } = stored;
    for (let at = 0; at < chunk.count; at++) {
      const row: Row = [first[0], chunk.keyAt(at), chunk.valueAt(at)];
      const isFound = at > 0 || (row[1] === first[1] && row[2] === first[2]);
      const isInRun = row[2] > run.after && row[2] <= run.upTo;
      yield [...row, isFound && isInRun && isBefore(...last, row)];
      last = row;
    }
    advance(chunk.count);
  }
}
