import { NeardupError } from '../../src/errors.js';
import type {
  DecisionFilter,
  DecisionKey,
  DecisionPlace,
  DecisionRecord,
  DecisionsPart,
  ForgetDecisions,
  GoneMatch,
  JudgeDecision,
  ListDecisions,
  MarkedGone,
  RefusedPage,
  StoredRefused,
  StoreRefused,
} from '../../src/store/contract/decision-log.js';
import type { CheckOperation, CheckOutcome } from '../../src/store/contract/documents.js';
import {
  find,
  includesSearch,
  isIdFoundBy,
  type Lineage,
  put,
  remove,
  removeExpired,
  type State,
} from './collection-state.js';
import { resolve } from './gone.js';
import { pageOf } from './lists.js';
import { stored as storedOf } from './matches.js';

/** Decisions of all collections, in one list. */
export interface DecisionLog {
  entries: {
    readonly lineage: Lineage;
    record: DecisionRecord;
    page?: RefusedPage | undefined;
    pageExpiresAt?: number;
    /** Version under the id when the page was refused; undefined: none. */
    earlier?: string | undefined;
    /** Version that was created from the page. */
    created?: string | undefined;
    /** True if the separation from the match is older than the stored page. */
    wasSeparate?: boolean;
  }[];
  lastNumber: number;
  /** Documents that are gone, and the last decision at that time. */
  gone: { readonly lineage: Lineage; readonly id: string; readonly last: number }[];
}

export const newDecisionLog = (): DecisionLog => ({ entries: [], lastNumber: 0, gone: [] });

/** Marks the last decisions about pages whose match is gone, and which are not stored. */
export function markGone(states: readonly State[], log: DecisionLog, now: number): MarkedGone {
  const matches: GoneMatch[] = [];
  for (const { lineage, id, last } of log.gone.splice(0)) {
    const state = states.find((each) => each.lineage === lineage);
    if (state === undefined) continue;
    const own = log.entries.filter((entry) => entry.lineage === lineage);
    const lost = own.filter(({ record }) => {
      if (record.match !== id || record.number > last || record.stored) return false;
      const latest = own.findLast((each) => each.record.id === record.id)!;
      const updatedAt = find(state, record.id, now)?.document.updatedAt ?? Number.NEGATIVE_INFINITY;
      return record.id !== null && latest.record === record && updatedAt < record.at;
    });
    for (const entry of lost) entry.record = { ...entry.record, gone: true };
    if (lost.length > 0) {
      matches.push({ collection: state.collection.name, id, pages: lost.length });
    }
  }
  return { matches, more: false };
}

type Measures = {
  readonly distance: number;
  readonly similarity: number | null;
  readonly exact?: boolean;
};

type Described = { readonly metadata: string | null; readonly page: string | null };

/** Records the decision of a check, unless it cannot have lost anything. */
export function logCheck(state: State, operation: CheckOperation, outcome: CheckOutcome): void {
  const { lineage, collection } = state;
  const { id, dryRun, now } = operation;
  const { decision, stored, reason, best, previous, duplicateOf, similarTo } = outcome;
  if (dryRun || decision === 'new' || decision === 'unchanged') return;
  const others = {
    id: stored ? outcome.id : id,
    decision,
    stored,
    reason,
  };
  if (decision === 'changed') {
    append(lineage, { ...others, match: null, certainty: null }, null, previous!, operation, now);
    return;
  }
  const match = duplicateOf ?? similarTo;
  const certainty = stored ? null : certaintyOf(best!);
  append(lineage, { ...others, match, certainty }, best!.adds, best!, operation, now);
  if (stored || collection.refusedPages === null || lineage === null) return;
  const { metadata, page, extractor, expiresAt, text, refusedText } = operation;
  const { recipe, recipeId, refusedPages } = collection;
  const entry = lineage.log.entries.at(-1)!;
  dropRepeated(lineage, entry.record, operation, collection.recipeId);
  entry.record = { ...entry.record, kept: true };
  entry.page = {
    ...{ recipeId, metadata, page, extractor, text: text ?? refusedText ?? null },
    signature: storedOf(operation.signature, recipe),
    ttlMs: expiresAt === null ? null : expiresAt - now,
  };
  entry.pageExpiresAt = now + refusedPages.days * 86_400_000;
  entry.earlier = versionIn(state, id, now);
}

/** Names the version present under an id: no other version of any document has this name. */
function versionIn(state: State, id: string | null, now: number): string | undefined {
  const kept = find(state, id, now);
  return kept && `${state.collection.generation} ${kept.number} ${kept.document.revision}`;
}

/** Drops the page of the previous refusal if it has the same content. */
function dropRepeated(
  lineage: Lineage,
  { id, number }: DecisionRecord,
  operation: CheckOperation,
  recipeId: string,
) {
  const before = lineage.log.entries.findLast(
    ({ record, lineage: of }) => of === lineage && record.id === id && record.number < number,
  );
  const { page, pageExpiresAt = 0 } = before ?? {};
  if (id === null || page === undefined || pageExpiresAt <= operation.now) return;
  if (page.signature.exactHash !== operation.signature.exactHash) return;
  if (page.recipeId !== recipeId) return;
  before!.page = undefined;
  before!.record = { ...before!.record, kept: false };
}

/** Records that a document was replaced. */
export function logReplaced(
  lineage: Lineage | null,
  document: Described & { readonly id: string },
  by: string,
  measures: Measures,
  now: number,
): void {
  const { id } = document;
  const others = { id, decision: 'replaced', stored: false, reason: null, match: by } as const;
  append(lineage, { ...others, certainty: null }, null, measures, document, now);
}

function append(
  lineage: Lineage | null,
  given: Pick<DecisionRecord, 'id' | 'decision' | 'stored' | 'reason' | 'match' | 'certainty'>,
  adds: NonNullable<CheckOutcome['best']>['adds'],
  { distance, similarity, exact = false }: Measures,
  { metadata, page }: Described,
  now: number,
): void {
  if (lineage === null) return;
  const { log } = lineage;
  resolve(lineage, given.id);
  log.lastNumber += 1;
  const record: DecisionRecord = {
    ...given,
    ...{ verdict: null, kept: false, gone: false },
    number: log.lastNumber,
    at: Math.max(now, log.entries.at(-1)?.record.at ?? now),
    distance,
    similarity: similarity === null ? null : Math.round(similarity * 10_000) / 10_000,
    exact: given.decision === 'changed' ? false : exact,
    adds: adds && {
      nothing: adds.nothing,
      words: Math.round(adds.words),
      share: Math.round(adds.share * 1000) / 1000,
      numbers: adds.numbers,
      lines: adds.lines,
      ...(adds.siteLines && { siteLines: adds.siteLines }),
    },
    title: titleOf(metadata, page),
  };
  log.entries.push({ lineage, record });
  const ofId = log.entries.filter(
    (each) => each.lineage === lineage && each.record.id === record.id,
  );
  if (record.id !== null && ofId.length > 100) {
    log.entries = log.entries.filter((each) => each !== ofId[0]);
  }
}

/** Returns the title that was sent as metadata, or else that of the page. */
function titleOf(metadata: string | null, page: string | null): string | null {
  const sent = JSON.parse(metadata ?? '{}').title;
  const title =
    typeof sent === 'string' && sent !== '' ? sent : (JSON.parse(page ?? '[null]')[0] ?? null);
  return title === null ? null : [...title].slice(0, 80).join('');
}

function certaintyOf({ exact, distance, similarity, adds }: NonNullable<CheckOutcome['best']>) {
  if (exact) return 1;
  const facts = (adds?.numbers ?? 0) + (adds?.lines ?? 0);
  const certainty = (similarity ?? 1 - distance / 64) - (adds?.share ?? 0) - facts * 0.1;
  return certainty < 0 ? 0 : Math.round(certainty * 1000) / 1000;
}

/** Lists all decisions at once. */
export function listDecisions(
  lineage: Lineage,
  { filter, order, after, before, position, limit }: ListDecisions,
): DecisionsPart {
  const all = lineage.log.entries
    .filter((entry) => entry.lineage === lineage)
    .map(({ record }) => record)
    .filter((record) => isWanted(record, filter))
    .sort((a, b) => b.number - a.number);
  if (order === 'newest') {
    const rest = all
      .filter(({ number }) => number < (position ?? Number.POSITIVE_INFINITY))
      .filter(({ number }) => number < (after?.number ?? Number.POSITIVE_INFINITY));
    const decisions = pageOf(rest, limit, stringsOf);
    return {
      decisions,
      position: decisions.length < rest.length ? decisions.at(-1)!.number : null,
    };
  }
  const isLess = (a: DecisionPlace, b: DecisionPlace) =>
    a.certainty < b.certainty || (a.certainty === b.certainty && a.number < b.number);
  const refused = all
    .filter(isRefusal)
    .sort((a, b) => a.certainty - b.certainty || a.number - b.number)
    .filter((record) => after === null || isLess(after, record))
    .filter((record) => before === null || isLess(record, before));
  return { decisions: pageOf(refused, limit, stringsOf), position: null };
}

const isRefusal = (record: DecisionRecord): record is DecisionRecord & { certainty: number } =>
  record.certainty !== null;

const stringsOf = ({ id, match, title }: DecisionRecord) =>
  [id, match, title].filter((text) => text !== null);

function isWanted(record: DecisionRecord, filter: DecisionFilter): boolean {
  const { id, at, decision, reason, similarity, verdict } = record;
  if (filter.verdict !== undefined && (verdict ?? 'none') !== filter.verdict) return false;
  const { since = 0, until = Number.POSITIVE_INFINITY, minSimilarity, maxSimilarity } = filter;
  if (filter.id !== undefined && id !== filter.id) return false;
  if (filter.idPrefix !== undefined && !id?.startsWith(filter.idPrefix)) return false;
  if (filter.host !== undefined && id?.split('/')[2]?.toLowerCase() !== filter.host) return false;
  const { search } = filter;
  if (
    search !== undefined &&
    !isIdFoundBy(id ?? '', search) &&
    !includesSearch(record.title ?? '', search)
  ) {
    return false;
  }
  if (filter.decision !== undefined && decision !== filter.decision) return false;
  if (filter.reason === 'gone' && !record.gone) return false;
  if (filter.reason && filter.reason !== 'gone' && filter.reason !== reason) return false;
  if (filter.match !== undefined && record.match !== filter.match) return false;
  if (minSimilarity !== undefined && !(similarity !== null && similarity >= minSimilarity)) {
    return false;
  }
  if (maxSimilarity !== undefined && !(similarity !== null && similarity <= maxSimilarity)) {
    return false;
  }
  return at >= since && at < until;
}

/** Deletes the decisions about ids. */
export function forgetIds(lineage: Lineage | null, ids: readonly string[]): void {
  if (lineage === null) return;
  const { log } = lineage;
  log.entries = log.entries.filter(
    ({ record, lineage: of }) => of !== lineage || record.id === null || !ids.includes(record.id),
  );
}

/** Deletes ids with a prefix, also as matches of others. */
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

function entryOf({ lineage, collection }: State, number: number) {
  const entry = lineage!.log.entries.find(
    (each) => each.lineage === lineage && each.record.number === number,
  );
  if (entry !== undefined) return entry;
  throw new NeardupError(
    'decision_not_found',
    `No decision ${number} in collection "${collection.name}": it was never recorded or has been deleted because of its age`,
  );
}

function keptIn(state: State, { number, now }: DecisionKey) {
  const entry = entryOf(state, number);
  const { page, pageExpiresAt = 0 } = entry;
  if (page !== undefined && pageExpiresAt > now && page.recipeId === state.collection.recipeId) {
    return { entry, page };
  }
  throw new NeardupError(
    'page_not_kept',
    `The page of decision ${number} is not kept (refusedPages)`,
  );
}

/** Stores a refused page, separate from its match. */
export function storeRefused(state: State, operation: StoreRefused): StoredRefused {
  const { newId, label, now } = operation;
  const { entry, page } = keptIn(state, operation);
  const id = entry.record.id ?? newId;
  const earlier = find(state, id, now)?.document;
  const isThere = earlier?.signature.exactHash === page.signature.exactHash;
  if (earlier !== undefined && !isThere && versionIn(state, id, now) !== entry.earlier) {
    throw new NeardupError('precondition_failed', `A later version of "${id}" is stored`);
  }
  const { match } = entry.record;
  const other = match !== null && match !== id && find(state, match, now) ? match : null;
  const { text, ttlMs, recipeId: _, ...given } = page;
  const version = {
    ...{ ...given, id, revision: (earlier?.revision ?? 0) + 1, storedAt: earlier?.storedAt ?? now },
    ...{ updatedAt: now, lastSeenAt: now, seenCount: (earlier?.seenCount ?? 0) + 1 },
    expiresAt: ttlMs === null ? null : now + ttlMs,
    lifetimeMs: ttlMs,
  };
  const kept = state.collection.keepText ? text : null;
  removeExpired(state, id, now);
  const document = isThere ? earlier! : put(state, version, kept, false);
  if (other !== null) {
    const lineage = state.lineage!;
    const [a, b] = [id, other].sort() as [string, string];
    const contentOf = (of: string) => find(state, of, now)?.document.signature.exactHash ?? null;
    if (!isThere && earlier === undefined) {
      entry.wasSeparate = lineage.clusters.partners(id).includes(other);
    }
    lineage.clusters.separate({ a, b, now }, contentOf);
    lineage.labels = lineage.labels.filter((each) => each.a !== a || each.b !== b);
    lineage.labels.push({ a, b, label, createdAt: now });
  }
  entry.record = { ...entry.record, id, verdict: 'wrong' };
  const status = isThere ? 'unchanged' : earlier === undefined ? 'created' : 'replaced';
  if (status === 'created') {
    entry.created = versionIn(state, id, now);
    if (other === null) entry.wasSeparate = true;
  }
  return { status, document, separatedFrom: other };
}

/** Removes a document stored by `storeRefused`. */
export function removeRefused(state: State, operation: DecisionKey): void {
  const { now } = operation;
  const { entry, page } = keptIn(state, operation);
  const { id, match } = entry.record;
  if (entry.created === undefined) {
    throw new NeardupError('precondition_failed', 'No document was created from the page');
  }
  const kept = id === null ? undefined : find(state, id, now)?.document;
  const isOther = kept?.signature.exactHash !== page.signature.exactHash;
  if (kept !== undefined && (isOther || versionIn(state, id, now) !== entry.created)) {
    throw new NeardupError('precondition_failed', `Another version of "${id}" is stored by now`);
  }
  if (id !== null && match !== null) {
    const lineage = state.lineage!;
    const [a, b] = [id, match].sort() as [string, string];
    if (!entry.wasSeparate) lineage.clusters.unseparate({ a, b });
    lineage.labels = lineage.labels.filter((each) => each.a !== a || each.b !== b);
  }
  if (kept !== undefined) remove(state, kept.id, now);
  entry.record = { ...entry.record, verdict: null };
  entry.created = undefined;
}

export function judge(state: State, { number, verdict }: JudgeDecision): void {
  const entry = entryOf(state, number);
  if (entry.record.certainty === null || entry.record.verdict === 'wrong') {
    throw new NeardupError('precondition_failed', 'The page is stored');
  }
  entry.record = { ...entry.record, verdict };
}

/** Returns the content of the last refusal of an id, while it is kept. */
export function refusedPage(state: State, id: string, now: number): RefusedPage | undefined {
  const { lineage, collection } = state;
  const kept = lineage?.log.entries.filter(
    ({ record, page, pageExpiresAt = 0, ...entry }) =>
      entry.lineage === lineage && record.id === id && page !== undefined && pageExpiresAt > now,
  );
  const page = kept?.at(-1)?.page;
  return page?.recipeId === collection.recipeId ? page : undefined;
}
