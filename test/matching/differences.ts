import type { Additions, Difference } from '../../src/matching/match.js';

const noAdditions: Additions = { nothing: true, words: 0, share: 0, numbers: 0, lines: 0 };

/** Difference of a page whose lines are all known. */
export const nothingAdded: Difference = { adds: noAdditions, covers: true, level: 'page' };

/** Difference of a page with another number, and perhaps more new words. */
export const numberAdded = (words = 1): Difference => ({
  adds: { nothing: false, words, share: 0.01, numbers: 1, lines: 1 },
  covers: false,
  level: 'similar',
});

export const notCompared: Difference = { adds: null, covers: null, level: 'similar' };
