import { describe, expect, it } from 'vitest';
import { chinese } from '../text/chinese.js';
import { english, type Key } from '../text/english.js';
import { preferredLanguage, translator } from '../text/language.js';

describe('the two dictionaries', () => {
  it('have the same keys', () => {
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    expect(Object.keys(english).length).toBeGreaterThan(50);
  });

  it.each(Object.keys(english) as Key[])('have the same placeholders: %s', (key) => {
    const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    expect(valuesOf(chinese[key])).toEqual(valuesOf(english[key]));
    expect(chinese[key].trim()).not.toBe('');
    expect(english[key].trim()).not.toBe('');
  });

  it('differ in every text but names', () => {
    const same = (Object.keys(english) as Key[]).filter((key) => chinese[key] === english[key]);
    const letters = same.filter((key) => /[a-z]{3}/.test(english[key].replaceAll(/{\w+}/g, '')));
    expect(letters).toEqual([]);
  });
});

describe('a translator', () => {
  it('inserts values, with numbers in the format of the language', () => {
    expect(translator('en')('compare.bitsDiffer', { count: 12 })).toBe('12 of 64 bits differ');
    expect(translator('zh')('compare.bitsDiffer', { count: 12 })).toBe('64 位中有 12 位不同');
    expect(translator('en')('diff.alike', { count: 12345 })).toBe('12,345 equal characters');
    expect(translator('en')('flips.without', { terms: '{terms} $1' })).toBe(
      'flips without {terms} $1',
    );
  });

  it('uses the first language of the browser that the console has', () => {
    expect(preferredLanguage(['zh-Hans-CN', 'en'])).toBe('zh');
    expect(preferredLanguage(['fr', 'zh-TW'])).toBe('zh');
    expect(preferredLanguage(['fr'])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
  });
});
