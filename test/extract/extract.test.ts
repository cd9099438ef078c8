import { describe, expect, it } from 'vitest';
import { extract } from '../../src/extract/extract.js';
import { titleAlone } from '../../src/extract/page-facts.js';

const limits = { textLengthMax: 1_000_000, inflatedBytesMax: 10_000_000 };

describe('extract', () => {
  it('returns plain text unchanged', async () => {
    const page = { content: 'one two\nthree', mediaType: 'text/plain', charset: null } as const;
    expect(await extract(page, limits)).toEqual({
      page: titleAlone(null),
      text: 'one two\nthree',
      ...{ rest: '', isBlocks: false },
      lines: [
        { in: 'main', reason: 'content', text: 'one two' },
        { in: 'main', reason: 'content', text: 'three' },
      ],
      charset: null,
      charsetSource: null,
      extractor: 'plain/1',
    });
  });

  it('decodes bytes by the charset of the header', async () => {
    const content = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7);
    const page = { content, mediaType: 'text/plain', charset: 'GB2312' } as const;
    expect(await extract(page, limits)).toMatchObject({
      text: '你好世界',
      charset: 'gbk',
      charsetSource: 'header',
    });
  });

  it('refuses a text beyond the limit', async () => {
    const page = { content: 'x'.repeat(11), mediaType: 'text/plain', charset: null } as const;
    await expect(extract(page, { ...limits, textLengthMax: 10 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });

  it('refuses a document with the wrong media type', async () => {
    const content = Buffer.from('no PDF');
    const page = { content, mediaType: 'application/pdf', charset: null } as const;
    await expect(extract(page, limits)).rejects.toMatchObject({ code: 'extraction_failed' });
  });
});
