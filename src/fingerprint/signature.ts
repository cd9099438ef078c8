import type { PageText } from '../text/page-text.js';
import type { TextParts } from './parts.js';

/** 64 bits as two unsigned 32-bit integers; `high` holds bits 63 to 32. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** A word and its weight. */
export interface Feature {
  readonly term: string;
  readonly weight: number;
}

/** Input from which a signature can be computed. */
export type Signable =
  | ({ readonly kind: 'text' } & PageText)
  | { readonly kind: 'features'; readonly features: readonly Feature[] };

/**
 * Data computed from a text or a list of features, by which it is compared with others. A store keeps a signature
 * without its reading, and with only a sample of its parts. Equal inputs have equal signatures in one collection. A
 * signature has only plain values, so it can be sent between threads and processes.
 */
export interface Signature {
  /**
   * 32 hex digits: the first 128 bits of the SHA-256 of the normalised main text, or of this hash and the set of the
   * page's other lines, of the sorted features, or of the posted fingerprint; the kinds never share a hash.
   */
  readonly exactHash: string;
  readonly fingerprint: Fingerprint;
  /** Number of distinct features; null for a fingerprint computed elsewhere. */
  readonly featureCount: number | null;
  readonly shortText: boolean;
  /**
   * MinHash of the shingles: 128 values of one byte, the tails of its bands (minhash.ts), and its landmarks
   * (landmarks.ts), together `sketchBytes` of the recipe. Null if the recipe has no sketches, and for features and
   * fingerprints, which have no word order.
   */
  readonly sketch: Uint8Array | null;
  /**
   * Number of distinct shingles of the text (minhash.ts); null without a sketch, and for texts stored by releases that
   * did not count them.
   */
  readonly shingles: number | null;
  /**
   * Packed evidence of the text; for an incoming page, it includes the reading (packed-reading.ts). Null if the client
   * sent features or a fingerprint instead of text.
   */
  readonly evidence: Uint8Array | null;
  /**
   * Shingles by which a text is found inside another (parts.ts): all shingles of a new text, or the sample of a stored
   * one. Null if the recipe has no parts, or if the client sent features or a fingerprint instead of text.
   */
  readonly parts: TextParts | null;
}
