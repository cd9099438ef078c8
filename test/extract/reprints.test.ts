import { describe, expect, it } from 'vitest';
import { htmlText } from '../../src/extract/html.js';
import { reprints } from './reprints.js';

describe('an article in the boilerplate of a portal', () => {
  it.each(reprints)('is its heading and its paragraphs ($name)', ({ html, text }) => {
    expect(htmlText(html).text).toBe(text);
  });
});

describe('a line inside an article that begins like one about the article', () => {
  const paragraphs = Array.from(
    { length: 8 },
    (_, i) =>
      `Paragraph ${i} of a long article has enough letters to be prose, and ends in a point.`,
  );

  it.each([
    'By then it was too late.',
    'BY THE SEA: Why did you come?',
    'Source: a letter of 1912',
    'Published in 1912, it was forgotten.',
    'Share what you have.',
    'Advertisement for a lost boat: it hung in the office.',
    '来源：一封一九一二年的信',
    '作者在书中这样写道：',
    '编辑：您为什么来到这里？',
    '阅读 3',
    '2024年5月1日',
  ])('is kept: %s', (line) => {
    const lines = [...paragraphs.slice(0, 4), line, ...paragraphs.slice(4)];
    const body = lines.map((each) => `<p>${each}</p>`).join('');
    const head = '<meta property="og:type" content="article">';
    const html = `<html><head>${head}</head><body><article><h1>On tides</h1>${body}</article></body></html>`;
    expect(htmlText(html).text.split('\n')).toEqual(['On tides', ...lines]);
  });
});
