import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { blocksOf, readDocument, tableOf } from './markdown.js';

/** Tests parts of README.md that test/docs/run-page.ts does not run: its table, and what needs a site of the reader. */

const readme = readDocument('README.md');
const [, example] = /^curl localhost:8080\/check --json '(.*?)'/ms.exec(readme)!;
const stored = JSON.parse(example!) as { id: string; text: string };
const { text } = stored;
const lastSentence = text.slice(text.lastIndexOf('. ') + 1);
const elsewhere = 'https://elsewhere.example/ferry';

const pages: Readonly<Record<string, { readonly id?: string; readonly text: string }>> = {
  'the same in capitals, a sentence a line': { text: text.toUpperCase().replaceAll('. ', '.\n') },
  'without its last seven words': { text: text.slice(0, text.lastIndexOf(', and dogs')) },
  'without its last sentence': { text: text.replace(lastSentence, '') },
  'under the heading "Harbour news"': { text: `Harbour news\n${text}` },
  'another ordinary word: "suspended" for "cancelled"': {
    text: text.replace('cancelled', 'suspended'),
  },
  'another number: 9:15 for 8:15': { text: text.replace('8:15', '9:15') },
  '"is not cancelled"': { text: text.replace('is cancelled', 'is not cancelled') },
  'a sentence more: "In August a second ship sails, which also carries cars."': {
    text: `${text} In August a second ship sails, which also carries cars.`,
  },
  'its first sentence alone': { text: text.slice(0, text.indexOf('. ') + 1) },
  'at its own address, another number': { id: stored.id, text: text.replace('8:15', '9:15') },
  'at its own address, the same': { id: stored.id, text },
};

it('README.md shows what is decided about pages', async () => {
  const rows = tableOf(readme, 'the page that arrives');
  expect(rows.map(([page]) => page)).toEqual(Object.keys(pages));
  const { post } = await openLocalService(join(temporaryDirectory(), 'readme.db'), longExtraction);
  await post('/check', stored);
  for (const [name, cell] of rows) {
    const page = { id: elsewhere, ...pages[name!]!, dryRun: true };
    const { body } = await post('/check', page);
    expect((body as { decision: string }).decision, name).toBe(/\w+/.exec(cell!)![0]);
  }
});

/** A site of a reader with one page. @returns the address of the page */
async function openSite(): Promise<string> {
  const site = createServer(({ url }, response) => {
    response.statusCode = url === '/gone' ? 404 : 200;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<title>Tides</title><p>At the old harbour the tide turns twice a day.</p>');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void site.close());
  await once(site, 'listening');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}/tides?day=1&of=may`;
}

const blockWith = (words: string) =>
  blocksOf(readme).find(({ code }) => code.includes(words))!.code;

const run = promisify(execFile);

it('README.md sends a page of the reader by curl, which is new once', async () => {
  const service = await openLocalService(join(temporaryDirectory(), 'own.db'), longExtraction);
  const code = blockWith('page=https://example.com/')
    .replace('https://example.com/', `'${await openSite()}'`)
    .replaceAll('localhost:8080', new URL(service.url).host);
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code]);
  expect(stdout.match(/"decision":"\w+"/g)).toEqual(['"decision":"new"', '"decision":"unchanged"']);
});

it('README.md has lines for a crawler that store a page once, keep what gets no answer, and leave out error pages', async () => {
  const service = await openLocalService(join(temporaryDirectory(), 'crawler.db'), longExtraction);
  const code = blockWith('async function isToBeStored').replaceAll(
    'http://localhost:8080',
    service.url,
  );
  const stored: string[] = [];
  const crawl = new Function('url', 'store', `return (async () => {${code}})()`);
  const store = async (url: string, page: Response) => {
    stored.push(url, await page.text());
  };
  const url = await openSite();
  await crawl(url, store);
  expect(stored).toEqual([url, expect.stringContaining('the tide turns')]);
  await crawl(url, store);
  expect(stored).toHaveLength(2);
  const empty = 'data:text/html,<p></p>';
  await crawl(empty, store);
  expect(stored[2]).toBe(empty);
  const { length } = stored;
  await crawl(new URL('/gone', url).href, store);
  expect(stored).toHaveLength(length);
});
