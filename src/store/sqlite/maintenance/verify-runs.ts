import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../../fingerprint/recipe.js';
import { isBefore, type Row } from '../runs/row.js';
import { RowCursor, type Run } from '../runs/run.js';
import { createChunkReader, type ReadChunk } from '../runs/segment.js';
import type { SortedRuns } from '../runs/sorted-runs.js';
import { collectionOfSpace, type SortedIndex, sortedIndexes, spaceOf } from '../runs/space.js';
import {
  type DerivingContent,
  deletedCollections,
  selectDeriving,
  sortedRows,
} from './derived-rows.js';

/** Called with each fault. */
export type Note = (count: number, what: string, mendable?: boolean) => void;

/** How many rows runs must have, by index. */
export type ExpectedRows = Record<SortedIndex, number>;

export const noRows = (): ExpectedRows => ({
  bands: 0,
  contents_by_fingerprint: 0,
  contents_by_hash: 0,
  parts: 0,
});

const rowsOfStep = 5000;

/**
 * Looks up the content of each row by its number. Rows of removed contents do not count. Each row is in
 * its place, so none is there twice, and the number of rows that belong to contents says how many are
 * missing.
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
  const read = createChunkReader(db);
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
    for (const [space, key, value, isInPlace] of rowsOf(run, read, advance)) {
      if (!isInPlace) outOfPlace += 1;
      const collection = collectionOfSpace(space);
      const index = sortedIndexes.find((each) => spaceOf(collection, each) === space);
      if (index === undefined || removed.has(value) || deleted.has(collection)) continue;
      if (isOfContent(index, collection, key, value)) found[index] += 1;
      else dangling[index] += 1;
    }
  }
  note(outOfPlace, 'rows out of their place in runs of contents');
  for (const index of sortedIndexes) {
    note(Math.max(0, expected[index] - found[index]), `rows missing in ${index}`);
    note(dangling[index], `rows of nothing in ${index}`);
  }
}

function* rowsOf(
  run: Run,
  read: ReadChunk,
  advance: (rows: number) => void,
): Generator<[space: number, key: number, value: number, isInPlace: boolean]> {
  const cursor = new RowCursor(run, read);
  let last: Row = [-1, 0, 0];
  let passed = 0;
  for (; cursor.isAt; cursor.next()) {
    const row: Row = [cursor.space, cursor.key, cursor.value];
    const isInPlace = isBefore(...last, row) && row[2] > run.after && row[2] <= run.upTo;
    yield [...row, isInPlace];
    last = row;
    passed += 1;
    if (passed % rowsOfStep === 0) advance(rowsOfStep);
  }
  advance(passed % rowsOfStep);
}
