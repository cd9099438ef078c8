import { commonFrom } from '../../src/fingerprint/parts.js';
import type { Match, ToldMatch } from '../../src/matching/match.js';
import type { Claim } from '../../src/store/contract/claims.js';
import type { DocumentWithCluster } from '../../src/store/contract/clusters.js';
import type { Collection } from '../../src/store/contract/collections.js';
import {
  type CheckOperation,
  type Decision,
  decisions,
  type StoredDocument,
} from '../../src/store/contract/documents.js';
import type { Label } from '../../src/store/contract/labels.js';
import type { DecisionPoint, DecisionStatistics } from '../../src/store/contract/statistics.js';
import {
  countDecision,
  historyHoursMax,
  hourMs,
  hourOf,
  noDecisions,
  noStatistics,
} from '../../src/store/rules/decision-counts.js';
import { isLive } from '../../src/store/rules/versions.js';
import { createMemoryClusters, type MemoryClusters } from './clusters.js';

/** A collection and its data. */
export interface CollectionState {
  collection: Collection;
  /** By id; includes expired documents until they are swept or replaced. */
  readonly documents: Map<string, StoredDocument>;
  /** The order in which the documents came: by id, counted from 1. */
  readonly numbers: Map<string, number>;
  /** The highest number that was ever given. */
  lastNumber: number;
  /** What is stored once per content, by exact hash; the sweep removes it. */
  readonly contents: Map<string, KeptContent>;
  /** By the id of the document. */
  readonly claims: Map<string, Claim>;
  /** The extractors of the whole store. */
  readonly extractors: Set<string>;
  /**
   * null: this is a successor; when complete, it takes over the memory of the collection it
   * replaces.
   */
  memory: Memory | null;
  /** The successor that is being built, with the ids that changed since it was begun. */
  successor: { readonly state: CollectionState; readonly changed: Set<string> } | null;
}

interface KeptContent {
  text: Uint8Array | null;
  readonly extractor: string | null;
  readonly fingerprint: string;
  /** The hashes of its sample that were not common when it came. */
  readonly indexed: ReadonlySet<number>;
}

/** What survives a reindexing. */
interface Memory {
  readonly clusters: MemoryClusters;
  labels: readonly Label[];
  readonly decided: DecisionStatistics;
  /** By the beginning of the hour. */
  readonly hours: Map<number, DecisionPoint>;
  /** Whether a successor has replaced the collection since the last sweep. */
  isReseated: boolean;
}

export const emptyMemory = (): Memory => ({
  clusters: createMemoryClusters(),
  labels: [],
  decided: noStatistics(),
  hours: new Map(),
  isReseated: false,
});

export function emptyCollectionState(
  collection: Collection,
  extractors: Set<string>,
  memory: Memory | null,
): CollectionState {
  const [documents, numbers] = [new Map(), new Map()];
  const [contents, claims] = [new Map(), new Map()];
  const data = { documents, numbers, lastNumber: 0, contents, claims };
  return { collection, ...data, extractors, memory, successor: null };
}

/**
 * Stores a document, which is claimed no more. A content keeps the extractor with which it came first.
 * @param earlier the document that is replaced, if it is present; with the same content, its seat
 *   stays
 */
export function put(
  state: CollectionState,
  given: StoredDocument,
  text: Uint8Array | null,
  earlier: StoredDocument | undefined,
): StoredDocument {
  const exactHash = exactHashOf(given);
  const fingerprint = fingerprintKeyOf(given);
  const isUsed = [...state.documents.values()].some((other) => exactHashOf(other) === exactHash);
  const kept = isUsed ? state.contents.get(exactHash) : undefined;
  const indexed = new Set(given.signature.parts?.hashes);
  if (kept === undefined) {
    for (const hash of indexed) if (isCommon(state, hash)) indexed.delete(hash);
  }
  const content = kept ?? { text, extractor: given.extractor, fingerprint, indexed };
  content.text ??= text;
  if (given.extractor !== null) state.extractors.add(given.extractor);
  state.contents.set(exactHash, content);
  const document = { ...given, extractor: content.extractor };
  if (!state.documents.has(document.id)) state.numbers.set(document.id, ++state.lastNumber);
  state.documents.set(document.id, document);
  state.claims.delete(document.id);
  if (earlier === undefined || exactHashOf(earlier) !== exactHash) {
    leave(state, document.id, document.lastSeenAt);
  }
  state.successor?.changed.add(document.id);
  return document;
}

/** Notes that a document was seen again, claimed or not. */
export function see(state: CollectionState, document: StoredDocument): void {
  state.documents.set(document.id, document);
  state.successor?.changed.add(document.id);
}

/** Whether too many contents are indexed by a hash for it to be of use. */
export function isCommon({ contents }: Pick<CollectionState, 'contents'>, hash: number): boolean {
  let count = 0;
  for (const { indexed } of contents.values()) count += Number(indexed.has(hash));
  return count >= commonFrom;
}

export function liveDocument(
  { documents }: CollectionState,
  id: string,
  now: number,
): StoredDocument | undefined {
  const document = documents.get(id);
  return document !== undefined && isLive(document, now) ? document : undefined;
}

export function liveDocuments({ documents }: CollectionState, now: number): StoredDocument[] {
  return [...documents.values()].filter((document) => isLive(document, now));
}

export function seated(state: CollectionState, document: StoredDocument): DocumentWithCluster {
  const cluster = state.memory?.clusters.clusterOf(document.id) ?? null;
  return { ...document, cluster, claim: toldClaim(state, document.id) };
}

/** What is told of the claim on a document. */
export function toldClaim({ claims }: CollectionState, id: string): DocumentWithCluster['claim'] {
  const claim = claims.get(id);
  return claim === undefined ? null : { expiresAt: claim.expiresAt };
}

/** Seats a duplicate, stored or refused for good, in its cluster. @returns the cluster */
export function seatDuplicate(
  state: CollectionState,
  { id, store, newClusterId, now }: CheckOperation,
  best: Match,
  storedId: string | null,
): string | null {
  const { memory } = state;
  if (memory === null) return null;
  const { clusters } = memory;
  const joining = { best, newClusterId, now };
  if (storedId !== null) return clusters.join({ ...joining, id: storedId, stored: true });
  const mayRemember = store === 'ifNew' && id !== null && !liveDocument(state, id, now);
  if (!mayRemember) return clusters.clusterOf(best.id);
  if (state.documents.has(id)) remove(state, id, now);
  return clusters.refuse({ ...joining, id }, state.collection.keepRefused);
}

/** Removes a document whose place another one takes; its cluster remembers it as a refused id. */
export function replace(
  state: CollectionState,
  { newClusterId, now }: CheckOperation,
  { id, ...measured }: Match,
  by: string,
): void {
  remove(state, id, now);
  state.successor?.changed.add(id);
  const { memory, collection } = state;
  const best = { ...measured, id: by };
  memory?.clusters.refuse({ id, best, newClusterId, now }, collection.keepRefused);
}

export function remove(state: CollectionState, id: string, now: number): void {
  state.documents.delete(id);
  state.claims.delete(id);
  leave(state, id, now);
}

/** Takes the seat and the labels from a document. */
export function leave({ memory }: CollectionState, id: string, now: number): void {
  if (memory === null) return;
  memory.clusters.leave(id, now);
  memory.labels = memory.labels.filter(({ a, b }) => a !== id && b !== id);
}

export function count(
  { memory }: CollectionState,
  decision: Decision,
  best: ToldMatch | null,
  now: number,
): void {
  if (memory === null) return;
  countDecision(memory.decided, { decision, best });
  const at = hourOf(now);
  const hour = memory.hours.get(at) ?? { at, ...noDecisions() };
  memory.hours.set(at, { ...hour, [decision]: hour[decision] + 1 });
}

/** The sums over some collections, oldest first. */
export function historyOf(states: readonly CollectionState[], since: number): DecisionPoint[] {
  const hours = new Map<number, DecisionPoint>();
  for (const { memory } of states) {
    for (const point of memory?.hours.values() ?? []) {
      if (point.at < since) continue;
      const sum = hours.get(point.at) ?? { at: point.at, ...noDecisions() };
      for (const decision of decisions) sum[decision] += point[decision];
      hours.set(point.at, sum);
    }
  }
  return [...hours.values()].sort((a, b) => a.at - b.at);
}

export function forgetOldHours({ memory }: CollectionState, now: number): void {
  for (const hour of memory?.hours.keys() ?? []) {
    if (hour < hourOf(now) - historyHoursMax * hourMs) memory?.hours.delete(hour);
  }
}

export const exactHashOf = ({ signature }: StoredDocument) => signature.exactHash;

const fingerprintKeyOf = ({ signature: { fingerprint } }: StoredDocument) =>
  `${fingerprint.high}/${fingerprint.low}`;
