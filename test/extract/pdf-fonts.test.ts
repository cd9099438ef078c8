import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { getResolvedPDFJS } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/extract.js';
import { builtFile } from '../build/built-file.js';
import { type NamedFont, pdfOf, pdfOfNamedFont } from './documents.js';

const limits = { textLengthMax: 100_000, inflatedBytesMax: 5_000_000 };
builtFile('data/cmaps/'); // read by the service; refuses a stale build

const read = async (content: Buffer) =>
  (await extract({ content, mediaType: 'application/pdf', charset: null }, limits)).text;

describe('a font that is not embedded', () => {
  const written: readonly (NamedFont & { readonly charset: string; readonly texts: string[] })[] = [
    {
      encoding: 'UniGB-UCS2',
      ordering: 'GB1',
      charset: 'utf-16be',
      texts: ['渔船清晨离开港口', '海鸥跟着它们飞'],
    },
    {
      encoding: 'GBK-EUC',
      ordering: 'GB1',
      charset: 'gbk',
      texts: ['雾散以后', '灯塔熄灭了'],
    },
    {
      encoding: 'ETen-B5',
      ordering: 'CNS1',
      charset: 'big5',
      texts: ['漁船清晨離開港口', '海鷗跟著它們飛'],
    },
    {
      encoding: 'UniCNS-UTF16',
      ordering: 'CNS1',
      charset: 'utf-16be',
      texts: ['霧散以後', '燈塔熄滅了'],
    },
    {
      encoding: '90ms-RKSJ',
      ordering: 'Japan1',
      charset: 'shift_jis',
      texts: ['漁船は朝早く港を出る', 'カモメがついて行く'],
    },
    {
      encoding: 'UniJIS-UTF16',
      ordering: 'Japan1',
      charset: 'utf-16be',
      texts: ['霧が晴れると', '灯台の明かりが消えた'],
    },
    {
      encoding: 'KSCms-UHC',
      ordering: 'Korea1',
      charset: 'cp949',
      texts: ['고깃배는 새벽에 항구를 떠난다', '갈매기가 따라간다'],
    },
    {
      encoding: 'UniKS-UCS2',
      ordering: 'Korea1',
      charset: 'utf-16be',
      texts: ['안개가 걷힌 뒤', '등대가 꺼졌다'],
    },
  ];
  const inDirection = (fonts: typeof written, direction: 'H' | 'V') =>
    fonts.map((font) => ({ ...font, encoding: `${font.encoding}-${direction}` }));
  const directions = [
    ...inDirection(written, 'H'),
    ...inDirection(
      written.filter(({ encoding }) => encoding.startsWith('Uni')),
      'V',
    ),
  ];

  it.each(directions)('yields the text of $encoding', async ({ charset, texts, ...font }) => {
    const strings = texts.map((text) => iconv.encode(text, charset));
    expect(await read(pdfOfNamedFont(['Harbour news'], strings, font))).toBe(
      ['Harbour news', ...texts].join('\n'),
    );
  });

  it('has CMaps that match the pdf.js version', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../node_modules/pdfjs-dist/package.json', import.meta.url), 'utf8'),
    );
    expect((await getResolvedPDFJS()).version).toBe(version);
  });
});

describe('a font whose glyphs have no known characters', () => {
  const unknown = { encoding: 'Identity-H', ordering: 'Identity' };
  const header = 'Bulletin of the harbour office';

  it('is refused if it is used for much of the text, because the rest may be boilerplate', async () => {
    const glyphs = Buffer.from([...header].flatMap((_, index) => [0, 1 + (index % 8)]));
    const own = Buffer.from([...header].flatMap((_, index) => [0xe0, index]));
    for (const string of [glyphs, own]) {
      await expect(read(pdfOfNamedFont([header], [string], unknown))).rejects.toMatchObject({
        code: 'extraction_failed',
        message: expect.stringContaining('characters have no meaning outside its fonts'),
      });
    }
  });

  it('may be used for a few characters', async () => {
    const text = await read(pdfOfNamedFont([header], [Buffer.from([0xe0, 1])], unknown));
    expect(text).toBe(`${header}\n\ue001`);
  });
});

describe('the lines of a PDF', () => {
  it('are joined at a broken word', async () => {
    const font = { encoding: 'UniGB-UCS2-H', ordering: 'GB1' };
    const lines = ['The harbour office gives infor-', 'mation on the well-', 'known lights.'];
    expect(await read(pdfOfNamedFont(lines, [], font))).toBe(
      'The harbour office gives information on the well-known lights.',
    );
    expect(await read(pdfOf(['Pages end in hy-', 'phens'], 'Two'))).toBe('Pages end in hyphens');
  });
});
