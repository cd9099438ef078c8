import { describe, expect, it } from 'vitest';
import { parseContentType, toPageIfReadable } from '../../src/api/page-media-types.js';

describe('a Content-Type', () => {
  it.each([
    ['text/html', 'text/html', null],
    ['TEXT/HTML; Charset=GBK', 'text/html', 'GBK'],
    ['text/html;charset="utf-8"', 'text/html', 'utf-8'],
    ['text/html; charset=gbk; charset=utf-8', 'text/html', 'gbk'],
    ['text/html, text/html', 'text/html', null],
    ['text/html, text/html; charset=utf-8', 'text/html', 'utf-8'],
    ['text/html; charset=gbk, text/html', 'text/html', 'gbk'],
    ['text/plain; charset=gbk, text/html', 'text/html', null],
    ['text/html; a="b, c/d"; charset=gbk', 'text/html', 'gbk'],
    ['text/html, ', 'text/html', null],
    ['text/html, */*', 'text/html', null],
  ])('%s is %s in %s', (header, essence, charset) => {
    expect(parseContentType(header)).toEqual({ essence, charset });
  });

  it.each([undefined, '', ';', 'html', '*/*', ', ', 'text/ html'])('%j is none', (header) => {
    expect(parseContentType(header)).toBeNull();
  });

  it.each([
    ['text/x-markdown', 'text/markdown'],
    ['application/rss+xml', 'application/xml'],
    ['application/atom+xml; type=feed', 'application/xml'],
    ['text/xml', 'application/xml'],
    ['binary/octet-stream', 'text/plain'],
    ['unknown/unknown', 'text/plain'],
    ['image/svg+xml', undefined],
    ['image/png', undefined],
    ['application/json', undefined],
    ['application/zip', undefined],
  ])('%s is read as %s', (header, mediaType) => {
    expect(toPageIfReadable(header, Buffer.from('words'))?.mediaType).toBe(mediaType);
  });
});
