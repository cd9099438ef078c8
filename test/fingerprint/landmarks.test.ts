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
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { PageText } from '../../src/text/page-text.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const layout = recipe.bands!;

const sketchOf = (text: string, others: Partial<PageText> = {}) =>
  sign({ kind: 'text', text, ...others }, recipe, dictionaries).sketch!;
const shared = (a: string, b: string) => createLandmarkCounter(sketchOf(a))(sketchOf(b));

const lot = (number: string, place: string) =>
  `The lot ${number} lies in the parish of ${place}, and is entered in the register of the district. ` +
  'The owner pays the dues in spring. Whoever wants to build there asks the office first.';

describe('landmarks', () => {
  it('are shared by a page and a truncated copy more than by other pages of the template', () => {
    const page = lot('4711/08', 'Kirkholm');
    const [copy, other, sameNumber] = [
      page.slice(0, 120),
      ...[lot('3902/16', 'Sandnes'), lot('4711/08', 'Sandnes')],
    ].map((each) => shared(page, each!));
    expect(copy).toBeGreaterThan(other!);
    expect(sameNumber).toBeGreaterThan(other!);
  });

  it('include Chinese numbers and sentences', () => {
    const page = (who: string, number: string) =>
      `${who}在第${number}号案件中担任主审法官，法院于当日作出判决，当事人可以上诉。`;
    expect(shared(page('王建国', '二〇二三'), page('王建国', '二〇二三'))).toBeGreaterThan(1);
    expect(shared(page('王建国', '二〇二三'), page('李小红', '一九八七'))).toBe(0);
  });

  it('are at most eight: title, numbers together, lines with numbers, and the longest runs', () => {
    const many = Array.from(
      { length: 50 },
      (_, at) => `of ${10 ** (at % 9)} in Ort${at} there`,
    ).join(' ');
    const all = { title: 'A list', rest: 'At 18:00' };
    const count = (text: string, others: Partial<PageText> = {}) =>
      landmarkKeys(sketchOf(text, others), layout).length;
    expect(count(many, all)).toBe(8);
    expect(count(many)).toBe(6);
    expect(count(many, { title: 'A list' })).toBe(7);
    expect(count(many, { rest: 'Home\nContact' })).toBe(6);
    expect(count('one two')).toBe(0);
    expect(count('one thousand and several libraries')).toBe(2);
  });

  it('are the same longest words in any order', () => {
    const words = Array.from({ length: 20 }, (_, at) => `village${String.fromCharCode(97 + at)}`);
    const keys = (some: readonly string[]) => landmarkKeys(sketchOf(some.join(' ')), layout).sort();
    expect(keys(words)).toHaveLength(5);
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
        expect(keys(shuffled)).toEqual(keys(words));
      }),
    );
  });

  it('identify a title by its words', () => {
    const [text, other] = ['one text of some words', 'and another book of pages'];
    const title = (of: string, title: string) => {
      const plain = landmarkKeys(sketchOf(of), layout);
      return landmarkKeys(sketchOf(of, { title }), layout).filter((key) => !plain.includes(key));
    };
    expect(title(text, 'Roll back, prepared')).toHaveLength(1);
    expect(title(text, 'Roll back, prepared')).toEqual(title(other, 'prepared roll back'));
    expect(title(text, 'Roll back')).not.toEqual(title(text, 'Commit'));
    expect(title(text, '…')).toEqual([]);
    expect(title(text, '備份軟體的說明')).toEqual(title(text, '备份软件的说明'));
    expect(title(text, 'نقشه‌های نرم‌افزار')).toEqual(title(text, 'نقشههای نرمافزار'));
  });

  it('identify the lines with a number outside the main text, together', () => {
    const text = 'A concert of the choir in the church by the sea, with songs of the coast.';
    const shared = (one: string, other: string) =>
      createLandmarkCounter(sketchOf(text, { rest: one }))(sketchOf(text, { rest: other }));
    const own = createLandmarkCounter(sketchOf(text))(sketchOf(text));
    expect(shared('Menu\n4 May at 18:00', '4 May at 18:00\nImprint')).toBe(own + 1);
    expect(shared('4 May at 18:00', '5 May at 18:00')).toBe(own);
    expect(shared('4 May at 18:00\n8 May', '4 May at 18:00')).toBe(own);
    expect(shared('Menu', 'Menu')).toBe(own);
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
