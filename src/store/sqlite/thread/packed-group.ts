import {
  createReader,
  createWriter,
  type PackedFields,
  type Transfer,
  transferSignature,
} from '../../../fingerprint/transfer.js';
import type { CheckOperation, CheckOutcome } from '../../contract/documents.js';
import type { GroupStatistics } from '../../contract/statistics.js';
import { newOutcome } from '../../rules/decide-check.js';
import type { Request } from '../operations/operations.js';
import type { Reply } from '../requests.js';

/**
 * A group as it is sent between threads. The fields of checks are packed (fingerprint/transfer.ts); all other requests
 * are cloned.
 *
 * Most checks find no match. The reply to such a check is a boolean, true if the document was stored; the receiver
 * derives the other fields of the outcome from the request.
 */
export interface PackedGroup extends PackedFields {
  /** One for each request: null for a check. */
  readonly others: readonly (Request | null)[];
}

/** Reply to a request. For a check without matches, a boolean: true if the document was stored. */
export type PackedReply = Reply | boolean;

export interface PackedStatistics extends Omit<GroupStatistics, 'searches'> {
  /** Two numbers for each search: probes, candidates. */
  readonly searches: readonly number[];
}

/** Transfers a check field by field. This is the only list of its fields. @param check undefined for a reader */
function transferCheck(transfer: Transfer, check?: CheckOperation): CheckOperation {
  const { string, number } = transfer;
  const { collection, signature, claim, rule } = check ?? nothing;
  // Uses a single literal, because spreading objects is slower in V8.
  return {
    collection: { name: string(collection?.name), generation: number(collection?.generation) },
    id: string(check?.id),
    newId: string(check?.newId),
    newClusterId: string(check?.newClusterId),
    signature: transferSignature(transfer, signature),
    metadata: string(check?.metadata),
    page: string(check?.page),
    text: null,
    extractor: string(check?.extractor),
    duplicateIf: string(check?.duplicateIf),
    onDuplicate: string(check?.onDuplicate),
    onChange: string(check?.onChange),
    onCovered: string(check?.onCovered),
    dryRun: number(Number(check?.dryRun)) === 1,
    claim: claimOrNull(string(claim?.claimant ?? null), number(claim?.expiresAt ?? null)),
    rule: {
      maxDistance: number(rule?.maxDistance),
      minSimilarity: number(rule?.minSimilarity),
      shortMinSimilarity: number(rule?.shortMinSimilarity),
      minContainment: number(rule?.minContainment ?? null) ?? undefined,
    },
    limit: number(check?.limit),
    expiresAt: number(check?.expiresAt),
    now: number(check?.now),
  };
}

const nothing: Partial<CheckOperation> = {};

function claimOrNull(claimant: string | null, expiresAt: number | null): CheckOperation['claim'] {
  return claimant === null || expiresAt === null ? null : { claimant, expiresAt };
}

export function packGroup(batch: readonly Request[]): PackedGroup {
  const { writer, packed } = createWriter();
  const others = batch.map((request) => {
    if (request.kind !== 'check' || !isPlain(request.input)) return request;
    transferCheck(writer, request.input);
    return null;
  });
  return { others, ...packed() };
}

export function unpackGroup({ others, ...fields }: PackedGroup): Request[] {
  const reader = createReader(fields, 'subarray');
  return others.map((other): Request => other ?? { kind: 'check', input: transferCheck(reader) });
}

/**
 * Packs the replies to a group.
 * @param batch the requests of the group
 */
export function packReplies(batch: readonly Request[], replies: readonly Reply[]): PackedReply[] {
  return replies.map((reply, i) => {
    if (!reply.ok || batch[i]!.kind !== 'check') return reply;
    const outcome = reply.output as CheckOutcome;
    const foundNothing = outcome.decision === 'new' && outcome.matches.length === 0;
    const isPlain = foundNothing && outcome.best === null && isFresh(outcome);
    return isPlain && outcome.family === 0 ? outcome.stored : reply;
  });
}

/**
 * Unpacks the replies to a group.
 * @param batch the requests that were passed to `packGroup`
 */
export function unpackReplies(batch: readonly Request[], packed: readonly PackedReply[]): Reply[] {
  return packed.map((reply, i) =>
    typeof reply === 'boolean'
      ? { ok: true, output: newOutcome(batch[i]!.input as CheckOperation, reply) }
      : reply,
  );
}

export function packStatistics(statistics: GroupStatistics): PackedStatistics {
  const searches: number[] = [];
  for (const { probes, candidates } of statistics.searches) searches.push(probes, candidates);
  return { ...statistics, searches };
}

export function unpackStatistics(statistics: PackedStatistics): GroupStatistics {
  const { operations, commitMs, expired, expiredClaims, searches } = statistics;
  const unpacked = [];
  for (let i = 0; i < searches.length; i += 2) {
    unpacked.push({ probes: searches[i]!, candidates: searches[i + 1]! });
  }
  return { operations, commitMs, expired, expiredClaims, searches: unpacked };
}

/** Returns true if the outcome was decided now; false if it was decided by an earlier check and returned again. */
function isFresh({ replayed, renewed }: CheckOutcome): boolean {
  return replayed === undefined && renewed === undefined;
}

/**
 * Returns true for a check whose fields `packGroup` can pack. Others are cloned: checks with texts, which are rare and
 * long, and checks with an idempotency key or a scope.
 */
function isPlain({ text, refusedText, idempotency, scope }: CheckOperation): boolean {
  const isWhole = text === null && refusedText == null;
  return isWhole && idempotency === undefined && scope === undefined;
}
