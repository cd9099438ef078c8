import { expect, it } from 'vitest';
import { type PageText, withSentTitle } from '../../src/text/page-text.js';

it('a title that a client sent is a line before all others outside the main text', () => {
  const page: PageText = { text: 'All of the text', isBlocks: true, title: 'Another title' };
  expect(withSentTitle(page, undefined)).toBe(page);
  expect(withSentTitle(page, 'On fog')).toEqual({ ...page, title: 'On fog', rest: 'On fog' });
  const withRest = withSentTitle({ ...page, rest: 'Menu\nImprint' }, 'On\nfog \u2028 and ice');
  expect(withRest.rest).toBe('On fog and ice\n\nMenu\nImprint');
});
