import { withPieces } from '../text/arabic-pieces.js';
import { normalize } from '../text/normalize.js';
import { wordInOneRegion } from '../text/regional-words.js';
import { simplifyCharacters } from '../text/simplify.js';
import { spelledWord } from '../text/spelling.js';
import { hashOf, titleOf } from './evidence.js';
import { withTitleLandmark } from './landmarks.js';
import { storedEvidence, withTitleHashes } from './packed-reading.js';
import type { Signature } from './signature.js';

/** Words of letters and digits, or pieces of them; single characters for Korean and for scripts without spaces. */
const wordPattern =
  /[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]|[\p{L}\p{M}\p{N}]+/gu;

/** Maximum number of distinct title words; the rest are ignored. */
const titleWordsMax = 64;

/**
 * Stores the title words of a page in the evidence of its text, 2 bytes each, replacing any title there, and sets the
 * title landmark in its sketch.
 * @param title title without the name of the site; null if the page has none
 */
export function withTitle<Signed extends Pick<Signature, 'evidence' | 'sketch'>>(
  signature: Signed,
  title: string | null,
): Signed {
  const { evidence, sketch } = signature;
  if (evidence === null) return signature;
  if (title === null && titleOf(storedEvidence(evidence)).length === 0) return signature;
  const words = titleHashes(title ?? '');
  return {
    ...signature,
    sketch: sketch && withTitleLandmark(sketch, words),
    evidence: withTitleHashes(evidence, words),
  };
}

function titleHashes(title: string): Uint16Array {
  const spelled = withPieces(spelledWord(normalize(title, { lowerCase: true })));
  const words = wordInOneRegion(simplifyCharacters(spelled)).match(wordPattern) ?? [];
  return Uint16Array.from([...new Set(words)].slice(0, titleWordsMax), hashOfWord);
}

function hashOfWord(word: string): number {
  const units = Int32Array.from({ length: word.length }, (_, at) => word.charCodeAt(at));
  return hashOf(units, 0, units.length, units.length) >>> 16;
}
