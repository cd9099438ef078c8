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

it('an empty address is the overview, and a path that names no page is reported', () => {
  const overview = { page: 'overview', parameters: {} };
  for (const hash of ['', '#', '#/']) expect(parseRoute(hash)).toEqual(overview);
  expect(parseRoute('#compare?')).toEqual({ page: 'compare', parameters: {} });
  expect(parseRoute('#/nowhere')).toEqual({ ...overview, unknown: 'nowhere' });
});
