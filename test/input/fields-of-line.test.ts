import { expect, it } from 'vitest';
import { chosenFields } from '../../src/input/fields-of-line.js';

it.each([
  [{}, 'there is no "of.text"; the line has no fields'],
  [
    { of: {} },
    'there is no "of.text"; the fields are of: name those to take, as in --fields id=url,text=body',
  ],
  [
    { of: { words: 'a' }, url: 'b' },
    'there is no "of.text"; the fields are of.words, url: name those to take, as in --fields id=url,text=body',
  ],
])('a line without the field to take names its fields: %j', (line, message) => {
  expect(() => chosenFields(line, new Map([['text', 'of.text']]))).toThrow(message);
});
