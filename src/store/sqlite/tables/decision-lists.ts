import type { Database, Statement } from 'better-sqlite3';
import {
  type DecisionFilter,
  type DecisionRecord,
  type DecisionsPart,
  type ListDecisions,
  loggedDecisions,
} from '../../contract/decision-log.js';
import { byCertainty, toPlace } from '../../rules/decision-log.js';
import { hostFromId, otherHostForm } from '../../rules/host.js';
import { decisionBytes, isFull, takePage } from '../../rules/reply-bytes.js';
import {
  decisionColumns,
  flagOf,
  hashesOfHost,
  hashId,
  joinMatch,
  judgements,
  type Row,
  thousandths,
  toRecord,
} from './decision-rows.js';
import {
  type DecisionShelves,
  type IndexKey,
  openSource,
  type Shelf,
  shelfLength,
  shelfSource,
} from './decision-shelves.js';

/** Time after which a part ends. A shelf takes some milliseconds if all of its records are read. */
export const partMs = 8;

/**
 * Lists of the decision log. A long search is divided: each call searches some shelves, newest first, and the caller
 * continues at the returned position. The times of records never decrease, so a range of times is searched as a range
 * of numbers.
 */
export function createDecisionLists(db: Database, shelves: DecisionShelves, clock: () => number) {
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    `SELECT (SELECT min(number) FROM decision_log) AS first,
            (SELECT max(number) FROM decision_log) AS last`,
  );
  const selectNext = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM decision_log WHERE number >= ? ORDER BY number LIMIT 1',
  );
  const statements = new Map<string, Statement<[object], Row>>();

  /** Returns the statement that lists the records of one shelf. */
  function statement(
    index: IndexKey['index'],
    order: ListDecisions['order'],
    isOpen: boolean,
  ): Statement<[object], Row> {
    const name = `${index} ${order} ${isOpen}`;
    let prepared = statements.get(name);
    if (prepared === undefined) {
      prepared = db.prepare(
        `SELECT ${decisionColumns} FROM ${isOpen ? openSource(index) : shelfSource(index)}
         ${conditions} ${orders[order]} LIMIT +@rows`,
      );
      statements.set(name, prepared);
    }
    return prepared;
  }

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

  /** Position: the number below which the search continues. */
  function list(lineage: number, given: Omit<ListDecisions, 'collection'>): DecisionsPart {
    const { filter, order, after, before, position, limit } = given;
    const deadline = clock() + partMs;
    const from = numberAt(filter.since) ?? 0;
    const ends = [numberAt(filter.until), position ?? undefined];
    if (order === 'newest') ends.push(after?.number);
    const below = Math.min(...ends.map((end) => end ?? Number.MAX_SAFE_INTEGER));
    const key = keyOfFilter(filter, order);
    // Other keys are hashes, so records that they find are compared once more.
    const rows = key.index === 'lineage' || key.index === 'certainty' ? limit : -1;
    const values = {
      ...filterValues(lineage, filter),
      ...key,
      ...{ from, below, rows },
      ...bounds(after, before),
    };
    let decisions: DecisionRecord[] = [];
    for (const shelf of shelves.of(lineage, key, below)) {
      if (shelf.first + shelfLength <= from) break;
      const select = statement(key.index, order, shelf.isOpen);
      const candidates = select.iterate({ ...values, ...placeOf(shelf) });
      const wanted = order === 'newest' ? limit - decisions.length : limit;
      const found = takePage(recordsIn(candidates, filter), wanted, decisionBytes);
      decisions.push(...found);
      if (order === 'newest') {
        const isComplete = decisions.length >= limit || isFull(decisions, decisionBytes);
        if (isComplete) return { decisions, position: decisions.at(-1)!.number };
      } else if (found.length > 0) {
        decisions = decisions.sort(byCertainty).slice(0, limit);
        if (decisions.length >= limit) {
          Object.assign(values, bounds(after, toPlace(decisions.at(-1)!)));
        }
      }
      if (clock() >= deadline) return { decisions, position: shelf.first };
    }
    return { decisions, position: null };
  }

  return list;
}

/** SQL conditions on the records of a shelf, besides the key. */
const conditions = `
  AND number >= @from AND number < @below
  AND (@decision IS NULL OR decision = @decision)
  AND (@flag IS NULL OR flags & @flag = @flag)
  AND (@noFlag IS NULL OR flags & @noFlag = 0)
  AND (@minSimilarity IS NULL OR similarity / 10000.0 >= @minSimilarity)
  AND (@maxSimilarity IS NULL OR similarity / 10000.0 <= @maxSimilarity)
  AND (@match IS NULL OR (match_rest IS NOT NULL
    AND substr(@match, length(@match) - length(match_rest) + 1) = match_rest))
  AND (@prefix IS NULL OR substr(id, 1, length(@prefix)) = @prefix)
  AND (@search IS NULL OR instr(lower(id), @search) OR instr(lower(title), @search)
    OR instr(lower(id), @otherSearch))`;
/** The ends of the orders of a statement. */
const orders: Readonly<Record<ListDecisions['order'], string>> = {
  newest: 'ORDER BY number DESC',
  certainty: `AND certainty IS NOT NULL
    AND (certainty, number) > (@certaintyAfter, @numberAfter)
    AND (certainty, number) < (@certaintyBefore, @numberBefore)
    ORDER BY certainty, number`,
};

const bounds = (after: ListDecisions['after'], before: ListDecisions['before']) => ({
  certaintyAfter: after === null ? -1 : thousandths(after.certainty),
  numberAfter: after?.number ?? 0,
  certaintyBefore: before === null ? thousandths(2) : thousandths(before.certainty),
  numberBefore: before?.number ?? 0,
});

const placeOf = ({ first, isOpen }: Shelf) =>
  isOpen ? { open: first } : { shelf: first / shelfLength };

function* recordsIn(rows: Iterable<Row>, filter: DecisionFilter): Generator<DecisionRecord> {
  for (const row of rows) if (isOfFilter(row, filter)) yield toRecord(row);
}

/**
 * Returns true if the full values of a record meet the filter. The indexes find ids, matches and hosts only by hashes,
 * and the query compares only the end of a match.
 */
function isOfFilter(row: Row, { id, host, match }: DecisionFilter): boolean {
  if (match !== undefined && joinMatch(row) !== match) return false;
  if (id !== undefined && row.id !== id) return false;
  return host === undefined || (row.id !== null && hostFromId(row.id) === host);
}

function filterValues(lineage: number, filter: DecisionFilter) {
  const { match, decision, reason, verdict, minSimilarity, maxSimilarity, idPrefix, search } =
    filter;
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
    search: search ?? null,
    otherSearch: search === undefined ? null : otherHostForm(search),
  };
}

/**
 * Returns the key that finds the fewest records: the id, matches that are gone, the match, or the host that all ids of
 * the filter have; otherwise all records of the order.
 */
function keyOfFilter(
  { id, host, idPrefix, match, reason }: DecisionFilter,
  order: ListDecisions['order'],
) {
  const one = (index: 'id' | 'match', hash: number): IndexKey => ({ index, low: hash, high: hash });
  if (id !== undefined) return one('id', hashId(id));
  const all = { low: 0, high: Number.MAX_SAFE_INTEGER };
  if (reason === 'gone') return { index: 'gone', ...all } as const;
  if (match !== undefined) return one('match', hashId(match));
  const url = host === undefined ? idPrefix : `any://${host}/`;
  const hasHost = url !== undefined && /^[^/?#\\]+:\/\/[^/?#\\]+[/?#\\]/.test(url);
  if (hasHost && hostFromId(url) !== null) return { index: 'id', ...hashesOfHost(url) } as const;
  return { index: order === 'certainty' ? 'certainty' : 'lineage', ...all } as const;
}
