import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { han, word } from '../../src/text/code-points.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { featureTest, wordNumberOfText } from '../../src/text/lexicon.js';
import { normalize } from '../../src/text/normalize.js';
import { changeable, findRuns } from '../../src/text/runs.js';
import { type SegmentOptions, segment } from '../../src/text/segment.js';
import { withSymbols } from '../../src/text/symbol-words.js';
import { toUnits } from '../../src/text/units.js';
import { anyText } from './arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const options: SegmentOptions = { hmm: false, simplify: true };

function wordsOf(text: string, changes: Partial<SegmentOptions> = {}): string {
  const normalized = normalize(text, { lowerCase: true });
  return segment(normalized, { ...options, ...changes }, dictionaries).join('|');
}

describe('segment', () => {
  it.each([
    ['Chinese', '我来到北京清华大学。', '我|来到|北京|清华大学'],
    ['traditional Chinese', '我來到北京清華大學', '我|来到|北京|清华大学'],
    [
      'other letters and digits',
      "Don't panic: Straße 42, العربية हिन्दी 한국어",
      'don|t|panic|straße|42|العربیة|हिन्दी|한국어',
    ],
    ['mixed text, in order', '用Java写程序，Rust也行', '用|java|写|程序|rust|也|行'],
    ['Han with kana, as pairs', '文字を書く', '文字|字を|を書|書く'],
    ['々 as Han', '人々', '人|々'],
    ['〆ヶー with kana', '〆切ヶ月コーヒー', '〆切|切ヶ|ヶ月|月コ|コー|ーヒ|ヒー'],
    ['Thai', 'สวัส ดี', 'สว|วั|ัส|ดี'],
    ['Lao, Khmer, Myanmar', 'ລາວ ខ្មែរ မြန်', 'ລາ|າວ|ខ្|្ម|មែ|ែរ|မြ|ြန|န်'],
    ['a run of one', 'のa ก', 'の|a|ก'],
    ['Han beyond 16 bits', '𠮷の𠮷 𠮷', '𠮷の|の𠮷|𠮷'],
    ['no word at all', '…，。 •\ufffd!', ''],
    ['symbols and signs', 'C++ 5% 😀', 'c++|5|%|😀'],
    ['nothing', '', ''],
  ])('cuts %s', (_what, text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it('converts only if the recipe says so, and never converts Japanese', () => {
    expect(wordsOf('清華大學', { simplify: false })).toContain('華');
    expect(wordsOf('図書館の學校')).toBe('図書|書館|館の|の學|學校');
  });

  it('guesses unknown names with the hidden Markov model', () => {
    expect(wordsOf('他来到了网易杭研大厦', { hmm: true })).toContain('杭研');
    expect(wordsOf('他来到了网易杭研大厦')).toContain('杭|研');
  });

  it('cuts each run of Han independently', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('北京大学', '研究生命', '起源', '漢語', '乾')),
        (runs) => {
          expect(wordsOf(runs.join(', '))).toBe(runs.map((run) => wordsOf(run)).join('|'));
        },
      ),
    );
  });

  it('cuts each run of Han like jieba', () => {
    const texts = fc.array(fc.oneof(anyText, fc.constantFrom('漢語乾燥', '研究生命', '〇々')));
    fc.assert(
      fc.property(texts, fc.boolean(), (list, simplify) => {
        const text = list.join('');
        const expected: string[] = [];
        const units = toUnits(text);
        const runs = withSymbols(units, findRuns(units, dictionaries.traditional)).slice();
        for (let run = 0; run < runs.length; run += 3) {
          const piece = text.slice(runs[run + 1], runs[run + 2]);
          const isHan = (runs[run]! & ~changeable) === han;
          const simplified = isHan && simplify ? dictionaries.simplify(piece) : piece;
          if (isHan) expected.push(...dictionaries.cutChinese(simplified, false));
          else if (runs[run] === word) expected.push(piece);
          else expected.push(...segment(piece, options, dictionaries));
        }
        expect(segment(text, { hmm: false, simplify }, dictionaries)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws and never returns an empty word', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, hmm) => {
        const words = segment(text, { ...options, hmm }, dictionaries);
        expect(words.every((word) => word.length > 0)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('featureTest', () => {
  const featuresOf = (text: string, changes: Partial<Parameters<typeof featureTest>[0]>) => {
    const options = { minTermLength: 1, stopWords: [], ...changes };
    const isFeature = featureTest(options, dictionaries.lexicon);
    return wordsOf(text)
      .split('|')
      .filter((word) => isFeature(wordNumberOfText(dictionaries.lexicon, word)))
      .join('|');
  };

  it('drops the stop words of the named languages', () => {
    const text = '这是我们的 house of cards';
    expect(featuresOf(text, { stopWords: ['zh'] })).toBe('house|of|cards');
    expect(featuresOf(text, { stopWords: ['en'] })).toBe('这|是|我们|的|house|cards');
    expect(featuresOf(text, { stopWords: ['zh', 'en'] })).toBe('house|cards');
  });

  it('drops words with too few code points', () => {
    expect(featuresOf('a bc 𠮷 北京 大', { minTermLength: 2 })).toBe('bc|北京');
    const long = 'b'.repeat(300);
    expect(featuresOf(`${long} ${'d'.repeat(298)}`, { minTermLength: 299 })).toBe(long);
  });
});
