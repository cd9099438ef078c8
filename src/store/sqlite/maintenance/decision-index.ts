import type { Database } from 'better-sqlite3';
import { decisionRuns } from '../runs/rows.js';
import { createSortedRuns } from '../runs/sorted-runs.js';
import { createDecisionIds, lastDecision } from '../tables/decision-ids.js';
import { flagOf, hashId, hostHash, thousandths } from '../tables/decision-rows.js';
import {
  createDecisionSegments,
  entriesIn,
  findLeastCertainty,
  segmentLength,
  unpackNumbers,
} from '../tables/decision-segments.js';
import { createBufferedRuns } from '../write-buffer/buffered-runs.js';
import type { Note } from './verify-runs.js';

/** Verification and repair of the indexes of the decision log. */

interface Row {
  readonly number: number;
  readonly lineage: number;
  readonly id: string | null;
  readonly certainty: number | null;
  readonly named: number;
}

const selectRows = `SELECT number, lineage, id, certainty / 1000.0 AS certainty,
    flags & ${flagOf.named} AS named FROM decision_log WHERE number > ? ORDER BY number`;

/**
 * Checks that each record is found by its id and in the directory of its segment, and that each directory states the
 * correct least certainty (decision-segments.ts).
 */
export function verifyDecisions(db: Database, note: Note): void {
  const ids = createDecisionIds(db, () => true);
  while (ids.loadFilters());
  const segments = createDecisionSegments(db);
  /** Directory entries of the segment that was last read, by lineage. */
  const known = new Map<number, ReturnType<typeof entriesIn>>();
  let firstOfKnown = -1;
  let [withoutId, misplaced] = [0, 0];
  for (const row of db.prepare<[number], Row>(selectRows).iterate(0)) {
    const { number, lineage, id, named } = row;
    const isFound = id === null || named !== 0 || ids.search(lineage, id).includes(number);
    if (!isFound) withoutId += 1;
    if (!isInSegment(row)) misplaced += 1;
  }
  note(withoutId, 'decisions are not found by their id');
  note(misplaced, 'decisions are missing in the directory of their segment');
  note(countWrongCertainties(db), 'directories of decisions have another least certainty');

  function isInSegment({ number, lineage, id, certainty }: Row): boolean {
    const entry = readEntries(lineage, number - (number % segmentLength)).get(number);
    const exact = certainty === null ? null : thousandths(certainty);
    return entry?.certainty === exact && entry.host === hostHash(id);
  }

  /** Returns the entries of a directory. The records are examined in order, so each directory is read only once. */
  function readEntries(lineage: number, first: number): ReturnType<typeof entriesIn> {
    if (first !== firstOfKnown) known.clear();
    firstOfKnown = first;
    let entries = known.get(lineage);
    if (entries === undefined) {
      const [directory] = segments.of(lineage, first, first + segmentLength);
      entries = entriesIn(directory ?? { first, entries: [] });
      known.set(lineage, entries);
    }
    return entries;
  }
}

function countWrongCertainties(db: Database): number {
  const directories = db.prepare<[], { least: number | null; entries: Buffer }>(
    'SELECT least_certainty AS least, entries FROM decision_segments',
  );
  let wrong = 0;
  for (const { least, entries } of directories.iterate()) {
    if (findLeastCertainty(unpackNumbers(entries)) !== least) wrong += 1;
  }
  return wrong;
}

/** Number of records whose ids are written to one run of level 0. */
const recordsAtOnce = 100_000;

/** Rebuilds the indexes of the decision log from its records. Must be called within a transaction. */
export function indexDecisions(db: Database): void {
  for (const table of Object.values(decisionRuns)) db.exec(`DELETE FROM ${table}`);
  db.exec('DELETE FROM decision_segments');
  const page = db.prepare<[number, number], Row>(`${selectRows} LIMIT +?`);
  const segments = createDecisionSegments(db, 0);
  const runs = createSortedRuns(db, () => true, undefined, decisionRuns);
  const buffer = createBufferedRuns(runs, () => true, { upTo: 0, flushingTo: 0 });
  const byId = buffer.index('contents_by_hash');
  for (let last = 0; ; ) {
    const rows = page.all(last, recordsAtOnce);
    for (const row of rows) {
      const { number, lineage, id, named } = row;
      segments.add(number, row);
      if (id !== null && named === 0) byId.insert(lineage, hashId(id), number);
    }
    last = rows.at(-1)?.number ?? last;
    buffer.committed();
    buffer.beginFlush(last);
    while (buffer.flushPosition() !== undefined) buffer.flush(Number.POSITIVE_INFINITY);
    runs.mergeAll();
    buffer.committed();
    if (rows.length < recordsAtOnce) break;
  }
  // Uses the last number ever given, because the last records may have been deleted, and numbers are not reused.
  segments.reach(lastDecision(db));
}
