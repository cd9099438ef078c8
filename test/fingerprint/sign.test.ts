import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NeardupError } from '../../src/errors.js';
import { hashFunctions } from '../../src/fingerprint/hash64.js';
import { landmarksBytes } from '../../src/fingerprint/landmarks.js';
import {
  completeRecipe,
  defaultRecipe,
  type Recipe,
  sketchBytes,
} from '../../src/fingerprint/recipe.js';
import { fingerprintSignature, sign } from '../../src/fingerprint/sign.js';
import type { Feature } from '../../src/fingerprint/signature.js';
import { storedSignature } from '../../src/matching/match-rule.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { readUnits } from '../../src/text/disguise.js';
import { unitsToText } from '../../src/text/units.js';
import { repetitions } from '../repetitions.js';
import { anyText } from '../text/arbitraries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const simhash = completeRecipe({ method: 'simhash' }, recipe);

const signText = (text: string, changes: Partial<Recipe> = {}) =>
  sign({ kind: 'text', text }, { ...recipe, ...changes }, dictionaries);
/** Signature in stored form. */
const storedOf = (text: string) => storedSignature(signText(text), recipe);
const signFeatures = (features: Feature[]) =>
  sign({ kind: 'features', features }, recipe, dictionaries);

describe('sign', () => {
  it('gives texts that read the same one exact hash', () => {
    // Evidence also depends on line ends.
    const { evidence, ...broken } = signText('Ｈello,\n 世界');
    expect({ ...signText('  hello, 世界 '), evidence }).toEqual({ ...broken, evidence });
    expect(signText('hello 世界').exactHash).not.toBe(signText('hello, 世界').exactHash);
    expect(signText('hello 世界').fingerprint).toEqual(signText('hello, 世界').fingerprint);
  });

  it('gives disguised pages the signature of the original', () => {
    const [page, disguised] = ['Password: 中国人民', 'Pаsswоrd: 中(zhōng) 国 人 民'];
    const { sketch, ...rest } = storedOf(disguised);
    const { sketch: ofPage, ...restOfPage } = storedOf(page);
    expect(rest).toEqual(restOfPage);
    // Landmarks also depend on capitals.
    expect(sketch!.subarray(0, -landmarksBytes)).toEqual(ofPage!.subarray(0, -landmarksBytes));
  });

  it('hashes the text as read, in UTF-8, with the first bits of SHA-256', () => {
    const expectHash = (text: string) => {
      const { units } = readUnits(text, recipe, dictionaries.traditional);
      const content = `text\n${unitsToText(units)}`;
      const digest = createHash('sha256').update(Buffer.from(content)).digest('hex');
      expect(signText(text).exactHash).toBe(digest.slice(0, 32));
    };
    fc.assert(fc.property(anyText, (text) => expectHash(`字${text}`)));
    for (const length of [5_000, 10, 30_000, 20]) expectHash('字😀a'.repeat(length));
  });

  it.each([
    'The keeper – a quiet man – says no',
    'from 5 - 3 to 4 * 2',
    'a > b and # heading',
    '- an entry - another entry',
  ])('gives "%s" one exact hash with any white space', (text) => {
    for (const space of ['\n', ' \n\t', '\u00a0', '\r\n', '\n\n']) {
      expect(signText(text.replaceAll(' ', space)).exactHash).toBe(signText(text).exactHash);
    }
  });

  it('gives traditional and simplified text one fingerprint if the recipe simplifies', () => {
    const simplified = signText('清华大学计算机科学与技术系').fingerprint;
    expect(signText('清華大學計算機科學與技術系').fingerprint).toEqual(simplified);
    const changes = { simplify: false };
    expect(signText('清華大學計算機科學與技術系', changes).fingerprint).not.toEqual(simplified);
  });

  it('gives a text of one word the hash of that word', () => {
    const { high, low } = signText('Neardup').fingerprint;
    expect((BigInt(high) << 32n) | BigInt(low)).toBe(hashFunctions.xxh64('neardup'));
  });

  it('counts distinct features, and marks a text with few shingles as short', () => {
    const words = Array.from({ length: 25 }, (_, index) => `word${index}`);
    expect(signText(words.join(' '))).toMatchObject({ featureCount: 25, shortText: false });
    expect(signText(words.slice(1).join(' '))).toMatchObject({ featureCount: 24, shortText: true });
    expect(signText(words.join(' '), { topTerms: 5 })).toMatchObject({
      featureCount: 5,
      shortText: false,
    });
  });

  it('marks a text with few features as short if there are no shingles', () => {
    const words = Array.from({ length: 16 }, (_, index) => `word${index}`);
    const short = (list: string[]) =>
      sign({ kind: 'text', text: list.join(' ') }, simhash, dictionaries).shortText;
    expect(short(words)).toBe(false);
    expect(short(words.slice(1))).toBe(true);
  });

  it('computes sketches from all words in order, including stop words', () => {
    const { sketch } = signText('the cat sat on the mat');
    expect(sketch).toHaveLength(sketchBytes(recipe));
    expect(signText('a cat sat on a mat').sketch).not.toEqual(sketch);
    expect(signText('the mat sat on the cat').sketch).not.toEqual(sketch);
    expect(signText('The cat: sat on the mat!').sketch).toEqual(sketch);
    expect(sign({ kind: 'text', text: 'the cat' }, simhash, dictionaries).sketch).toBeNull();
    expect(signFeatures([{ term: 'cat', weight: 1 }]).sketch).toBeNull();
  });

  it('computes the same fingerprint for every method', () => {
    const text = '清华大学计算机科学与技术系 of the house';
    const fingerprints = (['simhash', 'minhash', 'hybrid'] as const).map(
      (method) =>
        sign({ kind: 'text', text }, completeRecipe({ method }, recipe), dictionaries).fingerprint,
    );
    expect(fingerprints[1]).toEqual(fingerprints[0]);
    expect(fingerprints[2]).toEqual(fingerprints[0]);
  });

  it.each(['', ' \n ', '，。！', '\0\ufffd\ud800', '-- ** ## ...', '• ▪'])(
    'refuses %j, which has no words left',
    (text) => {
      expect(() => signText(text)).toThrow(
        expect.objectContaining({ name: 'NeardupError', code: 'text_empty' }),
      );
    },
  );

  it('signs any other string with any recipe', () => {
    const anyRecipe = fc.record({
      hmm: fc.boolean(),
      simplify: fc.boolean(),
      lowerCase: fc.boolean(),
      minTermLength: fc.integer({ min: 0, max: 3 }),
      weighting: fc.constantFrom('none', 'tf', 'logTf', 'tfIdf', 'textRank'),
      hash: fc.constantFrom('xxh64', 'fnv1a64', 'md5', 'sha1', 'jenkins'),
      shingle: fc.constantFrom(null, { words: 1 }, { words: 2 }, { words: 5 }),
      topTerms: fc.constantFrom(null, 1, 20),
    });
    fc.assert(
      fc.property(anyText, anyRecipe, (text, changes) => {
        try {
          expect(signText(text, changes)).toEqual(signText(text, changes));
        } catch (error) {
          if (!(error instanceof NeardupError && error.code === 'text_empty')) throw error;
        }
      }),
      { numRuns: repetitions(100) },
    );
  });

  it('computes the same fingerprint for words in any order', () => {
    const words = fc.array(fc.constantFrom('one', 'two', 'three', '北京', '大学', 'x1', 'x2'), {
      minLength: 1,
    });
    const orders = words.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(orders, fc.constantFrom('tf', 'logTf', 'tfIdf'), ([list, other], weighting) => {
        const changes = { weighting, stopWords: [] } as const;
        expect(signText(other.join(' '), changes).fingerprint).toEqual(
          signText(list.join(' '), changes).fingerprint,
        );
      }),
    );
  });
});

describe('sign, of features', () => {
  const features = [
    { term: 'a', weight: 1.5 },
    { term: 'b', weight: 2 },
    { term: '北京', weight: 0.25 },
  ];

  it('ignores their order, and adds up the weights of a term', () => {
    const split = [
      { term: 'b', weight: 0.5 },
      features[2]!,
      { term: 'b', weight: 1.5 },
      features[0]!,
    ];
    expect(signFeatures(split)).toEqual(signFeatures(features));
    expect(signFeatures(features)).toMatchObject({ featureCount: 3, shortText: true });
  });

  it('agrees with a text of the same words and weights, except for the exact hash', () => {
    const words = [
      { term: 'alpha', weight: 1 },
      { term: 'beta', weight: 1 },
    ];
    const text = signText('alpha beta');
    expect(signFeatures(words).fingerprint).toEqual(text.fingerprint);
    expect(signFeatures(words).exactHash).not.toBe(text.exactHash);
    expect(signFeatures([words[0]!, { term: 'beta', weight: 2 }]).exactHash).not.toBe(
      signFeatures(words).exactHash,
    );
  });

  it('counts a lone surrogate as U+FFFD', () => {
    expect(signFeatures([{ term: '\ud800', weight: 1 }])).toEqual(
      signFeatures([{ term: '\ufffd', weight: 1 }]),
    );
  });

  it('refuses an empty list', () => {
    expect(() => signFeatures([])).toThrow(expect.objectContaining({ code: 'text_empty' }));
  });
});

describe('fingerprintSignature', () => {
  it('knows only the bits', () => {
    const fingerprint = { high: 1, low: 0xffff_ffff };
    const signature = fingerprintSignature(fingerprint);
    expect(signature).toEqual({
      exactHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      fingerprint,
      featureCount: null,
      shortText: false,
      sketch: null,
      shingles: null,
      evidence: null,
      parts: null,
    });
    expect(fingerprintSignature({ high: 1, low: 1 }).exactHash).not.toBe(signature.exactHash);
  });
});
