import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLandmarkCounter,
  landmarkKeys,
  landmarksBytes,
  withLandmarks,
} from '../../src/fingerprint/landmarks.js';
import { bandKeys } from '../../src/fingerprint/minhash.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign, withTitle } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const layout = recipe.bands!;

const signed = (text: string, title: string | null = null) =>
  withTitle(sign({ kind: 'text', text }, recipe, dictionaries), title);
const sketchOf = (text: string, title?: string) => signed(text, title).sketch!;
const shared = (a: string, b: string) => createLandmarkCounter(sketchOf(a))(sketchOf(b));

const lot = (number: string, place: string) =>
  `The lot ${number} lies in the parish of ${place}, and is entered in the register of the district. ` +
  'The owner pays the dues in spring. Whoever wants to build there asks the office first.';

describe('landmarks', () => {
  it('are shared by a page and a truncated copy, but by no other page of the template', () => {
    const page = lot('4711/08', 'Kirkholm');
    expect(shared(page, page.slice(0, 120))).toBeGreaterThan(1);
    expect(shared(page, lot('3902/16', 'Sandnes'))).toBe(0);
    expect(shared(page, lot('4711/08', 'Sandnes'))).toBeGreaterThan(0);
  });

  it('include Chinese numbers and names', () => {
    const page = (who: string, number: string) =>
      `${who}在第${number}号案件中担任主审法官，法院于当日作出判决，当事人可以上诉。`;
    expect(shared(page('王建国', '二〇二三'), page('王建国', '二〇二三'))).toBeGreaterThan(1);
    expect(shared(page('王建国', '二〇二三'), page('李小红', '一九八七'))).toBe(0);
  });

  it('are at most the eight longest numbers and names', () => {
    const many = Array.from(
      { length: 50 },
      (_, at) => `of ${10 ** (at % 9)} in Ort${at} there`,
    ).join(' ');
    expect(landmarkKeys(sketchOf(many, 'A list'), layout)).toHaveLength(8);
    expect(
      landmarkKeys(sketchOf('all of these are words that say nothing of their own'), layout),
    ).toEqual([]);
  });

  it('identify a title by its words', () => {
    const [text, other] = ['one text of some words', 'and another text of words'];
    const keys = (of: string, title?: string) => landmarkKeys(sketchOf(of, title), layout);
    expect(keys(text, 'Roll back, prepared')).toEqual(keys(other, 'prepared roll back'));
    expect(keys(text, 'Roll back')).not.toEqual(keys(text, 'Commit'));
    expect(withTitle(signed(text, 'Roll back'), null)).toEqual(signed(text));
  });

  it('have keys different from those of bands', () => {
    const four = fc.integer({ min: 1, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 144, maxLength: 144 }),
        fc.array(four),
        (values, given) => {
          const landmarks = Uint32Array.from({ length: 8 }, (_, at) => given[at] ?? 0);
          const sketch = withLandmarks(values, landmarks);
          expect(sketch).toHaveLength(144 + landmarksBytes);
          expect(bandKeys(sketch, layout)).toEqual(bandKeys(values, layout));
          const keys = landmarkKeys(sketch, layout);
          expect(keys).toHaveLength(new Set(given.slice(0, 8)).size);
          expect(keys.filter((key) => bandKeys(sketch, layout).includes(key))).toEqual([]);
          expect(createLandmarkCounter(sketch)(sketch)).toBe(Math.min(8, given.length));
        },
      ),
    );
  });

  it('are equal for a recipe that distinguishes capitals', () => {
    const exact = completeRecipe({ lowerCase: false }, recipe);
    const text = 'In Kirkholm there are 4711 houses, and in Sandnes 3902 of them are of wood.';
    const other = sign({ kind: 'text', text }, exact, dictionaries).sketch!;
    expect(landmarkKeys(other, layout)).toEqual(landmarkKeys(sketchOf(text), layout));
  });
});
