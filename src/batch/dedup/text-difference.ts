import { diffArrays } from 'diff/lib/diff/array.js';

/** A piece of two texts, as they stand: of one of them, or of both. */
export interface DifferencePiece {
  readonly in: 'a' | 'b' | 'both';
  readonly text: string;
}

/** Texts that differ all over would take long. */
const timeMaxMs = 200;

const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
/** Words, and the characters of scripts without spaces one by one; what is between them stands alone. */
const token = new RegExp(`[${unspaced}]|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+|\\s+|.`, 'gsv');

/**
 * The difference of two texts with their case, marks and paragraphs (Myers: An O(ND) Difference Algorithm,
 * 1986). Null: they differ too much to compare in time.
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
