import type { Database } from 'better-sqlite3';
import { type BloomFilter, readBloomFilter } from './bloom-filter.js';
import { createFences } from './fences.js';
import type { Run } from './run.js';
import { chunkNumber, chunksMax, type Segment } from './segment.js';

/** A run that is being written. */
export interface UnfinishedRun extends Run {
  /** The last value that there was when it was begun. */
  readonly begunAt: number;
}

/** The tables of runs and of their segments: which there are, and where their rows are. */
export interface RunCatalog {
  /** Complete runs, those of older values first. */
  readonly runs: readonly Run[];
  readonly unfinished: readonly UnfinishedRun[];
  /** Segments that belong to no run, or are not complete: their chunks are to be deleted. */
  readonly leftOver: readonly number[];
  begin(run: Pick<UnfinishedRun, 'level' | 'after' | 'upTo' | 'begunAt'>): number;
  beginSegment(run: number): number;
  finishSegment(segment: Segment): void;
  finish(run: number, values: number): void;
  /** Its segments are left over. */
  drop(run: number): void;
  /** Deletes some chunks of a segment; the last time, the segment, too. @returns whether it is gone */
  clear(segment: number, chunks: number): boolean;
  /** undefined: the segment is gone. */
  filterOf(segment: number): BloomFilter | undefined;
}

type RunRow = Omit<UnfinishedRun, 'segments'> & { readonly isComplete: number };
interface SegmentRow {
  readonly number: number;
  readonly run: number;
  readonly rows: number;
  readonly lastSpace: number;
  readonly lastKey: number;
  readonly lastValue: number;
  readonly fences: Uint8Array;
}

export function createRunCatalog(db: Database): RunCatalog {
  const last = (sql: string) => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  // Numbers are not used again while the process lives: what was undone may still be in memory.
  // Segments of a run that is gone may still be there.
  let lastRun = Math.max(
    last(`SELECT max(number) FROM content_runs`),
    last(`SELECT max(run) FROM content_segments`),
  );
  let lastSegment = Math.max(
    last(`SELECT max(number) FROM content_segments`),
    Math.floor(last(`SELECT max(number) FROM content_chunks`) / chunksMax),
  );
  const insertRun = db.prepare<[number, number, number, number, number]>(
    `INSERT INTO content_runs (number, level, after, up_to, begun_at, value_count, is_complete)
     VALUES (?, ?, ?, ?, ?, 0, 0)`,
  );
  const insertSegment = db.prepare<[number, number]>(
    `INSERT INTO content_segments (number, run) VALUES (?, ?)`,
  );
  const updateSegment = db.prepare<
    [number, number, number, number, Uint8Array, Uint8Array, number]
  >(
    `UPDATE content_segments SET rows = ?, last_space = ?, last_key = ?, last_value = ?, fences = ?, filter = ?
     WHERE number = ?`,
  );
  const updateRun = db.prepare<[number, number]>(
    `UPDATE content_runs SET value_count = ?, is_complete = 1 WHERE number = ?`,
  );
  const deleteRun = db.prepare<[number]>(`DELETE FROM content_runs WHERE number = ?`);
  const deleteChunks = db.prepare<[number, number, number]>(
    `DELETE FROM content_chunks WHERE number IN
       (SELECT number FROM content_chunks WHERE number >= ? AND number < ? LIMIT +?)`,
  );
  const deleteSegment = db.prepare<[number]>(`DELETE FROM content_segments WHERE number = ?`);
  const selectFilter = db
    .prepare<[number], Uint8Array>(`SELECT filter FROM content_segments WHERE number = ?`)
    .pluck();
  const rows = db
    .prepare<[], RunRow>(
      `SELECT number, level, after, up_to AS upTo, begun_at AS begunAt, value_count AS "values",
         is_complete AS isComplete FROM content_runs ORDER BY after, up_to`,
    )
    .all();
  const segments = new Map<number, Segment[]>(rows.map(({ number }) => [number, []]));
  const leftOver: number[] = [];
  const selectSegments = db.prepare<[], SegmentRow>(
    `SELECT number, run, rows, last_space AS lastSpace, last_key AS lastKey, last_value AS lastValue,
       fences FROM content_segments ORDER BY number`,
  );
  for (const { number, run, rows: count, ...row } of selectSegments.all()) {
    const ofRun = segments.get(run);
    if (ofRun === undefined || count === 0) {
      leftOver.push(number);
      continue;
    }
    const fences = createFences(row.fences);
    const { lastSpace, lastKey, lastValue } = row;
    const end = [lastSpace, lastKey, lastValue] as const;
    ofRun.push({ number, rows: count, last: end, fences, filter: undefined });
  }
  const read = rows.map((row) => ({ ...row, segments: segments.get(row.number)! }));

  return {
    runs: read.filter(({ isComplete }) => isComplete === 1),
    unfinished: read.filter(({ isComplete }) => isComplete === 0),
    leftOver,
    begin({ level, after, upTo, begunAt }) {
      lastRun += 1;
      insertRun.run(lastRun, level, after, upTo, begunAt);
      return lastRun;
    },
    beginSegment(run) {
      lastSegment += 1;
      insertSegment.run(lastSegment, run);
      return lastSegment;
    },
    finishSegment({ number, rows: count, last: end, fences, filter }) {
      updateSegment.run(count, ...end, fences.bytes(), filter!.bytes(), number);
    },
    finish(run, values) {
      updateRun.run(values, run);
    },
    drop(run) {
      deleteRun.run(run);
    },
    clear(segment, chunks) {
      const [from, to] = [chunkNumber(segment, 0), chunkNumber(segment + 1, 0)];
      if (deleteChunks.run(from, to, chunks).changes === chunks) return false;
      deleteSegment.run(segment);
      return true;
    },
    filterOf(segment) {
      const bytes = selectFilter.get(segment);
      return bytes === undefined ? undefined : readBloomFilter(bytes);
    },
  };
}
