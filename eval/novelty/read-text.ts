/** A text in both forms used for comparing statements: incoming and stored. */
import {
  type Evidence,
  packEvidence,
  type Reading,
  unpackEvidence,
} from '../../src/fingerprint/evidence.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { readText as readingOfText } from '../../src/fingerprint/sign.js';
import { openInlineSigner } from '../../src/open-detector.js';

export interface ReadText {
  readonly reading: Reading;
  readonly evidence: Evidence;
  readonly distinctShingles: ReadonlySet<number>;
  /** Size of the evidence in bytes. */
  readonly bytes: number;
}

const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
const recipe = defaultRecipe(dictionaries.checksums);

export function readText(text: string): ReadText {
  const reading = readingOfText(text, recipe, dictionaries);
  const packed = packEvidence(reading);
  return {
    reading,
    evidence: unpackEvidence(packed)!,
    distinctShingles: new Set(reading.shingles),
    bytes: packed.length,
  };
}

/** Jaccard similarity of the sets of shingles. */
export function similarity(
  { distinctShingles: a }: ReadText,
  { distinctShingles: b }: ReadText,
): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared / (a.size + b.size - shared);
}
