import type { Database } from 'better-sqlite3';
import type { RunCatalog } from './run-catalog.js';
import { type Segment, segmentRowsMax } from './segment.js';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.js';
import { isOfHashes } from './space.js';

/** Writes a run, row after row, in many transactions. */
export interface RunWriter {
  /** How many values have rows in it. */
  readonly values: number;
  /** @returns whether a chunk was written */
  add(space: number, key: number, value: number): boolean;
  /** @returns all segments of the run */
  finish(): readonly Segment[];
  /** What was written so far stays. */
  committed(): void;
  /** What was written since the last commit is undone. */
  rolledBack(): void;
}

export interface RunToWrite {
  /** In the catalog. */
  readonly number: number;
  /** At most so many come. */
  readonly rows: number;
  /** What a process wrote before it was killed. */
  readonly segments: readonly Segment[];
  readonly values: number;
}

export function createRunWriter(
  db: Database,
  catalog: RunCatalog,
  run: RunToWrite,
  rowsOfSegment = segmentRowsMax,
): RunWriter {
  let { segments, values, rows: left } = run;
  let writer: SegmentWriter | undefined;
  let recall = remember();

  function remember(): () => void {
    const before = { segments, values, left, writer };
    const recallWriter = writer?.remember();
    return () => {
      ({ segments, values, left, writer } = before);
      recallWriter?.();
    };
  }

  function finishSegment(): void {
    if (writer === undefined) return;
    const segment = writer.finish();
    catalog.finishSegment(segment);
    segments = [...segments, segment];
    writer = undefined;
  }

  return {
    get values() {
      return values;
    },
    add(space, key, value) {
      if (writer?.isFull) finishSegment();
      writer ??= createSegmentWriter(
        db,
        catalog.beginSegment(run.number),
        Math.max(1, Math.min(rowsOfSegment, left)),
      );
      left -= 1;
      if (isOfHashes(space)) values += 1;
      return writer.add(space, key, value);
    },
    finish() {
      finishSegment();
      return segments;
    },
    committed() {
      recall = remember();
    },
    rolledBack: () => recall(),
  };
}
