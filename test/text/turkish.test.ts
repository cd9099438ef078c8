import { expect, it } from 'vitest';
import { hasTurkishLetters } from '../../src/text/turkish.js';
import { toUnits } from '../../src/text/units.js';

it.each([
  ['ı', 150, true],
  ['ğ', 150, true],
  ['ı', 151, false],
  ['ğı', 300, true],
  ['ğı', 301, false],
  ['i', 10, false],
])('a text is Turkish by one ğ or ı in 150 characters: %s in %i', (letters, length, expected) => {
  expect(hasTurkishLetters(toUnits(letters.padEnd(length, 'a')))).toBe(expected);
});
