import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { compress, compressUsingDict, createCCtx, freeCCtx } from '@bokuweb/zstd-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadZstd } from '../../src/input/unzstd.js';
import { zipOf } from '../extract/documents.js';
import { limits, readAll } from './read-all.js';

const page = '<!doctype html><p>绿茶 one two three';
const url = 'https://a.example/';

function warc(fields: Readonly<Record<string, string>>, block: Uint8Array | string, end = '\r\n') {
  const lines = Object.entries({ 'WARC-Target-URI': url, ...fields }).map(([n, v]) => `${n}: ${v}`);
  const head = ['WARC/1.1', ...lines, `Content-Length: ${Buffer.byteLength(block)}`, '', ''];
  return Buffer.concat([Buffer.from(head.join(end)), Buffer.from(block), Buffer.from(end + end)]);
}

function response(headers: readonly string[], body: Uint8Array | string = page, end = '\r\n') {
  const head = ['HTTP/1.1 200 OK', ...headers, '', ''].join(end);
  const block = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  return warc({ 'WARC-Type': 'response', 'Content-Type': 'application/http' }, block, end);
}

const html = 'Content-Type: text/html; charset=utf-8';
const found = [[url, page, 'utf-8']];

beforeAll(async () => void (await loadZstd()));

describe('a response is read', () => {
  it.each<[string, Buffer]>([
    ['as it is', response([html])],
    ['with lines that end in LF alone', response([html], page, '\n')],
    [
      'with a header that goes on in the next line',
      response(['Content-Type: text/html;', ' charset=utf-8']),
    ],
    ['in gzip', response([html, 'Content-Encoding: gzip'], gzipSync(page))],
    ['in gzip, twice', response([html, 'Content-Encoding: gzip, gzip'], gzipSync(gzipSync(page)))],
    ['in deflate', response([html, 'Content-Encoding: deflate'], deflateSync(page))],
    [
      'in deflate without its header',
      response([html, 'Content-Encoding: deflate'], deflateRawSync(page)),
    ],
    ['in Brotli', response([html, 'Content-Encoding: br'], brotliCompressSync(page))],
    ['in gzip that was taken off', response([html, 'Content-Encoding: gzip'])],
    ['in Brotli that was taken off', response([html, 'Content-Encoding: br'])],
    ['in deflate that was taken off', response([html, 'Content-Encoding: deflate'])],
    ['in zstd that was taken off', response([html, 'Content-Encoding: zstd'])],
    ['in an encoding that means nothing', response([html, 'Content-Encoding: utf-8'])],
    ['in chunks', response([html, 'Transfer-Encoding: chunked'], chunked(Buffer.from(page)))],
    [
      'in chunks of gzip',
      response(
        [html, 'Transfer-Encoding: chunked', 'Content-Encoding: gzip'],
        chunked(gzipSync(page)),
      ),
    ],
    ['in chunks that were taken off', response([html, 'Transfer-Encoding: chunked'])],
  ])('%s', async (_, content) => {
    expect(await readAll(content)).toMatchObject({ found, faults: [] });
  });

  const text = 'News of today: {"rain": 3, "wind": "west"}, and more tomorrow.';
  const bodies: [string, string, Buffer][] = [
    ['HTML after a byte order mark', 'text/html', Buffer.from(`\ufeff${page}`)],
    ['short HTML after a byte order mark', 'text/html', Buffer.from('\ufeff<p>one two')],
    ['UTF-16', 'text/html', Buffer.from('\ufeff<p>one two three four', 'utf16le')],
    ['a text that begins like an empty stream', 'text/plain', Buffer.from(text)],
    ['JSON as a text', 'text/plain', Buffer.from(JSON.stringify({ id: 1, text, list: [text] }))],
  ];
  const decodings = bodies.flatMap((body) =>
    ['br', 'deflate'].map((name) => [...body, name] as const),
  );

  it.each(decodings)('%s (%s) stored decoded', async (_, type, body, name) => {
    const plain = await readAll(response([`Content-Type: ${type}`], body));
    expect(plain).toMatchObject({ found: [[url, expect.anything(), null]], faults: [] });
    const headers = [`Content-Type: ${type}`, `Content-Encoding: ${name}`];
    expect(await readAll(response(headers, body))).toEqual(plain);
    const pack = name === 'br' ? brotliCompressSync : deflateRawSync;
    expect(await readAll(response(headers, pack(body)))).toEqual(plain);
  });

  it('in zstd', async () => {
    const content = response([html, 'Content-Encoding: zstd'], compress(Buffer.from(page)));
    expect(await readAll(content)).toMatchObject({ found, faults: [] });
  });

  it('as XHTML, whatever its declared XML type', async () => {
    const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>one</body></html>`;
    const content = response(['Content-Type: application/xml'], xhtml);
    expect(await readAll(content)).toMatchObject({ found: [[url, xhtml, null]], faults: [] });
  });
});

function chunked(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 7), bytes.subarray(7)].flatMap((part) => [
    Buffer.from(`${part.length.toString(16)};x=1\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

describe('a body that cannot be decoded', () => {
  it.each<[string, Buffer, RegExp]>([
    [
      'in an encoding that is not known',
      response([html, 'Content-Encoding: compress']),
      /"compress"/,
    ],
    [
      'cut off',
      response([html, 'Content-Encoding: gzip'], gzipSync(page).subarray(0, 20)),
      /decoded/,
    ],
    [
      'that is a bomb',
      response([html, 'Content-Encoding: br'], bomb()),
      /longer than 4194304 bytes/,
    ],
  ])('%s is a fault, and the next record is read', async (_, content, message) => {
    const { faults, ...read } = await readAll(Buffer.concat([content, response([html])]));
    expect(read.found).toEqual(found);
    expect(faults).toHaveLength(1);
    expect(faults[0]!.message).toMatch(message);
  });

  function bomb() {
    return brotliCompressSync(Buffer.alloc(limits.htmlBytesMax + 1));
  }
});

it('reads resources with a page type, and skips the others', async () => {
  const resource = (type: string, body: string) =>
    warc({ 'WARC-Type': 'resource', 'Content-Type': type }, body);
  const content = Buffer.concat([
    resource('text/html; charset=utf-8', page),
    resource('application/json', '{}'),
    resource('text/plain', 'one'),
    warc({ 'WARC-Type': 'metadata', 'Content-Type': 'text/plain' }, 'x'),
    warc({ 'WARC-Type': 'revisit', 'Content-Type': 'application/http' }, 'HTTP/1.1 200 OK\r\n\r\n'),
    warc({ 'WARC-Type': 'response', 'Content-Type': 'text/dns' }, 'a.example. 1 IN A 127.0.0.1'),
  ]);
  const read = await readAll(content);
  expect(read).toMatchObject({ found: [...found, [url, 'one', null]], faults: [] });
});

describe('Zstandard with a dictionary, as in web archives', () => {
  const dictionary = Buffer.from(
    `${page}HTTP/1.1 200 OK WARC-Type: response Content-Length:`.repeat(9),
  );

  function archive(first: Uint8Array): Buffer {
    const context = createCCtx();
    const records = [response([html]), response([html], 'x'.repeat(300_000)), response([html])];
    const frames = records.map((each) => compressUsingDict(context, each, dictionary, 3));
    freeCCtx(context);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(0x184d2a5d);
    head.writeUInt32LE(first.length, 4);
    return Buffer.concat([head, first, ...frames]);
  }
  const pages = [page, 'x'.repeat(300_000), page].map((text) => [url, text, 'utf-8']);

  it('is read with a raw or compressed dictionary', async () => {
    expect(await readAll(archive(dictionary))).toMatchObject({ found: pages, faults: [] });
    expect(await readAll(archive(compress(dictionary)))).toMatchObject({
      found: pages,
      faults: [],
    });
  });

  it('is read before and after a damaged frame', async () => {
    const whole = archive(dictionary);
    const starts = [...whole.toString('latin1').matchAll(/\x28\xb5\x2f\xfd/g)].map(
      ({ index }) => index,
    );
    const second = starts.at(-2)!;
    for (const [from, to] of [
      [second, second + 4],
      [second + 12, second + 20],
    ] as const) {
      const read = await readAll(Buffer.from(whole).fill(0x55, from, to));
      expect(read.found).toEqual([pages[0], pages[2]]);
      expect(read.faults).toHaveLength(1);
    }
  });

  it('is read up to its truncation', async () => {
    const whole = archive(dictionary);
    const read = await readAll(whole.subarray(0, whole.length - 10));
    expect(read.found).toEqual(pages.slice(0, 2));
    expect(read.faults).toHaveLength(1);
  });
});

describe('WACZ', () => {
  it('is read as its WARC files in sequence', async () => {
    const zip = zipOf([
      { name: 'datapackage.json', data: Buffer.from('{}') },
      {
        name: 'archive/a.warc.gz',
        data: Buffer.concat([gzipSync(response([html])), gzipSync(response([html]))]),
      },
      { name: 'archive/b.warc', data: response([html]) },
      { name: 'indexes/index.cdx', data: Buffer.from('x') },
    ]);
    expect(await readAll(zip)).toMatchObject({ found: [...found, ...found, ...found], faults: [] });
  });

  it('with another archive is reported', async () => {
    const { faults } = await readAll(
      zipOf([{ name: 'word/document.xml', data: Buffer.from('x') }]),
    );
    expect(faults.map(({ message }) => message)).toEqual([
      'what follows cannot be read: it is a ZIP archive without WARC files in archive/; unpack it, or name it .docx',
    ]);
  });
});
