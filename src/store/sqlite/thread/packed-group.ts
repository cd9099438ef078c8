import type { CheckOperation, CheckOutcome } from '../../contract/documents.js';
import type { GroupStatistics } from '../../contract/statistics.js';
import { newOutcome } from '../../rules/decide-check.js';
import type { Request } from '../operations/operations.js';
import type { Reply } from '../requests.js';

/*
 * Form in which groups are sent between threads. A structured clone writes the name of every field of every object, and
 * the receiver looks up each name again, which takes 5 µs for a check and its reply. There may be thousands of checks a
 * second, so their fields are sent in arrays; all other requests are cloned.
 *
 *   others    null      null      {kind: 'query', …}   null       one for each request: null for a check
 *   strings   13 of the first │ 13 of the second │ …              string fields of the checks
 *   numbers   20 of the first │ 20 of the second │ …              numeric fields, NaN for null
 *   bytes     sketch │ evidence │ sketch │ …                      their lengths are among the numbers
 *   hashes    of the parts of the first │ of the second │ …       likewise
 *
 * Most checks find no match. The reply to such a check is a boolean, true if the document was stored; the receiver
 * derives the other fields of the outcome from the request.
 */
export interface PackedGroup {
  readonly others: readonly (Request | null)[];
  readonly strings: readonly (string | null)[];
  readonly numbers: Float64Array;
  readonly bytes: Uint8Array;
  readonly hashes: Uint32Array;
}

/** Reply to a request. For a check without matches, a boolean: true if the document was stored. */
export type PackedReply = Reply | boolean;

export interface PackedStatistics extends Omit<GroupStatistics, 'searches'> {
  /** Two numbers for each search: probes, candidates. */
  readonly searches: readonly number[];
}

const numbersOfCheck = 20;

export function packGroup(batch: readonly Request[]): PackedGroup {
  const others: (Request | null)[] = [];
  const strings: (string | null)[] = [];
  const numbers = new Float64Array(batch.length * numbersOfCheck);
  const bytes: Uint8Array[] = [];
  const hashes: Uint32Array[] = [];
  let at = 0;
  for (const request of batch) {
    if (request.kind !== 'check' || !isPlain(request.input)) {
      others.push(request);
      continue;
    }
    others.push(null);
    const { input: check } = request;
    const { collection, signature, rule } = check;
    const { fingerprint, sketch, shingles, evidence, parts } = signature;
    strings.push(collection.name, check.id, check.newId, check.newClusterId);
    strings.push(signature.exactHash, check.metadata, check.page, check.extractor);
    strings.push(check.duplicateIf, check.onDuplicate, check.onChange, check.onCovered);
    strings.push(check.claim?.claimant ?? null);
    numbers[at++] = collection.generation;
    numbers[at++] = fingerprint.high;
    numbers[at++] = fingerprint.low;
    numbers[at++] = signature.featureCount ?? Number.NaN;
    numbers[at++] = Number(signature.shortText);
    numbers[at++] = sketch === null ? Number.NaN : sketch.length;
    numbers[at++] = shingles ?? Number.NaN;
    numbers[at++] = evidence === null ? Number.NaN : evidence.length;
    numbers[at++] = parts === null ? Number.NaN : parts.total;
    numbers[at++] = parts === null ? Number.NaN : parts.hashes.length;
    numbers[at++] = Number(check.dryRun);
    numbers[at++] = check.claim === null ? Number.NaN : check.claim.expiresAt;
    numbers[at++] = rule.maxDistance;
    numbers[at++] = rule.minSimilarity;
    numbers[at++] = rule.shortMinSimilarity;
    numbers[at++] = rule.minContainment ?? Number.NaN;
    numbers[at++] = check.limit;
    numbers[at++] = check.expiresAt ?? Number.NaN;
    numbers[at++] = check.now;
    if (sketch !== null) bytes.push(sketch);
    if (evidence !== null) bytes.push(evidence);
    if (parts !== null) hashes.push(parts.hashes);
  }
  return {
    others,
    strings,
    numbers: numbers.subarray(0, at),
    bytes: joined(bytes, new Uint8Array(sumLengths(bytes))),
    hashes: joined(hashes, new Uint32Array(sumLengths(hashes))),
  };
}

export function unpackGroup({ others, strings, numbers, bytes, hashes }: PackedGroup): Request[] {
  let [text, at, byteAt, hashAt] = [0, 0, 0, 0];
  const string = () => strings[text++] as string;
  const number = () => numbers[at++]!;
  const numberOrNull = () => orNull(number());
  const bytesOrNull = () => {
    const length = numberOrNull();
    if (length === null) return null;
    byteAt += length;
    return bytes.subarray(byteAt - length, byteAt);
  };
  const partsOrNull = () => {
    const [total, length] = [numberOrNull(), numberOrNull()];
    if (total === null || length === null) return null;
    hashAt += length;
    return { hashes: hashes.subarray(hashAt - length, hashAt), total };
  };
  return others.map((other): Request => {
    if (other !== null) return other;
    // Reads the fields in the order of `packGroup`. Uses a single literal, because spreading objects is slower in V8.
    return {
      kind: 'check',
      input: {
        collection: { name: string(), generation: number() },
        id: string(),
        newId: string(),
        newClusterId: string(),
        signature: {
          exactHash: string(),
          fingerprint: { high: number(), low: number() },
          featureCount: numberOrNull(),
          shortText: number() === 1,
          sketch: bytesOrNull(),
          shingles: numberOrNull(),
          evidence: bytesOrNull(),
          parts: partsOrNull(),
        },
        metadata: string(),
        page: string(),
        text: null,
        extractor: string(),
        duplicateIf: string() as CheckOperation['duplicateIf'],
        onDuplicate: string() as CheckOperation['onDuplicate'],
        onChange: string() as CheckOperation['onChange'],
        onCovered: string() as CheckOperation['onCovered'],
        dryRun: number() === 1,
        claim: claimOrNull(string(), numberOrNull()),
        rule: {
          maxDistance: number(),
          minSimilarity: number(),
          shortMinSimilarity: number(),
          minContainment: numberOrNull() ?? undefined,
        },
        limit: number(),
        expiresAt: numberOrNull(),
        now: number(),
      },
    };
  });
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

function claimOrNull(claimant: string | null, expiresAt: number | null): CheckOperation['claim'] {
  return claimant === null || expiresAt === null ? null : { claimant, expiresAt };
}

/**
 * Returns true for a check whose fields `packGroup` can pack. Others are cloned: checks with texts, which are rare and
 * long, and checks with an idempotency key.
 */
function isPlain({ text, refusedText, idempotency }: CheckOperation): boolean {
  return text === null && refusedText == null && idempotency === undefined;
}

function joined<A extends Uint8Array | Uint32Array>(some: readonly A[], all: A): A {
  let at = 0;
  for (const each of some) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

function sumLengths(some: readonly { readonly length: number }[]): number {
  return some.reduce((sum, { length }) => sum + length, 0);
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
