import { isDeepStrictEqual } from 'node:util';

/** Whether two metadata texts, each JSON or null, hold equal values; the order of keys is nothing. */
export function sameMetadata(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}
