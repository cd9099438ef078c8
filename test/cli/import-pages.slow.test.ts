import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { chinese, english, unrelated } from '../http/pages.js';
import { ndjson, runNeardup, writeInto } from './program.js';
import { gzippedEach, type Response, warcOf } from './warc.js';

const htmlOf = (text: string) =>
  `<!doctype html><html><body><article><p>${text}</p></article></body></html>`;
/** 城市图书馆周本周起延长开放时间 in GBK. */
const gbk = Buffer.from('b3c7cad0cdbccae9b9ddb1bed6dcc6f0d1d3b3a4bfaab7c5cab1bce4', 'hex');

/** Writes a directory of pages of all kinds; two of its files are not pages. */
function writePages(): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'site', 'deep', 'er'), { recursive: true });
  writeInto(directory, 'site/index.html', htmlOf(english));
  writeInto(directory, 'site/deep/page.HTM', htmlOf(unrelated));
  writeInto(directory, 'site/deep/er/chinese.txt', gbk);
  writeInto(directory, 'site/lines.ndjson', ndjson([{ id: 'line', text: chinese }]));
  writeInto(
    directory,
    'site/lines.json.gz',
    gzipSync(ndjson([{ id: 'gz', text: 'ferry to tea' }])),
  );
  writeInto(directory, 'site/broken.pdf', 'no PDF');
  writeInto(directory, 'site/style.css', 'p {}');
  writeInto(directory, 'site/README', 'none');
  return directory;
}

function chunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += 50) {
    const part = body.subarray(start, start + 50);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const html = 'Content-Type: text/html; charset=utf-8';
const page = Buffer.from(htmlOf(english));
const crawl: readonly Response[] = [
  { url: 'https://a.example/', headers: html, body: page },
  {
    url: 'https://a.example/gzip',
    headers: `${html}\r\nContent-Encoding: gzip`,
    body: gzipSync(page),
  },
  {
    url: 'https://a.example/deflate',
    headers: `${html}\r\nContent-Encoding: deflate`,
    body: deflateSync(page),
  },
  {
    url: 'https://a.example/br',
    headers: `${html}\r\nContent-Encoding: br`,
    body: brotliCompressSync(page),
  },
  {
    url: 'https://a.example/chunks',
    headers: `${html}\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip`,
    body: chunked(gzipSync(page)),
  },
  {
    url: 'https://a.example/decoded-already',
    headers: `${html}\r\nContent-Encoding: gzip`,
    body: page,
  },
  { url: 'https://a.example/gbk', headers: 'Content-Type: text/plain; charset=GBK', body: gbk },
  {
    url: 'https://a.example/picture',
    headers: 'Content-Type: image/png',
    body: Buffer.from('PNG'),
  },
  { url: 'https://a.example/gone', status: '404 Not Found', headers: html, body: page },
  {
    url: 'https://a.example/broken',
    headers: `${html}\r\nContent-Encoding: br`,
    body: Buffer.from('no Brotli'),
  },
];
const equalPages = ['', 'br', 'chunks', 'decoded-already', 'deflate', 'gzip'];

describe('neardup import of directories', () => {
  it('imports readable files with their paths as ids, and reports all others', async () => {
    const directory = writePages();
    const data = join(directory, 'pages.db');
    const { code, stdout, stderr } = await runNeardup(['import', 'site', '--data', data], {
      cwd: directory,
    });
    expect(stdout).toMatch(/^5 documents in .*: 5 created, 1 failed, 2 skipped\n$/);
    expect(stderr).toMatch(/^site\/broken\.pdf: Cannot read the PDF/);
    expect(code).toBe(1);
    const documents = await exported(['--data', data]);
    expect(documents.map(({ id, extractor }) => [id, kindOf(extractor)])).toEqual([
      ['deep/er/chinese.txt', 'plain'],
      ['deep/page.HTM', 'html'],
      ['gz', null],
      ['index.html', 'html'],
      ['line', null],
    ]);
  });

  it('sends pages to a service unchanged', async () => {
    const service = await openLocalService(':memory:');
    const cwd = writePages();
    const args = ['import', 'site', '--url', service.url, '--mode', 'check'];
    const { stdout } = await runNeardup(args, { cwd });
    expect(stdout).toMatch(/: 5 new, 1 failed, 2 skipped\n$/);
    const compared = await service.post('/compare', {
      a: { id: 'deep/er/chinese.txt' },
      b: { text: '城市图书馆本周起延长开放时间' },
    });
    expect(compared.body.exact).toBe(true);
  });

  it('imports a single page with its name as the id', async () => {
    const directory = writePages();
    const args = ['import', 'site/index.html', '--data', 'pages.db', '--collection', 'default'];
    const { code, stdout } = await runNeardup(args, { cwd: directory });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/: 1 created\n$/)]);
    const [document] = await exported(['--data', join(directory, 'pages.db')]);
    expect(document).toMatchObject({ id: 'site/index.html' });
  });

  it('refuses a page that is larger than the settings allow, and continues', async () => {
    const cwd = writePages();
    const environment = { NEARDUP_HTML_BYTES_MAX: '10' };
    const args = ['import', 'site', '--data', 'pages.db'];
    const { stdout, stderr } = await runNeardup(args, { cwd, environment });
    expect(stdout).toMatch(/: 3 created, 3 failed, 2 skipped\n$/);
    expect(stderr).toContain('site/deep/page.HTM: the page of text/html is longer than 10 bytes');
    expect(stderr).toContain('… and 1 more like it, up to site/index.html\n');
  });
});

describe('neardup import of WARC files', () => {
  it.each([
    ['plain', 'crawl.warc', Buffer.concat],
    ['gzipped record by record', 'crawl.warc.gz', gzippedEach],
  ])('imports the responses of status 200 from a %s file', async (_, name, pack) => {
    const directory = temporaryDirectory();
    const data = join(directory, 'pages.db');
    const file = writeInto(directory, name, pack(warcOf(crawl)));
    const { code, stdout, stderr } = await runNeardup(['import', file, '--data', data]);
    // One warcinfo, ten requests, a revisit, a picture and a page with status 404.
    expect(stdout).toMatch(/^7 documents in .*: 7 created, 1 failed, 14 skipped\n$/);
    expect(stderr).toMatch(/crawl\.warc(\.gz)?:21: the page cannot be decoded/);
    expect(code).toBe(1);
    const documents = await exported(['--data', data]);
    const same = documents.filter(({ extractor }) => kindOf(extractor) === 'html');
    expect(same.map(({ id }) => id)).toEqual(equalPages.map((path) => `https://a.example/${path}`));
    expect(new Set(same.map(({ exactHash }) => exactHash)).size).toBe(1);
  });

  it('sends responses to a service, and leaves out near-duplicates', async () => {
    const service = await openLocalService(':memory:');
    const directory = temporaryDirectory();
    const file = writeInto(directory, 'crawl.warc.gz', gzippedEach(warcOf(crawl)));
    const args = ['import', file, '--url', service.url, '--mode', 'check', '--concurrency', '1'];
    const { stdout } = await runNeardup(args);
    expect(stdout).toMatch(/: 5 duplicate, 2 new, 1 failed, 14 skipped\n$/);
    const { body } = await service.get('/documents');
    const ids = (body.documents as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(['https://a.example/', 'https://a.example/gbk']);
  });

  it('fails if a file is not a WARC file', async () => {
    const directory = temporaryDirectory();
    const file = writeInto(directory, 'crawl.warc', 'This is a text.\r\n\r\nOf two parts.\r\n');
    const { code, stderr } = await runNeardup(['import', file, '--data', join(directory, 'p.db')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot read ".*crawl\.warc"/);
  });
});

interface Exported {
  readonly id: string;
  readonly extractor: string | null;
  readonly exactHash: string;
}

async function exported(args: readonly string[]): Promise<Exported[]> {
  const { stdout } = await runNeardup(['export', ...args]);
  const lines = stdout.trim().split('\n').slice(1);
  return lines.map((line) => JSON.parse(line) as Exported);
}

function kindOf(extractor: string | null): string | null {
  return extractor && extractor.split('/')[0]!;
}
