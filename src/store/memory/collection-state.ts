import type { BestMatch, Match } from '../../matching/match.js';
import type { SeatedDocument } from '../contract/clusters.js';
import type { Collection } from '../contract/collections.js';
import type { CheckOperation, StoredDocument } from '../contract/documents.js';
import {
  countDecision,
  type Decision,
  type DecisionFigures,
  type DecisionPoint,
  decisions,
  historyHoursMax,
  hourMs,
  hourOf,
  noDecisions,
  noFigures,
} from '../rules/decision-counts.js';
import { isLive } from '../rules/versions.js';
import { createMemoryClusters, type MemoryClusters } from './clusters.js';

/** A collection and what it holds. */
export interface Shelf {
  collection: Collection;
  /** By id; expired ones among them, until they are swept or another takes their place. */
  readonly documents: Map<string, StoredDocument>;
  /** What is kept once a content, by exact hash; it goes by the sweep. */
  readonly contents: Map<string, KeptContent>;
  /** Of the whole store. */
  readonly extractors: Set<string>;
  /** null: it is built to replace another, and then takes over the memory of that. */
  memory: Memory | null;
  /** The one that is built to replace this one, with the ids that changed since. */
  successor: { readonly shelf: Shelf; readonly changed: Set<string> } | null;
}

interface KeptContent {
  text: Uint8Array | null;
  readonly extractor: string | null;
  readonly fingerprint: string;
}

/** What outlives a reindexing. */
interface Memory {
  readonly clusters: MemoryClusters;
  readonly decided: DecisionFigures;
  /** By the beginning of the hour. */
  readonly hours: Map<number, DecisionPoint>;
  /** Whether a successor took the place of the collection since the last sweep. */
  isReseated: boolean;
}

export const emptyMemory = (): Memory => ({
  clusters: createMemoryClusters(),
  decided: noFigures(),
  hours: new Map(),
  isReseated: false,
});

export function emptyShelf(
  collection: Collection,
  extractors: Set<string>,
  memory: Memory | null,
): Shelf {
  const documents = new Map();
  return { collection, documents, contents: new Map(), extractors, memory, successor: null };
}

/**
 * The document as it is stored: a content keeps the extractor that it came with first.
 * @param earlier what is replaced, if that is present; its seat is kept as long as its content is
 */
export function put(
  shelf: Shelf,
  given: StoredDocument,
  text: Uint8Array | null,
  earlier: StoredDocument | undefined,
): StoredDocument {
  const exactHash = exactHashOf(given);
  const fingerprint = fingerprintKeyOf(given);
  const isUsed = [...shelf.documents.values()].some((other) => exactHashOf(other) === exactHash);
  const kept = isUsed ? shelf.contents.get(exactHash) : undefined;
  const content = kept ?? { text, extractor: given.extractor, fingerprint };
  content.text ??= text;
  if (given.extractor !== null) shelf.extractors.add(given.extractor);
  shelf.contents.set(exactHash, content);
  const document = { ...given, extractor: content.extractor };
  shelf.documents.set(document.id, document);
  if (earlier === undefined || exactHashOf(earlier) !== exactHash) {
    shelf.memory?.clusters.leave(document.id, document.lastSeenAt);
  }
  shelf.successor?.changed.add(document.id);
  return document;
}

export function liveDocument(
  { documents }: Shelf,
  id: string,
  now: number,
): StoredDocument | undefined {
  const document = documents.get(id);
  return document !== undefined && isLive(document, now) ? document : undefined;
}

export function liveDocuments({ documents }: Shelf, now: number): StoredDocument[] {
  return [...documents.values()].filter((document) => isLive(document, now));
}

export function seated({ memory }: Shelf, document: StoredDocument): SeatedDocument {
  return { ...document, cluster: memory?.clusters.clusterOf(document.id) ?? null };
}

/** The cluster of a duplicate, which takes its seat there if it is stored, or refused for good. */
export function seatDuplicate(
  shelf: Shelf,
  { id, store, newClusterId, now }: CheckOperation,
  best: Match,
  storedId: string | null,
): string | null {
  const { memory } = shelf;
  if (memory === null) return null;
  const { clusters } = memory;
  const joining = { best, newClusterId, now };
  if (storedId !== null) return clusters.join({ ...joining, id: storedId, stored: true });
  const mayRemember = store === 'ifNew' && id !== null && !liveDocument(shelf, id, now);
  if (!mayRemember) return clusters.clusterOf(best.id);
  if (shelf.documents.has(id)) remove(shelf, id, now);
  return clusters.refuse({ ...joining, id }, shelf.collection.keepRefused);
}

/** Documents that expired, members that a successor does not hold, contents without documents. */
export function sweepShelf(shelf: Shelf, now: number): void {
  for (const document of [...shelf.documents.values()]) {
    if (!isLive(document, now)) remove(shelf, document.id, now);
  }
  if (shelf.memory?.isReseated) {
    shelf.memory.clusters.moveTo(shelf.documents);
    shelf.memory.isReseated = false;
  }
  const used = new Set([...shelf.documents.values()].map(exactHashOf));
  for (const exactHash of shelf.contents.keys()) {
    if (!used.has(exactHash)) shelf.contents.delete(exactHash);
  }
}

export function remove(shelf: Shelf, id: string, now: number): void {
  shelf.documents.delete(id);
  shelf.memory?.clusters.leave(id, now);
}

export function count(
  { memory }: Shelf,
  decision: Decision,
  best: BestMatch | null,
  now: number,
): void {
  if (memory === null) return;
  countDecision(memory.decided, { decision, best });
  const at = hourOf(now);
  const hour = memory.hours.get(at) ?? { at, ...noDecisions() };
  memory.hours.set(at, { ...hour, [decision]: hour[decision] + 1 });
}

/** The sums over some collections, oldest first. */
export function historyOf(shelves: readonly Shelf[], since: number): DecisionPoint[] {
  const hours = new Map<number, DecisionPoint>();
  for (const { memory } of shelves) {
    for (const point of memory?.hours.values() ?? []) {
      if (point.at < since) continue;
      const sum = hours.get(point.at) ?? { at: point.at, ...noDecisions() };
      for (const decision of decisions) sum[decision] += point[decision];
      hours.set(point.at, sum);
    }
  }
  return [...hours.values()].sort((a, b) => a.at - b.at);
}

export function forgetOldHours({ memory }: Shelf, now: number): void {
  for (const hour of memory?.hours.keys() ?? []) {
    if (hour < hourOf(now) - historyHoursMax * hourMs) memory?.hours.delete(hour);
  }
}

export const exactHashOf = ({ signature }: StoredDocument) => signature.exactHash;

const fingerprintKeyOf = ({ signature: { fingerprint } }: StoredDocument) =>
  `${fingerprint.high}/${fingerprint.low}`;
