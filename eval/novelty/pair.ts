import { type Adds, addsTo } from '../../src/matching/novelty.js';
import { tokensOf } from '../shingles.js';
import { type ReadText, similarity } from './read-text.js';

/** A text with the words of its title; empty without a title. */
export interface TitledText {
  readonly title: ReadonlySet<string>;
  readonly read: ReadText;
}

/** Comparison of an incoming text with a stored one. */
export interface ComparedPair {
  readonly similarity: number;
  /** True if either text is short. */
  readonly shortText: boolean;
  /** True if each title has a word missing from the other. */
  readonly titlesDiffer: boolean;
  readonly adds: Adds;
}

const shortTextBelow = 24;

export function comparePair(arriving: TitledText, stored: TitledText): ComparedPair {
  const reads = [arriving.read, stored.read] as const;
  return {
    similarity: similarity(...reads),
    shortText: reads.some(({ reading }) => reading.shingles.length < shortTextBelow),
    titlesDiffer:
      lacksWord(arriving.title, stored.title) && lacksWord(stored.title, arriving.title),
    adds: addsTo(arriving.read.reading, stored.read.evidence),
  };
}

export function titleWords(title: string | null): ReadonlySet<string> {
  return new Set(tokensOf(title ?? ''));
}

function lacksWord(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((word) => !b.has(word));
}
