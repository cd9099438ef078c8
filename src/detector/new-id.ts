import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Number of random bytes in an id. */
const randomBytes = 16;

/** Random bytes for many ids, because creating sixteen random bytes takes as long as creating several thousand. */
const pool = new Uint8Array(256 * randomBytes);
let taken = pool.length;

/**
 * Returns a UUID of version 7. It begins with the time in milliseconds; ids of the same millisecond are in no order.
 */
export function newUuid(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const random = pool.subarray(taken, taken + randomBytes);
  taken += randomBytes;
  return v7({ random });
}
