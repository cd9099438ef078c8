import type { Signature } from '../../../fingerprint/signature.js';
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
 *   strings   those of the first │ those of the second │ …        string fields of the checks
 *   numbers   those of the first │ those of the second │ …        numeric fields, NaN for null
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

/**
 * Transfer of the fields of a check, in one direction. The writer packs each value and returns it; the reader ignores
 * the value and returns the packed one.
 */
interface Transfer {
  string<T extends string | null>(value: T | undefined): T;
  number<T extends number | null>(value: T | undefined): T;
  bytes(value: Uint8Array | null | undefined): Uint8Array | null;
  hashes(value: Uint32Array | null | undefined): Uint32Array | null;
}

/** Transfers a check field by field. This is the only list of its fields. @param check undefined for a reader */
function transferCheck(transfer: Transfer, check?: CheckOperation): CheckOperation {
  const { string, number, bytes, hashes } = transfer;
  const { collection, signature, claim, rule } = check ?? nothing;
  // Uses a single literal, because spreading objects is slower in V8.
  return {
    collection: { name: string(collection?.name), generation: number(collection?.generation) },
    id: string(check?.id),
    newId: string(check?.newId),
    newClusterId: string(check?.newClusterId),
    signature: {
      exactHash: string(signature?.exactHash),
      fingerprint: {
        high: number(signature?.fingerprint.high),
        low: number(signature?.fingerprint.low),
      },
      featureCount: number(signature?.featureCount),
      shortText: number(Number(signature?.shortText)) === 1,
      sketch: bytes(signature?.sketch),
      shingles: number(signature?.shingles),
      evidence: bytes(signature?.evidence),
      parts: orNull(hashes(signature?.parts?.hashes), number(signature?.parts?.total ?? null)),
    },
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

function orNull(hashes: Uint32Array | null, total: number | null): Signature['parts'] {
  return hashes === null || total === null ? null : { hashes, total };
}

function claimOrNull(claimant: string | null, expiresAt: number | null): CheckOperation['claim'] {
  return claimant === null || expiresAt === null ? null : { claimant, expiresAt };
}

export function packGroup(batch: readonly Request[]): PackedGroup {
  const strings: (string | null)[] = [];
  const numbers: number[] = [];
  const bytes: Uint8Array[] = [];
  const hashes: Uint32Array[] = [];
  const number: Transfer['number'] = (value) => {
    numbers.push(value ?? Number.NaN);
    return value!;
  };
  const array = <A extends Uint8Array | Uint32Array>(into: A[], value: A | null | undefined) => {
    numbers.push(value?.length ?? Number.NaN);
    if (value) into.push(value);
    return value ?? null;
  };
  const writer: Transfer = {
    string(value) {
      strings.push(value!);
      return value!;
    },
    number,
    bytes: (value) => array(bytes, value),
    hashes: (value) => array(hashes, value),
  };
  const others = batch.map((request) => {
    if (request.kind !== 'check' || !isPlain(request.input)) return request;
    transferCheck(writer, request.input);
    return null;
  });
  return {
    others,
    strings,
    numbers: Float64Array.from(numbers),
    bytes: joined(bytes, new Uint8Array(sumLengths(bytes))),
    hashes: joined(hashes, new Uint32Array(sumLengths(hashes))),
  };
}

export function unpackGroup({ others, strings, numbers, bytes, hashes }: PackedGroup): Request[] {
  let [text, at, byteAt, hashAt] = [0, 0, 0, 0];
  const number = (): number | null => {
    const value = numbers[at++]!;
    return Number.isNaN(value) ? null : value;
  };
  const reader: Transfer = {
    string: <T>() => strings[text++] as T,
    number: <T>() => number() as T,
    bytes() {
      const length = number();
      if (length === null) return null;
      byteAt += length;
      return bytes.subarray(byteAt - length, byteAt);
    },
    hashes() {
      const length = number();
      if (length === null) return null;
      hashAt += length;
      return hashes.subarray(hashAt - length, hashAt);
    },
  };
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
