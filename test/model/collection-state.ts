import { domainToASCII, domainToUnicode } from 'node:url';
import type { Signature } from '../../src/fingerprint/signature.js';
import type { Match, MatchRule } from '../../src/matching/match.js';
import type { Claim } from '../../src/store/contract/claims.js';
import type { DocumentWithCluster } from '../../src/store/contract/clusters.js';
import type { Collection } from '../../src/store/contract/collections.js';
import type { Decision, StoredDocument } from '../../src/store/contract/documents.js';
import type { Label } from '../../src/store/contract/labels.js';
import type { DocumentKind } from '../../src/store/contract/newest.js';
import type { Scope } from '../../src/store/contract/scope.js';
import { Clusters, type Joining } from './clusters.js';
import type { DecisionLog } from './decision-log.js';
import { noteGone, resolve } from './gone.js';
import { findMatches } from './matches.js';
import { sample } from './parts.js';
import { repeatedByBoth, siteOf } from './sites.js';

/** A collection or a successor under construction, with all its data. */
export interface State {
  collection: Collection;
  /** Documents by id, including expired ones until the sweep. */
  readonly documents: Map<string, Kept>;
  /** Contents by exact hash, including unused ones until the sweep. */
  readonly contents: Map<string, Content>;
  /** Extractors of the whole store. */
  readonly extractors: Set<string>;
  /** Highest number of a document, and of a content, ever assigned. */
  lastNumber: number;
  lastContent: number;
  /** null: a successor, which has no lineage until it is complete. */
  lineage: Lineage | null;
  successor: { readonly state: State; readonly changed: Set<string> } | null;
}

export interface Kept {
  document: StoredDocument;
  claim: Claim | null;
  /** Position in the order of storage. */
  readonly number: number;
}

interface Content {
  text: Uint8Array | null;
  readonly extractor: string | null;
  readonly fingerprint: string;
  /** Position in the order in which contents were stored. */
  readonly age: number;
  /** Indexed hashes of its sample: those that were not common when it was stored. */
  readonly indexed: ReadonlySet<number>;
}

/** State that survives a reindexing. */
export interface Lineage {
  readonly clusters: Clusters;
  labels: Label[];
  decided: Decided[];
  /** Decision log of the whole store. */
  readonly log: DecisionLog;
  /** True if a successor has replaced the collection since the last sweep. */
  isReseated: boolean;
}

/** A counted decision. */
export interface Decided {
  readonly at: number;
  readonly id: string | null;
  readonly decision: Decision;
  readonly best: Pick<Match, 'distance' | 'similarity'> | null;
  /** True if the hourly counts no longer include it. */
  readonly isOld: boolean;
  /** True if the daily counts by host no longer include it. */
  readonly isForgotten: boolean;
}

export function newState(
  collection: Collection,
  extractors: Set<string>,
  lineage: Lineage | null,
): State {
  const [documents, contents] = [new Map(), new Map()];
  const numbers = { lastNumber: 0, lastContent: 0 };
  return { collection, documents, contents, extractors, ...numbers, lineage, successor: null };
}

export const newLineage = (log: DecisionLog): Lineage => ({
  clusters: new Clusters(),
  labels: [],
  decided: [],
  log,
  isReseated: false,
});

export const isLive = ({ expiresAt }: Pick<StoredDocument, 'expiresAt'>, now: number): boolean =>
  expiresAt === null || expiresAt > now;

/** Returns the document present under an id. */
export function find({ documents }: State, id: string | null, now: number): Kept | undefined {
  const kept = id === null ? undefined : documents.get(id);
  return kept !== undefined && isLive(kept.document, now) ? kept : undefined;
}

export const allLive = ({ documents }: State, now: number): Kept[] =>
  [...documents.values()].filter(({ document }) => isLive(document, now));

/** Returns the live documents with which a page may be compared. */
export const liveWithin = (state: State, now: number, scope: Scope | undefined): StoredDocument[] =>
  allLive(state, now)
    .map(({ document }) => document)
    .filter(
      ({ id, storedAt }) =>
        scope === undefined || (scope.since <= storedAt && [null, siteOf(id)].includes(scope.site)),
    );

/** Returns the content present under an id. */
export const contentIn = (state: State, now: number) => (id: string) =>
  find(state, id, now)?.document.signature.exactHash ?? null;

export const textOf = ({ contents }: State, { signature }: StoredDocument): Uint8Array | null =>
  contents.get(signature.exactHash)?.text ?? null;

export function shown(state: State, { document, claim }: Kept): DocumentWithCluster {
  const cluster = state.lineage?.clusters.idOf(document.id) ?? null;
  return { ...document, cluster, claim: claim && { expiresAt: claim.expiresAt } };
}

/** Compares ids and titles without the case of ASCII letters. */
export function isFoundBy({ id, metadata, page }: StoredDocument, search: string): boolean {
  const titles = [JSON.parse(metadata ?? '{}').title, JSON.parse(page ?? '[]')[0]];
  return isIdFoundBy(id, search) || titles.some((text) => includesSearch(text ?? '', search));
}

/** Compares an id with a search in which the host may be written in any form. */
export function isIdFoundBy(id: string, search: string): boolean {
  const scheme = search.includes('://') ? search.slice(0, search.indexOf('://') + 3) : '';
  const [host = ''] = search.slice(scheme.length).split(/[/?#:@]/);
  const forms = [host, domainToASCII(host), domainToUnicode(host)].filter((form) => form !== '');
  const rest = search.slice(scheme.length + host.length);
  return host === ''
    ? includesSearch(id, search)
    : forms.some((form) => includesSearch(id, `${scheme}${form}${rest}`));
}

export const includesSearch = (text: string, search: string): boolean =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).includes(search);

export function isOfKind(state: State, document: DocumentWithCluster, only: DocumentKind): boolean {
  switch (only) {
    case 'clustered':
      return document.cluster !== null;
    case 'similar':
      return state.lineage?.clusters.member(document.id)?.match?.addsNothing === false;
    case 'changed':
      return document.revision >= 2;
    case 'short':
      return document.signature.shortText;
    case 'claimed':
      return document.claim !== null;
  }
}

/**
 * Stores a version of a document permanently. It takes the text, the extractor and the age of its content, if a live
 * document has that content.
 * @param keepsSeat true if it has the content of the previous version
 * @param now time at which it is stored
 */
export function put(
  state: State,
  given: StoredDocument,
  text: Uint8Array | null,
  keepsSeat: boolean,
  now = given.lastSeenAt,
): StoredDocument {
  const { id, signature, extractor } = given;
  const isUsed = allLive(state, now).some(
    ({ document }) => document.signature.exactHash === signature.exactHash,
  );
  // A content that only expired documents have ends with them before it is stored again.
  for (const [other, { document }] of isUsed ? [] : [...state.documents]) {
    const hasContent = document.signature.exactHash === signature.exactHash;
    if (hasContent && other !== id) removeExpired(state, other, now);
  }
  let content = isUsed ? state.contents.get(signature.exactHash) : undefined;
  if (content === undefined) {
    const fingerprint = `${signature.fingerprint.high} ${signature.fingerprint.low}`;
    const common = commonHashes(state, now);
    const hashes = [...(signature.parts?.hashes ?? [])].filter((hash) => !common(hash));
    const age = ++state.lastContent;
    content = { text, extractor, fingerprint, age, indexed: new Set(hashes) };
    state.contents.set(signature.exactHash, content);
  }
  content.text ??= text;
  if (extractor !== null) state.extractors.add(extractor);
  const document = { ...given, extractor: content.extractor };
  const before = state.documents.get(id);
  const number = before?.number ?? ++state.lastNumber;
  state.documents.set(id, { document, claim: null, number });
  if (!keepsSeat) {
    leave(state, id, document.lastSeenAt);
    resolve(state.lineage, id);
    if (before !== undefined) noteGone(state.lineage, id);
  }
  note(state, id);
  return document;
}

/** Removes a document with its claim, its seat and its labels. */
export function remove(state: State, id: string, now: number): void {
  state.documents.delete(id);
  leave(state, id, now);
  noteGone(state.lineage, id);
  note(state, id);
}

/** Removes the document under an id if it has expired. Its departure has the time of its expiry. */
export function removeExpired(state: State, id: string, now: number): void {
  const document = state.documents.get(id)?.document;
  if (document === undefined || isLive(document, now)) return;
  state.documents.delete(id);
  leave(state, id, document.expiresAt!);
  noteGone(state.lineage, id);
}

export function leave({ lineage }: State, id: string, now: number): void {
  if (lineage === null) return;
  lineage.clusters.leave(id, now);
  lineage.labels = lineage.labels.filter(({ a, b }) => a !== id && b !== id);
}

export function refuse({ lineage, collection }: State, joining: Joining): string | null {
  return lineage?.clusters.refuse(joining, collection.keepRefused) ?? null;
}

/** Records a changed document for a reindexing. */
export function note({ successor }: State, id: string): void {
  successor?.changed.add(id);
}

/** A hash is common, so that it indexes no further content and finds none, if it indexes 256 contents in use. */
function commonHashes(state: State, now: number): (hash: number) => boolean {
  const used = new Set(allLive(state, now).map(({ document }) => document.signature.exactHash));
  const counts = new Map<number, number>();
  for (const exactHash of used) {
    for (const hash of state.contents.get(exactHash)!.indexed) {
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
    }
  }
  return (hash) => (counts.get(hash) ?? 0) >= 256;
}

const none: ReadonlySet<number> = new Set();

/**
 * Compares a signature with the documents of a scope, except those with some ids.
 * @param id id of the page, for its site
 */
export function matchesIn(
  state: State,
  probe: Signature,
  rule: MatchRule,
  now: number,
  excluded: readonly (string | null)[],
  judges = true,
  id: string | null = null,
  scope?: Scope,
) {
  const documents = liveWithin(state, now, scope);
  const index = {
    isCommon: commonHashes(state, now),
    indexed: (exactHash: string) => state.contents.get(exactHash)?.indexed ?? none,
    age: (exactHash: string) => state.contents.get(exactHash)!.age,
  };
  const repeatedBy = (of: readonly StoredDocument[]) => repeatedByBoth(state, id, of, now);
  const { recipe } = state.collection;
  return findMatches(documents, probe, rule, recipe, index, excluded, judges, repeatedBy, id);
}

/** Returns the common share of a text's sample; null: not requested, or unknown. */
export function commonShare(
  state: State,
  { parts }: Signature,
  { minContainment }: MatchRule,
  now: number,
): number | null {
  const layout = state.collection.recipe.parts;
  if (parts === null || minContainment === undefined || !layout) return null;
  const { hashes } = sample(parts, layout);
  return hashes.filter(commonHashes(state, now)).length / hashes.length;
}

/** Removes expired documents, and contents that no document uses. */
export function sweep(state: State, now: number): void {
  for (const id of [...state.documents.keys()]) removeExpired(state, id, now);
  const { lineage, documents, contents } = state;
  if (lineage?.isReseated) lineage.clusters.moveTo((id) => documents.has(id));
  if (lineage !== null) lineage.isReseated = false;
  const used = new Set([...documents.values()].map((each) => each.document.signature.exactHash));
  for (const exactHash of contents.keys()) if (!used.has(exactHash)) contents.delete(exactHash);
}
