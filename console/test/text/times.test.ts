import { expect, it } from 'vitest';
import { timeFormatter } from '../../text/times.js';

const evening = new Date(2026, 11, 1, 20, 5, 9).getTime();
const midnight = new Date(2026, 11, 1).getTime();

it.each([
  ['en', ['en-GB'], '1 Dec 2026, 20:05:09'],
  ['en', ['de-DE', 'en-US'], 'Dec 1, 2026, 20:05:09'],
  ['en', ['zh-CN'], 'Dec 1, 2026, 20:05:09'],
  ['zh', ['en-US', 'zh-CN'], '2026年12月1日 20:05:09'],
] as const)('formats a time in %s for a browser of %s', (language, wanted, text) => {
  expect(timeFormatter(language, wanted)(evening)).toBe(text);
});

it('counts 24 hours from 00 in every style', () => {
  const format = timeFormatter('en', ['en-US']);
  expect(format(midnight, 'day')).toBe('Dec 1, 2026');
  expect(format(midnight, 'clock')).toBe('00:00:00');
  expect(format(midnight, 'minute')).toBe('00:00');
  expect(format(midnight, 'date')).toBe('Dec 1');
  expect(format(midnight, 'hour')).toBe('Dec 1, 00:00');
});
