/**
 * Writes an input of `neardup dedup` in each format into a folder, and a list of them into samples.json: `tsx
 * test/packaging/samples.ts FOLDER`. Each input has three documents, and the second says what the first says.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compress, init } from '@bokuweb/zstd-wasm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { gzippedEach, warcOf } from '../cli/warc.js';
import { docxOf, pdfOf, zipOf } from '../extract/documents.js';

interface Sample {
  /** Name of a file or folder, or `-` for standard input. */
  readonly input: string;
  /** File for standard input. */
  readonly stdin?: string;
  /** Name of the file with the kept records. */
  readonly output: string;
}

const folder = process.argv[2]!;
mkdirSync(folder, { recursive: true });
await init();

const ferry =
  'The ferry to the northern islands leaves twice a day, except on Sundays and holidays';
const tea = 'Tea from the hills is picked by hand in spring, and dried in the sun for three days';
const rows = [
  { id: 'a', text: ferry },
  { id: 'b', text: ferry.toUpperCase() },
  { id: 'c', text: tea },
];
const samples: Sample[] = [];

/** Adds a file with the three documents. */
function add(input: string, content: string | Uint8Array, output: string): void {
  writeFileSync(join(folder, input), content);
  samples.push({ input, output });
}

const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const table = (separator: string) =>
  [['id', 'text'], ...rows.map(({ id, text }) => [id, `"${text}"`])]
    .map((cells) => `${cells.join(separator)}\n`)
    .join('');
const packings = {
  gz: (text: string) => gzipSync(text),
  zst: (text: string) => compress(Buffer.from(text)),
  bz2: packByBzip2,
};

const texts = {
  ndjson,
  json: JSON.stringify(rows, null, 2),
  csv: table(','),
  tsv: table('\t'),
};
for (const [format, text] of Object.entries(texts)) {
  add(`lines.${format}`, text, `kept.${format}`);
  for (const [packing, pack] of Object.entries(packings)) {
    // There is no program that writes bzip2.
    const output = packing === 'bz2' ? `kept.${format}` : `kept.${format}.${packing}`;
    add(`lines.${format}.${packing}`, pack(text), output);
  }
}
const columnData = (['id', 'text'] as const).map((name) => ({
  name,
  type: 'STRING' as const,
  data: rows.map((row) => row[name]),
}));
add('rows.parquet', Buffer.from(parquetWriteBuffer({ columnData })), 'kept.parquet');

const html = (text: string) => `<title>Islands</title><main><p>${text}.</p></main>`;
const records = warcOf(
  rows.map(({ id, text }) => ({
    url: `https://islands.example/${id}`,
    headers: 'Content-Type: text/html',
    body: Buffer.from(html(text)),
  })),
);
const crawl = Buffer.concat(records);
add('crawl.warc', crawl, 'kept.ndjson');
add('crawl.warc.gz', gzippedEach(records), 'kept.ndjson');
add('crawl.warc.zst', compress(crawl), 'kept.ndjson');
const wet = rows
  .map(({ id, text }) => {
    const head = `WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://islands.example/${id}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n`;
    return `${head}Content-Type: text/plain\r\nContent-Length: ${text.length}\r\n\r\n${text}\r\n\r\n`;
  })
  .join('');
add('crawl.wet', wet, 'kept.ndjson');
add('crawl.wet.gz', gzipSync(wet), 'kept.ndjson');
const archive = [
  { name: 'datapackage.json', data: Buffer.from('{}') },
  { name: 'archive/crawl.warc.gz', data: gzippedEach(records) },
];
add('crawl.wacz', zipOf(archive), 'kept.ndjson');

const page = {
  html,
  htm: html,
  xhtml: (text: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Islands</title></head><body><p>${text}.</p></body></html>`,
  txt: (text: string) => text,
  md: (text: string) => `# Islands\n\n${text}.\n`,
  markdown: (text: string) => `# Islands\n\n${text}.\n`,
  xml: (text: string) => `<?xml version="1.0"?><page><p>${text}.</p></page>`,
  rss: (text: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>Islands</title><item><description>${text}.</description></item></channel></rss>`,
  atom: (text: string) =>
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Islands</title><entry><summary>${text}.</summary></entry></feed>`,
  pdf: (text: string) => pdfOf([text], 'Islands'),
  docx: (text: string) => docxOf([`${text}.`]),
};
for (const [extension, write] of Object.entries(page)) {
  const site = `site-${extension}`;
  mkdirSync(join(folder, site));
  for (const { id, text } of rows) {
    writeFileSync(join(folder, site, `${id}.${extension}`), write(text));
  }
  samples.push({ input: site, output: 'kept.ndjson' });
}
for (const stdin of ['lines.ndjson', 'lines.csv.gz', 'crawl.warc.gz']) {
  const output = stdin.startsWith('crawl') ? 'kept.ndjson' : stdin.replace('lines', 'kept');
  samples.push({ input: '-', stdin, output });
}
writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));

function packByBzip2(text: string): Uint8Array {
  const program = 'import bz2, sys; sys.stdout.buffer.write(bz2.compress(sys.stdin.buffer.read()))';
  return execFileSync('python3', ['-c', program], { input: text });
}
