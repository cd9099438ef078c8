import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choiceParameters, choiceQuery, kinds, readChoice, spans } from '../decision-choice.js';
import { formatHref, parseRoute } from '../routes.js';

it('an address contains the whole choice of decisions', () => {
  const choices = fc.record({
    decision: fc.constantFrom(...kinds),
    span: fc.constantFrom(...spans),
    search: fc.string({ unit: 'grapheme' }),
    host: fc.string(),
    match: fc.string(),
  });
  fc.assert(
    fc.property(choices, (choice) => {
      const hash = formatHref('decisions', choiceParameters(choice));
      expect(readChoice(parseRoute(hash).parameters)).toEqual(choice);
    }),
  );
});

it('shows the refusals of today, and of a searched address all decisions of all time', () => {
  expect(readChoice({ in: 'crawl', decision: 'nonsense' })).toMatchObject({
    ...{ decision: 'refused', span: 'today' },
  });
  const searched = readChoice({ search: 'news.example' });
  expect(searched).toMatchObject({ decision: 'any', span: 'all' });
  expect(choiceQuery(searched)).toEqual({ search: 'news.example' });
  const ofHost = readChoice({ host: 'news.example' });
  expect(choiceQuery(ofHost)).toEqual({
    ...{ order: 'certainty', verdict: 'none', host: 'news.example' },
  });
  expect(choiceQuery(readChoice({})).since).toMatch(/^\d{4}-\d\d-\d\dT/);
});
