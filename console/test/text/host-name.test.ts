import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodedHost, readableHost } from '../../text/host-name.js';
import '../fixed-seed.js';

const encode = (host: string) => new URL(`http://${host}`).host;

describe('a host name', () => {
  it.each([
    ['xn--fiqs8s', '中国'],
    ['xn--fsqu00a.xn--0zwm56d:8080', '例子.测试:8080'],
    ['www.xn--bcher-kva.example', 'www.bücher.example'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['https://xn--fiqs8s/xn--fiqs8s?a=xn--fiqs8s', 'https://中国/xn--fiqs8s?a=xn--fiqs8s'],
    ['harbour.example', 'harbour.example'],
    ['a note about xn--fiqs8s', 'a note about xn--fiqs8s'],
    ['', ''],
  ])('is readable: %s', (host, readable) => {
    expect(readableHost(host)).toBe(readable);
  });

  it.each([
    ['https://中国.example/新闻?a=中国', 'https://xn--fiqs8s.example/新闻?a=中国'],
    ['http://пример.рф:8080', 'http://xn--e1afmkfd.xn--p1ai:8080'],
    ['https://harbour.example/A', 'https://harbour.example/A'],
    ['中国.example/a', '中国.example/a'],
    ['https://a b/', 'https://a b/'],
    ['', ''],
  ])('is encoded in an address: %s', (address, encoded) => {
    expect(encodedHost(address)).toBe(encoded);
  });

  it('stays encoded if it mixes scripts, or is not Punycode', () => {
    const mixed = encode('pаypal.example'); // with a Cyrillic а
    expect(mixed).toMatch(/^xn--/);
    for (const host of [mixed, 'xn--', 'xn--a-!', 'xn--99999999', 'xn--zzzzzzzzzzzz']) {
      expect(readableHost(host)).toBe(host);
    }
  });

  it('is decoded to what was encoded', () => {
    const character = fc.constantFrom(...'港口渡轮时刻表ひらがなカナab1');
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 15 }), (characters) => {
        const host = `${characters.join('')}.example`;
        expect(readableHost(encode(host))).toBe(host);
      }),
    );
  });
});
