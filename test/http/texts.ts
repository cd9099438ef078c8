import { hashStream } from '../fingerprint/hash-stream.js';

/** Sentences of unique words, built from syllables. */
export function words(count: number, seed: number): string[] {
  const next = hashStream(seed);
  const syllables = ['ba', 'do', 'fe', 'gi', 'ku', 'la', 'mo', 'ne', 'pi', 'ra', 'su', 'ta', 've'];
  const syllable = () => syllables[(next() >>> 0) % syllables.length]!;
  return Array.from({ length: count }, () => syllable() + syllable() + syllable());
}

export const textOf = (...parts: string[][]) => parts.map((part) => part.join(' ')).join('. ');
