import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedWords, countWords } from '../../src/fingerprint/count-words.js';
import { compareTraits, traitsLength, traitsOf } from '../../src/fingerprint/traits.js';
import { hasDigit, kindOf, mayName } from '../../src/fingerprint/word-kinds.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { createLexicon, numberOfText } from '../../src/text/lexicon.js';
import { openWordTrie } from '../../src/text/word-trie-file.js';

const lexicon = createLexicon(openWordTrie(wordTrieBytes()).trie, new Map());
const counted = (words: readonly string[]): CountedWords =>
  countWords(
    Int32Array.from(words, (word) => numberOfText(lexicon, word)),
    () => true,
    lexicon,
    'xxh64',
  );
const traits = (words: readonly string[]) => traitsOf(counted(words));
const compare = (a: readonly string[], b: readonly string[]) => compareTraits(traits(a), traits(b));

const list = (count: number, word: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => word(index));
const jaccard = (a: Iterable<string>, b: Iterable<string>): number => {
  const [one, two] = [new Set(a), new Set(b)];
  const both = [...one].filter((word) => two.has(word)).length;
  return both / (one.size + two.size - both);
};
const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value) / values.length;

const anyWord = fc.oneof(
  fc.constantFrom('北京', '大学', '2024', 'x1', 'ひらがな', 'a'),
  fc
    .nat(400)
    .map(
      (n) => `w${'abcdefghij'[n % 10]}${String.fromCharCode(0x61 + (n % 26))}${n > 200 ? n : ''}`,
    ),
);
const texts = fc.array(anyWord, { minLength: 1, maxLength: 120 });

describe('kindOf', () => {
  it('knows the digits of the Basic Multilingual Plane', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      // Texts are in NFKC.
      if (character.normalize('NFKC') !== character) continue;
      const isDigit = /\p{Nd}/u.test(character);
      expect((kindOf(`a${character}`) & hasDigit) !== 0, unit.toString(16)).toBe(isDigit);
    }
  });

  it.each([
    ['北京', mayName],
    ['f-06d', hasDigit | mayName],
    ['2024', hasDigit],
    ['した', 0],
    ['ソフト', mayName],
    ['𠮷', 0],
    ['a', 0],
  ])('%s', (word, kind) => expect(kindOf(word)).toBe(kind));
});

describe('traitsOf', () => {
  it('has its length and contradicts nothing of itself', () => {
    fc.assert(
      fc.property(texts, (words) => {
        const own = traits(words);
        expect(own).toHaveLength(traitsLength);
        const { beginning, numbers, ownSubjects } = compareTraits(own, own);
        expect([beginning, numbers, ownSubjects]).toEqual([1, 1, 0]);
      }),
    );
  });

  it('does not depend on the texts before', () => {
    fc.assert(
      fc.property(texts, texts, (words, before) => {
        const first = traits(words);
        traits(before);
        expect(traits(words)).toEqual(first);
      }),
    );
  });

  it('is told apart by nothing but the order of its first words', () => {
    fc.assert(
      fc.property(texts, (words) => {
        const turned = [...words.slice(0, 24).reverse(), ...words.slice(24)];
        const { beginning, numbers } = compare(words, turned);
        expect([beginning, numbers]).toEqual([1, 1]);
      }),
    );
  });
});

describe('compareTraits', () => {
  it('is symmetric', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(compare(a, b)).toEqual(compare(b, a));
      }),
    );
  });

  it('estimates how alike two beginnings are', () => {
    const errors = list(200, String).map((round) => {
      const shared = Number(round) % 25;
      const [a, b] = ['a', 'b'].map((side) =>
        list(24, (n) => (n < shared ? `both${round}x${n}` : `${side}${round}x${n}`)),
      );
      return compare(a!, b!).beginning - jaccard(a!, b!);
    });
    // Words that fall on one place look alike: about 24 of 128 places are taken.
    expect(mean(errors)).toBeGreaterThan(0);
    expect(mean(errors)).toBeLessThan(0.08);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.35);
  });

  it.each([
    [4, 4],
    [12, 12],
    [12, 20],
    [16, 17],
    [30, 30],
    [60, 60],
    [100, 150],
    [1000, 1000],
    [2000, 2400],
  ])('estimates which share of %i numbers is among %i', (fewer, more) => {
    const errors = list(150, String).map((round) => {
      const shared = Math.round((fewer * (Number(round) % 11)) / 10);
      const a = list(fewer, (n) => `${round}n${n}`);
      const b = list(more, (n) => (n < shared ? `${round}n${n}` : `${round}m${n}`));
      return compare(a, b).numbers - shared / fewer;
    });
    expect(Math.abs(mean(errors))).toBeLessThan(0.1);
    expect(mean(errors.map(Math.abs))).toBeLessThan(0.15);
  });

  it('has nothing to say of numbers where a text has none, or far fewer', () => {
    const one = ['a', '1', '2'];
    expect(compare(['a'], one)).toMatchObject({ numbers: 1, comparedNumbers: 0 });
    const many = list(100_000, (n) => `n${n}`);
    expect(compare(one, many)).toMatchObject({ numbers: 1, comparedNumbers: 0 });
  });

  it('seldom misses the one of few numbers that differs', () => {
    const missed = list(500, String).filter((round) => {
      const shared = list(8, (n) => `${round}n${n}`);
      return compare([...shared, `${round}a`], [...shared, `${round}b`]).numbers === 1;
    });
    expect(missed.length).toBeLessThan(60);
  });

  it('counts no more subjects than each text has of its own', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const own = (text: readonly string[], other: readonly string[]) => {
          const { features, counts, kinds } = counted(text);
          const names = [...features.keys()]
            .filter((index) => (kinds[index]! & mayName) !== 0)
            .sort((one, two) => counts[two]! - counts[one]! || one - two)
            .filter((index, rank) => rank < 32 && counts[index]! > 1);
          const spelled = new Set(
            names.map(
              (index) =>
                text[text.findIndex((word) => numberOfText(lexicon, word) === features[index])]!,
            ),
          );
          const beginning = new Set(text.slice(0, 24));
          return [...spelled].filter((word) => beginning.has(word) && !other.includes(word)).length;
        };
        // The other text may hold a word that is not among its frequent ones.
        const frequent = (text: readonly string[]) => new Set(text).size <= 48;
        fc.pre(frequent(a) && frequent(b));
        expect(compare(a, b).ownSubjects).toBeLessThanOrEqual(Math.min(own(a, b), own(b, a)));
      }),
    );
  });

  it('finds most subjects that a text has of its own', () => {
    const template = list(
      200,
      (n) => `word${String.fromCharCode(0x61 + (n % 26), 0x61 + (n % 17), 0x61 + (n % 11))}`,
    );
    const found = list(200, String).filter((round) => {
      const [a, b] = ['left', 'right'].map((side) => {
        const name = `${side}${[...round].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
        return [name, ...template.slice(0, 60), name, ...template.slice(60), name];
      });
      return compare(a!, b!).ownSubjects > 0;
    });
    expect(found.length).toBeGreaterThan(60);
  });
});
