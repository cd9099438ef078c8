import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { openData } from '../../src/input/open-data.js';
import { splitArray } from '../../src/input/split-array.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { limits, readAll } from './read-all.js';

/** Returns records of a file as JSON, or addresses and texts of a WARC file. @throws the first fault */
async function read(content: string | Uint8Array): Promise<unknown[]> {
  const { found, faults } = await readAll(content);
  if (faults.length > 0) throw faults[0];
  return found;
}

const documents = [
  { id: 'a', text: 'one' },
  { id: 'b', text: 'two' },
];
const ndjson = documents.map((each) => `${JSON.stringify(each)}\n`);

/** The same two lines, compressed by each program. */
const packed = {
  zstd: [
    'KLUv/QRYwQAAeyJpZCI6ImEiLCJ0ZXh0Ijoib25lIn0K9nGErA==',
    'KLUv/QRYwQAAeyJpZCI6ImIiLCJ0ZXh0IjoidHdvIn0K/BWGfA==',
  ],
  bzip2: [
    'QlpoOTFBWSZTWYW+d4oAAAtZgAAQEAQAECYhhEogACIaJiaaehAAAMTlEdu0T2U/wRJbRdyRThQkIW+d4oA=',
    'QlpoOTFBWSZTWTF0TEYAAAtZgAAQEAQAEBYghMogACGo9I0Gn6oQAADM90bdcSqX4agI+LuSKcKEgYuiYjA=',
  ],
};
const joined = (parts: readonly string[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part, 'base64')));

/** A row by pyarrow with LZ4, `{"id":"a","text":"some words","lang":null}`: the dictionary of `lang` is empty. */
const parquetByLz4 = [
  'UEFSMRUEFQoVDEwVAhUAEgAAUAEAAABhFQAVEhUULBUCFRAVBhUGHAAAAJACAAAAAgEBAgAVBBUcFR5MFQIVABIA',
  'AOAKAAAAc29tZSB3b3JkcxUAFRIVFCwVAhUQFQYVBhwAAACQAgAAAAIBAQIAFQQVABUCTBUAFQASAAAAFQAVDhUQ',
  'LBUCFRAVBhUGHAAAAHACAAAAAgAAFQQZTDUAGAZzY2hlbWEVBgAVDCUCGAJpZCUATBwAAAAVDCUCGAR0ZXh0JQBM',
  'HAAAABUMJQIYBGxhbmclAEwcAAAAFgIZHBk8JgAcFQwZNQAGEBkYAmlkFQ4WAhZeFmImMCYIKSwVBBUAFQIAFQAV',
  'EBUCADwWAhkGGSYAAgAAACYAHBUMGTUABhAZGAR0ZXh0FQ4WAhZwFnQmpAEmaiksFQQVABUCABUAFRAVAgA8FhQZ',
  'BhkmAAIAAAAmABwVDBk1AAYQGRgEbGFuZxUOFgIWUBZUJvwBJt4BKSwVBBUAFQIAFQAVEBUCADwWABkGGSYCAAAA',
  'ABaeAhYCJggWqgIAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRk8HAAAHAAAHAAAAC0BAABQQVIx',
].join('');

describe('the format of a file follows from its first bytes', () => {
  it.each([
    ['lines', ndjson.join('')],
    ['lines after a mark of the byte order', `\ufeff${ndjson.join('').replace('\n', '\r\n')}`],
    ['an array', JSON.stringify(documents)],
    ['an array in many lines', `\ufeff ${JSON.stringify(documents, null, 2)}\n`],
    ['CSV', '\ufeffid,text\r\na,one\r\n"b","two"\r\n'],
    ['TSV', 'id\ttext\na\tone\nb\ttwo\n'],
    ['lines, gzipped each', Buffer.concat(ndjson.map((line) => gzipSync(line)))],
    ['lines by zstd, in two frames', joined(packed.zstd)],
    ['lines by bzip2, in two streams', joined(packed.bzip2)],
    ['CSV, gzipped', gzipSync('id,text\na,one\nb,two\n')],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual(documents);
  });

  it('Parquet, with all digits, times, nested and missing values', async () => {
    const content = parquetWriteBuffer({
      columnData: [
        { name: 'id', data: [2n ** 60n + 1n, 7n], type: 'INT64' },
        { name: 'text', data: ['one', null] },
        { name: 'at', data: [new Date(0), new Date(1000)], type: 'TIMESTAMP' },
        { name: 'of', data: [{ url: 'a' }, { url: 'b' }], type: 'JSON' },
      ],
      rowGroupSize: 1,
    });
    const at = (ms: number) => new Date(ms).toISOString();
    expect(await read(new Uint8Array(content))).toEqual([
      { id: Number(2n ** 60n + 1n), text: 'one', at: at(0), of: { url: 'a' } },
      { id: 7, text: null, at: at(1000), of: { url: 'b' } },
    ]);
  });

  it('Parquet with LZ4, including a column without any value', async () => {
    const row = { id: 'a', text: 'some words', lang: null };
    expect(await read(Buffer.from(parquetByLz4, 'base64'))).toEqual([row]);
  });

  it('WET: texts in UTF-8', async () => {
    const record = (type: string, body: string) =>
      `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: https://a.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`;
    const content = record('warcinfo', 'x') + record('conversion', '绿茶');
    const wanted = [['https://a.example/', '绿茶', 'utf-8']];
    expect(await read(content)).toEqual(wanted);
    expect(await read(gzipSync(content))).toEqual(wanted);
  });

  it('WARC: responses with a missing, repeated or meaningless type are sniffed', async () => {
    const response = (type: string, body: string) => {
      const http = `HTTP/1.1 200 OK\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`;
    };
    const pages = [
      response('', '<p>one'),
      response('Content-Type: text/html, text/html; charset=gbk\r\n', '<p>two'),
      response('Content-Type: application/octet-stream\r\n', '<html>three'),
      response('Content-Type: application/octet-stream\r\n', 'GIF89a\u0001'),
      response('Content-Type: application/rss+xml\r\n', '<rss/>'),
      response('Content-Type: image/png\r\n', 'png'),
      response('', '{"api":1}'),
    ];
    expect(await read(pages.join(''))).toEqual([
      ['https://a.example/', '<p>one', null],
      ['https://a.example/', '<p>two', 'gbk'],
      ['https://a.example/', '<html>three', null],
      ['https://a.example/', '<rss/>', null],
    ]);
  });

  it('a line of more than 16 MiB, if a body may be as long', async () => {
    const line = JSON.stringify({ text: 'a'.repeat(17 * 2 ** 20) });
    const file = join(temporaryDirectory(), 'long.ndjson');
    writeFileSync(file, line);
    const lengthBy = async (bodyBytesMax: number) => {
      const options = { onBytes() {}, onNote() {}, limits: { ...limits, bodyBytesMax } };
      const data = await openData(file, options);
      if (data.kind !== 'lines') throw new Error('it has lines');
      for await (const { bytes } of data.lines) return bytes?.length ?? null;
      return undefined;
    };
    expect(await lengthBy(2 * 2 ** 20)).toBeNull();
    expect(await lengthBy(18 * 2 ** 20)).toBe(line.length);
  });

  it.each([
    ['an Arrow file', 'ARROW1\0\0...', /is an Arrow file; write it as Parquet/],
    ['a PDF', '%PDF-1.7', /name that ends with \.pdf/],
    ['a letter', 'Dear reader, <br>,\n', /neither lines of JSON nor a table/],
    ['noise', Buffer.from([1, 0, 2, 3]), /neither text nor a known format/],
  ])('%s is refused by name, with advice', async (_, content, message) => {
    const error = await read(content).catch((error) => error);
    expect(error).toMatchObject({ code: 'extraction_failed' });
    expect(error.message).toMatch(/^Cannot read ".*no-extension": /);
    expect(error.message).toMatch(message);
  });

  it.each([
    ['gzip cut off', gzipSync(ndjson.join('')).subarray(0, 30), /unexpected end of file/],
    ['zstd cut off', joined(packed.zstd).subarray(0, 20), /unexpected end of file/],
    [
      'bzip2 cut off',
      joined(packed.bzip2).subarray(0, 40),
      /the bzip2 file is damaged or truncated/,
    ],
    ['an array cut off', '[{"id":"a"},', /does not end/],
    ['more than an array', '[{"id":"a"}] {}', /something follows/],
    ['a quote that does not end', 'id,text\na,"one\n', /Quote/],
  ])('%s is read up to the damage, which is reported', async (_, content, message) => {
    const { faults } = await readAll(content);
    expect(faults.at(-1)).toMatchObject({ code: 'extraction_failed' });
    expect(faults.at(-1)!.message).toMatch(message);
  });
});

it('splits an array like JSON.parse, wherever the bytes are cut', async () => {
  const array = fc.tuple(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2, '\t'));
  await fc.assert(
    fc.asyncProperty(array, fc.array(fc.nat(40)), async ([values, space], cuts) => {
      const whole = Buffer.from(JSON.stringify(values, null, space));
      async function* chunks() {
        let from = 0;
        for (const length of cuts) {
          yield Buffer.from(whole.subarray(from, from + length));
          from += length;
        }
        yield Buffer.from(whole.subarray(from));
      }
      const found: unknown[] = [];
      for await (const { number, bytes } of splitArray(chunks(), 1e9)) {
        expect(number).toBe(found.length + 1);
        expect(bytes!.includes(10)).toBe(false);
        found.push(JSON.parse(bytes!.toString()));
      }
      expect(found).toEqual(JSON.parse(whole.toString()));
    }),
    { numRuns: 500 },
  );
});

it('skips an element that is too long', async () => {
  async function* source() {
    yield Buffer.from('["a", "bbbbbbbbbb", 3]');
  }
  const found = [];
  for await (const line of splitArray(source(), 5))
    found.push(line.bytes?.toString().trim() ?? null);
  expect(found).toEqual(['"a"', null, '3']);
});
