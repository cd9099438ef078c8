import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/extract.js';
import { contentLines } from '../../src/extract/extracted-line.js';
import type { MediaType } from '../../src/extract/media-types.js';
import { optionalPackage } from '../../src/extract/optional-package.js';
import { titleAlone } from '../../src/extract/page-facts.js';
import { docxOf, pdfOf, zipOf } from './documents.js';
import { pdfBombs } from './hostile-pdfs.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const pdf = 'application/pdf';
const limits = { textLengthMax: 100_000, inflatedBytesMax: 5_000_000 };

const read = (content: Uint8Array | string, mediaType: MediaType, own = limits) =>
  extract({ content, mediaType, charset: null }, own);

describe('a DOCX', () => {
  it('yields its paragraphs, one per line, and its title', async () => {
    expect(await read(docxOf(['One 一', 'two &amp; three']), docx)).toEqual({
      page: titleAlone('Salt & pepper'),
      text: 'One 一\ntwo & three',
      ...{ rest: '', isBlocks: true, lines: contentLines('One 一\ntwo & three') },
      charset: null,
      charsetSource: null,
      extractor: 'docx/2',
    });
  });

  it('has a space for a line break within a paragraph', async () => {
    const verse = 'Row</w:t><w:br/><w:t>against</w:t><w:br w:type="page"/><w:cr/><w:t>the tide';
    expect((await read(docxOf([verse]), docx)).text).toBe('Row against the tide');
  });

  const bomb = { name: 'word/media/zeros', data: Buffer.alloc(6_000_000) };

  it('is refused if its declared size exceeds the limit', async () => {
    await expect(read(docxOf(['x'], [bomb]), docx)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('at most 5000000 are allowed'),
    });
  });

  it('is refused if it contains more than declared', async () => {
    const data = Buffer.alloc(6_000_000, ' ');
    const lying = docxOf(['x'], [{ name: 'word/styles.xml', data, declaredBytes: 10 }]);
    await expect(read(lying, docx)).rejects.toMatchObject({ code: 'extraction_failed' });
  });

  it('is read without inflating unrelated files', async () => {
    const lying = docxOf(['x'], [{ ...bomb, declaredBytes: 10 }]);
    expect((await read(lying, docx)).text).toBe('x');
  });

  it('is refused if it is not a DOCX', async () => {
    const broken = docxOf(['x']);
    broken.writeUInt32LE(0xffffff, broken.length - 6);
    const empty = zipOf([{ name: 'a', data: Buffer.from('b') }]);
    for (const content of [Buffer.from('no archive'), Buffer.alloc(0), broken, empty]) {
      await expect(read(content, docx)).rejects.toMatchObject({ code: 'extraction_failed' });
    }
    await expect(read('a string', docx)).rejects.toMatchObject({ code: 'extraction_failed' });
  });
});

describe('a PDF', () => {
  it('yields its pages and title', async () => {
    expect(await read(pdfOf(['First page', 'Second page'], 'Two pages'), pdf)).toEqual({
      page: titleAlone('Two pages'),
      text: 'First page\nSecond page',
      ...{ rest: '', isBlocks: false, lines: contentLines('First page\nSecond page') },
      charset: null,
      charsetSource: null,
      extractor: 'pdf/2',
    });
  });

  it('is refused if it inflates beyond the limit', async () => {
    const bomb = pdfOf(['x'], 'Bomb', 6_000_000);
    expect(bomb.length).toBeLessThan(20_000);
    await expect(read(bomb, pdf)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it.each(pdfBombs(12_000_000))(
    'is refused, or yields no text, if it hides its size by $name',
    async ({ pdf: bomb }) => {
      expect(bomb.length).toBeLessThan(1_000_000);
      const answer = await read(bomb, pdf).then(
        ({ text }) => text,
        ({ code }) => code,
      );
      expect(['payload_too_large', '']).toContain(answer);
    },
  );

  it('is refused if the total inflated size exceeds the limit', async () => {
    const bomb = pdfOf(['x', 'y', 'z'], 'Bomb', 2_000_000);
    await expect(read(bomb, pdf)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is refused if its text exceeds the limit', async () => {
    const long = pdfOf(
      Array.from({ length: 30 }, () => 'words '.repeat(10)),
      'Long',
    );
    await expect(read(long, pdf, { ...limits, textLengthMax: 100 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });

  it('is refused if it is not a PDF', async () => {
    for (const content of [Buffer.from('no PDF'), Buffer.alloc(0)]) {
      await expect(read(content, pdf)).rejects.toMatchObject({ code: 'extraction_failed' });
    }
  });
});

describe('a format with a missing package', () => {
  it('is refused, naming the package', async () => {
    const load = () => import('no-such-package' as string);
    await expect(optionalPackage('no-such-package', load)).rejects.toMatchObject({
      code: 'extraction_failed',
      message: expect.stringContaining('"no-such-package" is not installed'),
    });
    const broken = () => Promise.reject(new TypeError('broken'));
    await expect(optionalPackage('x', broken)).rejects.toThrow(TypeError);
  });
});
