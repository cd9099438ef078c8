/**
 * Measures HTML pages per second, from bytes to a decision and from bytes to text: `npm run bench -- pages [--html DIR]
 * [--seconds 5] [--rounds 5] [--connections 16]`
 *
 * Pages are generated, or read from the `.html` files of DIR. A service with an empty file receives them over HTTP.
 * Each page is sent repeatedly, so all checks but the first find it unchanged.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedHtmlPages } from '../harness/html-pages.js';
import { figure, median, quantile, table } from '../harness/measure.js';
import { withServices } from '../harness/service.js';
import { compiledFile } from '../src/package-facts.js';
import { htmlRequest, type LoadResult, load } from './load.js';

const { values: options } = parseArgs({
  options: {
    html: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '16' },
  },
});
const seconds = Number(options.seconds);
const pages = options.html === undefined ? generatedHtmlPages(500) : pagesIn(options.html);
const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0) / pages.length;

await withServices(async (start, directory) => {
  const file = join(directory, 'pages.db');
  const url = await start(
    compiledFile('main.js').pathname,
    ...['serve', '--port', '0', '--data', file],
  );
  const kinds = {
    'POST /extract': pages.map((page) => htmlRequest('/extract', page)),
    'POST /check': pages.map((page, index) => htmlRequest(`/check?id=${index}`, page)),
  };
  const runs = new Map<string, LoadResult[]>(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const [kind, requests] of Object.entries(kinds)) {
      let sent = 0;
      const next = () => requests[sent++ % requests.length];
      const result = await load({ url, connections: Number(options.connections), seconds, next });
      if (round > 0) runs.get(kind)!.push(result);
    }
  }
  process.stdout.write(`${pages.length} pages of ${figure(bytes / 1000)} KB in the mean\n\n`);
  process.stdout.write(`${report(runs)}\n`);
});

function report(runs: ReadonlyMap<string, readonly LoadResult[]>): string {
  return table(
    ['request', 'pages a second', 'p50 ms', 'p99 ms', 'answers by status'],
    [...runs].map(([kind, results]) => [
      kind,
      figure(median(results.map((result) => result.answered / result.seconds))),
      figure(median(results.map(({ latencies }) => quantile([...latencies], 0.5)))),
      figure(median(results.map(({ latencies }) => quantile([...latencies], 0.99)))),
      JSON.stringify(results.at(-1)?.statuses),
    ]),
  );
}

function pagesIn(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.html'));
  if (names.length === 0) throw new Error(`No file in ${directory} ends in .html`);
  return names.map((name) => readFileSync(join(directory, name), 'utf8'));
}
