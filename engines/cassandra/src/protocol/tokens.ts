import { randomBytes } from 'node:crypto';

/**
 * Returns a unique name for an attempt or a version: the time in microseconds as 14 hex digits, then 80 random bits.
 * Names from one process sort in creation order.
 */
export function newToken(): string {
  last = Math.max(last + 1, Date.now() * 1000);
  return `${last.toString(16).padStart(14, '0')}-${randomBytes(10).toString('hex')}`;
}

let last = 0;

/** Returns the creation time of a token in milliseconds since 1970. */
export function readTime(token: string): number {
  return Number.parseInt(token, 16) / 1000;
}
