import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classOf, codePointCount, unassigned } from '../../src/text/code-points.js';
import { normalize, normalizeByCodePoint, wellFormed } from '../../src/text/normalize.js';
import { repetitions } from '../repetitions.js';
import { anyText } from './arbitraries.js';

const lower = (text: string) => normalize(text, { lowerCase: true });

describe('normalize', () => {
  it.each([
    ['white space', ' a \t\r\n\u00a0\u3000\u2028b\u0085 ', 'a b'],
    ['compatibility forms', 'ＡＢＣ，①㍿ﬁﾊﾟ…', 'abc,1株式会社fiパ...'],
    ['case', 'STRASSE ẞ İ', 'strasse ß i̇'],
    ['every sigma', 'ΣΑΣ σας', 'σασ σασ'],
    ['composition after lower case', 'H\u0331', '\u1e96'],
    [
      'joiners and soft hyphens',
      'Auf\u200clage hy\u00adphen क्\u200dष 👨\u200d👩',
      'auflage hyphen क्ष 👨👩',
    ],
    ['a non-joiner in Arabic script', 'می\u200cخواهم خانه\u200c.', 'می خواهم خانه.'],
    ['decimal digits of every script', '٣۳३๓𞥓𝟛', '333333'],
    ['yeh, kaf and kashida', 'كتـــابي', 'کتابی'],
    ['apostrophes of Ukrainian', 'мʼята', "м'ята"],
    ['zero-width space and byte order mark', '\ufeff中\u200b国', '中国'],
    ['a mark behind something invisible', 'e\u200d\u0301', 'é'],
    ['control characters', 'a\u0007b\u001bc\u007f', 'a b c'],
    ['NUL and lone surrogates', 'a\0b\ud800c\udc00', 'a\ufffdb\ufffdc\ufffd'],
    ['what Unicode 16 does not assign', 'a\u0378b\u{1FFFF}c\uffffd', 'a b c d'],
    ['conjoining Hangul', '\u1112\u1161\u11ab\uae00', '한글'],
    ['surrogate pairs', '𝐀😀 𠮷', 'a😀 𠮷'],
    ['nothing', '', ''],
    ['only space', ' \n ', ''],
  ])('unifies %s', (_what, text, expected) => {
    expect(lower(text)).toBe(expected);
  });

  it('keeps the case on request', () => {
    expect(normalize(' Ａb  Σς', { lowerCase: false })).toBe('Ab Σς');
  });

  it('does not change a normalised text', () => {
    const plain = 'already plain, 已经规范的文字 한글 é';
    expect(lower(plain)).toBe(plain);
  });

  it('is idempotent and well-formed on any string', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, lowerCase) => {
        const once = normalize(text, { lowerCase });
        expect(normalize(once, { lowerCase })).toBe(once);
        expect(wellFormed(once)).toBe(once);
        expect(once.trim().replace(/\s+/g, ' ')).toBe(once);
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it('gives the same result for a text of many blocks', () => {
    const pieces = fc.constantFrom(' ', '\u3000', '\u200b', '…', '\ufdfa', 'A', '中', '，');
    const anyPieces = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(anyPieces, anyPieces, fc.integer({ min: 8180, max: 8192 }), (a, b, fill) => {
        const text = `${a}${'x'.repeat(fill)}${b}${'国'.repeat(8192)}${a}`;
        expect(lower(text)).toBe(normalizeByCodePoint(text, { lowerCase: true }));
      }),
    );
    for (const text of [
      '\ufdfa'.repeat(20_000),
      ' '.repeat(20_000),
      `${'…'.repeat(9000)}e\u0301`,
    ]) {
      expect(lower(text)).toBe(normalizeByCodePoint(text, { lowerCase: true }));
    }
  });

  it('by table agrees with the steps', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, lowerCase) => {
        expect(normalize(text, { lowerCase })).toBe(normalizeByCodePoint(text, { lowerCase }));
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it('by table agrees with the steps for every code unit next to letters and spaces', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      for (const text of [`e${String.fromCharCode(unit)}ᄒ `, ` ${String.fromCharCode(unit)} 中`]) {
        for (const lowerCase of [true, false]) {
          if (normalize(text, { lowerCase }) !== normalizeByCodePoint(text, { lowerCase })) {
            expect.fail(`${unit} in ${text}`);
          }
        }
      }
    }
  });

  it('is idempotent for every assigned code point after a letter', () => {
    for (let codePoint = 0; codePoint < codePointCount; codePoint++) {
      if (classOf[codePoint] === unassigned) continue;
      const normalized = lower(`e${String.fromCodePoint(codePoint)}`);
      if (lower(normalized) !== normalized) expect.fail(codePoint.toString(16));
    }
  });

  it('limits consecutive marks, which would take quadratic time', () => {
    expect(lower(`a${'\u0323'.repeat(40)}b`)).toBe(`ạ${'\u0323'.repeat(29)}b`);
    expect(lower(`a${'\u0301\u200d\u0323'.repeat(500_000)}b`)).toHaveLength(31);
  });

  it('is idempotent on long rows of marks', () => {
    const row = fc.array(
      fc.constantFrom(
        '\u0301',
        '\u0344',
        '\u0323',
        '\u0345',
        '\u200d',
        '\u0e33',
        '\ufc5e',
        'e',
        'İ',
      ),
      { minLength: 25, maxLength: 100 },
    );
    fc.assert(
      fc.property(row, fc.boolean(), (parts, lowerCase) => {
        const once = normalize(parts.join(''), { lowerCase });
        expect(normalize(once, { lowerCase })).toBe(once);
      }),
      { numRuns: repetitions(2000) },
    );
  });

  it('handles texts longer than its first buffer, even if they grow', () => {
    expect(lower('\u3316'.repeat(200_000))).toBe('キロメートル'.repeat(200_000));
    expect(lower('ab '.repeat(200_000))).toHaveLength(599_999);
  });
});
