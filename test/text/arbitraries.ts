import fc from 'fast-check';

/** Pieces of text that matter for normalising or cutting. */
const pieces = [
  ...[' ', '\n', '\0', '\u00ad', '\u200b', '\u200c', '\u200d', '\ufeff', '\ufe0f', '\ud800'],
  ...['\udc00', '\uffff', '\u0378', '\u{1fae9}', '\u{1c89}', 'e', 'E', 'H', '\u0301', '\u0331'],
  ...['\u0345', 'Σ', 'ς', 'İ', 'ß', 'ẞ', 'ﬁ', '…', '１', 'Ⅳ', '\u1112', '\u1161', '\u11ab', '한'],
  ...[
    '中',
    '国',
    '漢',
    '乾',
    '著',
    '瞭',
    '𠮷',
    '々',
    '〆',
    'ヶ',
    'ー',
    'の',
    'カ',
    'ﾊ',
    'ﾟ',
    '\u3099',
  ],
  ...['ก', '\u0e33', '\u0e48', 'ກ', 'ក', 'က', '\u1039', 'क', '\u094d', '😀', '👩', '，', '。', "'"],
];

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 2 })), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
  fc.uint16Array({ maxLength: 20 }).map((units) => String.fromCharCode(...units)),
);
