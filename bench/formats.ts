/**
 * Time of a check by the format of the page, through the service, one request at a time:
 * `npm run bench -- formats --data DIR [--rounds 3]`
 *
 * The HTML pages are those of `DIR/html` whose wanted text is known. The other formats hold these
 * texts, with characters beyond ASCII replaced, so that a PDF needs no font. The formats take turns
 * page by page; the first round is not counted.
 */
import { parseArgs } from 'node:util';
import { readPages } from '../eval/html-pages.js';
import { median, table } from '../harness/measure.js';
import { withServices } from '../harness/service.js';
import { compiledFile } from '../src/package-facts.js';
import { docxOf, pdfOf } from '../test/extract/documents.js';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
if (options.data === undefined) throw new Error('Name the directory of the pages: --data DIR');

const pdfPageLength = 3000;
const mediaTypes = {
  plain: 'text/plain; charset=utf-8',
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
} as const;
type Format = keyof typeof mediaTypes;
const formats = Object.keys(mediaTypes) as Format[];

const pages = readPages(options.data).flatMap(({ bytes, goldText }) => {
  const text = goldText?.replaceAll(/[^\n\x20-\x7e]|[&<>()\\]/g, 'x') ?? '';
  return text.length < 200 ? [] : [{ html: bytes, ...inFormats(text) }];
});

await withServices(async (start) => {
  const program = compiledFile('main.js').pathname;
  const url = await start(program, 'serve', '--port', '0', '--data', ':memory:');
  const times: Record<Format, number[]> = { plain: [], html: [], docx: [], pdf: [] };
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const page of pages) {
      for (const format of formats) {
        const milliseconds = await check(new URL('/check?store=never', url), format, page[format]);
        if (round > 0) times[format].push(milliseconds);
      }
    }
  }
  const rows = formats.map((format) => {
    const sorted = times[format].toSorted((a, b) => a - b);
    const bytes = mean(pages.map((page) => page[format].length));
    return [
      format,
      (bytes / 1000).toFixed(0),
      mean(sorted).toFixed(1),
      median(sorted).toFixed(1),
      sorted[Math.floor(0.99 * (sorted.length - 1))]!.toFixed(0),
    ];
  });
  const head = ['format', 'kB, mean', 'ms, mean', 'ms, median', 'ms, p99'];
  console.log(`${pages.length} pages\n\n${table(head, rows)}`);
});

function inFormats(text: string) {
  const pdfPages = text.match(new RegExp(`[^]{1,${pdfPageLength}}`, 'g')) as string[];
  return {
    plain: Buffer.from(text),
    docx: docxOf(text.split('\n')),
    pdf: pdfOf(pdfPages, 'Title'),
  };
}

async function check(url: URL, format: Format, body: Uint8Array): Promise<number> {
  const headers = { 'content-type': mediaTypes[format] };
  const startedAt = performance.now();
  const reply = await fetch(url, { method: 'POST', headers, body: Uint8Array.from(body) });
  const answer = await reply.text();
  const milliseconds = performance.now() - startedAt;
  if (reply.status !== 200) throw new Error(`${format}: ${reply.status} ${answer}`);
  return milliseconds;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
