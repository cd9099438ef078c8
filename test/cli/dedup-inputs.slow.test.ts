import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { documents, outputOf, sentence } from './dedup-samples.js';
import { ndjson, runNeardup, writeInto } from './program.js';
import { gzippedEach, warcOf } from './warc.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-dedup-'));
afterAll(() => rmSync(directory, { recursive: true }));
let outs = 0;
const newOut = () => join(directory, `out-${++outs}`);

describe('The input of neardup dedup', () => {
  it('may be pages and gzipped lines: lines without an id get one, and rejected ones are listed', async () => {
    const pages = join(directory, 'pages');
    mkdirSync(join(pages, 'news'), { recursive: true });
    const text = sentence(1, 60);
    const html = `<html><head><title>T</title></head><body><article><p>${text}</p></article></body></html>`;
    writeInto(pages, 'news/a.html', html);
    writeInto(pages, 'news/b.html', html.replace('<title>T', '<title>U'));
    writeInto(pages, 'c.bin', 'not read');
    writeInto(pages, 'site.tar.gz', gzipSync('not read either'));
    const lines = [
      { text: sentence(2, 60), kept: { as: 'it stands' } },
      { id: 'e', text: '!' },
    ];
    const gz = writeInto(directory, 'more.jsonl.gz', gzipSync(`${ndjson(lines)}no json\n`));
    const out = newOut();
    const run = (to: string, ...flags: string[]) =>
      runNeardup(['dedup', pages, gz, '--out', to, '--threads', '1', ...flags]);
    expect((await run(newOut())).stdout).toContain(': 3 kept, 1 similar, ');
    const { code, stdout } = await run(out, '--duplicate-if', 'article');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^3 documents in .*: 2 kept, 0 similar, 1 cluster, 2 rejected, 2 skipped\n$/,
    );
    expect(outputOf(out, 'decisions.ndjson')).toMatchObject([
      { id: 'news/a.html', decision: 'new' },
      { id: 'news/b.html', decision: 'duplicate', duplicateOf: 'news/a.html', level: 'article' },
      { id: `${gz}:1`, decision: 'new' },
    ]);
    expect(outputOf(out, 'kept.ndjson')).toMatchObject([{ id: 'news/a.html' }]);
    const kept = gunzipSync(readFileSync(join(out, 'kept.ndjson.gz')));
    expect(kept.toString()).toBe(ndjson([lines[0]!]));
    expect(outputOf(out, 'rejected.ndjson')).toMatchObject([
      { place: `${gz}:2`, code: 'text_empty' },
      { place: `${gz}:3`, code: 'invalid_json' },
    ]);
    const report = readFileSync(join(out, 'report.md'), 'utf8');
    expect(report).toContain('| kept | 2 | 66.7 % |');
    for (const [, chart] of report.matchAll(/\]\((.*\.svg)\)/g)) {
      expect(readFileSync(join(out, chart!), 'utf8')).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    }
  });

  it('may have fields inside objects, and whole numbers of any length as ids', async () => {
    const ids = ['7', '18446744073709551615', '18446744073709551614'];
    const lines = ids.map(
      (id, index) => `{"meta": {"n": ${id}}, "body": ${JSON.stringify(sentence(index, 60))}}\n`,
    );
    const file = writeInto(directory, 'numbers.jsonl', lines.join(''));
    const out = newOut();
    const fields = ['--fields', 'id=meta.n,text=body'];
    expect((await runNeardup(['dedup', file, ...fields, '--out', out])).code).toBe(0);
    expect(outputOf(out, 'decisions.ndjson').map(({ id }) => id)).toEqual(ids);
    expect(readFileSync(join(out, 'kept.ndjson'), 'utf8')).toBe(lines.join(''));
  });

  it('fails early if the fields are wrong, names the existing fields, and leaves nothing behind', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => ({ url: `${n}`, of: { text: 'a' } }));
    const file = writeInto(directory, 'others.jsonl', ndjson(lines));
    const out = newOut();
    for (const fields of ['id=uri,text=of.text', 'id=url,text=body']) {
      const run = await runNeardup(['dedup', file, '--fields', fields, '--out', out]);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/Stopped at .*:20: 20 in a row .* the fields are url, of\.text/);
      expect(existsSync(`${out}.part`)).toBe(false);
    }
    const nothing = writeInto(directory, 'nothing.jsonl', '');
    const run = await runNeardup(['dedup', nothing, '--out', out]);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('no document') });
  });

  it('may be WARC files, with URLs as ids', async () => {
    const page = (family: number) =>
      Buffer.from(`<title>T</title><article><p>${sentence(family, 60)}</p></article>`);
    const headers = 'Content-Type: text/html; charset=utf-8';
    const crawl = [
      { url: 'https://a.example/', headers, body: page(1) },
      {
        url: 'https://mirror.example/',
        headers: `${headers}\r\nContent-Encoding: gzip`,
        body: gzipSync(page(1)),
      },
      { url: 'https://a.example/gone', status: '404 Not Found', headers, body: page(2) },
      { url: 'https://a.example/other', headers, body: page(2) },
      {
        url: 'https://a.example/broken',
        headers: `${headers}\r\nContent-Encoding: br`,
        body: Buffer.from('no Brotli'),
      },
    ];
    const file = writeInto(directory, 'crawl.warc.gz', gzippedEach(warcOf(crawl)));
    const out = newOut();
    const { code, stdout } = await runNeardup(['dedup', file, '--out', out, '--threads', '1']);
    // One warcinfo, five requests, a revisit and a page with status 404 are not documents.
    expect(stdout).toMatch(
      /^3 documents in .*: 2 kept, 0 similar, 1 cluster, 1 rejected, 8 skipped\n$/,
    );
    expect(code).toBe(1);
    expect(outputOf(out, 'decisions.ndjson')).toMatchObject([
      { id: 'https://a.example/', decision: 'new' },
      { id: 'https://mirror.example/', decision: 'duplicate', duplicateOf: 'https://a.example/' },
      { id: 'https://a.example/other', decision: 'new' },
    ]);
    expect(outputOf(out, 'kept.ndjson')).toMatchObject([
      { id: 'https://a.example/', title: 'T' },
      { id: 'https://a.example/other', title: 'T' },
    ]);
    expect(outputOf(out, 'rejected.ndjson')).toMatchObject([{ place: `${file}:11` }]);
  });

  it('may include the recipe and thresholds of a collection as `neardup recipe` prints them', async () => {
    const flags = ['--recipe', writeInto(directory, 'tf.json', '{"method":"simhash"}')];
    const thresholds = ['--max-distance', '0', '--duplicate-if', 'exact'];
    const { stdout } = await runNeardup(['recipe', '--new', ...flags, ...thresholds]);
    const collection = writeInto(directory, 'collection.json', stdout);
    const input = writeInto(directory, 'some.ndjson', ndjson(documents(120, 'simhash')));
    const decided = async (...args: string[]) => {
      const out = newOut();
      const result = await runNeardup(['dedup', input, '--out', out, ...args]);
      expect([result.code, result.stderr]).toEqual([0, expect.any(String)]);
      return outputOf(out, 'decisions.ndjson');
    };
    const exact = await decided(...flags, ...thresholds);
    expect(await decided('--recipe', collection)).toEqual(exact);
    const others = ['--max-distance', '7', '--duplicate-if', 'similar'];
    const near = await decided('--recipe', collection, ...others);
    expect(near).toEqual(await decided(...flags, ...others));
    expect(near).not.toEqual(exact);

    const refused = async (...args: string[]) => {
      const { code, stderr } = await runNeardup(['dedup', input, '--out', newOut(), ...args]);
      expect(code).not.toBe(0);
      return stderr;
    };
    const other = writeInto(directory, 'other.json', stdout.replace('"logTf"', '"tf"'));
    expect(await refused('--recipe', other)).toContain('its recipe has the id');
    expect(await refused('--recipe', collection, '--min-similarity', '0.5')).toContain(
      'does not use it',
    );
  });
});
