import type { PagedCollection } from '../detector/collection-pages.js';
import type { DescribedCollection } from '../detector/collections.js';
import type { Computed, WithComputed } from '../detector/compute.js';
import type { DecisionEvent } from '../detector/decision-feed.js';
import type { ListedDocument } from '../detector/excerpts.js';
import type { ExplainedMatch } from '../detector/explain.js';
import type { Job } from '../detector/jobs.js';
import { unpackFacts } from '../detector/kept-facts.js';
import type { FoundOverlap } from '../detector/overlap.js';
import type { ComparedDocuments } from '../detector/sides.js';
import { toHex } from '../fingerprint/blocks.js';
import type { OverlapPassage } from '../fingerprint/overlap.js';
import { withoutOwnTexts } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';
import { type Containment, relationOf } from '../matching/containment.js';
import type { Match } from '../matching/match.js';
import { isNothingNew } from '../matching/match-rule.js';
import type {
  Cluster,
  ClusterPage,
  Departure,
  DocumentWithCluster,
  MemberMatch,
  Separation,
  Unseparated,
} from '../store/contract/clusters.js';
import type { AddOutcome, CheckOutcome, StoredDocument } from '../store/contract/documents.js';
import type { Label } from '../store/contract/labels.js';
import type { DecisionPoint } from '../store/contract/statistics.js';
import { problemOf } from './problem.js';

const locationLengthMax = 4096;

/** The JSON form of the results of the detector. */

function signatureReply(signature: Signature) {
  return {
    fingerprint: toHex(signature.fingerprint),
    featureCount: signature.featureCount,
    shortText: signature.shortText,
  };
}

/** The computed fields of a posted content. */
export function computedReply({ signature, extractor }: Computed) {
  return { ...signatureReply(signature), ...(extractor !== null && { extractor }) };
}

export function addedReply(
  { outcome: { status, document }, computed }: WithComputed<AddOutcome>,
  collection: string,
) {
  return {
    id: document.id,
    collection,
    status,
    ...computedReply(computed),
    revision: document.revision,
    page: computed.page,
  };
}

export function matchReply(match: Match & Partial<ExplainedMatch>) {
  return {
    id: match.id,
    distance: match.distance,
    similarity: match.similarity,
    exact: match.exact,
    addsNothing: isNothingNew(match),
    adds:
      match.evidence === undefined
        ? match.adds
        : explainedAdditions(match.adds, match.evidence?.newPassages ?? null),
    covers: match.covers,
    ...containmentReply(match.containment),
    fingerprint: toHex(match.fingerprint),
    ...metadataReply(match.metadata),
    storedAt: timeReply(match.storedAt),
    ...(match.evidence !== undefined && {
      evidence: match.evidence && evidenceReply(match.evidence),
    }),
  };
}

function explainedAdditions(adds: Match['adds'], found: ComparedDocuments['newPassages']) {
  if (adds === null) return null;
  if (found === null) return { ...adds, passages: null };
  return { ...adds, passages: found.passages, passagesTruncated: found.truncated };
}

/** Shares are rounded: their errors are far larger. */
function containmentReply(containment: Containment | null) {
  if (containment === null) return { containment, relation: null };
  const { ofThis, ofMatch, error } = containment;
  const errors = { ofThis: rounded(error.ofThis), ofMatch: rounded(error.ofMatch) };
  return {
    containment: { ofThis: rounded(ofThis), ofMatch: rounded(ofMatch), error: errors },
    relation: relationOf(containment),
  };
}

/** A share with four decimals. */
export const shareReply = (share: number | null) => share && rounded(share);

const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

export function comparisonReply(compared: ComparedDocuments, explain: boolean) {
  const { match, exact, adds, covers, containment, comparison, a, b, diff, passages } = compared;
  const { newPassages } = compared;
  const { distance, similarity, sets, vectors } = comparison;
  const evidence = evidenceReply(compared);
  return {
    match,
    exact,
    addsNothing: match && isNothingNew(compared),
    adds: explain ? explainedAdditions(adds, newPassages) : adds,
    covers,
    distance,
    similarity,
    jaccard: sets?.jaccard ?? null,
    containment: containment && {
      aInB: rounded(containment.ofThis),
      bInA: rounded(containment.ofMatch),
      error: { aInB: rounded(containment.error.ofThis), bInA: rounded(containment.error.ofMatch) },
    },
    relation: relationOf(containment),
    setsOf: sets?.of ?? null,
    cosine: vectors?.cosine ?? null,
    euclidean: vectors?.euclidean ?? null,
    correlation: vectors?.correlation ?? null,
    fingerprints: { a: toHex(a.fingerprint), b: toHex(b.fingerprint) },
    shortText: a.shortText || b.shortText,
    ...(explain
      ? { ...evidence, diff, passages: passages && passagesReply(passages) }
      : { differingBits: evidence.differingBits, sharedBands: evidence.sharedBands }),
    ...(evidence.reason && { reason: evidence.reason }),
  };
}

export function overlapReply(found: FoundOverlap) {
  const { words, share, passages, matches, truncated, commonShare } = found;
  return {
    words,
    share: rounded(share),
    passages: passages.map(({ sides, ...passage }) => ({
      ...passage,
      documents: sides.map((side) => matches[side]!.id),
    })),
    documents: matches.map(({ id, similarity, containment, overlap }) => ({
      id,
      share: rounded(overlap.share),
      exact: overlap.isExact,
      similarity,
      ...containmentReply(containment),
      passages: passagesReply(overlap.passages),
    })),
    truncated,
    commonShare: shareReply(commonShare),
  };
}

function passagesReply(passages: readonly OverlapPassage[]) {
  return passages.map(({ inMatch, ...passage }) => ({ ...passage, match: inMatch }));
}

function evidenceReply({
  comparison,
  textMissing,
}: Pick<ComparedDocuments, 'comparison' | 'textMissing'>) {
  const { terms, differingBits, equalBlocks, sharedBands } = comparison;
  return {
    terms,
    differingBits: differingBits.map(({ bit }) => bit),
    flips: differingBits.flatMap(({ bit, flip }) => (flip ? [{ bit, ...flip }] : [])),
    equalBlocks,
    sharedBands,
    ...(textMissing && { reason: 'text_not_kept' as const }),
  };
}

export function documentReply(document: StoredDocument, collection: string) {
  return {
    id: document.id,
    collection,
    ...signatureReply(document.signature),
    ...metadataReply(document.metadata),
    page: unpackFacts(document),
    extractor: document.extractor,
    revision: document.revision,
    storedAt: timeReply(document.storedAt),
    updatedAt: timeReply(document.updatedAt),
    lastSeenAt: timeReply(document.lastSeenAt),
    seenCount: document.seenCount,
    expiresAt: document.expiresAt === null ? null : timeReply(document.expiresAt),
  };
}

export function documentWithClusterReply(document: DocumentWithCluster, collection: string) {
  const { cluster, claim } = document;
  return { ...documentReply(document, collection), cluster, claim: claimReply(claim) };
}

export function listedDocumentReply(document: ListedDocument, collection: string) {
  const { excerpt } = document;
  return { ...documentWithClusterReply(document, collection), excerpt };
}

/** Of what is not claimed, undefined: the field is left out. */
export function claimReply(claim: CheckOutcome['claim']) {
  return claim ? { expiresAt: timeReply(claim.expiresAt) } : undefined;
}

export function clusterReply(cluster: Cluster, collection: string) {
  const { id, size, refused, representative, createdAt, updatedAt } = cluster;
  const times = { createdAt: timeReply(createdAt), updatedAt: timeReply(updatedAt) };
  return { id, collection, size, refused, representative: representative.id, ...times };
}

export function membersReply({ members, representative: first }: ClusterPage) {
  return members.map(({ id, stored, seat, match }) => {
    const representative = stored && seat === first.seat;
    const measured = match !== null && match.seat === first.seat && match.id === first.id;
    return {
      id,
      stored,
      representative,
      match: match && memberMatchReply(match),
      measuredAgainstRepresentative: representative || measured,
    };
  });
}

export function memberMatchReply({ containment, at, seat: _, ...measured }: MemberMatch) {
  return { ...measured, ...containmentReply(containment), at: timeReply(at) };
}

export function separationReply({ a, b, createdAt, departure }: Separation) {
  return { a, b, createdAt: timeReply(createdAt), left: departure && placeReply(departure) };
}

export const unseparatedReply = ({ restored }: Unseparated) => ({
  restored: restored && placeReply(restored),
});

const placeReply = ({ cluster, member }: Departure) => ({ id: member.id, cluster });

export function historyReply(points: readonly DecisionPoint[]) {
  return {
    stepSeconds: 3600 as const,
    points: points.map(({ at, ...counts }) => ({ at: timeReply(at), ...counts })),
  };
}

export function eventReply({ at, collection, outcome }: DecisionEvent) {
  const { id, decision, stored, reason, duplicateOf, similarTo, replaced, best, claim } = outcome;
  const { containment, ...measured } = best ?? noMatch;
  const contained = containmentReply(containment);
  const match = { duplicateOf, similarTo, replaced, ...measured, ...contained };
  const told = { at: timeReply(at), collection, id, decision, stored, reason, ...match };
  return claim ? { ...told, claim: claimReply(claim) } : told;
}

const unmeasured = { distance: null, similarity: null, exact: null, adds: null, covers: null };
const noMatch = { ...unmeasured, containment: null };

export function labelReply({ createdAt, ...label }: Label) {
  return { ...label, createdAt: timeReply(createdAt) };
}

export function collectionReply(collection: DescribedCollection) {
  const { generation: _, createdAt, ...described } = collection;
  return { ...described, createdAt: timeReply(createdAt) };
}

/** Of many: what a recipe has of its own stands there by checksum. */
export function listedCollectionReply({ stats, ...collection }: PagedCollection) {
  const { recipe, recallAt = null } = collection;
  const listed = { ...collection, recallAt, recipe: withoutOwnTexts(recipe) };
  return { ...collectionReply(listed), ...collectionStatsReply(stats) };
}

export function briefCollectionReply({ stats, ...collection }: PagedCollection) {
  const { name, recipe, recipeId, keepText, createdAt, problem } = collection;
  const brief = { name, method: recipe.method, recipeId, keepText };
  const created = timeReply(createdAt);
  return { ...brief, createdAt: created, problem, ...collectionStatsReply(stats) };
}

function collectionStatsReply(stats: PagedCollection['stats']) {
  if (stats === undefined) return {};
  const { lastDecisionHour: hour, ...counts } = stats;
  return { stats: { ...counts, lastDecisionHour: hour === null ? null : timeReply(hour) } };
}

export function jobReply({ error, startedAt, endedAt, ...job }: Job) {
  return {
    ...job,
    error: error && problemOf(error, `urn:neardup:job:${job.id}`),
    startedAt: timeReply(startedAt),
    endedAt: endedAt === null ? null : timeReply(endedAt),
  };
}

/** Without the pairs, which may be many, of many jobs. */
export function listedJobReply(job: Job) {
  const { result } = job;
  return jobReply({ ...job, result: result && { ...result, pairs: null } });
}

/** Names one revision of one life of a document. */
export function etagOf({ storedAt, revision }: StoredDocument): string {
  return `"${storedAt.toString(36)}-${revision}"`;
}

/**
 * The headers that say where a document is: none for an id so long that clients, which bound the
 * headers of an answer, could not read it.
 */
export function locationHeaders(id: string, collection: string): { location?: string } {
  const suffix = collection === 'default' ? '' : `?collection=${collection}`;
  const location = `/documents/${encodeURIComponent(id)}${suffix}`;
  return location.length <= locationLengthMax ? { location } : {};
}

/** The kept text of a document, if it was asked for: missing text is said, not hidden. */
export function textReply({ text }: { readonly text: string | null | undefined }) {
  if (text === undefined) return {};
  return text === null ? { text, reason: 'text_not_kept' as const } : { text };
}

function metadataReply(metadata: string | null) {
  return metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, unknown> };
}

function timeReply(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
