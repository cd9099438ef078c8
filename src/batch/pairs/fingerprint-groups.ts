import type { Contents } from './contents.js';
import type { Fingerprints } from './rows.js';
import { sortByKey } from './sort-by-key.js';

/** Contents, grouped by fingerprint. A site with one template has far fewer fingerprints than contents. */
export interface FingerprintGroups extends Fingerprints {
  /** Content numbers, group by group, ascending within each group. */
  readonly members: Int32Array;
  /** Index in `members` at which each group starts, followed by the end of the last group. */
  readonly starts: Int32Array;
}

/** Groups contents with equal fingerprints. The result is in shared memory. */
export function groupByFingerprint({
  high,
  low,
}: Pick<Contents, 'high' | 'low'>): FingerprintGroups {
  const count = high.length;
  const numbers = Int32Array.from({ length: count }, (_, number) => number);
  const members = shared(count);
  members.set(sortByKey(sortByKey(numbers, low), high));
  const starts: Int32Array = shared(count + 1);
  const [distinctHigh, distinctLow] = [shared(count), shared(count)];
  let groups = 0;
  for (let at = 0; at < count; at++) {
    const [each, before] = [members[at]!, members[at - 1]];
    if (before !== undefined && high[each] === high[before] && low[each] === low[before]) continue;
    distinctHigh[groups] = high[each]!;
    distinctLow[groups] = low[each]!;
    starts[groups++] = at;
  }
  starts[groups] = count;
  return {
    high: distinctHigh.subarray(0, groups),
    low: distinctLow.subarray(0, groups),
    members,
    starts: starts.subarray(0, groups + 1),
  };
}

export function shared(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * length));
}

export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}

export function sharedDoubles(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length));
}
