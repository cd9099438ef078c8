import { deserialize, serialize } from 'node:v8';
import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import type {
  DecisionFilter,
  DecisionLogLimits,
  DecisionRecord,
  DecisionsPart,
  ForgottenDecisions,
  ListDecisions,
  RefusedPage,
  Verdict,
} from '../../contract/decision-log.js';
import { decisionsOfIdMax, loggedDecisions } from '../../contract/decision-log.js';
import {
  byCertainty,
  decisionRecord,
  type NewDecision,
  refusedPage,
  replacementRecord,
} from '../../rules/decision-log.js';
import { hostOf } from '../../rules/host-of.js';
import { decisionBytes, isFull, pageOf } from '../../rules/reply-bytes.js';
import { sameContent } from '../../rules/versions.js';
import type { Catalog } from '../tables/catalog.js';
import {
  type ExaminedRow,
  flagOf,
  hash24,
  judgements,
  keyOf,
  matchOf,
  type Row,
  recordOf,
  thousandths,
  type Values,
  valuesOf,
} from '../tables/decision-rows.js';
import type { Observer } from './observer.js';

export type DecisionLog = ReturnType<typeof createDecisionLog>;

const dayMs = 24 * 60 * 60 * 1000;

/** Length of a segment, as in the schema's index. */
const segmentBits = 12;
/**
 * Maximum number of segments read for a part of a list by certainty. Without conditions, only a few records per segment
 * are read; with conditions, possibly all of its refusals.
 */
const segmentsAtOnce = 256;
const filteredAtOnce = 8;
/** Maximum number of records read for a part of any other list, or of index entries if a host is given. */
const recordsAtOnce = 4096;
const entriesAtOnce = 32_768;
/** Records examined per call of `forgetPrefix`, and deleted per call of `prune`. */
const examinedAtOnce = 1024;
const prunedAtOnce = 64;
const pagesAtOnce = 4;

/**
 * Decision log, append-only. Its index of the least certain refusals is divided into segments of 4,096 numbers: with a
 * single sorted index, each inserted row would change a different page.
 *
 *   number      0 ─────── 4,095 │ 4,096 ─────── 8,191 │ 8,192 ── now
 *   certainty   sorted          │ sorted              │ ◄─ the only pages that change
 *
 * Long searches are divided: each call reads a part, and the caller continues below it. Times never decrease, so a time
 * range is a number range.
 *
 * @param limits 0 days: records nothing and deletes all records
 */
export function createDecisionLog(
  db: Database,
  catalog: Pick<Catalog, 'lineageOf' | 'isSuccessor'>,
  limits: DecisionLogLimits,
) {
  const insert = db.prepare<Values>(
    `INSERT INTO decision_log (lineage, at, key, decision, flags, id, match_prefix, match_rest, distance, similarity,
       certainty, adds, title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectLastAt = db
    .prepare<[], number>('SELECT at FROM decision_log ORDER BY number DESC LIMIT 1')
    .pluck();
  const selectEnds = db.prepare<[], { first: number | null; last: number | null }>(
    `SELECT (SELECT min(number) FROM decision_log) AS first,
            (SELECT max(number) FROM decision_log) AS last`,
  );
  const selectNext = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM decision_log WHERE number >= ? ORDER BY number LIMIT 1',
  );
  const selectTop = db
    .prepare<[number, number], number>(
      `SELECT number FROM decision_log INDEXED BY decision_log_by_lineage
       WHERE lineage = ? AND number < ? ORDER BY number DESC LIMIT 1`,
    )
    .pluck();
  const conditions = `
    AND (@minKey IS NULL OR key BETWEEN @minKey AND @maxKey)
    AND (@decision IS NULL OR decision = @decision)
    AND (@flag IS NULL OR flags & @flag = @flag)
    AND (@noFlag IS NULL OR flags & @noFlag = 0)
    AND (@minSimilarity IS NULL OR similarity / 10000.0 >= @minSimilarity)
    AND (@maxSimilarity IS NULL OR similarity / 10000.0 <= @maxSimilarity)
    AND (@prefix IS NULL OR substr(id, 1, length(@prefix)) = @prefix)`;
  const columns = `number, at, decision, flags, id, match_prefix AS matchPrefix, match_rest AS matchRest, distance,
    similarity, certainty, adds, title, EXISTS (SELECT 1 FROM refused_pages WHERE decision = number) AS kept`;
  const selectFloor = db
    .prepare<[number, number, number, number], number>(
      `SELECT number FROM decision_log INDEXED BY decision_log_by_lineage
       WHERE lineage = ? AND number >= ? AND number < ? ORDER BY number DESC LIMIT 1 OFFSET +?`,
    )
    .pluck();
  const selectNewest = db.prepare<[RangeValues & FilterValues], Row>(
    `SELECT ${columns} FROM decision_log INDEXED BY decision_log_by_lineage
     WHERE lineage = @lineage AND number >= @from AND number < @below ${conditions}
     ORDER BY number DESC`,
  );
  const selectById = db.prepare<[RangeValues & FilterValues], Row>(
    `SELECT ${columns} FROM decision_log INDEXED BY decision_log_by_key
     WHERE lineage = @lineage AND key = @minKey AND number >= @from AND number < @below ${conditions}
     ORDER BY number DESC`,
  );
  const selectByCertainty = db.prepare<[RangeValues & FilterValues & CertaintyValues], Row>(
    `SELECT ${columns} FROM decision_log INDEXED BY decision_log_by_certainty
     WHERE lineage = @lineage AND number >> ${segmentBits} = @segment AND certainty IS NOT NULL
       AND certainty >= @minCertainty AND certainty <= @maxCertainty
       AND (certainty > @minCertainty OR number > @after) AND number >= @from AND number < @below
       ${conditions} ORDER BY certainty, number`,
  );
  const selectOne = db.prepare<[number, number], Row>(
    `SELECT ${columns} FROM decision_log WHERE number = ? AND lineage = ?`,
  );
  const selectAny = db.prepare<[], number>('SELECT 1 FROM decision_log LIMIT 1').pluck();
  const selectNumbers = db
    .prepare<[number, number, string], number>(
      `SELECT number FROM decision_log WHERE lineage = ? AND key = ? AND id = ?
       ORDER BY number DESC`,
    )
    .pluck();
  const selectBeyond = db
    .prepare<[number, number], number>(
      `SELECT number FROM decision_log WHERE lineage = ? AND key = ?
       ORDER BY number DESC LIMIT 1 OFFSET ${decisionsOfIdMax}`,
    )
    .pluck();
  const judge = db.prepare<[number, number, number]>(
    'UPDATE decision_log SET flags = flags & ~? | ? WHERE number = ?',
  );
  const selectFlags = db
    .prepare<[number], number>('SELECT flags FROM decision_log WHERE number = ?')
    .pluck();
  const setId = db.prepare<[string, number, number]>(
    'UPDATE decision_log SET id = ?, key = ? WHERE number = ?',
  );
  const insertPage = db.prepare<[number, number, Uint8Array, Uint8Array | null]>(
    'INSERT INTO refused_pages (decision, expires_at, record, text) VALUES (?, ?, ?, ?)',
  );
  const selectPage = db.prepare<[number, number], { record: Buffer; text: Buffer | null }>(
    'SELECT record, text FROM refused_pages WHERE decision = ? AND expires_at > ?',
  );
  const deletePage = db.prepare<[number]>('DELETE FROM refused_pages WHERE decision = ?');
  const deleteExpiredPages = db.prepare<[number, number]>(
    `DELETE FROM refused_pages WHERE decision IN
       (SELECT decision FROM refused_pages WHERE expires_at <= ? ORDER BY expires_at LIMIT +?)`,
  );
  const selectFrom = db.prepare<[number, number], ExaminedRow>(
    `SELECT number, lineage, id, match_prefix AS matchPrefix, match_rest AS matchRest
     FROM decision_log WHERE number > ? ORDER BY number LIMIT +?`,
  );
  const deleteOne = db.prepare<[number]>('DELETE FROM decision_log WHERE number = ?');
  const forgetMatch = db.prepare<[number]>(
    'UPDATE decision_log SET match_prefix = NULL, match_rest = NULL WHERE number = ?',
  );
  const selectOldest = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM decision_log ORDER BY number LIMIT +?',
  );

  /** Returns the first number whose record is not before a time. */
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

  /** Yields each segment with records of a collection, newest first. */
  function* segments(lineage: number, from: number, below: number): Generator<number> {
    for (let end = below; ; ) {
      const top = selectTop.get(lineage, end);
      if (top === undefined || top < from) return;
      const segment = Math.floor(top / 2 ** segmentBits);
      yield segment;
      end = segment * 2 ** segmentBits;
    }
  }

  function list(lineage: number, given: Omit<ListDecisions, 'collection'>): DecisionsPart {
    const { filter, order, limit } = given;
    const from = numberAt(filter.since) ?? 0;
    const until = numberAt(filter.until) ?? Number.MAX_SAFE_INTEGER;
    const below = Math.min(until, given.below ?? until);
    const values = { lineage, from, below, ...filterValues(filter) };
    if (order === 'certainty') return leastCertain(values, given);
    const read = values.minKey === null ? recordsAtOnce : entriesAtOnce;
    const isOfId = filter.id !== undefined;
    const floor = isOfId ? undefined : selectFloor.get(lineage, from, below, read - 1);
    const rows = (isOfId ? selectById : selectNewest).iterate({ ...values, from: floor ?? from });
    const decisions = pageOf(recordsOf(rows, filter), limit, decisionBytes);
    const isCut = decisions.length >= limit || isFull(decisions, decisionBytes);
    return { decisions, below: isCut ? decisions.at(-1)!.number : (floor ?? null) };
  }

  /** Merges the first records of each segment. Skips records more certain than `limit` others. */
  function leastCertain(
    values: RangeValues & FilterValues,
    { filter, after, certaintyMax, limit }: Omit<ListDecisions, 'collection'>,
  ): DecisionsPart {
    const { lineage, from, below } = values;
    const { since, until, ...conditions } = filter;
    const isFiltered = Object.values(conditions).some((condition) => condition !== undefined);
    const minCertainty = after === null ? 0 : thousandths(after.certainty);
    let maxCertainty = thousandths(certaintyMax ?? 1);
    let decisions: DecisionRecord[] = [];
    let visited = 0;
    for (const segment of segments(lineage, from, below)) {
      const position = { segment, minCertainty, maxCertainty, after: after?.number ?? -1 };
      const rows = selectByCertainty.iterate({ ...values, ...position });
      const found = pageOf(recordsOf(rows, filter), limit, decisionBytes);
      decisions = [...decisions, ...found].sort(byCertainty).slice(0, limit);
      if (decisions.length >= limit) maxCertainty = thousandths(decisions.at(-1)!.certainty!);
      visited += 1;
      if (visited >= (isFiltered ? filteredAtOnce : segmentsAtOnce)) {
        return { decisions, below: segment * 2 ** segmentBits };
      }
    }
    return { decisions, below: null };
  }

  function add(collection: Collection, decision: NewDecision, now: number): number {
    const at = Math.max(now, selectLastAt.get() ?? now);
    const lineage = catalog.lineageOf(collection);
    const number = Number(insert.run(...valuesOf(lineage, decision, at)).lastInsertRowid);
    // Bounds all reads and deletions of the records of one id. Ids with the same key merely displace each other.
    const key = decision.id === null ? null : keyOf(decision.id);
    const beyond = key === null ? undefined : selectBeyond.get(lineage, key);
    if (beyond !== undefined) forget(beyond);
    return number;
  }

  /** Keeps the content of a refused page. Deletes the copy of the previous refusal if the content is the same. */
  function keep(
    collection: Collection,
    number: number,
    id: string | null,
    page: RefusedPage,
    now: number,
  ): void {
    const { text, ...record } = page;
    const before =
      id === null ? undefined : numbersOf(collection, id).find((each) => each < number);
    const kept = before === undefined ? undefined : pageOfDecision(before, now);
    if (kept?.recipeId === page.recipeId && sameContent(kept.signature, page.signature)) {
      deletePage.run(before!);
    }
    const expiresAt = now + collection.refusedPages!.days * dayMs;
    insertPage.run(number, expiresAt, serialize(record), text);
  }

  const numbersOf = (collection: Collection, id: string): number[] =>
    selectNumbers.all(catalog.lineageOf(collection), keyOf(id), id);

  const forget = (number: number): void => void deleteOne.run(number);

  function pageOfDecision(number: number, now: number): RefusedPage | undefined {
    const row = selectPage.get(number, now);
    return (
      row && {
        ...(deserialize(row.record) as Omit<RefusedPage, 'text'>),
        text: row.text && new Uint8Array(row.text),
      }
    );
  }

  const observer: Observer = {
    isUsedIn: (collection) => limits.days > 0 && !catalog.isSuccessor(collection),
    replaced({ collection, document, by, now }) {
      add(collection, replacementRecord(document, by), now);
    },
    decided({ collection, operation, outcome }) {
      const record = decisionRecord(operation, outcome);
      if (record === null) return;
      const number = add(collection, record, operation.now);
      const page = refusedPage(collection, operation, outcome);
      if (page !== null) keep(collection, number, record.id, page, operation.now);
    },
  };

  return {
    observer,
    add,
    find(lineage: number, number: number): DecisionRecord | undefined {
      const row = selectOne.get(number, lineage);
      return row && recordOf(row);
    },
    list,
    /** Sets the verdict of a person; null: none. */
    judge(number: number, verdict: Verdict | null): void {
      judge.run(judgements, verdict === null ? 0 : flagOf[verdict], number);
    },
    /** Records that a document was created from a refused page, or that this was undone. */
    setCreated(number: number, isCreated: boolean): void {
      judge.run(flagOf.created, isCreated ? flagOf.created : 0, number);
    },
    isCreated: (number: number): boolean => (selectFlags.get(number)! & flagOf.created) !== 0,
    /** Sets the id of a record whose check had none. */
    setId(number: number, id: string): void {
      setId.run(id, keyOf(id), number);
    },
    /** Returns the content of a refused page; undefined: no longer kept. */
    page: pageOfDecision,
    /** Returns the newest kept page of an id. */
    pageOfId(lineage: number, id: string, now: number): RefusedPage | undefined {
      for (const number of selectNumbers.all(lineage, keyOf(id), id)) {
        const page = pageOfDecision(number, now);
        if (page !== undefined) return page;
      }
      return undefined;
    },
    /** Deletes the records of ids. */
    forgetIds(collection: Collection, ids: readonly string[]): void {
      if (catalog.isSuccessor(collection) || selectAny.get() === undefined) return;
      const lineage = catalog.lineageOf(collection);
      for (const id of ids) selectNumbers.all(lineage, keyOf(id), id).forEach(forget);
    },
    /** Deletes some records of ids with a prefix, and removes matches with the prefix. */
    forgetPrefix(lineage: number, idPrefix: string, after: number): ForgottenDecisions {
      const rows = selectFrom.all(after, examinedAtOnce);
      let deleted = 0;
      for (const row of rows) {
        if (row.lineage !== lineage) continue;
        if (row.id?.startsWith(idPrefix)) {
          forget(row.number);
          deleted += 1;
        } else if (matchOf(row)?.startsWith(idPrefix)) forgetMatch.run(row.number);
      }
      return { deleted, after: rows.length < examinedAtOnce ? null : rows.at(-1)!.number };
    },
    /** Deletes some of the records beyond the limits of age and number. @returns true if there may be more */
    prune(now: number): boolean {
      if (deleteExpiredPages.run(now, pagesAtOnce).changes > 0) return true;
      const { last } = selectEnds.get()!;
      if (last === null) return false;
      const oldest = now - limits.days * dayMs;
      const isOff = limits.days === 0;
      const upTo = isOff ? last : last - limits.rows;
      const old = selectOldest
        .all(prunedAtOnce)
        .filter(({ number, at }) => at < oldest || number <= upTo);
      for (const { number } of old) forget(number);
      return old.length > 0;
    },
  };
}

interface RangeValues {
  readonly lineage: number;
  readonly from: number;
  readonly below: number;
}

interface FilterValues {
  /** Key range of an id or a host; null: all. */
  readonly minKey: number | null;
  readonly maxKey: number | null;
  readonly decision: number | null;
  readonly flag: number | null;
  readonly noFlag: number | null;
  readonly minSimilarity: number | null;
  readonly maxSimilarity: number | null;
  readonly prefix: string | null;
}

interface CertaintyValues {
  readonly segment: number;
  readonly minCertainty: number;
  readonly maxCertainty: number;
  readonly after: number;
}

/** Keys are only hashes, so ids and hosts are compared here. */
function* recordsOf(rows: Iterable<Row>, { id, host }: DecisionFilter): Generator<DecisionRecord> {
  for (const row of rows) {
    if (id !== undefined && row.id !== id) continue;
    if (host !== undefined && (row.id === null || hostOf(row.id) !== host)) continue;
    yield recordOf(row);
  }
}

function filterValues(filter: DecisionFilter): FilterValues {
  const { decision, reason, verdict, minSimilarity, maxSimilarity, idPrefix } = filter;
  const verdictFlag = verdict === undefined || verdict === 'none' ? 0 : flagOf[verdict];
  const flag = (reason === undefined ? 0 : flagOf[reason]) | verdictFlag;
  return {
    ...keyRange(filter),
    decision: decision === undefined ? null : loggedDecisions.indexOf(decision),
    flag: flag === 0 ? null : flag,
    noFlag: verdict === 'none' ? judgements : null,
    minSimilarity: minSimilarity ?? null,
    maxSimilarity: maxSimilarity ?? null,
    prefix: idPrefix ?? null,
  };
}

/** Returns the key range of an id, of a host, or of a prefix that contains a whole host. */
function keyRange({ id, host, idPrefix }: DecisionFilter): Pick<FilterValues, 'minKey' | 'maxKey'> {
  if (id !== undefined) return { minKey: keyOf(id), maxKey: keyOf(id) };
  const hasHost = idPrefix !== undefined && /^[^/?#\\]+:\/\/[^/?#\\]+[/?#\\]/.test(idPrefix);
  const known = host ?? (hasHost ? hostOf(idPrefix) : null);
  if (known === null) return { minKey: null, maxKey: null };
  const minKey = hash24(known) * 2 ** 24;
  return { minKey, maxKey: minKey + 2 ** 24 - 1 };
}
