import { gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { docxOf, pdfOf, zipOf } from '../../extract/documents.js';

/** Bodies other than JSON: fetched pages, archives, and bytes that imitate them. */

const sentences = [
  'The city library keeps its doors open longer from this week on, until ten in the evening.',
  'Bread needs only flour, water, salt and time; mix the dough in the evening.',
  '城市图书馆本周起延长开放时间，周一至周五开放到晚上十点，周末开放到晚上八点。',
  'ことしの夏はとても暑かったので、海へ行きました。',
  'مكتبة المدينة مفتوحة حتى العاشرة مساء',
];

/** Texts that are often near-duplicates. */
export const documentText: Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '…', 'a'.repeat(30_000), '字'.repeat(30_000)) },
);

const tag = fc.constantFrom(
  ...['<p>', '</p>', '<div', '<table><tr>', '<!--', '-->', '<script>', '</script>', '<![CDATA['],
  ...[
    '<svg><math>',
    '<template>',
    '&#x110000;',
    '&amp',
    '<a href="',
    '\u0000',
    '<meta charset=gbk>',
  ],
  ...['<script type="application/ld+json">{"articleBody":', '<article>', '<plaintext>', '<br/>'],
);
const html = fc
  .tuple(fc.array(fc.oneof(tag, documentText), { maxLength: 30 }), fc.constantFrom(1, 1, 1, 200))
  .map(([parts, times]) => Buffer.from(parts.join('').repeat(times).slice(0, 300_000)));

const xmlTag = fc.constantFrom(
  ...[
    '<?xml version="1.0"?>',
    '<!DOCTYPE a [<!ENTITY b "',
    ']>',
    '<rss><channel>',
    '<item>',
    '</item>',
  ],
  ...[
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<entry>',
    '<title type="html">',
    '<title>',
    '<a:b c="',
  ],
  ...[
    '<description>',
    '<content type="xhtml">',
    '<media:group>',
    '<![CDATA[',
    ']]>',
    '&lt;p&gt;',
    '</x>',
    '<x/>',
  ],
);
const xml = fc
  .tuple(fc.array(fc.oneof(xmlTag, documentText), { maxLength: 30 }), fc.constantFrom(1, 1, 1, 200))
  .map(([parts, times]) => Buffer.from(parts.join('').repeat(times).slice(0, 300_000)));

const markdown = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.constantFrom(
          '\n',
          '\n\n',
          '# ',
          '> ',
          '- ',
          '  ',
          '[',
          '](',
          '*',
          '_',
          '`',
          '```\n',
          '| ',
          '---\n',
          '<div>',
        ),
        documentText,
      ),
      { maxLength: 30 },
    ),
    fc.constantFrom(1, 1, 1, 200),
  )
  .map(([parts, times]) => Buffer.from(parts.join('').repeat(times).slice(0, 100_000)));

const docx = fc.oneof(
  fc.array(documentText, { maxLength: 3 }).map((texts) => docxOf(texts.map(xmlText))),
  documentText.map((text) => docxOf([text])),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('word/document.xml', '../../x', '', '[Content_Types].xml'),
        fc.nat(),
      ),
    )
    .map((files) =>
      zipOf(
        files.map(([name, declaredBytes]) => ({ name, data: Buffer.from('<x>'), declaredBytes })),
      ),
    ),
  fc.constant(docxOf(['word '.repeat(1_000_000)])),
);
const pdf = fc
  .tuple(fc.array(documentText, { maxLength: 3 }), fc.string())
  .map(([texts, title]) => pdfOf(texts, title));

const byMediaType: Readonly<Record<string, Arbitrary<Buffer>>> = {
  'text/html': html,
  'application/xhtml+xml': html,
  'text/plain': documentText.map((text) => Buffer.from(text)),
  'text/markdown': markdown,
  'application/rss+xml': xml,
  'application/atom+xml': xml,
  'application/xml': xml,
  'text/xml': xml,
  'application/octet-stream': fc.oneof(
    html,
    xml,
    documentText.map((text) => Buffer.from(text)),
  ),
  'application/pdf': pdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': docx,
};

/** Generates a body of this media type, or almost one. */
export function pageOf(mediaType: string): Arbitrary<Buffer> {
  return damaged(byMediaType[mediaType] ?? fc.uint8Array().map((bytes) => Buffer.from(bytes)));
}

/** Sometimes truncates the bytes, changes a few of them, or replaces all. */
export function damaged(whole: Arbitrary<Buffer>): Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([bytes, part]) => bytes.subarray(0, Math.floor(bytes.length * part))),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }))
        .map(([bytes, changes]) => withChanges(bytes, changes)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: whole.map((bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le')) },
  );
}

/** Gzip, gzip of gzip, half a gzip file, two gzip files in a row, a bomb. */
export function gzipped(whole: Arbitrary<Buffer>): Arbitrary<Buffer> {
  const once = whole.map((bytes) => gzipSync(bytes));
  return fc.oneof(
    { weight: 6, arbitrary: once },
    { weight: 1, arbitrary: once.map((bytes) => gzipSync(bytes)) },
    { weight: 1, arbitrary: once.map((bytes) => bytes.subarray(0, bytes.length - 6)) },
    { weight: 1, arbitrary: once.map((bytes) => Buffer.concat([bytes, bytes])) },
    { weight: 1, arbitrary: once.map((bytes) => Buffer.concat([bytes, Buffer.from('junk')])) },
    { weight: 1, arbitrary: fc.constantFrom(...bombs) },
  );
}

const bombs = ['\0', '\n', ' ', '{"text":"a"}\n', '[', '"'].map((piece) =>
  gzipSync(
    Buffer.alloc(20 * 1024 * 1024, piece).subarray(0, piece.length > 1 ? 24_000 : undefined),
  ),
);

function withChanges(bytes: Buffer, changes: readonly (readonly [number, number])[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const [place, value] of changes) if (copy.length > 0) copy[place % copy.length] = value;
  return copy;
}

function xmlText(text: string): string {
  return text.replaceAll(/[&<]/g, ' ');
}
