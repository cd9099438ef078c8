import { expect, it } from 'vitest';
import { parseHost } from '../../../src/store/rules/decision-log.js';

it.each([
  ['https://example.com/tea?x=1', 'example.com'],
  ['http://Example.COM', 'example.com'],
  ['http://example.com:8080/a', 'example.com:8080'],
  ['http://example.com?x=http://other.com/', 'example.com'],
  ['http://example.com#part', 'example.com'],
  ['http://user:secret@example.com/a@b', 'example.com'],
  ['http://example.com\\@other.com/', 'example.com'],
  ['http://[::1]:80/', '[::1]:80'],
  ['https://中文.例子/页', '中文.例子'],
  ['svn+ssh://example.com/a', 'example.com'],
])('the host of %s is %s', (id, host) => {
  expect(parseHost(id)).toBe(host);
});

it.each([
  ...[
    'doc-1',
    'example.com/tea',
    'mailto:a@example.com',
    'file:///tea',
    '://a',
    '1a://b',
    'a b://c',
  ],
  `http://${'a'.repeat(300)}/`,
])('%s has no host', (id) => {
  expect(parseHost(id)).toBeNull();
});

it('agrees with URL on addresses of pages', () => {
  for (const path of ['', '/', '/a/b', '?q=a@b', '#c', '/x://y']) {
    for (const host of ['a.example', 'user@b.example:81', 'www.c-d.example']) {
      const id = `https://${host}${path}`;
      expect([id, parseHost(id)]).toEqual([id, new URL(id).host]);
    }
  }
});
