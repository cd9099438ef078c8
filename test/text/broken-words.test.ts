import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinBrokenWords } from '../../src/text/broken-words.js';

const plain = (text: string) => joinBrokenWords(text, { laidOut: false });
const laidOut = (text: string) => joinBrokenWords(text, { laidOut: true });

describe('a word hyphenated at a line end', () => {
  it.each([
    ['infor-\nmation', 'information'],
    ['ab-\nout', 'about'],
    ['Ver-  \r\n sicherungs-\r\ngesellschaft', 'Versicherungsgesellschaft'],
    ['l’archi-\ntecture\nd’un port', 'l’architecture\nd’un port'],
    ['the end of infor\u2010\nmation.\n\nNext', 'the end of information.\n\nNext'],
  ])('is joined: %j', (broken, whole) => {
    expect(plain(broken)).toBe(whole);
    expect(laidOut(broken)).toBe(whole);
  });

  it('keeps a hyphen that occurs elsewhere in the text or belongs to the word', () => {
    expect(laidOut('a low-\nlying isle, low-lying fields')).toBe(
      'a low-lying isle, low-lying fields',
    );
    expect(laidOut('a well-\nknown isle')).toBe('a well-known isle');
    expect(laidOut('a three-\nweek-old boat')).toBe('a three-week-old boat');
    expect(laidOut('state-of-\nthe art')).toBe('state-of-the art');
    expect(laidOut('deep-\nwater ports: deep is the water')).toBe(
      'deep-water ports: deep is the water',
    );
  });

  it('keeps the hyphen between two words of the text only if the first has four letters', () => {
    expect(laidOut('four-\nwheel: four wheel')).toBe('four-wheel: four wheel');
    expect(laidOut('for-\nward: for ward')).toBe('forward: for ward');
  });

  it('loses the hyphen if the text has the word without one', () => {
    expect(laidOut('day light and day-\nlight; daylight')).toBe('day light and daylight; daylight');
  });

  it.each([
    ['a part of a later word', 'Vor-\nund Nachteile, pre-\nand postwar'],
    ['a name or number', 'Baden-\nWürttemberg, COVID-\n19'],
    ['a dash', 'the boat -\nor what was left of it'],
    ['a single letter', 'x-\nray'],
    ['a rule of a table', 'name\n-----\nvalue'],
    ['the end of the text', 'infor-\n\nmation, infor-'],
    ['an item of a list', '- one\n-\n- two'],
  ])('is not %s', (_, text) => {
    expect(laidOut(text)).toBe(text);
  });

  it('would not have fitted into its line, unless all lines are laid out', () => {
    const list = 'a longer line comes before it\nbig-\nsmall';
    expect(plain(list)).toBe(list);
    expect(laidOut(list)).toBe('a longer line comes before it\nbigsmall');
    expect(plain('infor-\nmation\n\na longer line in the next paragraph')).toBe(
      'information\n\na longer line in the next paragraph',
    );
  });

  it('is compared with a typical line, because some lines overflow their column', () => {
    const column =
      'the keeper of the light wrote\ndown the speed of winds in kno-\nts, and how high\nthe tide';
    expect(plain(`${column} came`)).toContain('in knots, and');
  });
});

it('a soft hyphen before a line break always joins', () => {
  expect(plain('a long line of several words\nsel\u00ad\ndom Baden\u00ad\nWeiler')).toBe(
    'a long line of several words\nseldom BadenWeiler',
  );
  expect(plain('in\u00adside\nof')).toBe('in\u00adside\nof');
});

it('loses only hyphens, spaces and line breaks', () => {
  const piece = fc.constantFrom(
    'a',
    'be',
    'Cd',
    '-',
    '\u2010',
    '\u00ad',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '一',
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isLaidOut) => {
      const text = pieces.join('');
      const joined = joinBrokenWords(text, { laidOut: isLaidOut });
      const letters = (each: string) => each.replaceAll(/[-\u2010\u00ad\s]/g, '');
      expect(letters(joined)).toBe(letters(text));
    }),
  );
});

it('takes linear time in a hostile text', () => {
  for (const unit of [
    'ab-\n',
    'a-',
    '-\n',
    '\u00ad\n',
    'a',
    ' \n',
    '- \t',
    `${'a'.repeat(98)}!-\n`,
  ]) {
    const text = `${unit.repeat(200_000 / unit.length)}x-\ny`;
    expect(joinBrokenWords(text, { laidOut: false }).length).toBeLessThanOrEqual(text.length);
  }
});
