import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatHref, pages, parseRoute } from '../routes.js';

it('an address leads back to its route, whatever characters an id contains', () => {
  const parameters = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...pages), parameters, (page, given) => {
      expect(parseRoute(formatHref(page, given))).toEqual({ page, parameters: { ...given } });
    }),
  );
});

it('any other address is the overview', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#compare?']) {
    expect(parseRoute(hash).page).toBe(hash.startsWith('#compare') ? 'compare' : 'overview');
  }
});
