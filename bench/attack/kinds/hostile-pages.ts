import type { Attack } from '../attack.js';
import { docxOf } from '../hostile-documents.js';
import { inTurn } from '../means.js';
import { post } from '../message.js';

/* Pages that are small for what they ask of a parser: nesting, attributes, entities, quadratic rules of a format. */

const megabyte = 1024 * 1024;
const html = 'text/html';
const xml = 'application/xml';
const feed = 'application/rss+xml';
const markdown = 'text/markdown';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));
const numbered = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('');

/** Ten entities, each of which is ten times the one before ("billion laughs"), and one that is a file. */
const entities = `<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/passwd">${numbered(10, (i) => `<!ENTITY e${i} "${i === 0 ? 'laugh ' : `&e${i - 1};`.repeat(10)}">`)}]>`;

const hostile: readonly (readonly [type: string, page: string])[] = [
  [html, fill('<div>', 4 * megabyte)],
  [html, fill('<b><p><ul><li><table><tr><td>', 4 * megabyte)],
  [html, `<p ${numbered(500_000, (i) => `a${i}=b `)}>text`],
  [html, `<p id="${fill('a ', 7 * megabyte)}">text`],
  [html, `<p id="${fill('&amp;', 4 * megabyte)}">text`],
  [html, fill('<!--<script><![CDATA[', 4 * megabyte)],
  [html, fill('<p style="/*">x', 4 * megabyte)],
  [html, `<script type="application/ld+json">${fill('[', megabyte / 4)}</script><p>text`],
  [html, `<p>${fill('a\u0301\u0316', megabyte)}`],
  ['text/html; charset=iso-2022-jp', fill('\u001b$B$"\u001b(B', 4 * megabyte)],
  [xml, `${entities}<a>&e9;&file;</a>`],
  [xml, fill('<a>', 4 * megabyte)],
  [xml, `<a ${numbered(300_000, (i) => `xmlns:a${i}="b" `)}>text</a>`],
  [xml, `<!DOCTYPE a [${fill('"', 4 * megabyte)}`],
  [feed, `<rss><channel>${fill('<item/>', 4 * megabyte)}</channel></rss>`],
  [feed, `<rss><channel><item>${numbered(100_000, (i) => `<body>${i}</body>`)}`],
  [markdown, fill('[', megabyte)],
  [markdown, fill('![', megabyte)],
  [markdown, fill('> ', megabyte)],
  [markdown, `[a]: <x> "${fill('t ', megabyte / 2)}"\n\n${fill('[a]', megabyte)}`],
  [markdown, `${fill('|a', megabyte / 8)}\n${fill('|-', megabyte / 8)}\n${fill('a\n', megabyte)}`],
];

/** XML inside an archive, which inflates from 100 KB to 60 MB. */
const inflated: readonly string[] = [
  fill('<w:tbl>', 60 * megabyte),
  fill('<w:p/>', 60 * megabyte),
  `<w:p><w:r><w:t>${fill('&amp;', 60 * megabyte)}</w:t></w:r></w:p>`,
];

export const hostilePageAttacks: readonly Attack[] = [
  {
    name: 'hostile-pages',
    does: `8 × \`POST /extract\` at a time of ${hostile.length} pages in turn: HTML, XML, feeds and Markdown with deep nesting, many attributes, entities and quadratic rules`,
    scope: 'read',
    beside: ['small pages'],
    fillsPages: true,
    outcomes: /^(?:200|413|422|503)$/,
    prepare: async () => {
      const next = inTurn(hostile.map(([type, page]) => post('/extract', type, Buffer.from(page))));
      return (means) => means.workers(8, next);
    },
  },
  {
    name: 'docx-elements',
    does: '8 × `POST /extract` at a time of DOCX of 100 KB that are 60 MB of nested tables, paragraphs or entities',
    scope: 'read',
    beside: ['small pages'],
    fillsPages: true,
    outcomes: /^(?:200|413|422|503)$/,
    prepare: async () => {
      const next = inTurn(inflated.map((body) => post('/extract', docx, docxOf(body))));
      return (means) => means.workers(8, next);
    },
  },
  {
    name: 'feed-spaces',
    does: '64 × `POST /extract` at a time of a feed of 16 KB that is nearly all white space',
    scope: 'read',
    beside: ['small pages'],
    fillsPages: true,
    outcomes: /^(?:200|503)$/,
    prepare: async () => {
      const entry = `<entry><summary type="text">a${' '.repeat(16_000)}b</summary></entry>`;
      const message = post('/extract', feed, Buffer.from(`<feed>${entry}</feed>`));
      return (means) => means.workers(64, () => message);
    },
  },
];
