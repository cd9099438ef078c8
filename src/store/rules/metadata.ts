import { isDeepStrictEqual } from 'node:util';

/** Returns true if two metadata texts, each JSON or null, have equal values. Key order is ignored. */
export function sameMetadata(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}
