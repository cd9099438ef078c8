import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packedBytesMax,
  packText,
  unpackBeginning,
  unpackPageText,
  unpackText,
} from '../../src/text/kept-text.js';
import { normalize } from '../../src/text/normalize.js';

describe('a kept text', () => {
  it('normalises like the original text, with and without case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, lowerCase) => {
        const kept = unpackText(packText({ text }));
        expect(normalize(kept, { lowerCase })).toBe(normalize(text, { lowerCase }));
      }),
      { numRuns: 2000 },
    );
  });

  it('can be read from its first bytes, without half a character', () => {
    const pieces = fc.constantFrom(
      '\ufeff',
      'a',
      'b ',
      'é',
      '茶',
      '\u{1f600}',
      'the same words again ',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 2000, size: 'max' }).map((each) => each.join('')),
      fc.string({ unit: 'grapheme', maxLength: 2000, size: 'max' }),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 240 }), fc.string(), (text, length, rest) => {
        const packed = packText({ text, rest });
        const whole = unpackText(packed).slice(0, length);
        const expected = whole.isWellFormed() ? whole : whole.slice(0, -1);
        expect(unpackBeginning(packed, length)).toBe(expected);
        expect(unpackBeginning(packed.slice(0, packedBytesMax(length)), length)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('is the text as sent, but smaller', () => {
    const text = 'Die Katze sitzt am Fenster，\n\n  und ＨＴＭＬ. '.repeat(50);
    expect(unpackText(packText({ text }))).toBe(text);
    expect(packText({ text }).length).toBeLessThan(text.length / 10);
  });

  it('keeps the other lines of its page', () => {
    const part = fc.string({ unit: 'grapheme' });
    const page = fc.record(
      { text: part, rest: part, isBlocks: fc.boolean(), title: fc.option(part) },
      { requiredKeys: ['text'], noNullPrototype: true },
    );
    fc.assert(
      fc.property(page, (page) => {
        const packed = packText(page);
        expect(unpackText(packed)).toBe(page.text);
        expect(unpackPageText(packed)).toEqual({
          text: page.text,
          ...(page.rest && { rest: page.rest }),
          ...(page.isBlocks && { isBlocks: true }),
          ...(typeof page.title === 'string' && { title: page.title }),
        });
      }),
      { numRuns: 1000 },
    );
    expect(packText({ text: 'a', rest: '', isBlocks: false, title: null })).toEqual(
      packText({ text: 'a' }),
    );
  });
});
