import { describe, expect, it } from 'vitest';
import type { MediaType } from '../../src/extract/extract.js';
import { isLightPage } from '../../src/extract/light-page.js';

const weight = (content: Uint8Array | string, mediaType: MediaType = 'text/html') =>
  isLightPage({ content, mediaType, charset: null }) ? 'light' : 'heavy';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a light page', () => {
  it('is short text or HTML, as a string or as bytes', () => {
    const html = '<html><body><article><p>Some text.</p></article></body></html>';
    const types = ['text/plain', 'text/html', 'application/xhtml+xml'] as const;
    for (const type of types) {
      for (const content of [html, Buffer.from(html), utf16(html)]) {
        expect(weight(content, type)).toBe('light');
      }
    }
    expect(weight('')).toBe('light');
  });

  it('has few tags, in whatever encoding', () => {
    for (const encode of [(text: string) => text, Buffer.from, utf16]) {
      expect(weight(encode('<p>a, b'.repeat(64)))).toBe('light');
      expect(weight(encode('<p>a, b'.repeat(65)))).toBe('heavy');
    }
    expect(weight('<'.repeat(1000), 'text/plain')).toBe('light');
  });

  it('has few bytes', () => {
    for (const type of ['text/plain', 'text/html'] as const) {
      expect(weight('a'.repeat(16_384), type)).toBe('light');
      expect(weight('a'.repeat(16_385), type)).toBe('heavy');
      expect(weight(new Uint8Array(16_385), type)).toBe('heavy');
    }
  });

  it('has fewer tags the longer it is', () => {
    const page = (tags: number, length: number) => '<p>'.repeat(tags).padEnd(length, 'a');
    for (const [tags, length] of [
      [32, 16_384],
      [40, 13_000],
      [64, 8192],
    ] as const) {
      expect(weight(page(tags, length))).toBe('light');
      expect(weight(page(tags + 1, length))).toBe('heavy');
    }
  });

  it('is nothing that may inflate', () => {
    expect(weight(Buffer.from('%PDF-1.7'), 'application/pdf')).toBe('heavy');
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(weight(Buffer.from('PK'), docx)).toBe('heavy');
  });
});
