import { Jieba } from '@node-rs/jieba';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import xxhash from 'xxhash-wasm';
import { buildWordTrie } from '../../scripts/build-word-trie.js';
import { classOf, codePointCount, han, mark } from '../../src/text/code-points.js';
import { cutHan } from '../../src/text/segment.js';
import { chineseData, loadChinese, loadIdf } from '../../src/text/segment-chinese.js';
import { toUnits } from '../../src/text/units.js';
import { findWord, type WordTrie } from '../../src/text/word-trie.js';
import { encodeWordTrie, openWordTrie, refuseOtherData } from '../../src/text/word-trie-file.js';
import { repetitions } from '../repetitions.js';
import { anyText } from './arbitraries.js';

const { h64: xxh64 } = await xxhash();
const checksums = { chinese: '0123456789abcdef', idf: 'fedcba9876543210' };

function trieOf(lines: readonly string[], idf = new Map<string, number>()): WordTrie {
  return buildWordTrie({ dictionary: Buffer.from(lines.join('\n')), idf, xxh64 });
}

/** Returns the words into which a trie cuts a run, as strings; also checks their numbers and ends. */
function cut(trie: WordTrie, run: string): string[] {
  const out = { numbers: new Int32Array(run.length), ends: new Int32Array(run.length) };
  const count = cutHan(trie, toUnits(run), 0, run.length, out, 0);
  return Array.from({ length: count }, (_, index) => {
    const word = run.slice(index === 0 ? 0 : out.ends[index - 1], out.ends[index]);
    const number = findWord(trie, toUnits(word));
    const expected = number < 0 ? ~word.codePointAt(0)! : number;
    if (out.numbers[index] !== expected) throw new Error(`${word} is not ${out.numbers[index]}`);
    return word;
  });
}

function memberOf(values: readonly string[]): fc.Arbitrary<string> {
  return fc.nat({ max: values.length - 1 }).map((index) => values[index]!);
}

describe('a word trie', () => {
  const trie = trieOf(
    ['研究 3 v', '研究生 2 n', '生命 3 n', '', '起源 1 n', '4S店 1 n', '人 7 n'],
    new Map([['生命', 5.5]]),
  );

  it('numbers all words by descending frequency, and finds words of Han', () => {
    expect(trie.wordCount).toBe(6);
    const words = ['人', '研究', '生命', '研究生', '起源'];
    expect(words.map((word) => findWord(trie, toUnits(word)))).toEqual([0, 1, 2, 3, 4]);
    for (const other of ['', '研', '研究生命', '究', '4S店', '店', 'x', '人人']) {
      expect(findWord(trie, toUnits(other)), other).toBe(-1);
    }
  });

  it('has the hash and idf of each word', () => {
    expect(BigInt.asUintN(32, BigInt(trie.hashHigh[5]!))).toBe(xxh64('4S店') >> 32n);
    expect(BigInt.asUintN(32, BigInt(trie.hashLow[5]!))).toBe(xxh64('4S店') & 0xffff_ffffn);
    expect(trie.idfValues[trie.idfIndex[2]!]).toBe(5.5);
    expect(trie.idfValues[trie.idfIndex[4]!]).toBeNaN();
  });

  it('cuts a run in the middle of a text, and appends its words to those of earlier runs', () => {
    const out = { numbers: new Int32Array(8).fill(99), ends: new Int32Array(8) };
    const text = toUnits('a研究生命b起源的c');
    expect(cutHan(trie, text, 6, 9, out, cutHan(trie, text, 1, 5, out, 1))).toBe(5);
    expect([...out.numbers.subarray(0, 6)]).toEqual([99, 1, 2, 4, ~'的'.charCodeAt(0), 99]);
    expect([...out.ends.subarray(1, 5)]).toEqual([3, 5, 8, 9]);
    expect(cutHan(trie, text, 3, 3, out, 5)).toBe(5);
  });

  it('cuts runs longer than its ring of sums like jieba', () => {
    const jieba = Jieba.withDict(Buffer.from('研究 3 v\n研究生 2 n\n生命 3 n\n命 1 n\n研 1 n'));
    const small = trieOf(['研究 3 v', '研究生 2 n', '生命 3 n', '命 1 n', '研 1 n']);
    const run = '研究生命研々究生研究'.repeat(3000);
    expect(cut(small, run).join(' ')).toBe(jieba.cut(run, false).join(' '));
  });

  it.each([
    ['研究', 'no frequency'],
    ['研究 0 v', 'no frequency'],
    ['研究 1.5 v', 'no frequency'],
    ['研究 1 v\n研究 2 v', 'twice'],
    [`${'研'.repeat(8192)} 1 v`, 'too long'],
  ])('cannot be built from %j', (lines, reason) => {
    expect(() => trieOf([lines])).toThrow(reason);
  });

  /** Tests random dictionaries of the characters, with random runs of these and of the others. */
  function expectCutsOfJieba(characters: string[], others: string[], frequencyMax: number): void {
    const character = fc.constantFrom(...characters);
    const word = fc.array(character, { minLength: 1, maxLength: 4 }).map((each) => each.join(''));
    const frequency = fc.integer({ min: 1, max: frequencyMax });
    const dictionary = fc.uniqueArray(fc.tuple(word, frequency), {
      selector: ([text]) => text,
      minLength: 1,
      maxLength: 30,
    });
    const any = fc.oneof({ weight: 9, arbitrary: character }, fc.constantFrom(...others));
    const runs = fc.array(fc.array(any, { maxLength: 60, size: 'max' }), { size: 'medium' });
    fc.assert(
      fc.property(dictionary, runs, (words, many) => {
        const lines = words.map((each) => `${each.join(' ')} n`);
        const jieba = Jieba.withDict(Buffer.from(lines.join('\n')));
        const small = trieOf(lines);
        for (const run of many.map((each) => each.join(''))) {
          expect(cut(small, run)).toEqual(jieba.cut(run, false));
        }
      }),
      { numRuns: repetitions(200) },
    );
  }

  it('cuts like jieba with any dictionary', () => {
    const characters = ['一', '二', '三', '𠀀', '𠀁', '㐀', '豈'];
    // Sums stay below 9,170, whose logarithm is the first that the C library of Linux rounds wrongly.
    expectCutsOfJieba(characters, ['々', '〇', '⺀', '𰀀', '四', '𠀂'], 300);
  });

  it('cuts like jieba if rounding breaks ties between many cuts', () => {
    expectCutsOfJieba(['一', '二'], ['々', '四'], 4);
    expectCutsOfJieba(['一'], ['々', '四'], 60);
  });
});

describe("the trie of jieba's dictionary", () => {
  const jieba = loadChinese();
  const idf = loadIdf().byWord;
  const lines = new TextDecoder().decode(chineseData.dictionary).trimEnd().split('\n');
  const entries = lines.map((line) => line.split(' '));
  const words = entries
    .toSorted(([, one], [, other]) => Number(other) - Number(one))
    .map(([word]) => word!);
  const hanWords = words.filter((word) => !/[^\p{Script=Han}]/u.test(word));
  let trie: WordTrie;

  beforeAll(() => {
    trie = buildWordTrie({ dictionary: chineseData.dictionary, idf, xxh64 });
  });

  it('has every word of Han under its number, with hash and idf', () => {
    expect(trie.wordCount).toBe(words.length);
    const faults = words.filter((word, number) => {
      const hash = (BigInt(trie.hashHigh[number]!) << 32n) | BigInt(trie.hashLow[number]! >>> 0);
      return (
        findWord(trie, toUnits(word)) !== (/[^\p{Script=Han}]/u.test(word) ? -1 : number) ||
        BigInt.asUintN(64, hash) !== xxh64(word) ||
        !Object.is(trie.idfValues[trie.idfIndex[number]!], idf.get(word) ?? Number.NaN)
      );
    });
    expect(faults).toEqual([]);
  });

  it('cuts every word of Han like jieba', () => {
    const expected = jieba(hanWords.join('\n'), false);
    expect(hanWords.map((run) => cut(trie, run).join('|')).join('|\n|')).toBe(expected.join('|'));
  });

  it('cuts any run of Han like jieba', () => {
    const everyHan: string[] = [];
    for (let each = 0; each < codePointCount; each++) {
      if ((classOf[each]! & ~mark) === han) everyHan.push(String.fromCodePoint(each));
    }
    const piece = fc.oneof(
      { weight: 4, arbitrary: memberOf(hanWords) },
      { weight: 2, arbitrary: fc.integer({ min: 0x4e00, max: 0x9fff }).map(String.fromCodePoint) },
      memberOf(everyHan),
      fc.constantFrom(
        '々',
        '〇',
        '〻',
        '⺀',
        '⿕',
        '豈',
        '㐀',
        '䶿',
        '𠀀',
        '𪛟',
        '𫜰',
        '𮯠',
        '𰀀',
        '丽',
      ),
      fc.constantFrom(...'的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const run = pieces.join('');
        expect(cut(trie, run)).toEqual(jieba(run, false));
      }),
      { numRuns: repetitions(5000) },
    );
  });

  it('never throws, and returns words that concatenate to the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const out = { numbers: new Int32Array(text.length), ends: new Int32Array(text.length) };
        const count = cutHan(trie, toUnits(text), 0, text.length, out, 0);
        let end = 0;
        for (let index = 0; index < count; index++) {
          expect(out.ends[index]).toBeGreaterThan(end);
          end = out.ends[index]!;
        }
        expect(end).toBe(text.length);
      }),
      { numRuns: repetitions(1000) },
    );
  });

  it('fits in 15 MiB and cuts identically from shared memory', () => {
    const bytes = encodeWordTrie(trie, checksums);
    expect(bytes.byteLength).toBeLessThan(15 * 2 ** 20);
    const shared = new SharedArrayBuffer(bytes.byteLength);
    new Uint8Array(shared).set(new Uint8Array(bytes));
    const opened = openWordTrie(shared).trie;
    const run = '研究生命起源是中国科学院的重要课题之一';
    expect(opened.slots.buffer).toBe(shared);
    expect(cut(opened, run)).toEqual(jieba(run, false));
  });
});

describe('the file of a word trie', () => {
  const trie = trieOf(['研究 3 v', '生命 3 n'], new Map([['研究', 7.25]]));
  const bytes = encodeWordTrie(trie, checksums);

  it('restores the trie, and is deterministic', () => {
    expect(openWordTrie(bytes)).toEqual({ trie, checksums });
    const again = trieOf(['研究 3 v', '生命 3 n'], new Map([['研究', 7.25]]));
    expect(Buffer.from(encodeWordTrie(again, checksums)).equals(Buffer.from(bytes))).toBe(true);
  });

  it.each([
    ['nothing', () => new ArrayBuffer(0), 'it has 0 bytes only'],
    ['another file', () => new ArrayBuffer(bytes.byteLength), 'it does not begin as one'],
    ['half of one', () => bytes.slice(0, 256), 'it has 256 bytes, its header says'],
    ['another version', () => changed(4), 'its version is 251, this build reads 4'],
  ])('is refused if it is %s', (_what, file, reason) => {
    expect(() => openWordTrie(file())).toThrow(reason);
  });

  it.each(['chinese', 'idf'] as const)('is refused if built from other data: %s', (name) => {
    const built = openWordTrie(bytes).checksums;
    expect(() => refuseOtherData(name, built, built[name])).not.toThrow();
    expect(() => refuseOtherData(name, built, '00000000000000ff')).toThrow(
      `it was built from data "${name}" with checksum ${checksums[name]}, here is 00000000000000ff`,
    );
  });

  function changed(at: number): ArrayBuffer {
    const copy = bytes.slice(0);
    new Uint8Array(copy)[at]! ^= 0xff;
    return copy;
  }
});
