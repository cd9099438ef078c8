import type { Database } from 'better-sqlite3';
import { lastDecision } from './decision-ids.js';
import { hostHash, thousandths } from './decision-rows.js';

/**
 * Index of the decision log that finds the records of a lineage (a collection and its successors) or a host, and the
 * least certain records. The numbers of records are divided into segments of 4,096. Each segment has a directory for
 * each lineage with records in it. The directories of a segment are written once, when its last number has been used;
 * until then they are in memory:
 *
 *   number      0 ─────── 4,095 │ 4,096 ─────── 8,191 │ 8,192 ── now
 *   directory   one row for each lineage              │ in memory
 *
 * So a single decision does not change any index page. Deleted records stay in directories until their whole segment is
 * deleted. The directories are indexed by the least certainty in them, so that few have to be read to find the least
 * certain records.
 */
export interface DecisionSegments {
  /** Adds a record to its directory. Must be called before the record is inserted into the log. */
  add(number: number, entry: NewEntry): void;
  /** Writes the directories of all segments before the one that contains `number`. */
  reach(number: number): void;
  /**
   * Yields the directories of the segments with numbers from `from` up to, but not including, `below`, newest first.
   */
  of(lineage: number, from: number, below: number): Generator<Directory>;
  /**
   * Yields the directories of segments that overlap a range and have refusals: first the one in memory, whose least
   * certainty may still change, then the directories on disk in the order of `DirectoryPlace`.
   * @param after position at which an earlier search stopped; null to start from the beginning. Segments that were not
   *   written when that search began are left out
   */
  byCertainty(
    lineage: number,
    range: Range,
    after: DirectoryPlace | null,
  ): Generator<PlacedDirectory>;
  /** Corrects the directory entry of a record that got its id only after it was added. */
  setId(number: number, lineage: number, id: string): void;
  /** Deletes the directories of all segments before the one that contains the number `first`. */
  prune(first: number): void;
  /** Deletes the directory of a lineage in one segment. @param first first number of the segment */
  drop(lineage: number, first: number): void;
  /** Must be called after a rollback. */
  rolledBack(): void;
}

export interface NewEntry {
  readonly lineage: number;
  readonly id: string | null;
  readonly certainty: number | null;
}

/** Directory of the records that a lineage has in a segment. */
export interface Directory {
  /** First number of the segment. */
  readonly first: number;
  /**
   * Entries in the order of their records, four numbers each: position of the record in the segment, certainty in
   * thousandths, and the two halves of the hash of the host, of 16 bits each, lower half first.
   */
  readonly entries: ArrayLike<number>;
}

/** Position of a directory in the order of least certainty; ties are ordered by segment. */
export interface DirectoryPlace {
  /**
   * Least certainty in the directory, in thousandths, including deleted records; −1 for the position before all written
   * directories.
   */
  readonly least: number;
  readonly segment: number;
  /** Segment whose directories were in memory when the search began. */
  readonly open: number;
}

type PlacedDirectory = Directory & DirectoryPlace;

export const segmentLength = 4096;
const fieldsOfEntry = 4;
/** Stored instead of a certainty if the page was not refused. */
const noCertainty = 0xffff;

export interface Range {
  readonly from: number;
  readonly below: number;
}

/** Returns the numbers of a directory within a range, newest first. @param host hash of the host; null for all hosts */
export function numbersIn({ first, entries }: Directory, range: Range, host: number | null) {
  const numbers: number[] = [];
  for (let at = entries.length - fieldsOfEntry; at >= 0; at -= fieldsOfEntry) {
    const number = first + entries[at]!;
    if (number < range.from || number >= range.below) continue;
    if (host === null || hostAt(entries, at) === host) numbers.push(number);
  }
  return numbers;
}

/**
 * Returns the entries of a directory by number: the certainty in thousandths (null if it has none), and the hash of the
 * host.
 */
export function entriesIn({ first, entries }: Directory) {
  const found = new Map<number, { readonly certainty: number | null; readonly host: number }>();
  for (let at = 0; at < entries.length; at += fieldsOfEntry) {
    const certainty = entries[at + 1]! === noCertainty ? null : entries[at + 1]!;
    found.set(first + entries[at]!, { certainty, host: hostAt(entries, at) });
  }
  return found;
}

export interface CertaintyRange extends Range {
  /**
   * Exclusive bounds of the listed records in the order of certainty; null for no bound. Certainties are in
   * thousandths.
   */
  readonly after: CertaintyPlace | null;
  readonly before: CertaintyPlace | null;
}

/** Position of a record in the order of certainty; ties are ordered by number. */
export interface CertaintyPlace {
  readonly certainty: number;
  readonly number: number;
}

/**
 * Returns the numbers of refusals within a range, least certain first. @param host hash of the host; null for all hosts
 */
export function leastCertainIn(
  { first, entries }: Directory,
  range: CertaintyRange,
  host: number | null,
): number[] {
  const found: number[] = [];
  for (let at = 0; at < entries.length; at += fieldsOfEntry) {
    const certainty = entries[at + 1]!;
    if (certainty === noCertainty) continue;
    const number = first + entries[at]!;
    if (number < range.from || number >= range.below) continue;
    if (range.before !== null && !isBefore({ certainty, number }, range.before)) continue;
    if (range.after !== null && !isBefore(range.after, { certainty, number })) continue;
    if (host !== null && hostAt(entries, at) !== host) continue;
    found.push(certainty * segmentLength + entries[at]!);
  }
  return found.sort((a, b) => a - b).map((place) => first + (place % segmentLength));
}

const isBefore = (a: CertaintyPlace, b: CertaintyPlace) =>
  a.certainty < b.certainty || (a.certainty === b.certainty && a.number < b.number);

/** Returns true if all records of a directory come after a position. */
export const isWhollyAfter = ({ least, first }: PlacedDirectory, place: CertaintyPlace): boolean =>
  least >= 0 && isBefore(place, { certainty: least, number: first });

/** Returns the smallest certainty of a directory, in thousandths, or null if it has no refusals. */
export function findLeastCertainty(entries: ArrayLike<number>): number | null {
  let least = noCertainty;
  for (let at = 1; at < entries.length; at += fieldsOfEntry) least = Math.min(least, entries[at]!);
  return least === noCertainty ? null : least;
}

const hostAt = (entries: ArrayLike<number>, at: number) =>
  entries[at + 2]! + entries[at + 3]! * 2 ** 16;

interface Open {
  readonly segment: number;
  /** Entries by lineage. */
  readonly entries: Map<number, number[]>;
}

/**
 * Opens the index. @param rebuiltFrom segment from which on all directories are rebuilt from the records; undefined if
 * no directory needs rebuilding
 */
export function createDecisionSegments(db: Database, rebuiltFrom?: number): DecisionSegments {
  const selectRows = db.prepare<[number], NewEntry & { readonly number: number }>(
    `SELECT number, lineage, id, certainty / 1000.0 AS certainty FROM decision_log
     WHERE number >= ? ORDER BY number`,
  );
  const insert = db.prepare<[number, number, number | null, Uint8Array]>(
    'INSERT INTO decision_segments (lineage, segment, least_certainty, entries) VALUES (?, ?, ?, ?)',
  );
  const selectBefore = db.prepare<[number, number], { segment: number; entries: Buffer }>(
    `SELECT segment, entries FROM decision_segments WHERE lineage = ? AND segment < ?
     ORDER BY segment DESC LIMIT 1`,
  );
  const selectNext = db.prepare<
    [lineage: number, least: number, segment: number, from: number, below: number],
    { readonly least: number; readonly segment: number; readonly entries: Buffer }
  >(
    `SELECT least_certainty AS least, segment, entries FROM decision_segments
     WHERE lineage = ? AND (least_certainty, segment) > (?, ?) AND segment >= ? AND segment < ?
     ORDER BY least_certainty, segment LIMIT 1`,
  );
  const update = db.prepare<[Uint8Array, number, number]>(
    'UPDATE decision_segments SET entries = ? WHERE lineage = ? AND segment = ?',
  );
  const remove = db.prepare<[number]>(
    `DELETE FROM decision_segments
     WHERE segment < ? AND lineage IN (SELECT DISTINCT lineage FROM collections)`,
  );
  const removeOne = db.prepare<[number, number]>(
    'DELETE FROM decision_segments WHERE lineage = ? AND segment = ?',
  );
  /** Directories of the newest segment, kept in memory; undefined if they must be rebuilt from the records. */
  let open: Open | undefined =
    rebuiltFrom === undefined ? undefined : { segment: rebuiltFrom, entries: new Map() };
  /** First segment that may have directories. */
  let oldest = 0;

  function opened(): Open {
    if (open !== undefined) return open;
    open = { segment: segmentNumber(lastDecision(db)), entries: new Map() };
    for (const { number, ...entry } of selectRows.iterate(open.segment * segmentLength)) {
      append(open, number, entry);
    }
    return open;
  }

  function append({ entries }: Open, number: number, { lineage, id, certainty }: NewEntry): void {
    let list = entries.get(lineage);
    if (list === undefined) {
      list = [];
      entries.set(lineage, list);
    }
    const host = hostHash(id);
    const stored = certainty === null ? noCertainty : thousandths(certainty);
    list.push(number % segmentLength, stored, host & 0xffff, host >>> 16);
  }

  function openAt(number: number): Open {
    let current = opened();
    if (segmentNumber(number) <= current.segment) return current;
    for (const [lineage, entries] of current.entries) {
      insert.run(lineage, current.segment, findLeastCertainty(entries), packNumbers(entries));
    }
    current = { segment: segmentNumber(number), entries: new Map() };
    open = current;
    return current;
  }

  return {
    add: (number, entry) => append(openAt(number), number, entry),
    reach: (number) => void openAt(number),
    *of(lineage, from, below) {
      const { segment: last, entries: newest } = opened();
      const entries = newest.get(lineage);
      const first = last * segmentLength;
      if (entries !== undefined && first < below) yield { first, entries };
      let before = Math.min(last, Math.ceil(below / segmentLength));
      for (;;) {
        const row = selectBefore.get(lineage, before);
        if (row === undefined || (row.segment + 1) * segmentLength <= from) return;
        yield { first: row.segment * segmentLength, entries: unpackNumbers(row.entries) };
        before = row.segment;
      }
    },
    *byCertainty(lineage, { from, below }, after) {
      const current = opened();
      const open = after?.open ?? current.segment;
      if (after === null) {
        const entries = current.entries.get(lineage);
        const first = open * segmentLength;
        const isWithin = first < below && first + segmentLength > from;
        if (entries !== undefined && isWithin) yield { first, entries, ...beforeAll, open };
      }
      let place: Omit<DirectoryPlace, 'open'> = after ?? beforeAll;
      const ends = [segmentNumber(from), Math.min(open, Math.ceil(below / segmentLength))] as const;
      for (;;) {
        const row = selectNext.get(lineage, place.least, place.segment, ...ends);
        if (row === undefined) return;
        const { least, segment, entries } = row;
        yield {
          ...{ first: segment * segmentLength, entries: unpackNumbers(entries) },
          ...{ least, segment, open },
        };
        place = row;
      }
    },
    setId(number, lineage, id) {
      const segment = segmentNumber(number);
      const current = opened();
      const row = segment < current.segment ? selectBefore.get(lineage, segment + 1) : undefined;
      const entries = row === undefined ? current.entries.get(lineage) : unpackNumbers(row.entries);
      if (entries === undefined) return;
      const host = hostHash(id);
      for (let at = 0; at < entries.length; at += fieldsOfEntry) {
        if (entries[at] === number % segmentLength) {
          entries[at + 2] = host & 0xffff;
          entries[at + 3] = host >>> 16;
        }
      }
      if (row !== undefined) update.run(packNumbers(entries), lineage, segment);
    },
    prune(first) {
      if (segmentNumber(first) <= oldest) return;
      oldest = segmentNumber(first);
      remove.run(oldest);
    },
    drop(lineage, first) {
      const current = opened();
      if (segmentNumber(first) === current.segment) current.entries.delete(lineage);
      else removeOne.run(lineage, segmentNumber(first));
    },
    rolledBack() {
      open = undefined;
      oldest = 0;
    },
  };
}

const beforeAll = { least: -1, segment: 0 };

const segmentNumber = (number: number) => Math.floor(number / segmentLength);

const packNumbers = (entries: ArrayLike<number>) =>
  new Uint8Array(Uint16Array.from(entries).buffer);

/** Converts the stored bytes of a directory to its entries. */
export const unpackNumbers = (bytes: Buffer) => new Uint16Array(new Uint8Array(bytes).buffer);
