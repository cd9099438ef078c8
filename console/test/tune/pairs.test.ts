import { describe, expect, it } from 'vitest';
import { edits, seededRandom } from '../../tune/edits.js';
import { parsePairs, perturbedPairs, UnreadablePairs } from '../../tune/pairs.js';

const sides = (input: string) => parsePairs(input).map(({ a, b, duplicate }) => [a, b, duplicate]);

describe('labelled pairs', () => {
  it('can be NDJSON, where each side is a text or a content', () => {
    const lines = [
      { a: 'one', b: 'two', duplicate: true },
      { a: { id: 'x' }, b: { html: '<p>y' }, duplicate: false },
    ].map((line) => JSON.stringify(line));
    expect(sides(`\n${lines.join('\r\n\n')}\n`)).toEqual([
      [{ text: 'one' }, { text: 'two' }, true],
      [{ id: 'x' }, { html: '<p>y' }, false],
    ]);
  });

  it('can be CSV, quoted or not, with columns in any order', () => {
    const csv = 'Duplicate,b,note,a\r\n1,"two, ""quoted""\nand on",x,one\r\nno,b,,甲\r\n';
    expect(sides(csv)).toEqual([
      [{ text: 'one' }, { text: 'two, "quoted"\nand on' }, true],
      [{ text: '甲' }, { text: 'b' }, false],
    ]);
    expect(sides('a;b;duplicate\nx;y;是')).toEqual([[{ text: 'x' }, { text: 'y' }, true]]);
  });

  it.each([
    ['{"a": "x", "b": "y", "duplicate": true}\n{"a": ', 2, 'notJson'],
    ['{"a": "x", "b": "", "duplicate": true}', 1, 'noSide'],
    ['{"a": "x", "b": {"id": "y", "text": "z"}, "duplicate": true}', 1, 'noSide'],
    ['{"a": "x", "b": "y", "duplicate": "maybe"}', 1, 'noLabel'],
    ['{"a": "x", "b": "y"}', 1, 'noLabel'],
    ['x,y,true', 1, 'noHeader'],
    ['a,b,duplicate\nx,y,1\nx,,0', 3, 'noSide'],
    ['', 1, 'noHeader'],
  ])('say where they cannot be read: %j', (input, line, reason) => {
    const read = () => parsePairs(input);
    expect(read).toThrow(UnreadablePairs);
    expect(read).toThrow(expect.objectContaining({ line, reason }));
  });
});

describe('pairs made of texts', () => {
  const texts = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    text: Array.from({ length: 8 }, (_, index) => `${id} says ${index}. `).join(''),
  }));
  const options = { edits, duplicateShare: 0.25, otherShare: 0.75, neighbours: new Map() };

  it('are, for each text, a lightly edited copy, a heavily edited one and another text', () => {
    const pairs = perturbedPairs(texts, options, seededRandom(3));
    expect(pairs).toHaveLength(12);
    const light = pairs.filter(({ duplicate }) => duplicate);
    expect(light.map(({ documents, edit }) => `${documents} ${edit}`)).toEqual([
      'a drop',
      'b swap',
      'c replace',
      'd insert',
    ]);
    for (const { a, b } of pairs) expect(a).not.toEqual(b);
    // A copy arrives later than its original.
    const copies = pairs.filter(({ edit }) => edit !== undefined);
    expect(copies).toHaveLength(8);
    for (const { b, documents } of copies) {
      expect(b).toEqual({ text: texts.find(({ id }) => id === documents[0])?.text });
    }
    expect(perturbedPairs(texts, options, seededRandom(3))).toEqual(pairs);
  });

  it('are with the nearest stored document instead of any, where one is known', () => {
    const neighbours = new Map([['b', 'near b']]);
    const pairs = perturbedPairs(texts, { ...options, neighbours }, seededRandom(3));
    const others = pairs.filter(({ documents: [id, other] }) => id === 'b' && other !== undefined);
    expect(others).toEqual([
      {
        a: { text: texts[1]!.text },
        b: { id: 'near b' },
        duplicate: false,
        documents: ['b', 'near b'],
      },
    ]);
  });

  it('do not exist for a single text that cannot be edited', () => {
    expect(perturbedPairs([{ id: 'a', text: 'short' }], options, seededRandom(1))).toEqual([]);
  });
});
