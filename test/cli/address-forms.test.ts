import { expect, it } from 'vitest';
import { differingForms } from '../../src/cli/address-forms.js';

it.each<[string, string, string[] | null]>([
  ['http://a.example/x', 'https://a.example/x', ['scheme']],
  ['http://www.a.example/x', 'https://a.example/x', ['scheme', 'www']],
  ['https://a.example/x', 'https://a.example/x/', ['slash']],
  ['https://a.example', 'https://a.example/', null],
  ['https://a.example/index.html', 'https://a.example/', ['index']],
  ['https://a.example/x#top', 'https://a.example/x', ['fragment']],
  ['https://a.example/x?b=1&a=2', 'https://a.example/x?a=2&b=1', ['order']],
  ['https://a.example/x?utm_source=n&id=1', 'https://a.example/x?id=1', ['?utm_source']],
  ['https://a.example/x?id=2&s=9', 'https://a.example/x?id=1&s=9', ['?id']],
  ['https://a.example/x?s=9', 'https://a.example/x/?s=8', ['slash', '?s']],
  ['https://a.example/x?a=1&a=2', 'https://a.example/x?a=1', ['?a']],
  ['https://a.example/x', 'https://b.example/x', null],
  ['https://a.example/x', 'https://a.example/y', null],
  ['https://a.example/x', 'https://a.example:8443/x', null],
  ['https://a.example/x', 'https://a.example/x', null],
  ['a', 'https://a.example/x', null],
  ['ftp://a.example/x', 'https://a.example/x', null],
])('%s and %s differ in %j', (a, b, forms) => {
  expect(differingForms(a, b)).toEqual(forms);
  expect(differingForms(b, a)).toEqual(forms);
});
