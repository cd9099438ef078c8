import type { TextParts } from './parts.js';

/** 64 bits as two unsigned 32-bit integers; `high` holds bits 63 to 32. */
export interface Fingerprint {
  readonly high: number;
  readonly low: number;
}

/** A word and how much it counts. */
export interface Feature {
  readonly term: string;
  readonly weight: number;
}

/** The content that a signature is computed from. */
export type Signable =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'features'; readonly features: readonly Feature[] };

/**
 * The data of a content that the store keeps. Equal contents of one collection have equal signatures. A
 * signature holds plain values only, so it can cross threads and processes.
 */
export interface Signature {
  /**
   * 32 hex digits: the first 128 bits of the SHA-256 of the normalised text, of the sorted
   * features, or of the posted fingerprint; the three kinds never share a hash.
   */
  readonly exactHash: string;
  readonly fingerprint: Fingerprint;
  /** Number of distinct features; null for a fingerprint that was computed elsewhere. */
  readonly featureCount: number | null;
  readonly shortText: boolean;
  /**
   * MinHash of the shingles: 128 values of one byte, then what the keys of its bands have beside
   * these (minhash.ts), and its landmarks (landmarks.ts), together `sketchBytes` of the recipe. Null if
   * the recipe has no sketches, and for features and fingerprints, because they have no order of words.
   */
  readonly sketch: Uint8Array | null;
  /**
   * Number of distinct shingles of the text (minhash.ts); null without a sketch, and for contents stored
   * before the number was kept.
   */
  readonly shingles: number | null;
  /**
   * Statements of the text: of a page that arrives its reading and evidence, of a stored one its evidence
   * (packed-reading.ts); null for features and fingerprints.
   */
  readonly evidence: Uint8Array | null;
  /**
   * Shingles by which parts are found (parts.ts): all of a new text, the sample of a stored one. Null if
   * the recipe has no parts, and for features and fingerprints.
   */
  readonly parts: TextParts | null;
}
