import { shingleHashes } from '../src/fingerprint/minhash.js';

/**
 * Exact Jaccard similarity of two texts, as defined for the pair lists: NFKC and lower case; each character of Han,
 * kana, Thai, Lao, Khmer and Myanmar is a token, and elsewhere each run of letters and digits; a shingle has 5 tokens
 * if most tokens are single characters, otherwise 3.
 *
 * Here both texts have the same shingle length, determined from both together. A list that determines it separately
 * gives similarity 0 to a pair with different lengths.
 */
export function shingleJaccard(a: string, b: string): number {
  const tokens = [a, b].map(tokensOf);
  const all = tokens.flat();
  const single = all.filter((token) => [...token].length === 1).length;
  const length = single * 2 > all.length ? 5 : 3;
  const [first, second] = tokens.map((each) => shinglesOf(each, length)) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...first].filter((shingle) => second.has(shingle)).length;
  return shared / (first.size + second.size - shared);
}

const alone =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const token = new RegExp(`[${alone}]|(?:(?![${alone}])[\\p{L}\\p{N}])+`, 'gu');

/** Returns the tokens of a text by this definition, in order. */
export function tokensOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(token) ?? [];
}

function shinglesOf(tokens: readonly string[], length: number): Set<string> {
  const shingles = new Set<string>();
  for (let start = 0; start + length <= tokens.length; start++) {
    shingles.add(tokens.slice(start, start + length).join(' '));
  }
  return shingles;
}

/**
 * Returns the exact set of a text's shingles, as sorted distinct numbers of 53 bits. Suitable for many long texts,
 * where sets of strings would need too much memory.
 * @param length number of tokens in a shingle
 */
export function exactShingles(text: string, length: number): Float64Array {
  const numbers = Int32Array.from(tokensOf(text), numberOf);
  if (numbers.length < length) return new Float64Array(0);
  const high = shingleHashes(numbers, length);
  const low = shingleHashes(
    numbers.map((number) => ~number),
    length,
  );
  const shingles = Array.from(low, (bits, index) => (bits >>> 0) * 2 ** 21 + (high[index]! >>> 11));
  return Float64Array.from(new Set(shingles)).sort();
}

const tokenNumbers = new Map<string, number>();

function numberOf(token: string): number {
  const number = tokenNumbers.get(token) ?? tokenNumbers.size;
  tokenNumbers.set(token, number);
  return number;
}
