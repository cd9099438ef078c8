import type { Database } from 'better-sqlite3';
import {
  type DecisionFilter,
  type DecisionPlace,
  type DecisionRecord,
  type DecisionsPart,
  type ListDecisions,
  loggedDecisions,
} from '../../contract/decision-log.js';
import { byCertainty, toPlace } from '../../rules/decision-log.js';
import { hostFromId } from '../../rules/host.js';
import { decisionBytes, isFull, takePage } from '../../rules/reply-bytes.js';
import {
  decisionColumns,
  flagOf,
  hostHash,
  joinMatch,
  judgements,
  type Row,
  thousandths,
  toRecord,
} from './decision-rows.js';
import {
  type CertaintyPlace,
  type CertaintyRange,
  type DecisionSegments,
  type DirectoryPlace,
  isWhollyAfter,
  leastCertainIn,
  numbersIn,
  type Range,
} from './decision-segments.js';

/**
 * Maximum work for one part of a list, measured in numbers examined in directories (decision-segments.ts). Each entry
 * of a directory consists of four numbers.
 */
const entriesAtOnce = 2 ** 19;
/** Cost of reading one record, in the unit of `entriesAtOnce`. */
const entriesOfRecord = 256;
/**
 * Maximum number of records of one segment to read one by one. If there are more, they are read with a single query.
 */
const recordsOneByOne = 256;
/** Cost of reading one directory, in the unit of `entriesAtOnce`. */
const entriesMin = 1024;

/**
 * Maximum number of segments, enough for 8 billion decisions. With this limit, `toPosition` can pack two segment
 * numbers and a certainty into one number.
 */
const segmentsMax = 2 ** 21;

/**
 * Lists of the decision log. A long search is divided: each call reads some segments, and the caller continues at the
 * returned position. The times of records never decrease, so a range of times is searched as a range of numbers.
 */
export function createDecisionLists(
  db: Database,
  segments: DecisionSegments,
  numbersOfId: (lineage: number, id: string) => readonly number[],
) {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    `SELECT (SELECT min(number) FROM decision_log) AS first,
            (SELECT max(number) FROM decision_log) AS last`,
  );
  const selectNext = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM decision_log WHERE number >= ? ORDER BY number LIMIT 1',
  );
  const conditions = `
    AND (@decision IS NULL OR decision = @decision)
    AND (@flag IS NULL OR flags & @flag = @flag)
    AND (@noFlag IS NULL OR flags & @noFlag = 0)
    AND (@minSimilarity IS NULL OR similarity / 10000.0 >= @minSimilarity)
    AND (@maxSimilarity IS NULL OR similarity / 10000.0 <= @maxSimilarity)
    AND (@match IS NULL OR (match_rest IS NOT NULL
      AND substr(@match, length(@match) - length(match_rest) + 1) = match_rest))
    AND (@prefix IS NULL OR substr(id, 1, length(@prefix)) = @prefix)`;
  const selectOne = db.prepare<[FilterValues & { readonly number: number }], Row>(
    `SELECT ${decisionColumns} FROM decision_log WHERE number = @number AND lineage = @lineage ${conditions}`,
  );
  const ofRange = `FROM decision_log
     WHERE number >= @from AND number < @below AND lineage = @lineage ${conditions}`;
  const selectNewest = db.prepare<[FilterValues & Range], Row>(
    `SELECT ${decisionColumns} ${ofRange} ORDER BY number DESC`,
  );
  const selectLeastCertain = db
    .prepare<[FilterValues & Range & { minCertainty: number; maxCertainty: number }], number>(
      `SELECT number ${ofRange} AND certainty BETWEEN @minCertainty AND @maxCertainty
       ORDER BY certainty, number`,
    )
    .pluck();

  /** Number of records read since the database was opened. The increase during a search measures its work. */
  let read = 0;

  /**
   * Returns the lowest number from which all records have a time of `time` or later; undefined if `time` is undefined
   * or there are no records.
   */
  function numberAt(time: number | undefined): number | undefined {
    if (time === undefined) return undefined;
    const { first, last } = selectEnds.get()!;
    if (first === null || last === null) return undefined;
    let [low, high] = [first, last + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const next = selectNext.get(middle);
      if (next === undefined || next.at >= time) high = middle;
      else low = next.number + 1;
    }
    return low;
  }

  function list(lineage: number, given: Omit<ListDecisions, 'collection'>): DecisionsPart {
    const { filter, order, after, position, limit } = given;
    const ends = [numberAt(filter.until)];
    if (order === 'newest') ends.push(after?.number, position ?? undefined);
    const below = Math.min(...ends.map((end) => end ?? Number.MAX_SAFE_INTEGER));
    const search: Search = {
      filter,
      range: { from: numberAt(filter.since) ?? 0, below },
      values: filterValues(lineage, filter),
      host: hostOfFilter(filter),
    };
    if (order === 'certainty') return leastCertain(search, given);
    return filter.id === undefined ? newest(search, limit) : ofId(search, filter.id, limit);
  }

  function* recordsOf(numbers: Iterable<number>, { values, filter }: Search) {
    for (const number of numbers) {
      read += 1;
      const row = selectOne.get({ ...values, number });
      if (row !== undefined && isOfFilter(row, filter)) yield toRecord(row);
    }
  }

  function ofId(search: Search, id: string, limit: number): DecisionsPart {
    const { from, below } = search.range;
    const numbers = numbersOfId(search.values.lineage, id)
      .filter((number) => number >= from && number < below)
      .sort((a, b) => b - a);
    const decisions = takePage(recordsOf(numbers, search), limit, decisionBytes);
    const isCut = decisions.length >= limit || isFull(decisions, decisionBytes);
    return { decisions, position: isCut ? decisions.at(-1)!.number : null };
  }

  function newest(search: Search, limit: number): DecisionsPart {
    const { values, range, filter, host } = search;
    let decisions: DecisionRecord[] = [];
    let examined = 0;
    for (const directory of segments.of(values.lineage, range.from, range.below)) {
      const numbers = numbersIn(directory, range, host);
      const isFew = host !== null || numbers.length < recordsOneByOne;
      const rows = isFew
        ? recordsOf(numbers, search)
        : recordsIn(selectNewest.iterate({ ...values, ...toRange(numbers) }), filter);
      decisions = [...decisions, ...takePage(rows, limit - decisions.length, decisionBytes)];
      if (decisions.length >= limit || isFull(decisions, decisionBytes)) {
        return { decisions, position: decisions.at(-1)!.number };
      }
      examined += directory.entries.length + entriesMin + numbers.length * entriesOfRecord;
      if (examined >= entriesAtOnce) return { decisions, position: directory.first };
    }
    return { decisions, position: null };
  }

  /**
   * Merges the least certain records of the segments. Segments with the least certain records are read first, so the
   * search ends at the first segment whose records are all more certain than the `limit` records found so far.
   */
  function leastCertain(search: Search, given: Omit<ListDecisions, 'collection'>): DecisionsPart {
    const { values, range, host } = search;
    const { limit } = given;
    const after = given.after && certaintyPlace(given.after);
    let before = given.before && certaintyPlace(given.before);
    let decisions: DecisionRecord[] = [];
    let examined = 0;
    const start = given.position === null ? null : directoryPlace(given.position);
    for (const directory of segments.byCertainty(values.lineage, range, start)) {
      if (before !== null && isWhollyAfter(directory, before)) break;
      const bounds = { ...range, after, before };
      const candidates = leastCertainIn(directory, bounds, host);
      const readBefore = read;
      const wanted = recordsOf(some(candidates, search, bounds), search);
      const found = takePage(wanted, limit, decisionBytes);
      examined += directory.entries.length + entriesMin + candidates.length * 4;
      examined += (read - readBefore) * entriesOfRecord;
      decisions = [...decisions, ...found].sort(byCertainty).slice(0, limit);
      if (decisions.length >= limit) before = certaintyPlace(toPlace(decisions.at(-1)!));
      if (examined >= entriesAtOnce) return { decisions, position: toPosition(directory) };
    }
    return { decisions, position: null };
  }

  /**
   * Yields the numbers of the records to examine: the first `recordsOneByOne` candidates without any test, then the
   * other candidates that meet the conditions of the search, which a single query finds.
   */
  function* some(
    candidates: readonly number[],
    { values }: Search,
    bounds: CertaintyRange,
  ): Generator<number> {
    yield* candidates.slice(0, recordsOneByOne);
    if (candidates.length <= recordsOneByOne) return;
    read += candidates.length;
    const rest = new Set(candidates.slice(recordsOneByOne));
    const span = toRange([...candidates].sort((a, b) => b - a));
    const minCertainty = bounds.after?.certainty ?? 0;
    const maxCertainty = bounds.before?.certainty ?? thousandths(1);
    const within = { ...values, ...span, minCertainty, maxCertainty };
    for (const number of selectLeastCertain.iterate(within)) {
      if (rest.has(number)) yield number;
    }
  }

  return list;
}

interface Search {
  readonly filter: DecisionFilter;
  readonly range: Range;
  readonly values: FilterValues;
  /** Hash of the host that all listed ids have; null if their hosts may differ. */
  readonly host: number | null;
}

interface FilterValues {
  readonly lineage: number;
  readonly match: string | null;
  readonly decision: number | null;
  readonly flag: number | null;
  readonly noFlag: number | null;
  readonly minSimilarity: number | null;
  readonly maxSimilarity: number | null;
  readonly prefix: string | null;
}

const certaintyPlace = ({ number, certainty }: DecisionPlace): CertaintyPlace => ({
  number,
  certainty: thousandths(certainty),
});

const toPosition = ({ least, segment, open }: DirectoryPlace) =>
  ((least + 1) * segmentsMax + segment) * segmentsMax + open;

const directoryPlace = (position: number): DirectoryPlace => ({
  least: Math.floor(position / segmentsMax ** 2) - 1,
  segment: Math.floor(position / segmentsMax) % segmentsMax,
  open: position % segmentsMax,
});

function* recordsIn(rows: Iterable<Row>, filter: DecisionFilter): Generator<DecisionRecord> {
  for (const row of rows) if (isOfFilter(row, filter)) yield toRecord(row);
}

/**
 * Returns true if the full values of a record meet the filter. The indexes find ids and hosts only by hashes, and the
 * query compares only the end of a match.
 */
function isOfFilter(row: Row, { id, host, match }: DecisionFilter): boolean {
  if (match !== undefined && joinMatch(row) !== match) return false;
  if (id !== undefined && row.id !== id) return false;
  return host === undefined || (row.id !== null && hostFromId(row.id) === host);
}

/** Returns the smallest range that contains the given numbers, which are in descending order. */
function toRange(numbers: readonly number[]): Range {
  return { from: numbers.at(-1) ?? 0, below: (numbers[0] ?? -1) + 1 };
}

function filterValues(lineage: number, filter: DecisionFilter): FilterValues {
  const { match, decision, reason, verdict, minSimilarity, maxSimilarity, idPrefix } = filter;
  const verdictFlag = verdict === undefined || verdict === 'none' ? 0 : flagOf[verdict];
  const flag = (reason === undefined ? 0 : flagOf[reason]) | verdictFlag;
  return {
    lineage,
    match: match ?? null,
    decision: decision === undefined ? null : loggedDecisions.indexOf(decision),
    flag: flag === 0 ? null : flag,
    noFlag: verdict === 'none' ? judgements : null,
    minSimilarity: minSimilarity ?? null,
    maxSimilarity: maxSimilarity ?? null,
    prefix: idPrefix ?? null,
  };
}

/**
 * Returns the hash of the host that all ids selected by a filter share: the host given in the filter, the host of its
 * id, or the host of its id prefix, if the prefix contains a whole host. Returns null if the ids may have several
 * hosts.
 */
function hostOfFilter({ id, host, idPrefix }: DecisionFilter): number | null {
  if (host !== undefined) return hostHash(`any://${host}/`);
  if (id !== undefined) return hostHash(id);
  const hasHost = idPrefix !== undefined && /^[^/?#\\]+:\/\/[^/?#\\]+[/?#\\]/.test(idPrefix);
  return hasHost && hostFromId(idPrefix) !== null ? hostHash(idPrefix) : null;
}
