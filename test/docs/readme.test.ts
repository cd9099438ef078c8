import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Converter as createTraditional } from 'opencc-js';
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

const chineseReadme = readDocument('README.zh-CN.md');
const chineseExample = /^curl localhost:8080\/check --json '(.*?)'/ms.exec(chineseReadme)![1]!;
const chinese = (JSON.parse(chineseExample) as { text: string }).text;
const chineseSentences = chinese.split(/(?<=。)/);
const traditional = createTraditional({ from: 'cn', to: 'tw' });

const chinesePages: typeof pages = {
  '同样的内容，换成繁体字，每句一行': { text: traditional(chineseSentences.join('\n')) },
  少了最后半句: { text: chinese.slice(0, chinese.lastIndexOf('，')) },
  少了最后一句: { text: chineseSentences.slice(0, -1).join('') },
  '加了标题「老港新闻」': { text: `老港新闻\n${chinese}` },
  '换了一个普通词：「取消」换成「停开」': { text: chinese.replace('取消', '停开') },
  '换了一个数字：8:15 换成 9:15': { text: chinese.replace('8:15', '9:15') },
  '「航班取消」换成「航班不取消」': { text: chinese.replace('航班取消', '航班不取消') },
  '多了一句：「八月另有一班船，也可以运汽车。」': {
    text: `${chinese}八月另有一班船，也可以运汽车。`,
  },
  只有第一句: { text: chineseSentences[0]! },
  '在它自己的地址，换了一个数字': { id: stored.id, text: chinese.replace('8:15', '9:15') },
  '在它自己的地址，内容相同': { id: stored.id, text: chinese },
};

it.each([
  ['README.md', readme, 'the page that arrives', text, pages],
  ['README.zh-CN.md', chineseReadme, '到来的网页', chinese, chinesePages],
] as const)('%s shows what is decided about pages', async (_, document, heading, first, shown) => {
  const rows = tableOf(document, heading);
  expect(rows.map(([page]) => page)).toEqual(Object.keys(shown));
  const { post } = await openLocalService(join(temporaryDirectory(), 'readme.db'), longExtraction);
  await post('/check', { ...stored, text: first });
  for (const [name, cell] of rows) {
    const page = { id: elsewhere, ...shown[name!]!, dryRun: true };
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
