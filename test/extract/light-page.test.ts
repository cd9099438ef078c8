import { expect, it } from 'vitest';
import { isLightPage } from '../../src/extract/light-page.js';
import type { MediaType } from '../../src/extract/media-types.js';

const isLight = (content: Uint8Array | string, mediaType: MediaType = 'text/html') =>
  isLightPage({ content, mediaType, charset: null });

it('a light page is short text or HTML, as a string or as bytes', () => {
  for (const type of [
    'text/plain',
    'text/html',
    'application/xhtml+xml',
    'application/xml',
  ] as const) {
    expect(isLight('', type)).toBe(true);
    expect(isLight('a'.repeat(16_384), type)).toBe(true);
    expect(isLight(new Uint8Array(16_384), type)).toBe(true);
    expect(isLight('a'.repeat(16_385), type)).toBe(false);
    expect(isLight(new Uint8Array(16_385), type)).toBe(false);
  }
});

it('a light page has a format that does not inflate', () => {
  expect(isLight(Buffer.from('%PDF-1.7'), 'application/pdf')).toBe(false);
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(isLight(Buffer.from('PK'), docx)).toBe(false);
});

it('a light page is not Markdown', () => {
  expect(isLight('a', 'text/markdown')).toBe(false);
});
