import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Edit,
  edits,
  editText,
  piecesMin,
  sample,
  seededRandom,
  splitPieces,
} from '../../tune/edits.js';

const english = Array.from({ length: 10 }, (_, index) => `sentence ${index} ends here. `).join('');
const chinese = '第一句话。第二句话!第三句话?第四句话。第五句话。第六句话。';
const foreign = ['from elsewhere. ', '别处来的句子。'];

function edited(text: string, edit: Edit, share: number, seed = 1): string {
  return editText(text, { edit, share, foreign }, seededRandom(seed))!;
}

describe('the pieces of a text', () => {
  it('are its sentences, which together are the text', () => {
    expect(splitPieces(english)).toHaveLength(10);
    expect(splitPieces(chinese)).toHaveLength(6);
    expect(splitPieces('a price of 3.50 in u.s.a. or so. and more')).toContain(
      'a price of 3.50 in u.s.a. ',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(splitPieces(text).join('')).toBe(text);
      }),
    );
  });

  it('never cut a number', () => {
    expect(splitPieces('It costs 48,200 euros,or so')).toEqual(['It costs 48,200 euros,', 'or so']);
  });

  it('are its clauses if there are few sentences', () => {
    expect(splitPieces('一,二,三,四,五,六。')).toHaveLength(6);
  });
});

describe('edits', () => {
  it('change the stated share of sentences', () => {
    const before = splitPieces(english);
    expect(splitPieces(edited(english, 'drop', 0.3))).toHaveLength(7);
    const replaced = splitPieces(edited(english, 'replace', 0.3));
    expect(replaced.filter((piece) => before.includes(piece))).toHaveLength(7);
    const inserted = splitPieces(edited(english, 'insert', 0.3));
    expect(inserted.filter((piece) => before.includes(piece))).toEqual(before);
    expect(inserted).toHaveLength(13);
    const swapped = splitPieces(edited(english, 'swap', 0.3));
    expect(swapped.toSorted()).toEqual(before.toSorted());
    expect(swapped).not.toEqual(before);
    for (let seed = 0; seed < 20; seed++) {
      expect(edited(english.trimEnd(), 'swap', 0.3, seed)).not.toContain('.sentence');
    }
  });

  it.each(edits)('give the same text for the same seed: %s', (edit) => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0.05, max: 1, noNaN: true }), (seed, share) => {
        expect(edited(chinese, edit, share, seed)).toBe(edited(chinese, edit, share, seed));
      }),
    );
    expect(edited(chinese, edit, 0.2)).not.toBe(chinese);
  });

  it('do not change texts with too few sentences', () => {
    const short = 'one. two. three.';
    expect(splitPieces(short).length).toBeLessThan(piecesMin);
    expect(editText(short, { edit: 'drop', share: 0.2, foreign }, seededRandom(1))).toBeNull();
  });
});

describe('a sample', () => {
  it('has as many distinct items as requested', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(60), fc.nat(), (length, count, seed) => {
        const items = Array.from({ length }, (_, index) => index);
        const taken = sample(items, count, seededRandom(seed));
        expect(new Set(taken).size).toBe(Math.min(length, count));
        for (const item of taken) expect(items).toContain(item);
      }),
    );
  });

  it('has every item about equally often', () => {
    const random = seededRandom(7);
    const counts = new Array<number>(10).fill(0);
    for (let round = 0; round < 5000; round++) {
      for (const item of sample([...counts.keys()], 3, random)) counts[item]! += 1;
    }
    for (const count of counts) expect(Math.abs(count - 1500)).toBeLessThan(150);
  });
});
