import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginning, htmlText, inOneLine } from '../../../src/batch/dedup/html-text.js';
import { sourceFromId } from '../../../src/batch/dedup/report-examples.js';
import { textDifference } from '../../../src/batch/dedup/text-difference.js';

it('a difference contains both texts verbatim', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('Tea', 'tea', ' ', '\n\n', '绿', 'お', ', '), fc.string()))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const pieces = textDifference(a, b)!;
      const of = (side: 'a' | 'b') =>
        pieces.filter((piece) => piece.in === 'both' || piece.in === side).map(({ text }) => text);
      expect([of('a').join(''), of('b').join('')]).toEqual([a, b]);
    }),
  );
  expect(textDifference('Green tea.\n\nお茶と緑茶', 'green tea.\n\nお茶は緑茶')).toEqual([
    { in: 'a', text: 'Green' },
    { in: 'b', text: 'green' },
    { in: 'both', text: ' tea.\n\nお茶' },
    { in: 'a', text: 'と' },
    { in: 'b', text: 'は' },
    { in: 'both', text: '緑茶' },
  ]);
});

it('HTML text has no markup, controls or halves of characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const html = htmlText(`${text}<b title="'">&`);
      expect(html).toMatch(/&lt;b title=&quot;&#39;&quot;&gt;&amp;$/);
      expect(html).not.toMatch(/[<>"'\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
      expect(html.isWellFormed()).toBe(true);
    }),
  );
  expect(htmlText('a\0\ud800')).toBe('a\ufffd\ufffd');
});

it('long texts and ids are cut between characters', () => {
  expect(beginning('🍵🍵🍵', 2)).toBe('🍵🍵 …');
  expect(beginning('🍵🍵', 2)).toBe('🍵🍵');
  expect(inOneLine('a\n b', 9)).toBe('a b');
  expect(inOneLine('🍵12345678', 6)).toBe('🍵123 … 78');
});

it.each([
  ['https://user@News.Example:8080/a?b', 'news.example:8080'],
  ['crawl/2024/1.html', 'crawl/2024'],
  ['/tmp/pages.ndjson:7', '/tmp'],
  ['doc-1', ''],
])('the source of %s is %s', (id, source) => {
  expect(sourceFromId(id)).toBe(source);
});
