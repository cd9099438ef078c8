import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { unbzip2 } from '../../src/input/unbzip2.js';
import { repetitions } from '../repetitions.js';
import { readAll } from './read-all.js';

const pages = Array.from({ length: 12 }, (_, i) => {
  const words = Array.from({ length: 60 }, (__, j) => `w${(i * 37 + j * j * 7919) % 9973}`);
  return [`https://a.example/${i}`, `<p>${words.join(' ')}`, null] as const;
});

function record([url, body]: readonly [string, string, unknown], lineEnd = '\r\n'): string {
  const block = ['HTTP/1.1 200 OK', 'Content-Type: text/html', '', body].join(lineEnd);
  return [
    ...['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`],
    ...['Content-Type: application/http; msgtype=response'],
    ...[`Content-Length: ${Buffer.byteLength(block)}`, '', block, '', ''],
  ].join(lineEnd);
}

const members = pages.map((page) => gzipSync(record(page)));
const archive = Buffer.concat(members);

describe('a truncated gzip archive', () => {
  it('is read up to the damage, which is reported', async () => {
    let ends = 0;
    for (let cut = 54; cut < archive.length; cut += 53) {
      const whole = members.findIndex((_, i) => lengthOf(members.slice(0, i + 1)) > cut);
      const { found, faults } = await readAll(archive.subarray(0, cut));
      expect(found).toEqual(pages.slice(0, found.length));
      expect(found.length).toBeGreaterThanOrEqual(whole);
      const isWhole = lengthOf(members.slice(0, whole)) === cut;
      expect(faults.length > 0).toBe(!isWhole);
      if (faults.length > 0) expect(faults.at(-1)!.code).toBe('extraction_failed');
      ends += 1;
    }
    expect(ends).toBeGreaterThan(50);
  });

  it('is also read if it is not compressed', async () => {
    const plain = Buffer.from(pages.map((page) => record(page)).join(''));
    const { found, faults } = await readAll(plain.subarray(0, plain.length - 200));
    expect(found).toEqual(pages.slice(0, 11));
    expect(faults.map(({ message }) => message)).toEqual([
      'what follows cannot be read: unexpected end of file',
    ]);
  });
});

it('is read before and after a damaged member', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(pages.length - 1),
      fc.nat(40),
      fc.uint8Array({ minLength: 20, maxLength: 60 }),
      async (at, before, noise) => {
        const broken = Buffer.from(members[at]!);
        broken.set(noise, 20 + before);
        const { found, faults } = await readAll(Buffer.concat(members.with(at, broken)));
        const others = pages.filter((_, i) => i !== at);
        expect((found as string[][]).filter(([url]) => url !== pages[at]![0])).toEqual(others);
        expect(faults.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: repetitions(60) },
  );
});

it('skips bytes between records', async () => {
  const { found, faults } = await readAll(
    `${record(pages[0]!)}some bytes\nof nobody${'x'.repeat(100_000)}\n${record(pages[1]!)}`,
  );
  expect(found).toEqual(pages.slice(0, 2));
  expect(faults.map(({ message }) => message)).toEqual([
    'not a WARC record; skipped to the next record',
  ]);
});

it('continues after a damaged member of lines', async () => {
  const lines = (from: number) =>
    gzipSync([0, 1, 2].map((i) => `${JSON.stringify({ id: `${from + i}` })}\n`).join(''));
  const broken = lines(3);
  broken.fill(0xff, 12, 20);
  const { found, faults } = await readAll(Buffer.concat([lines(0), broken, lines(6)]));
  expect(found).toEqual(['0', '1', '2', '6', '7', '8'].map((id) => ({ id })));
  expect(faults.at(-1)!.message).toMatch(/^the file is damaged here, and some of it is lost: /);
});

it('accepts zeros after the last member, and two concatenated gzip files', async () => {
  const { found, faults } = await readAll(
    Buffer.concat([archive.subarray(0, lengthOf(members.slice(0, 2))), Buffer.alloc(512)]),
  );
  expect(found).toEqual(pages.slice(0, 2));
  expect(faults).toEqual([]);
});

it('reads a gzip file of one long member in small parts', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => ({
    id: `${i}`,
    text: 'a'.repeat(i % 97),
  }));
  const { found, faults } = await readAll(
    gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  );
  expect(faults).toEqual([]);
  expect(found).toEqual(lines);
});

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** `head -c 200000000 /dev/zero | bzip2 | base64` */
const zeros = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZzL/7xgB9osAIwAACAAAIIAAwzAmqaZKkQbVFSIPF3JFOFCQeFqODAA==',
  'base64',
);

describe('a hostile file', () => {
  const parquet = () =>
    Buffer.from(
      parquetWriteBuffer({ columnData: [{ name: 'text', data: ['one', 'two', 'six'] }] }),
    );

  it.each([
    ['packed size', 3],
    ['size', 1],
  ])('with a page of a negative %s terminates', async (_, place) => {
    const content = parquet();
    // The header of the first page: its type, its size and its packed size, each after a byte 0x15.
    expect([...content.subarray(4, 9)].filter((_each, i) => i % 2 === 0)).toEqual([21, 21, 21]);
    const at = 4 + 2 + place;
    expect(content[at]! % 2).toBe(0); // zigzag: even numbers are positive
    content[at]! += 1;
    const { found, faults } = await readAll(content);
    expect(found).toEqual([]);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a page claims to have -\d+ bytes( packed)?; at most/),
    ]);
  });

  it('of bzip2 is unpacked block by block', async () => {
    // 16 blocks of 900,000 zeros each, as `head -c 14400000 /dev/zero | bzip2` writes them.
    let largest = 0;
    let total = 0;
    async function* source() {
      yield zeros;
    }
    for await (const part of unbzip2(source())) {
      largest = Math.max(largest, part.length);
      total += part.length;
    }
    expect(total).toBe(200_000_000);
    expect(largest).toBeLessThan(50_000_000);
  });

  it('of zstd with an excessive window is refused', async () => {
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0]);
    const { faults } = await readAll(frame);
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringContaining('it needs a window of 2147483648 bytes'),
    ]);
  });
});

it.each(['\n', '\r', ' \n'])('refuses a file of nothing but %j', async (end) => {
  const file = end.repeat(1_000_000);
  await expect(readAll(file)).rejects.toThrow(/neither lines of JSON nor a table/);
});
