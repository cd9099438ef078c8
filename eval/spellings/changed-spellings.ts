/** Texts in another spelling of their language. */
import { ConverterBuilder } from 'opencc-js/core';
import * as preset from 'opencc-js/preset';
import type { SpellingLanguage } from './read-texts.js';

export interface SpellingChange {
  readonly name: string;
  readonly apply: (text: string) => string;
}

const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)));

/** Adds one of the marks, in turn, to each of these letters. */
const withMarks = (letters: RegExp, marks: string) => (text: string) => {
  let count = 0;
  return text.replace(letters, (letter) => letter + marks[count++ % marks.length]);
};

/** Removes one in `every` spaces between Korean syllables. */
const withoutSpaces = (every: number) => (text: string) => {
  let count = 0;
  return text.replace(/(?<=[\uac00-\ud7a3]) (?=[\uac00-\ud7a3])/g, (space) =>
    count++ % every === 0 ? '' : space,
  );
};

/** Removes all zero-width spaces or, if there are none, adds one at every tenth boundary between two letters. */
const withZeroWidthSpaces = (text: string) => {
  if (text.includes('\u200b')) return text.replaceAll('\u200b', '');
  let count = 0;
  return text.replace(/(?<=\p{L})(?=\p{L})/gu, () => (count++ % 10 === 0 ? '\u200b' : ''));
};

const fromMainland = ConverterBuilder(preset);

const arabicLetters = /[\u0628-\u063a\u0641-\u064a]/g;
export const spellings: Readonly<Record<SpellingLanguage, readonly SpellingChange[]>> = {
  ar: [
    { name: 'no vowel marks', apply: (text) => text.replace(/[\u064b-\u0652\u0670]/g, '') },
    {
      name: 'vowel marks',
      apply: (text) =>
        /[\u064b-\u0652]/.test(text)
          ? text
          : withMarks(arabicLetters, '\u064e\u064f\u0650\u0652')(text),
    },
    { name: 'alef without hamza', apply: (text) => text.replace(/[أإآ]/g, 'ا') },
    { name: 'last yeh without dots', apply: (text) => text.replace(/ي(?![\u0620-\u06ff])/g, 'ى') },
    {
      name: 'kashida',
      apply: withMarks(/[\u0628\u062a\u0633\u0639](?=[\u0628-\u064a])/g, '\u0640'),
    },
    { name: 'digits', apply: digitsFrom(0x660) },
  ],
  fa: [
    { name: 'Arabic letters', apply: (text) => text.replaceAll('ی', 'ي').replaceAll('ک', 'ك') },
    { name: 'space for non-joiner', apply: (text) => text.replaceAll('\u200c', ' ') },
    { name: 'no non-joiner', apply: (text) => text.replaceAll('\u200c', '') },
    { name: 'no hamza on heh', apply: (text) => text.replace(/هٔ|ۀ/g, 'ه') },
    { name: 'digits', apply: digitsFrom(0x6f0) },
  ],
  he: [{ name: 'points', apply: withMarks(/[\u05d0-\u05ea]/g, '\u05b8\u05b4\u05b6\u05b0') }],
  tr: [
    { name: 'capitals', apply: (text) => text.toLocaleUpperCase('tr') },
    { name: 'i for ı', apply: (text) => text.replaceAll('ı', 'i').replaceAll('İ', 'I') },
  ],
  el: [
    { name: 'capitals', apply: (text) => text.toLocaleUpperCase('el') },
    {
      name: 'no accents',
      apply: (text) =>
        text.normalize('NFD').replace(/(?<=\p{Script=Greek}\p{M}*)[\u0300-\u036f]/gu, ''),
    },
  ],
  ko: [
    { name: 'no spaces', apply: withoutSpaces(1) },
    { name: 'one space of three left out', apply: withoutSpaces(3) },
    { name: 'one space of eight left out', apply: withoutSpaces(8) },
    { name: 'decomposed', apply: (text) => text.normalize('NFD') },
  ],
  vi: [{ name: 'decomposed', apply: (text) => text.normalize('NFD') }],
  ru: [
    { name: 'no ё', apply: (text) => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е') },
    { name: 'stress', apply: withMarks(/(?<=\s\p{L}{1,4})[аоиы](?!\u0301)/gu, '\u0301') },
  ],
  hi: [
    {
      name: 'nasals as letters',
      apply: (text) => text.replace(/\u0902(?=[तथदध])/g, 'न्').replace(/\u0902(?=[पफबभ])/g, 'म्'),
    },
    {
      name: 'no dots, no moons',
      apply: (text) => text.replace(/\u093c/g, '').replace(/\u0901/g, '\u0902'),
    },
    { name: 'digits', apply: digitsFrom(0x966) },
  ],
  th: [
    { name: 'digits', apply: digitsFrom(0xe50) },
    { name: 'zero-width spaces', apply: withZeroWidthSpaces },
    { name: 'decomposed am', apply: (text) => text.replaceAll('\u0e33', '\u0e4d\u0e32') },
  ],
  lo: [
    { name: 'digits', apply: digitsFrom(0xed0) },
    { name: 'zero-width spaces', apply: withZeroWidthSpaces },
    { name: 'decomposed am', apply: (text) => text.replaceAll('\u0eb3', '\u0ecd\u0eb2') },
    {
      name: 'ho no, ho mo in two letters',
      apply: (text) => text.replaceAll('ໜ', 'ຫນ').replaceAll('ໝ', 'ຫມ'),
    },
  ],
  km: [
    { name: 'digits', apply: digitsFrom(0x17e0) },
    { name: 'zero-width spaces', apply: withZeroWidthSpaces },
  ],
  my: [
    { name: 'digits', apply: digitsFrom(0x1040) },
    { name: 'zero-width spaces', apply: withZeroWidthSpaces },
  ],
  zh: [
    { name: 'traditional characters', apply: fromMainland({ from: 'cn', to: 't' }) },
    { name: 'words of Taiwan', apply: fromMainland({ from: 'cn', to: 'twp' }) },
  ],
};
