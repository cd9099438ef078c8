import { describe, expect, it } from 'vitest';
import { readTitle, unpackEvidence } from '../../src/fingerprint/evidence.js';
import { storedEvidence, unpackReading } from '../../src/fingerprint/packed-reading.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign, withTitle } from '../../src/fingerprint/sign.js';
import { computeDifference, differenceOfEqual } from '../../src/matching/additions.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const text =
  'The order is written to the disk before the reply is sent, and is found again after a crash.';
const titled = (title: string | null, of = text) =>
  withTitle(sign({ kind: 'text', text: of }, recipe, dictionaries), title).evidence!;
const wordsOf = (title: string) => readTitle(storedEvidence(titled(title))).length;

describe('the title of a page', () => {
  it('is stored as distinct words, or single characters of scripts without spaces', () => {
    expect(wordsOf('COMMIT PREPARED – commit!')).toBe(2);
    expect(wordsOf('预定提交')).toBe(4);
    expect(wordsOf('…')).toBe(0);
    expect(wordsOf('a b c d e f g '.repeat(9) + [...Array(99).keys()].join(' '))).toBe(64);
  });

  it.each([
    ['備份軟體的說明', '备份软件的说明'],
    ['نقشه‌های نرم‌افزار', 'نقشههای نرمافزار'],
  ])('is the same in another spelling: %s', (one, other) => {
    expect(titled(one)).toEqual(titled(other));
  });

  it('replaces another title without other changes', () => {
    const plain = titled(null);
    const one = withTitle({ evidence: plain, sketch: null }, 'Commit prepared').evidence!;
    const other = withTitle({ evidence: one, sketch: null }, 'Roll back').evidence!;
    expect(withTitle({ evidence: other, sketch: null }, null).evidence).toEqual(plain);
    expect(titled('Roll back')).toEqual(other);
    expect(storedEvidence(other)).toEqual(
      withTitle({ evidence: storedEvidence(plain), sketch: null }, 'Roll back').evidence,
    );
    expect(unpackReading(other)).toEqual(unpackReading(plain));
    const { title, ...rest } = unpackEvidence(storedEvidence(other))!;
    expect(title).toHaveLength(2);
    expect({ ...rest, title: new Uint16Array() }).toEqual(unpackEvidence(storedEvidence(plain)));
  });

  it.each([
    ['Commit prepared', 'Roll back prepared', true],
    ['Commit prepared', 'Prepared: COMMIT', false],
    ['Commit', 'Commit prepared', false],
    ['提交', '回滚', true],
    ['Commit', null, null],
    [null, null, null],
  ])('%j and %j differ: %j', (page, stored, differs) => {
    const other = storedEvidence(titled(stored, text.replace('written', 'saved')));
    const { adds } = computeDifference(titled(page), other, {});
    expect(adds).toMatchObject({ title: differs, nothing: differs !== true });
    const lax = { compareTitles: false };
    expect(computeDifference(titled(page), other, lax).adds!.nothing).toBe(true);
    const equal = storedEvidence(titled(stored));
    expect(differenceOfEqual(titled(page), equal, {}).adds!.nothing).toBe(differs !== true);
    expect(differenceOfEqual(titled(page), equal, lax).adds!.nothing).toBe(true);
  });
});
