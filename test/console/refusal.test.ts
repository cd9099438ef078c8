import { expect, it } from 'vitest';
import { refusals, refuses } from '../../console/additions.js';
import { noDifference } from '../../src/matching/additions.js';
import { refusals as refusalsOfService } from '../../src/matching/match.js';
import { refuses as refusesInService } from '../../src/matching/match-rule.js';

it('the console knows which matches refuse a document, as the service does', () => {
  expect(refusals).toEqual(refusalsOfService);
  const nothing = noDifference.adds!;
  for (const duplicateIf of refusals) {
    for (const adds of [nothing, { ...nothing, nothing: false, words: 9, names: 1 }, null]) {
      for (const exact of adds?.nothing ? [true, false] : [false]) {
        const match = { exact, adds, covers: null, similarity: 0.9, distance: 3 };
        expect(refuses(match, duplicateIf)).toBe(refusesInService(match, duplicateIf));
      }
    }
  }
});
