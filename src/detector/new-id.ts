import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes of an id. */
const randomBytes = 16;

/** Drawn many at a time: to ask for sixteen costs as much as to ask for some thousand. */
const pool = new Uint8Array(256 * randomBytes);
let taken = pool.length;

/** A UUID of version 7: it begins with the millisecond; within one, ids have no order. */
export function newUuid(): string {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const random = pool.subarray(taken, taken + randomBytes);
  taken += randomBytes;
  return v7({ random });
}
