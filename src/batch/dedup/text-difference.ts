import { diffArrays } from 'diff/lib/diff/array.js';

/** A verbatim piece of one text or of both. */
export interface DifferencePiece {
  readonly in: 'a' | 'b' | 'both';
  readonly text: string;
}

/** Time limit of a comparison, because comparing two completely different texts would take long. */
const timeMaxMs = 200;

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/**
 * Matches a token: a word, a single character of a script without spaces, white space, or any other single character.
 */
const token = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+|\\s+|.`, 'gsv');

/**
 * Compares two texts including case, marks and paragraphs (Myers: An O(ND) Difference Algorithm, 1986). Returns null if
 * they differ too much to be compared in time.
 */
export function textDifference(a: string, b: string): readonly DifferencePiece[] | null {
  const tokens = (text: string) => text.match(token) ?? [];
  const changes = diffArrays(tokens(a), tokens(b), { timeout: timeMaxMs });
  if (changes === undefined) return null;
  return changes.map(({ added, removed, value }) => ({
    in: added ? 'b' : removed ? 'a' : 'both',
    text: value.join(''),
  }));
}
