import type { Database } from 'better-sqlite3';
import type { RunCatalog } from './run-catalog.js';
import { type Segment, segmentRowsMax } from './segment.js';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.js';
import { isOfHashes } from './space.js';

/** Writes a run, row after row, in many transactions. */
export interface RunWriter {
  /** How many contents have rows in it. */
  readonly contents: number;
  add(space: number, key: number, value: number): void;
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
  readonly contents: number;
}

export function createRunWriter(
  db: Database,
  catalog: RunCatalog,
  run: RunToWrite,
  rowsOfSegment = segmentRowsMax,
): RunWriter {
  let { segments, contents, rows: left } = run;
  let writer: SegmentWriter | undefined;
  let recall = remember();

  function remember(): () => void {
    const before = { segments, contents, left, writer };
    const recallWriter = writer?.remember();
    return () => {
      ({ segments, contents, left, writer } = before);
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
    get contents() {
      return contents;
    },
    add(space, key, value) {
      if (writer?.isFull) finishSegment();
      writer ??= createSegmentWriter(
        db,
        catalog.beginSegment(run.number),
        Math.max(1, Math.min(rowsOfSegment, left)),
      );
      writer.add(space, key, value);
      left -= 1;
      if (isOfHashes(space)) contents += 1;
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
