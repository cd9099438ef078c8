import { hashFunctions } from '../../../fingerprint/hash64.js';

/** Returns the number of 48 bits in the index by site. Different sites may have the same number. */
export function hashSite(site: string): number {
  return Number(hashFunctions.xxh64(site) >> 16n);
}
