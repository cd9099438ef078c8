import { expect, it } from 'vitest';
import { refusals, refuses } from '../../console/refusal.js';
import { contradictions } from '../../src/matching/contradictions.js';
import { refusals as refusalsOfService } from '../../src/matching/match.js';
import { refuses as refusesInService } from '../../src/matching/match-rule.js';

it('the console knows which matches refuse a document, as the service does', () => {
  expect(refusals).toEqual(refusalsOfService);
  for (const refuse of refusals) {
    for (const contradicts of [[], contradictions]) {
      for (const exact of contradicts.length === 0 ? [true, false] : [false]) {
        const match = { exact, contradicts, similarity: 0.9, distance: 3 };
        expect(refuses(match, refuse)).toBe(refusesInService(match, refuse));
      }
    }
  }
});
