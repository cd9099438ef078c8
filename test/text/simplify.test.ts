import fc from 'fast-check';
import { ConverterBuilder } from 'opencc-js/core';
import * as preset from 'opencc-js/preset/t2cn';
import { Converter } from 'opencc-js/t2cn';
import { describe, expect, it } from 'vitest';
import { loadSimplify } from '../../src/text/simplify.js';
import { anyText } from './arbitraries.js';

const { simplify } = loadSimplify();
const always = Converter({ from: 't', to: 'cn' });
const sources = JSON.stringify(preset.configs?.t2s).match(/\p{Script=Han}+/gu) ?? [];

describe('simplify', () => {
  it.each([
    ['我來到北京清華大學', '我来到北京清华大学'],
    ['乾坤、乾燥', '乾坤、干燥'],
    ['答覆、沈默、瞭解', '答复、沉默、了解'],
    ['已经是简体，著名的覆盖', '已经是简体，著名的覆盖'],
  ])('turns %s into %s', (traditional, simplified) => {
    expect(simplify(traditional)).toBe(simplified);
  });

  it('keeps variants of Taiwan and Hong Kong, whose conversion would damage simplified text', () => {
    const simplified = '后面的公里数，只有一只';
    expect(simplify(simplified)).toBe(simplified);
    expect(simplify('')).toBe('');
  });

  it('equals OpenCC for every entry of its dictionaries', () => {
    expect(sources.length).toBeGreaterThan(8_000);
    for (const source of sources) {
      if (simplify(source) !== always(source)) expect.fail(source);
    }
  });

  it('equals OpenCC for any text', () => {
    const parts = fc.oneof(fc.constantFrom(...sources), anyText);
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 4 }), (texts) => {
        const text = texts.join('');
        expect(simplify(text)).toBe(always(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('has the same parts as the ready-made converter of OpenCC', () => {
    const built = ConverterBuilder(preset)({ from: 't', to: 'cn' });
    for (const source of sources) if (built(source) !== always(source)) expect.fail(source);
  });
});
