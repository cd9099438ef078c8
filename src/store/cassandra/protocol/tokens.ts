import { randomBytes } from 'node:crypto';

/**
 * Names for attempts and versions, each new: the time in microseconds as 14 hex digits, and 80
 * random bits. The names of one process are in the order in which they were made.
 */
export function newToken(): string {
  last = Math.max(last + 1, Date.now() * 1000);
  return `${last.toString(16).padStart(14, '0')}-${randomBytes(10).toString('hex')}`;
}

let last = 0;

/** Returns the time at which a token was made, in milliseconds since 1970. */
export function timeOf(token: string): number {
  return Number.parseInt(token, 16) / 1000;
}
