import { describe, expect, it } from 'vitest';
import type { NeardupError } from '../../src/errors.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { documentLines, type LineOptions, parseFields } from '../../src/input/document-lines.js';

const recipe = defaultRecipe({} as never);
const asTheyAre: LineOptions = {
  fields: null,
  metadata: [],
  collection: undefined,
  whole: false,
  defaultRecipe: () => recipe,
};

function read(text: string | Uint8Array, options: Partial<LineOptions> = {}) {
  return documentLines({ ...asTheyAre, ...options })({ number: 1, bytes: Buffer.from(text) });
}

describe('a line of a document', () => {
  it('yields the document unchanged', () => {
    expect(read('{"id":"a","text":"some words"}\r')).toEqual({
      document: { id: 'a', text: 'some words', collection: 'default' },
    });
  });

  it('may begin with a byte order mark, and may be blank', () => {
    expect(read('\ufeff{"text":"a"}')).toEqual({ document: { text: 'a', collection: 'default' } });
    expect(read(' \r')).toBeNull();
  });

  it("may contain Python's invalid JSON numbers", () => {
    const text = '{"id":"a","text":"NaN \\"Infinity\\" NaN","metadata":{"a":NaN,"b":[-Infinity]}}';
    expect(read(text)).toEqual({
      document: {
        ...{ id: 'a', text: 'NaN "Infinity" NaN', collection: 'default' },
        metadata: { a: null, b: [null] },
      },
    });
    expect(() => read('{"text":"NaN",NaN}')).toThrow(/JSON/);
  });

  it('is refused in linear time if it ends within a string', () => {
    expect(() => read(`{"text":"${'\\"'.repeat(7_000_000)}`)).toThrow(/JSON/);
    expect(() => read(`{"text":"${'x'.repeat(15_000_000)}`)).toThrow(/JSON/);
  });

  it('may have a numeric id', () => {
    expect(read('{"id":1.5,"text":"a"}')).toMatchObject({ document: { id: '1.5' } });
  });

  it('names its collection unless the command overrides it', () => {
    const line = '{"text":"a","collection":"news"}';
    expect(read(line)).toMatchObject({ document: { collection: 'news' } });
    expect(read(line, { collection: 'old' })).toMatchObject({ document: { collection: 'old' } });
  });

  it.each([
    ['{"id":', /JSON/],
    ['[1]', /not a JSON object/],
    ['null', /not a JSON object/],
    ['{"text":"a","source":"b"}', /unknown field "source": .*--fields id,text.*--metadata source/],
    ['{"text":"a","__proto__":{}}', /forbidden/],
    [new Uint8Array([0x7b, 0xff, 0x7d]), /not UTF-8: convert the file/],
    [`{"text":"a","metadata":${'['.repeat(9000)}${']'.repeat(9000)}}`, /nests deeper/],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  it('is refused if it is too long', () => {
    expect(() => documentLines(asTheyAre)({ number: 7, bytes: null })).toThrow(
      'longer than 16 MiB',
    );
  });
});

describe('a line in another format', () => {
  const line = '{"url":"a","body":"some words","lang":"en","seq":0,"metadata":{"kept":true}}';

  it('yields the chosen fields', () => {
    const fields = parseFields('id=url,text=body');
    expect(read(line, { fields })).toEqual({
      document: { id: 'a', text: 'some words', collection: 'default' },
    });
  });

  it('has a separate fault for null content, as in rows of a table', () => {
    const fields = parseFields('id=url,text=of.body,html');
    const faultOf = (text: string) => {
      try {
        return read(text, { fields });
      } catch (error) {
        const { code, message } = error as NeardupError;
        return `${code}: ${message}`;
      }
    };
    expect(faultOf('{"url":"a","of":{"body":null}}')).toBe('text_empty: "of.body" is null');
    expect(faultOf('{"url":"a","of":null}')).toMatch(/^validation_failed: there is no "of.body"/);
    expect(faultOf('{"url":null,"html":"a"}')).toMatch(/^validation_failed: there is no "url"/);
  });

  it('yields the chosen metadata', () => {
    const fields = parseFields('id=url,text=body,metadata');
    expect(read(line, { fields, metadata: ['lang', 'seq', 'absent'] })).toMatchObject({
      document: { metadata: { kept: true, lang: 'en', seq: 0 } },
    });
    expect(read('{"text":"a","lang":"en"}', { metadata: ['lang'] })).toEqual({
      document: { text: 'a', metadata: { lang: 'en' }, collection: 'default' },
    });
  });
});

describe('a line of an export', () => {
  const header = {
    neardup: 'export',
    version: 1,
    collection: 'news',
    recipeId: 'abc',
    recipe: { version: 3 },
  };

  it('yields a document with a fingerprint', () => {
    const lines = documentLines(asTheyAre);
    const line = (value: object, number: number) =>
      lines({ number, bytes: Buffer.from(JSON.stringify(value)) });
    expect(line(header, 1)).toEqual({ header: { ...header, isEarlier: false } });
    const fingerprint = '0123456789abcdef';
    const page = { title: 'A', language: 'en' };
    expect(line({ id: 'a', fingerprint, revision: 3, metadata: { b: 1 }, page }, 2)).toEqual({
      document: {
        ...{ id: 'a', fingerprint, recipe: 'abc', metadata: { b: 1 }, title: 'A' },
        collection: 'news',
      },
    });
  });

  it('is a header only if it is the first line', () => {
    const lines = documentLines(asTheyAre);
    const line = (value: object, number: number) =>
      lines({ number, bytes: Buffer.from(JSON.stringify(value)) });
    expect(line(header, 1)).toEqual({ header: { ...header, isEarlier: false } });
    const other = { ...header, collection: 'other', recipeId: 'def' };
    expect(() => line(other, 2)).toThrow(/header of an export counts in the first line/);
    expect(line(header, 2), 'the same again, as parts of an export have it').toBeNull();
    const fingerprint = '0123456789abcdef';
    expect(line({ id: 'a', fingerprint }, 3)).toMatchObject({
      document: { collection: 'news', recipe: 'abc' },
    });
    const others = documentLines({ ...asTheyAre, fields: parseFields('id,text') });
    const document = { bytes: Buffer.from('{"id":"a","text":"some words"}'), number: 1 };
    expect(others(document)).toMatchObject({ document: { collection: 'default' } });
    const later = { bytes: Buffer.from(JSON.stringify({ ...other, text: 'a' })), number: 2 };
    expect(() => others(later)).toThrow(/header of an export/);
    expect(others({ ...document, number: 3 })).toMatchObject({
      document: { collection: 'default' },
    });
  });

  it('is refused if its version is unknown', () => {
    expect(() => read(JSON.stringify({ ...header, version: 4 }))).toThrow(/version 4/);
  });
});
