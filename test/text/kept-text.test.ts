import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packText, unpackText } from '../../src/text/kept-text.js';
import { normalize } from '../../src/text/normalize.js';

describe('a kept text', () => {
  it('normalises to the same as the original text, with case and without', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, lowerCase) => {
        const kept = unpackText(packText(text));
        expect(normalize(kept, { lowerCase })).toBe(normalize(text, { lowerCase }));
      }),
      { numRuns: 2000 },
    );
  });

  it('is the text as it was sent, but smaller', () => {
    const text = 'Die Katze sitzt am Fenster，\n\n  und ＨＴＭＬ. '.repeat(50);
    expect(unpackText(packText(text))).toBe(text);
    expect(packText(text).length).toBeLessThan(text.length / 10);
  });
});
