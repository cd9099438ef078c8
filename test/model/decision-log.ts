import type {
  DecisionFilter,
  DecisionRecord,
  DecisionsPart,
  ForgetDecisions,
  ListDecisions,
} from '../../src/store/contract/decision-log.js';
import type { CheckOperation, CheckOutcome } from '../../src/store/contract/documents.js';
import type { Lineage } from './collection-state.js';
import { pageOf } from './lists.js';

/** Decisions of all collections, in one list. */
export interface DecisionLog {
  entries: { readonly lineage: Lineage; record: DecisionRecord }[];
  lastNumber: number;
}

export const newDecisionLog = (): DecisionLog => ({ entries: [], lastNumber: 0 });

type Measures = {
  readonly distance: number;
  readonly similarity: number | null;
  readonly exact?: boolean;
};

/** Records what a check decided about a page, unless nothing can have been lost by it. */
export function logCheck(
  lineage: Lineage | null,
  { id, page, dryRun, now }: CheckOperation,
  outcome: CheckOutcome,
): void {
  const { decision, stored, reason, best, previous, duplicateOf, similarTo } = outcome;
  if (dryRun || decision === 'new' || decision === 'unchanged') return;
  const others = { id: stored ? outcome.id : id, decision, stored, reason };
  if (decision === 'changed') {
    append(lineage, { ...others, match: null, certainty: null }, null, previous!, page, now);
    return;
  }
  const match = duplicateOf ?? similarTo;
  const certainty = stored ? null : certaintyOf(best!);
  append(lineage, { ...others, match, certainty }, best!.adds, best!, page, now);
}

/** Records that a document was replaced. */
export function logReplaced(
  lineage: Lineage | null,
  { id, page }: { readonly id: string; readonly page: string | null },
  by: string,
  measures: Measures,
  now: number,
): void {
  const others = { id, decision: 'replaced', stored: false, reason: null, match: by } as const;
  append(lineage, { ...others, certainty: null }, null, measures, page, now);
}

function append(
  lineage: Lineage | null,
  given: Pick<DecisionRecord, 'id' | 'decision' | 'stored' | 'reason' | 'match' | 'certainty'>,
  adds: NonNullable<CheckOutcome['best']>['adds'],
  { distance, similarity, exact = false }: Measures,
  page: string | null,
  now: number,
): void {
  if (lineage === null) return;
  const { log } = lineage;
  log.lastNumber += 1;
  const record: DecisionRecord = {
    ...given,
    number: log.lastNumber,
    at: Math.max(now, log.entries.at(-1)?.record.at ?? now),
    distance,
    similarity: similarity === null ? null : Number(similarity.toFixed(4)),
    exact: given.decision === 'changed' ? false : exact,
    adds: adds && {
      nothing: adds.nothing,
      words: Math.round(adds.words),
      share: Number(adds.share.toFixed(3)),
      longest: adds.longest && Math.round(adds.longest),
      numbers: adds.numbers,
      names: adds.names,
      negations: adds.negations,
      lines: adds.lines,
      title: adds.title,
    },
    title: page === null ? null : JSON.parse(page)[0],
  };
  log.entries.push({ lineage, record });
}

function certaintyOf({ exact, distance, similarity, adds }: NonNullable<CheckOutcome['best']>) {
  if (exact) return 1;
  const facts = (adds?.numbers ?? 0) + (adds?.names ?? 0) + (adds?.negations ?? 0);
  const certainty = (similarity ?? 1 - distance / 64) - (adds?.share ?? 0) - facts * 0.1;
  return certainty < 0 ? 0 : Number(certainty.toFixed(3));
}

/** Lists everything at once. */
export function listDecisions(
  lineage: Lineage,
  { filter, order, below, after, certaintyMax, limit }: ListDecisions,
): DecisionsPart {
  const all = lineage.log.entries
    .filter((entry) => entry.lineage === lineage)
    .map(({ record }) => record)
    .filter((record) => isWanted(record, filter))
    .filter(({ number }) => below === null || number < below)
    .sort((a, b) => b.number - a.number);
  if (order === 'newest') {
    const decisions = pageOf(all, limit, stringsOf);
    return { decisions, below: decisions.length < all.length ? decisions.at(-1)!.number : null };
  }
  const refused = all
    .filter(({ certainty }) => certainty !== null && certainty <= (certaintyMax ?? 1))
    .sort((a, b) => a.certainty! - b.certainty! || a.number - b.number)
    .filter(
      ({ certainty, number }) =>
        after === null ||
        certainty! > after.certainty ||
        (certainty === after.certainty && number > after.number),
    );
  return { decisions: pageOf(refused, limit, stringsOf), below: null };
}

const stringsOf = ({ id, match, title }: DecisionRecord) =>
  [id, match, title].filter((text) => text !== null);

function isWanted(record: DecisionRecord, filter: DecisionFilter): boolean {
  const { id, at, decision, reason, similarity } = record;
  const { since = 0, until = Number.POSITIVE_INFINITY, minSimilarity, maxSimilarity } = filter;
  if (filter.id !== undefined && id !== filter.id) return false;
  if (filter.idPrefix !== undefined && !id?.startsWith(filter.idPrefix)) return false;
  if (filter.host !== undefined && id?.split('/')[2]?.toLowerCase() !== filter.host) return false;
  if (filter.decision !== undefined && decision !== filter.decision) return false;
  if (filter.reason !== undefined && reason !== filter.reason) return false;
  if (minSimilarity !== undefined && !(similarity !== null && similarity >= minSimilarity)) {
    return false;
  }
  if (maxSimilarity !== undefined && !(similarity !== null && similarity <= maxSimilarity)) {
    return false;
  }
  return at >= since && at < until;
}

/** Forgets the decisions about ids. */
export function forgetIds(lineage: Lineage | null, ids: readonly string[]): void {
  if (lineage === null) return;
  const { log } = lineage;
  log.entries = log.entries.filter(
    ({ record, lineage: of }) => of !== lineage || record.id === null || !ids.includes(record.id),
  );
}

/** Forgets ids with a prefix, also as matches of others. */
export function forgetPrefix(lineage: Lineage, { idPrefix, after }: ForgetDecisions) {
  const { log } = lineage;
  const isExamined = (entry: DecisionLog['entries'][number]) =>
    entry.lineage === lineage && entry.record.number > after;
  const before = log.entries.length;
  log.entries = log.entries.filter(
    (entry) => !isExamined(entry) || !entry.record.id?.startsWith(idPrefix),
  );
  for (const entry of log.entries.filter(isExamined)) {
    const { match } = entry.record;
    if (match?.startsWith(idPrefix)) entry.record = { ...entry.record, match: null };
  }
  return { deleted: before - log.entries.length, after: null };
}
