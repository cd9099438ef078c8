import { expect, it } from 'vitest';
import { settingsInChinese } from '../../console/text/settings-chinese.js';
import { settings } from '../../src/config.js';

const marked = /`[^`]+`/g;

it('the console describes each setting in Chinese, with the names and values of the service', () => {
  const own = Object.fromEntries(
    Object.values(settings).map(({ variable, meaning }) => [variable, meaning]),
  );
  expect(Object.keys(settingsInChinese)).toEqual(Object.keys(own));
  for (const [variable, meaning] of Object.entries(own)) {
    expect(settingsInChinese[variable]?.match(marked), variable).toEqual(meaning.match(marked));
  }
});
