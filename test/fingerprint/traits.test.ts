import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedWords, countWords } from '../../src/fingerprint/count-words.js';
import {
  compareTraits,
  type TraitDifference,
  traitsLength,
  traitsOf,
} from '../../src/fingerprint/traits.js';
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
const jaccard = <T>(a: Iterable<T>, b: Iterable<T>): number => {
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

/** What `compareTraits` tells, from sets of places. */
function comparePlaces(a: Uint8Array, b: Uint8Array): TraitDifference {
  const first = placesOf(0, 16);
  const names = placesOf(16, 16);
  const ownSubjects = (text: Uint8Array, other: Uint8Array) =>
    [...first(text)].filter((place, rank) => {
      const isSubject = placesOf(45, 3)(text).has(rank);
      return isSubject && !first(other).has(place) && !names(other).has(place);
    }).length;
  return {
    beginning: first(a).size + first(b).size === 0 ? 1 : jaccard(first(a), first(b)),
    ...compareNumberPlaces(a, b),
    ownSubjects: Math.min(ownSubjects(a, b), ownSubjects(b, a)),
  };
}

function compareNumberPlaces(a: Uint8Array, b: Uint8Array) {
  const [low, high] = a[44]! <= b[44]! ? [a, b] : [b, a];
  const apart = high[44]! - low[44]!;
  const nothing = { numbers: 1, comparedNumbers: 0 };
  if (apart > 1) return nothing;
  const compared = (from: number, places: number) => {
    const within = (place: number) => place >= from && place < from + places;
    const ofLow = new Set([...placesOf(32, 12)(low)].filter(within));
    const joined = [...placesOf(32, 12)(high)].map((place) => place >> apart);
    const ofHigh = new Set(joined.filter(within));
    const both = [...ofLow].filter((place) => ofHigh.has(place)).length;
    const [fewer, more] = [ofLow.size, ofHigh.size].sort((one, other) => one - other);
    return { shared: both / fewer!, fewer: fewer!, density: more! / places };
  };
  const isPaired = high[44] === 0;
  const halves = isPaired
    ? [compared(0, 48), compared(48, 48)]
    : [compared(0, apart === 0 ? 96 : 48)];
  if (halves[0]!.fewer === 0) return nothing;
  const byChance = halves.reduce((product, { density }) => product * density, 1);
  if (byChance > 0.5) return nothing;
  const shared = Math.min(...halves.map((half) => half.shared));
  const numbers = Math.max(0, (shared - byChance) / (1 - byChance));
  return { numbers, comparedNumbers: halves[0]!.fewer };
}

/** The places that a set of so many bytes has, in their order. */
const placesOf = (from: number, bytes: number) => (traits: Uint8Array) =>
  new Set(
    list(8 * bytes, String)
      .map(Number)
      .filter((place) => ((traits[from + (place >> 3)]! >> (place & 7)) & 1) === 1),
  );

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

  it('equals a comparison place by place', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const sparse = (length: number) =>
      fc.tuple(bytes(length), bytes(length)).map(([a, b]) => a.map((byte, at) => byte & b[at]!));
    const anyTraits = fc
      .tuple(sparse(44), fc.nat(4), bytes(3))
      .map(([sets, level, subjects]) => Uint8Array.from([...sets, level, ...subjects]));
    fc.assert(
      fc.property(anyTraits, anyTraits, (a, b) => {
        expect(compareTraits(a, b)).toEqual(comparePlaces(a, b));
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
