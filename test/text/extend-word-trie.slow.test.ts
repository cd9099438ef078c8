import { Jieba } from '@node-rs/jieba';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import xxhash from 'xxhash-wasm';
import { buildWordTrie } from '../../scripts/build-word-trie.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { extendWordTrie } from '../../src/text/extend-word-trie.js';
import { createLexicon, wordText } from '../../src/text/lexicon.js';
import type { OwnWord } from '../../src/text/own-texts.js';
import { cutHan } from '../../src/text/segment.js';
import { chineseData } from '../../src/text/segment-chinese.js';
import { toUnits } from '../../src/text/units.js';
import { findWord, type WordTrie } from '../../src/text/word-trie.js';
import { openWordTrie } from '../../src/text/word-trie-file.js';
import { repetitions } from '../repetitions.js';

const { h64: xxh64 } = await xxhash();
const { trie } = openWordTrie(wordTrieBytes());
const dictionary = Buffer.from(chineseData.dictionary);

function cut(words: WordTrie, run: string): string[] {
  const out = { numbers: new Int32Array(run.length), ends: new Int32Array(run.length) };
  const count = cutHan(words, toUnits(run), 0, run.length, out, 0);
  return Array.from({ length: count }, (_, index) =>
    run.slice(index === 0 ? 0 : out.ends[index - 1], out.ends[index]),
  );
}

const linesOf = (own: readonly OwnWord[]) =>
  own.map(({ word, frequency }) => `${word} ${frequency} n`).join('\n');

/** Frequency that jieba suggests for a word, computed with its own dictionary and segmentation. */
function suggestion(jieba: Jieba, word: string): number {
  const share = jieba
    .cut(word, false)
    .reduce((product, part) => product * ((frequencies.get(part) ?? 1) / total), 1);
  return Math.max(Math.floor(share * total) + 1, frequencies.get(word) ?? 1);
}

const frequencies = new Map(
  dictionary
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' '))
    .map(([word, frequency]) => [word!, Number(frequency)]),
);
const total = [...frequencies.values()].reduce((sum, frequency) => sum + frequency, 0);

describe('extendWordTrie', () => {
  it('cuts by small dictionaries like jieba with the same user dictionary', () => {
    const character = fc.constantFrom(...'一二三四五六七八九十𠀀𠀁㐀');
    const word = fc.array(character, { minLength: 1, maxLength: 5 }).map((all) => all.join(''));
    const entry = fc.record({ word, frequency: fc.integer({ min: 1, max: 200 }) });
    const entries = fc.uniqueArray(entry, { selector: (each) => each.word, maxLength: 25 });
    const nonempty = fc.uniqueArray(entry, { selector: (each) => each.word, minLength: 1 });
    const runs = fc.array(fc.string({ unit: character, minLength: 1, maxLength: 30 }), {
      minLength: 5,
      maxLength: 5,
    });
    fc.assert(
      fc.property(nonempty, entries, runs, (base, own, texts) => {
        const small = buildWordTrie({
          dictionary: Buffer.from(linesOf(base)),
          idf: new Map(),
          xxh64,
        });
        const jieba = Jieba.withDict(Buffer.from(linesOf(base)));
        if (own.length > 0) jieba.loadDict(Buffer.from(linesOf(own)));
        const extended = extendWordTrie(small, own);
        for (const text of texts) expect(cut(extended, text)).toEqual(jieba.cut(text, false));
      }),
      { numRuns: repetitions(1500) },
    );
  });

  it('cuts by the full dictionary like jieba with random user dictionaries', () => {
    const known = [...frequencies.keys()].filter((each) => /^[一-鿿]{1,4}$/u.test(each));
    const part = fc.oneof(
      fc.nat({ max: known.length - 1 }).map((index) => known[index]!),
      fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((code) => String.fromCodePoint(code)),
      fc.constantFrom('𠀀', '㐀', '𫝀', '𬺰'),
    );
    const word = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
    const own = fc.uniqueArray(
      fc.record({
        word,
        frequency: fc.option(fc.integer({ min: 1, max: 1e6 }), { nil: undefined }),
      }),
      { selector: (each) => each.word, minLength: 1, maxLength: 300 },
    );
    const plain = Jieba.withDict(dictionary);
    fc.assert(
      fc.property(
        own,
        fc.array(fc.array(part, { maxLength: 20 }), { maxLength: 20 }),
        (words, texts) => {
          const jieba = Jieba.withDict(dictionary);
          const given = words.map((each) => ({
            word: each.word,
            frequency: each.frequency ?? suggestion(plain, each.word),
          }));
          jieba.loadDict(Buffer.from(linesOf(given)));
          const extended = extendWordTrie(trie, words);
          const runs = [
            ...texts.map((parts) => parts.join('')),
            words.map((each) => each.word).join(''),
          ];
          for (const run of runs) expect(cut(extended, run)).toEqual(jieba.cut(run, false));
        },
      ),
      { numRuns: repetitions(12) },
    );
  });

  it('leaves the original trie unchanged, and spells and finds every word of it', () => {
    const before = Buffer.from(trie.slots.buffer, trie.slots.byteOffset, trie.slots.byteLength);
    const copy = Buffer.from(before);
    const own = ['再狭窄', '研究生', '𠀀𠀁', '䶵', '㐀一'].map((word) => ({ word, frequency: 7 }));
    const extended = extendWordTrie(trie, own);
    expect(before.equals(copy)).toBe(true);
    const lexicon = createLexicon(extended, new Map());
    for (const word of frequencies.keys()) {
      const number = findWord(trie, toUnits(word));
      if (findWord(extended, toUnits(word)) !== number) throw new Error(word);
      if (number >= 0 && wordText(lexicon, number) !== word) throw new Error(word);
    }
    expect(findWord(extended, toUnits('再狭窄'))).toBe(-1);
  });

  it('suggests the frequency at which a term is cut whole', () => {
    const run = '患者行经皮冠状动脉介入治疗术后';
    const extended = extendWordTrie(trie, [{ word: '经皮冠状动脉介入治疗', frequency: undefined }]);
    expect(cut(trie, run)).not.toContain('经皮冠状动脉介入治疗');
    expect(cut(extended, run)).toContain('经皮冠状动脉介入治疗');
  });

  it('refuses too many different frequencies', () => {
    const own = Array.from({ length: 9000 }, (_, index) => ({
      word: String.fromCodePoint(0x4e00 + index, 0x4e00),
      frequency: 1_000_000 + index,
    }));
    expect(() => extendWordTrie(trie, own)).toThrow('frequencies');
  });
});
