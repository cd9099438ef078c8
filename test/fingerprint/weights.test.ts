import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWordTrie } from '../../scripts/build-word-trie.js';
import { countWords } from '../../src/fingerprint/count-words.js';
import {
  type WeightOptions,
  weigh,
  weighFeatures,
  weightScale,
} from '../../src/fingerprint/weights.js';
import { createLexicon, wordNumberOfText, wordText } from '../../src/text/lexicon.js';

const byWord = new Map([
  ['北京', 4],
  ['大学', 5.5],
  ['不在典中', 7],
]);
const trie = {
  ...buildWordTrie({ dictionary: Buffer.from('北京 3 n\n大学 2 n'), idf: byWord, xxh64: () => 0n }),
  idfAverages: Float64Array.of(11, 10.5),
};
const lexicon = createLexicon(trie, new Map());
const dictionaries = { lexicon, rareIdf: () => byWord };
const options: WeightOptions = { weighting: 'tf', unknownIdf: 'median', topTerms: null };

/** The words `the` and `of` are not features. */
const isFeature = (number: number) => !['the', 'of'].includes(wordText(lexicon, number));

function counted(words: string[]) {
  const numbers = Int32Array.from(words, (word) => wordNumberOfText(lexicon, word));
  return countWords(numbers, isFeature, lexicon, 'xxh64');
}

function weightsOf(words: string[], changes: Partial<WeightOptions> = {}): [string, number][] {
  const weighed = weigh(counted(words), { ...options, ...changes }, dictionaries);
  return [...weighed.numbers].map((number, index) => [
    wordText(lexicon, number),
    weighed.weights[index]! / weightScale,
  ]);
}

describe('weigh', () => {
  const words = ['北京', '北京', '大学', 'x', '北京', 'x'];

  it('none, tf and logTf', () => {
    expect(weightsOf(words, { weighting: 'none' })).toEqual([
      ['北京', 1],
      ['大学', 1],
      ['x', 1],
    ]);
    expect(weightsOf(words)).toEqual([
      ['北京', 3],
      ['大学', 1],
      ['x', 2],
    ]);
    const [[, three], [, one], [, two]] = weightsOf(words, { weighting: 'logTf' }) as [
      [string, number],
      [string, number],
      [string, number],
    ];
    expect(one).toBe(1);
    expect(two).toBeCloseTo(1 + Math.log(2), 4);
    expect(three).toBeCloseTo(1 + Math.log(3), 4);
  });

  it('tfIdf: unknown words count as the median or the mean', () => {
    expect(weightsOf(words, { weighting: 'tfIdf' })).toEqual([
      ['北京', 12],
      ['大学', 5.5],
      ['x', 22],
    ]);
    expect(weightsOf(words, { weighting: 'tfIdf', unknownIdf: 'mean' })[2]).toEqual(['x', 21]);
    expect(weightsOf(['不在典中'], { weighting: 'tfIdf' })).toEqual([['不在典中', 7]]);
  });

  it('reads the idf table only for Han words missing from the dictionary', () => {
    const refuse = () => {
      throw new Error('read');
    };
    const tfIdf = { ...options, weighting: 'tfIdf' } as const;
    const weighAll = (list: string[]) => weigh(counted(list), tfIdf, { lexicon, rareIdf: refuse });
    expect(() => weighAll([...words, 'の文'])).not.toThrow();
    expect(() => weighAll(['文'])).toThrow('read');
  });

  it('skips words that are not features', () => {
    expect(weightsOf(['the', 'x', 'of', 'the', 'x'])).toEqual([['x', 2]]);
    expect(weightsOf(['the', 'of'])).toEqual([]);
    // They take up room in the window of textRank: y is too far from x to be its neighbour.
    const apart = ['x', 'the', 'of', 'the', 'of', 'y'];
    expect(weightsOf(apart, { weighting: 'textRank' }).map(([, weight]) => weight)).toEqual([
      Math.round(0.15 * weightScale) / weightScale,
      Math.round(0.15 * weightScale) / weightScale,
    ]);
  });

  it('uses the heaviest; ties are broken by UTF-8 bytes', () => {
    const equal = ['\uffff', 'b', '𠮷', 'a', 'a', 'é'];
    expect(weightsOf(equal, { topTerms: 3 }).map(([word]) => word)).toEqual(['a', 'b', 'é']);
    expect(weightsOf(equal, { topTerms: 4 }).map(([word]) => word)).toContain('\uffff');
    expect(weightsOf(equal, { topTerms: 9 })).toHaveLength(5);
    expect(weightsOf([], { topTerms: 1 })).toEqual([]);
  });

  it('agrees with a sort for any number of terms and in any order', () => {
    const anyWords = fc.array(fc.string({ maxLength: 1 }), { maxLength: 60 });
    fc.assert(
      fc.property(anyWords, fc.integer({ min: 1, max: 20 }), (list, topTerms) => {
        const all = weightsOf(list).sort(
          ([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(a), Buffer.from(b)),
        );
        const byWord = ([a]: [string, number], [b]: [string, number]) => (a < b ? -1 : 1);
        const expected = all.slice(0, topTerms).sort(byWord);
        expect(weightsOf(list, { topTerms }).sort(byWord)).toEqual(expected);
        expect(weightsOf(list.toReversed(), { topTerms }).sort(byWord)).toEqual(expected);
      }),
    );
  });
});

describe('weighFeatures', () => {
  it('adds up the weights of a term and sorts by bytes', () => {
    const features = [
      { term: '𠮷', weight: 1 },
      { term: 'b', weight: 0.5 },
      { term: '\uffff', weight: 2 },
      { term: 'b', weight: 1.25 },
    ];
    expect(weighFeatures(features)).toEqual([
      ['b', 1.75 * weightScale],
      ['\uffff', 2 * weightScale],
      ['𠮷', weightScale],
    ]);
  });

  it('rounds small weights up to the smallest weight', () => {
    expect(weighFeatures([{ term: 'a', weight: 1e-9 }])).toEqual([['a', 1]]);
  });
});
