import { randomWords } from '../../../harness/random.js';

const wordsOfPage = 120;
const vocabulary = 20_000;

/**
 * Generates pages of 120 invented words with unique ids. Every tenth repeats an earlier page, with one word changed if
 * `isNear`; all others are unrelated.
 */
export function wordPages(seed: number, isNear: boolean): () => { id: string; text: string } {
  let sent = 0;
  const textOf = (page: number) => {
    const next = randomWords(seed * 1_000_003 + page);
    return Array.from({ length: wordsOfPage }, () => `w${(next() % vocabulary).toString(36)}`);
  };
  return () => {
    const page = sent++;
    const isCopy = page % 10 === 9;
    const words = textOf(isCopy ? page - 9 : page);
    if (isCopy && isNear) words[60] = 'another';
    return { id: `https://example.org/${seed}/${page}`, text: words.join(' ') };
  };
}
