import type { Additions, Difference } from '../../src/matching/match.js';

const noAdditions: Additions = {
  ...{ nothing: true, words: 0, share: 0, longest: 0, numbers: 0, names: 0 },
  ...{ negations: 0, lines: 0, title: null },
};

/** Difference of pages with the same statements. */
export const nothingAdded: Difference = { adds: noAdditions, covers: true };

/** Difference of a page with another number, and perhaps more new words. */
export const numberAdded = (words = 1): Difference => ({
  adds: { ...noAdditions, nothing: false, words, share: 0.01, longest: words, numbers: 1 },
  covers: false,
});

export const notCompared: Difference = { adds: null, covers: null };
