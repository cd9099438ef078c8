/** A text in both forms used for comparing statements: incoming and stored. */
import {
  type Evidence,
  evidenceOf,
  type Reading,
  unpackEvidence,
} from '../../src/fingerprint/evidence.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { readText as readingOfText } from '../../src/fingerprint/sign.js';
import { openInlineSigner } from '../../src/open-detector.js';

export interface ReadText {
  readonly reading: Reading;
  readonly evidence: Evidence;
  /** Size of the evidence in bytes. */
  readonly bytes: number;
}

const { dictionaries } = openInlineSigner({ extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 });
const recipe = defaultRecipe(dictionaries.checksums);

export function readText(text: string): ReadText {
  const reading = readingOfText(text, recipe, dictionaries);
  const packed = evidenceOf(reading);
  return { reading, evidence: unpackEvidence(packed)!, bytes: packed.length };
}

/** Jaccard similarity of the sets of shingles. */
export function similarity({ reading: a }: ReadText, { reading: b }: ReadText): number {
  const [setA, setB] = [new Set(a.shingles), new Set(b.shingles)];
  const shared = [...setA].filter((shingle) => setB.has(shingle)).length;
  return shared / (setA.size + setB.size - shared);
}
