import type { Database } from 'better-sqlite3';
import { type BloomFilter, readBloomFilter } from './bloom-filter.js';
import { type Chunk, readChunk } from './chunk.js';
import { isBefore, type Row } from './rows.js';

/**
 * Sorted rows of all values above `after`, up to and including `upTo`. A value is the number of a
 * content. A complete run never changes, so it still has the rows of values that were removed later.
 */
export interface Run {
  readonly number: number;
  /**
   * Level of the run: 0 if it was written from memory. A merge of several runs of one level produces a run of the next
   * level; a run that is rewritten alone, without the rows of removed values, keeps its level.
   */
  readonly level: number;
  readonly after: number;
  readonly upTo: number;
  /**
   * Value from which the deadline of the merge into this run is counted: the largest value when the merge began, or a
   * smaller one for a merge that is due sooner.
   */
  readonly begunAt: number;
  /** Number of values with rows when the run was written; an estimate if the writing was interrupted. */
  readonly values: number;
  readonly segments: readonly Segment[];
}

/** A section of a run, with a separate Bloom filter. */
export interface Segment {
  readonly number: number;
  readonly rows: number;
  readonly last: Row;
  /** Bloom filter of the keys in the segment; undefined until it is loaded. */
  filter: BloomFilter | undefined;
}

/** A chunk of a run, with its first row. */
export interface StoredChunk {
  readonly first: Row;
  readonly chunk: Chunk;
}

export function rowsIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { rows }) => sum + rows, 0);
}

/** Tables of runs, segments and chunks. SQLite finds a chunk by its first row. */
export interface RunCatalog {
  /** Runs that were complete when the file was opened, sorted by their ranges of values, oldest first. */
  readonly complete: readonly Run[];
  readonly unfinished: readonly Run[];
  /** Numbers of runs whose rows are to be deleted. */
  readonly dropped: readonly number[];
  /** Creates a run without rows. */
  begin(run: Pick<Run, 'level' | 'after' | 'upTo' | 'begunAt'>): Run;
  /** Makes a run complete. */
  finish(run: number, values: number): void;
  /** Marks a run as dropped; `clear` deletes its rows. */
  drop(run: number): void;
  /**
   * Deletes at most `chunks` chunks of a dropped run. When no chunk is left, each call deletes one segment, and the
   * last call deletes the run itself.
   * @returns true if the run is gone
   */
  clear(run: number, chunks: number): boolean;
  readSegments(run: number): readonly Segment[];
  addSegment(run: number, segment: Omit<Segment, 'number'>): Segment;
  /** Reads the Bloom filter of a segment; returns undefined if the segment has been deleted. */
  filterOf(segment: number): BloomFilter | undefined;
  addChunk(run: number, first: Row, rows: Uint8Array): void;
  /** Returns the last chunk that begins at or before a row. */
  chunkUpTo(run: number, row: Row): StoredChunk | undefined;
  /** Returns the first chunk that begins after a row; without a row, the first chunk. */
  chunkBehind(run: number, row?: Row): StoredChunk | undefined;
}

type RunRow = Omit<Run, 'segments'> & { readonly state: number };
/** Values of the column `state` of a run. */
const [unfinished, complete, dropped] = [0, 1, 2];

type ChunkRow = readonly [space: number, key: number, value: number, rows: Uint8Array];

export function createRunCatalog(db: Database): RunCatalog {
  const rows = db
    .prepare<[], RunRow>(
      `SELECT number, level, after, up_to AS upTo, begun_at AS begunAt, value_count AS "values", state
       FROM content_runs ORDER BY after, up_to`,
    )
    .all();
  const insertRun = db.prepare<[number, number, number, number, number]>(
    `INSERT INTO content_runs (number, level, after, up_to, begun_at, value_count, state)
     VALUES (?, ?, ?, ?, ?, 0, ${unfinished})`,
  );
  const finishRun = db.prepare<[number, number]>(
    `UPDATE content_runs SET value_count = ?, state = ${complete} WHERE number = ?`,
  );
  const dropRun = db.prepare<[number]>(
    `UPDATE content_runs SET state = ${dropped} WHERE number = ?`,
  );
  const deleteRun = db.prepare<[number]>(`DELETE FROM content_runs WHERE number = ?`);
  const deleteChunks = db.prepare<[number, number]>(
    `DELETE FROM content_chunks WHERE number IN
       (SELECT number FROM content_chunks WHERE run = ? LIMIT +?)`,
  );
  const deleteSegment = db.prepare<[number]>(
    `DELETE FROM content_segments WHERE number =
       (SELECT number FROM content_segments WHERE run = ? LIMIT 1)`,
  );
  const selectSegments = db
    .prepare<[number], [number: number, rows: number, ...last: Row]>(
      `SELECT number, rows, last_space, last_key, last_value FROM content_segments
       WHERE run = ? ORDER BY number`,
    )
    .raw();
  const insertSegment = db.prepare<[number, number, ...Row, Uint8Array]>(
    `INSERT INTO content_segments (run, rows, last_space, last_key, last_value, filter)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const selectFilter = db
    .prepare<[number], Uint8Array>(`SELECT filter FROM content_segments WHERE number = ?`)
    .pluck();
  const insertChunk = db.prepare<[number, ...Row, Uint8Array]>(
    `INSERT INTO content_chunks (run, space, key, value, rows) VALUES (?, ?, ?, ?, ?)`,
  );
  const selectChunk = (comparison: string, order: string) =>
    db
      .prepare<[number, ...Row], ChunkRow>(
        `SELECT space, key, value, rows FROM content_chunks
         WHERE run = ? AND (space, key, value) ${comparison} (?, ?, ?)
         ORDER BY space ${order}, key ${order}, value ${order} LIMIT 1`,
      )
      .raw();
  const selectUpTo = selectChunk('<=', 'DESC');
  const selectBehind = selectChunk('>', 'ASC');
  const inState = (wanted: number) =>
    rows
      .filter(({ state }) => state === wanted)
      .map((run): Run => ({ ...run, segments: readSegments(run.number) }));
  // Numbers of runs are not reused while the process runs, because memory may still contain a run that was rolled back.
  let lastRun = rows.reduce((most, { number }) => Math.max(most, number), 0);

  /**
   * The chunk that `chunkUpTo` last returned for each run. Chunks never change. The shingles of a long text are looked up
   * in ascending order, so most of them are in the same chunk as the one before.
   */
  const lastRead = new Map<number, StoredChunk>();

  function readSegments(run: number): Segment[] {
    return selectSegments
      .all(run)
      .map(([number, count, ...last]) => ({ number, rows: count, last, filter: undefined }));
  }

  return {
    complete: inState(complete),
    unfinished: inState(unfinished),
    dropped: inState(dropped).map(({ number }) => number),
    begin(run) {
      lastRun += 1;
      insertRun.run(lastRun, run.level, run.after, run.upTo, run.begunAt);
      return { ...run, number: lastRun, values: 0, segments: [] };
    },
    finish: (run, values) => void finishRun.run(values, run),
    drop(run) {
      lastRead.delete(run);
      dropRun.run(run);
    },
    clear(run, chunks) {
      if (deleteChunks.run(run, chunks).changes === chunks) return false;
      // Deletes only one segment per call, because its filter takes many pages.
      if (deleteSegment.run(run).changes > 0) return false;
      deleteRun.run(run);
      return true;
    },
    readSegments,
    addSegment(run, { rows: count, last, filter }) {
      const { lastInsertRowid } = insertSegment.run(run, count, ...last, filter!.bytes());
      return { number: Number(lastInsertRowid), rows: count, last, filter };
    },
    filterOf(segment) {
      const bytes = selectFilter.get(segment);
      return bytes === undefined ? undefined : readBloomFilter(bytes);
    },
    addChunk(run, first, packed) {
      lastRead.delete(run);
      insertChunk.run(run, ...first, packed);
    },
    chunkUpTo(run, row) {
      const last = lastRead.get(run);
      if (last !== undefined && isInside(last, row)) return last;
      const stored = storedChunk(selectUpTo.get(run, ...row));
      if (stored !== undefined) lastRead.set(run, stored);
      return stored;
    },
    chunkBehind: (run, row = beforeAll) => storedChunk(selectBehind.get(run, ...row)),
  };
}

const beforeAll: Row = [-1, 0, 0];

/** Returns true if a row comes after the first row of a chunk, and its key before the last key of the chunk. */
function isInside({ first, chunk }: StoredChunk, row: Row): boolean {
  return row[0] === first[0] && isBefore(...first, row) && row[1] < chunk.keyAt(chunk.count - 1);
}

function storedChunk(row: ChunkRow | undefined): StoredChunk | undefined {
  if (row === undefined) return undefined;
  const [space, key, value, rows] = row;
  return { first: [space, key, value], chunk: readChunk(rows) };
}
