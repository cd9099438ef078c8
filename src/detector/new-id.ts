import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Number of random bytes in an id. */
const randomBytes = 16;

/** Random bytes for many ids: sixteen bytes cost as much as some thousand. */
const pool = new Uint8Array(256 * randomBytes);
let taken = pool.length;

/** UUID of version 7: begins with the time in milliseconds; ids of one millisecond are unordered. */
export function newUuid(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const random = pool.subarray(taken, taken + randomBytes);
  taken += randomBytes;
  return v7({ random });
}
