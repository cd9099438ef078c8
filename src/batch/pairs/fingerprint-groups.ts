import type { Contents } from './contents.js';
import type { Fingerprints } from './rows.js';
import { sortByKey } from './sort-by-key.js';

/** Contents grouped by fingerprint. There are far fewer fingerprints if a site has one template. */
export interface FingerprintGroups extends Fingerprints {
  /** Numbers of contents, group by group, ascending in each group. */
  readonly members: Int32Array;
  /** Start of each group, then the end of the last one. */
  readonly starts: Int32Array;
}

/** The result is in memory that threads share. */
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
