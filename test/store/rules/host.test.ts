import { expect, it } from 'vitest';
import { hostFromId, otherHostForm } from '../../../src/store/rules/host.js';

it.each([
  ['https://example.com/tea?x=1', 'example.com'],
  ['http://Example.COM', 'example.com'],
  ['http://example.com:8080/a', 'example.com:8080'],
  ['http://example.com:80/a', 'example.com'],
  ['HTTPS://example.com:443', 'example.com'],
  ['https://example.com:80/', 'example.com:80'],
  ['https://www.example.com/', 'example.com'],
  ['http://WWW.example.com:80/', 'example.com'],
  ['http://www2.example.com/', 'www2.example.com'],
  ['http://www./', 'www.'],
  ['http://example.com?x=http://other.com/', 'example.com'],
  ['http://example.com#part', 'example.com'],
  ['http://user:secret@example.com/a@b', 'example.com'],
  ['http://example.com\\@other.com/', 'example.com'],
  ['http://[::1]:81/', '[::1]:81'],
  ['https://中文.例子/页', '中文.例子'],
  ['svn+ssh://example.com/a', 'example.com'],
])('the host of %s is %s', (id, host) => {
  expect(hostFromId(id)).toBe(host);
});

it.each([
  ...[
    'doc-1',
    'example.com/tea',
    'mailto:a@example.com',
    'file:///tea',
    '://a',
    '1a://b',
    'http://:80/',
    'a b://c',
  ],
  `http://${'a'.repeat(300)}/`,
])('%s has no host', (id) => {
  expect(hostFromId(id)).toBeNull();
});

it('agrees with URL on addresses of pages', () => {
  for (const path of ['', '/', '/a/b', '?q=a@b', '#c', '/x://y']) {
    for (const host of ['a.example', 'user@b.example:81', 'c-d.example']) {
      const id = `https://${host}${path}`;
      expect([id, hostFromId(id)]).toEqual([id, new URL(id).host]);
    }
  }
});

it.each([
  ['中国', 'xn--fiqs8s'],
  ['xn--fiqs8s.example/a?b=中', '中国.example/a?b=中'],
  ['https://中国.example:81/新', 'https://xn--fiqs8s.example:81/新'],
  ['https://XN--fiqs8s', 'https://中国'],
  ['news.example/中国', null],
  ['News.example', null],
  ['100%', null],
  ['/a', null],
  ['', null],
])('the other form of the host in %j is in %j', (text, other) => {
  expect(otherHostForm(text)).toBe(other);
});
