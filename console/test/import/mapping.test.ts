import { expect, it } from 'vitest';
import { hasContent, likelyMapping } from '../../import/mapping.js';

it.each([
  [{ url: 'a', body: 'text' }, true],
  [{ url: 'a', html: '<p>' }, true],
  [{ id: 'a', fingerprint: '0123456789abcdef' }, true],
  [{ id: 'a', title: 'only a title', request: {} }, false],
])('an import of lines such as %j has content: %s', (row, expected) => {
  expect(hasContent(likelyMapping([row]))).toBe(expected);
});

it('has no content once the only text is left out', () => {
  expect(hasContent({ id: 'id', text: 'leaveOut' })).toBe(false);
});
