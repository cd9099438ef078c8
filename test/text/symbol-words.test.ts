import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { cutText, sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { classOf, separator } from '../../src/text/code-points.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { wordText } from '../../src/text/lexicon.js';
import { findRuns } from '../../src/text/runs.js';
import { withSymbols } from '../../src/text/symbol-words.js';
import { isWordSymbol, roleOf, signs, wordSymbol } from '../../src/text/symbols.js';
import { toUnits } from '../../src/text/units.js';
import { readDocument, tableOf } from '../docs/markdown.js';
import { anyText } from './arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function wordsOf(text: string): string[] {
  const { words } = cutText(text, recipe, dictionaries);
  return Array.from(words, (number) => wordText(dictionaries.lexicon, number));
}

const exactHashOf = (text: string) =>
  sign({ kind: 'text', text: `x ${text}` }, recipe, dictionaries).exactHash;

/** Texts that differ in one meaningful sign. */
const different: readonly [kind: string, ...texts: string[]][] = [
  ['languages', 'C++ wanted', 'C# wanted', 'C wanted'],
  ['in lower case', 'we use f# here', 'we use f here', 'we use f+ here'],
  ['sign of a number', '-5 degrees', '+5 degrees', '5 degrees'],
  ['other minus signs', 'it is −5 here', 'it is 5 here'],
  ['sign after a bracket', 'x (-5)', 'x (5)', 'x (+5)'],
  ['sign after Chinese', '温度-5℃', '温度5℃', '温度+5℃'],
  ['full-width sign', '温度－５度', '温度＋５度', '温度５度'],
  ['currency', '$1,200 a month', '€1,200 a month', '£1,200 a month', '1,200 a month'],
  ['currency behind', '1 200 €', '1 200 $', '1 200'],
  ['full-width currency', '￥1200起', '＄1200起', '1200起'],
  ['loss and gain', '-$5', '+$5', '$5'],
  ['percent', 'grew 5%', 'grew 5', 'grew 5‰'],
  ['full-width percent', '增长5％', '增长5'],
  ['percentages', '5%-10%', '5%+10%', '5% 10%'],
  ['degree', 'turn 5°', 'turn 5', 'turn 5%'],
  ['section', '§ 5 applies', '5 applies'],
  ['emoji', 'it is out 👍', 'it is out 👎', 'it is out'],
  ['emoji in Chinese', '好👍', '好👎'],
  ['flags', 'made in 🇩🇪', 'made in 🇫🇷'],
  ['stars', '★★★★☆', '★★☆☆☆'],
  ['check and cross', 'ready ✓', 'ready ✗'],
  ['comparison', 'if (a < b)', 'if (a > b)', 'if (a <= b)', 'if (a == b)', 'if (a != b)'],
  ['without spaces', 'a<b', 'a>b', 'a=b', 'a≠b', 'a≤b', 'a≥b', 'a≈b', 'a b'],
  ['limit', 'age < 5', 'age > 5', 'age ≥ 5', 'age 5'],
  ['arithmetic', 'x + y', 'x - y', 'x * y', 'x / y', 'x × y', 'x ÷ y', 'x ± y'],
  ['arithmetic of words', 'price + tax', 'price * tax', 'price / tax', 'price - tax'],
  ['arithmetic in one piece', 'a+b', 'a-b', 'a*b', 'a/b', 'a b', 'ab'],
  ['powers', 'x²', 'x2', 'x 2', 'x³'],
  ['powers of ten', '10²', '102', '10^3', '10⁻²'],
  ['exponents', '1e-5', '1e5', '1 e 5'],
  ['negation', '¬a', 'a'],
  ['negation in code', 'if (!ok)', 'if (ok)'],
  ['decimals', '3.14', '314', '3 14', '3,14'],
  ['decimal commas', '1.200,50', '1200,50', '1,200.50'],
  ['Arabic decimals', '٣٫١٤', '٣١٤', '٣ ١٤'],
  ['Arabic percent', '٥٪', '٥'],
  ['Indian digits', '-५ रुपये', '५ रुपये'],
  ['range', '3-5 days', '3 5 days', '35 days', '3+5 days'],
  ['range in Chinese', '3～5天', '3-5天', '35天'],
  ['fractions', '3½ cups', '31/2 cups', '3 2 cups'],
  ['ratios', 'won 3:1', 'won 31', 'won 3-1', 'won 3/1'],
  ['versions', 'v1.2.3', 'v12.3', 'v1.23'],
  ['pre-releases', 'v1.2.3-rc1', 'v1.2.3 rc1'],
  ['times', 'at 12:30', 'at 1230', 'at 12.30'],
  ['dates', '2024-05-01', '2024/05/01', '2024 05 01'],
  ['addresses', '192.168.0.1', '19.2168.0.1', '192 168 0 1'],
  ['mail', 'a.b@example.org', 'ab@example.org', 'a-b@example.org'],
  ['links', 'https://a.org/b?c=d', 'https://a.org/b#c=d', 'https://a.org/b'],
  ['files', 'node.js', 'node js', 'nodejs'],
  ['.NET', 'the .NET way', 'the net way'],
  ['tags', '#news today', '@news today', 'news today'],
  ['tags in Chinese', '#话题', '@话题', '话题'],
  ['numbers', '#1 of all', '1 of all'],
  ['companies', 'AT&T', 'AT T', 'ATT'],
  ['grades', 'got an A+', 'got an A'],
  ['ages', 'only 18+', 'only 18'],
  ['arrows', 'A → B', 'A ← B', 'A B'],
  ['logic', 'a ∧ b', 'a ∨ b'],
  ['sets', 'x ∈ y', 'x ∉ y'],
];

/** Texts that differ only in ordinary punctuation. */
const equal: readonly [kind: string, ...texts: string[]][] = [
  ['quotes', 'he said "yes"', 'he said “yes”', 'he said «yes»', "he said 'yes'", 'he said yes'],
  ['dashes', 'one — two', 'one – two', 'one - two', 'one—two', 'one -- two', 'one two', 'one, two'],
  ['full stops', 'It ends. Here.', 'It ends here', 'It ends! Here?', 'It ends; here…'],
  ['commas', 'red, green, blue', 'red green blue', 'red; green: blue'],
  ['brackets', 'a note (see below)', 'a note [see below]', 'a note see below'],
  ['ellipsis', 'well... no', 'well… no', 'well no', 'well . . . no'],
  ['Chinese punctuation', '你好，世界。', '「你好」世界！', '《你好》、世界；'],
  ['full-width', 'hello， world！', 'hello, world!'],
  [
    'bullets',
    '- five apples\n- 3 pears',
    '• five apples\n• 3 pears',
    '* five apples\n* 3 pears',
    '+ five apples\n+ 3 pears',
    'five apples\n3 pears',
    '– five apples\n– 3 pears',
    '▪ five apples ▪ 3 pears',
  ],
  [
    'bullets after numbers',
    'since 2019\n- 3 pears',
    'since 2019\n• 3 pears',
    'since 2019\n3 pears',
  ],
  ['quotations', '> one\n> two', 'one\ntwo'],
  ['headings', '# Title', '## Title', 'Title', 'Title\n====='],
  ['emphasis', '**bold** and *italic*', 'bold and italic', '__bold__ and _italic_'],
  ['emphasis in Chinese', '这是**重点**。', '这是「重点」。'],
  ['rules', 'one\n---\ntwo', 'one\n***\ntwo', 'one\ntwo'],
  ['hyphens between words', 'a well-known fact', 'a well known fact', 'a well‑known fact'],
  ['spaces around symbols', '5 % of 3 °C', '5% of 3°C', '5% of 3℃'],
  ['dashes of ranges', '2019–2020', '2019-2020', '2019 – 2020'],
  ['minus signs', '−5', '-5', '－5'],
  ['skin tones', 'done 👍🏽', 'done 👍'],
  ['variation selectors', 'love ❤️', 'love ❤'],
  ['ends of addresses', 'see https://a.org/b.', 'see (https://a.org/b)', 'see https://a.org/b/'],
  ['ends of words', 'C++, then', 'C++ then', '(C++) then'],
  [
    'ends of comments',
    'written by hand --> 2019 was',
    '<!-- written by hand --> 2019 was',
    'written by hand 2019 was',
  ],
  ['titles', 'Chapter 5 - A new hope', 'Chapter 5: A new hope', 'Chapter 5 – A new hope'],
];

describe('words with signs', () => {
  it.each(different)('are distinguished: %s', (_kind, ...texts) => {
    const cut = texts.map((text) => wordsOf(text).join('\n'));
    expect(new Set(cut).size, cut.join(' ')).toBe(texts.length);
    expect(new Set(texts.map(exactHashOf)).size).toBe(texts.length);
  });

  it.each(equal)('exclude punctuation: %s', (_kind, first, ...others) => {
    for (const other of others) expect([other, wordsOf(other)]).toEqual([other, wordsOf(first)]);
  });

  it('are those of the table in docs/concepts.md', () => {
    const rows = tableOf(readDocument('docs/concepts.md'), 'text');
    const codes = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
    expect(rows.length).toBeGreaterThan(20);
    for (const [text, words] of rows) {
      for (const each of codes(text!)) expect([each, wordsOf(each)]).toEqual([each, codes(words!)]);
    }
  });
});

const sentence = fc.array(
  fc.constantFrom('apple', 'C++', '-5', '3.14', '中国', 'かな', '👍', '12:30', '#tag', 'x'),
  {
    minLength: 2,
    maxLength: 12,
  },
);

describe('withSymbols', () => {
  it('returns the same words with any punctuation between them', () => {
    const between = fc.constantFrom(
      ', ',
      '. ',
      '; ',
      ' (',
      ') ',
      ' “',
      '” ',
      ' — ',
      '… ',
      '! ',
      '。 ',
      '、 ',
      ' • ',
    );
    fc.assert(
      fc.property(sentence, fc.infiniteStream(between), (parts, punctuation) => {
        const text = (parts as string[]).reduce(
          (done, part) => done + punctuation.next().value + part,
        );
        // Kana in brackets after Han are a reading, which glosses.ts drops.
        fc.pre(!text.includes('中国 (かな) '));
        expect(wordsOf(text)).toEqual(wordsOf(parts.join('， ')));
      }),
      { numRuns: 300 },
    );
  });

  it('returns ordered runs that include every run of letters and digits', () => {
    const characters = fc.string({
      unit: fc.constantFrom(..."ab1中の +-#.@/*=<>&^~!:,'%$👍v"),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(anyText, characters), (text) => {
        const units = toUnits(text);
        const plain = findRuns(units, dictionaries.traditional).slice();
        const runs = withSymbols(units, plain);
        const covered = new Uint8Array(units.length);
        let end = 0;
        for (let run = 0; run < runs.length; run += 3) {
          expect(runs[run + 1]).toBeGreaterThanOrEqual(end);
          expect(runs[run + 2]).toBeGreaterThan(runs[run + 1]!);
          end = runs[run + 2]!;
          covered.fill(1, runs[run + 1], end);
        }
        expect(end).toBeLessThanOrEqual(units.length);
        for (let run = 0; run < plain.length; run += 3) {
          expect(covered.subarray(plain[run + 1], plain[run + 2]).every((one) => one === 1)).toBe(
            true,
          );
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '+',
    '-',
    '#',
    '.',
    '@',
    'a@',
    'a.',
    '1-',
    '1.',
    'a&',
    '( <',
    '= ',
    '<(',
    '://',
    'a://',
    '1e-',
    'www.',
    '👍',
    "'",
    '-$',
    '^-',
  ])('handles a million signs of %j', (piece) => {
    const text = piece.repeat(Math.ceil(1e6 / piece.length));
    const units = toUnits(text);
    const runs = withSymbols(units, findRuns(units, dictionaries.traditional));
    expect(runs.length).toBeLessThanOrEqual(3 * units.length);
  });

  it('treats as symbols only characters that otherwise separate words', () => {
    for (let codePoint = 0; codePoint < classOf.length; codePoint++) {
      if (isWordSymbol(codePoint)) expect(classOf[codePoint]).toBe(separator);
    }
    for (const unit of Object.values(signs)) {
      expect(classOf[unit]).toBe(separator);
      expect(roleOf[unit]).not.toBe(wordSymbol);
    }
  });
});

describe('texts without other words', () => {
  it.each([
    ['👍👍🎉', '👎💩'],
    ['是', '的'],
    ['To be or not to be', 'To be'],
    ['The Who', 'The The'],
    ['$', '€'],
  ])('%s has a signature different from %s', (one, other) => {
    const [a, b] = [one, other].map((text) => sign({ kind: 'text', text }, recipe, dictionaries));
    expect(a!.featureCount).toBeGreaterThan(0);
    expect(sign({ kind: 'text', text: one }, recipe, dictionaries)).toEqual(a);
    expect(b!.fingerprint).not.toEqual(a!.fingerprint);
    expect(b!.sketch).not.toEqual(a!.sketch);
  });
});
