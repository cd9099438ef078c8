import { createHash } from 'node:crypto';
import { compressUsingDict, createCCtx } from '@bokuweb/zstd-wasm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import xxhash from 'xxhash-wasm';
import { Gap } from '../../src/input/pieces.js';
import { loadZstd, unzstd, unzstdBody } from '../../src/input/unzstd.js';
import { repetitions } from '../repetitions.js';
import { readAll } from './read-all.js';

const work = { packedBytes: 0 };
let checksum: (bytes: Uint8Array) => bigint;
let context: number;
beforeAll(async () => {
  const zstd = await loadZstd();
  const { decompressUsingDict } = zstd;
  vi.spyOn(zstd, 'decompressUsingDict').mockImplementation((context, bytes, ...rest) => {
    work.packedBytes += bytes.byteLength;
    return decompressUsingDict(context, bytes, ...rest);
  });
  context = createCCtx();
  checksum = (await xxhash()).h64Raw;
});
beforeEach(() => {
  work.packedBytes = 0;
});
afterAll(() => vi.restoreAllMocks());

const dictionary = Buffer.from('WARC/1.0 HTTP/1.1 200 OK Content-Type: text/html'.repeat(9));
const head = Buffer.alloc(8);
head.writeUInt32LE(0x184d2a5d);
head.writeUInt32LE(dictionary.length, 4);
const starts: [string, Buffer[]][] = [
  ['without a dictionary', []],
  ['with a dictionary', [head, dictionary]],
];

/** Compresses a record to a frame with a checksum. */
function frameOf(record: Buffer, hasDictionary: boolean): Buffer {
  const used = hasDictionary ? dictionary : Buffer.alloc(0);
  const frame = Buffer.from(compressUsingDict(context, record, used, 3));
  frame[4]! |= 4;
  const end = Buffer.alloc(4);
  end.writeUInt32LE(Number(checksum(record) & 0xffff_ffffn));
  return Buffer.concat([frame, end]);
}

function pageOf(number: number): [string, string, null] {
  // Every third page has several blocks.
  const words = Array.from({ length: number % 3 === 0 ? 40_000 : 80 }, (_, i) => {
    return `w${(number * 37 + i * i * 7919) % 99_991}`;
  });
  return [`https://a.example/${number}`, `<p>${words.join(' ')}`, null];
}

function recordOf([url, body]: [string, string, null]): Buffer {
  const block = ['HTTP/1.1 200 OK', 'Content-Type: text/html', '', body].join('\r\n');
  const lines = ['WARC/1.0', 'WARC-Type: response', `WARC-Target-URI: ${url}`];
  lines.push(`Content-Length: ${Buffer.byteLength(block)}`, '', block, '', '');
  return Buffer.from(lines.join('\r\n'));
}

const pages = Array.from({ length: 9 }, (_, i) => pageOf(i));

/** Damage of one frame but the first, which shows the format; `place` and `size` are shares of its length. */
type Damage = { frame: number; place: number } & (
  | { kind: 'flip'; bits: number[] }
  | { kind: 'cut'; size: number }
);
const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const damages = fc.array(
  fc.oneof(
    fc.record({
      ...{
        kind: fc.constant('flip' as const),
        frame: fc.integer({ min: 1, max: 8 }),
        place: share,
      },
      bits: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 5 }),
    }),
    // The first bytes of a frame are damaged more often, because they contain lengths.
    fc.record({
      ...{ kind: fc.constant('flip' as const), frame: fc.integer({ min: 1, max: 8 }) },
      ...{ place: fc.double({ min: 0, max: 0.01, noNaN: true }) },
      bits: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 5 }),
    }),
    fc.record({
      kind: fc.constant('cut' as const),
      frame: fc.integer({ min: 1, max: 8 }),
      place: share,
      size: share,
    }),
  ),
  { minLength: 1, maxLength: 4 },
);

function damage(frame: Buffer, { place, ...how }: Damage): Buffer {
  const at = Math.floor(place * frame.length);
  if (how.kind === 'cut') {
    const end = at + 1 + Math.floor(how.size * (frame.length - at));
    return Buffer.concat([frame.subarray(0, at), frame.subarray(end)]);
  }
  const bytes = Buffer.from(frame);
  for (const [i, bits] of how.bits.entries()) if (at + i < bytes.length) bytes[at + i]! ^= bits;
  return bytes;
}

describe.each(starts)('a damaged archive %s', (_, start) => {
  it('loses no record of an undamaged frame, and reports the damage', async () => {
    const frames = pages.map((page) => frameOf(recordOf(page), start.length > 0));
    const end = fc.option(share, { nil: null });
    await fc.assert(
      fc.asyncProperty(damages, end, async (each, cut) => {
        const damaged = [...frames];
        for (const one of each) damaged[one.frame] = damage(damaged[one.frame]!, one);
        const isLost = damaged.map((frame, i) => !frame.equals(frames[i]!));
        if (cut !== null) {
          damaged[8] = damaged[8]!.subarray(0, Math.floor(cut * damaged[8]!.length));
          isLost[8] = true;
        }
        // A frame that is missing entirely leaves no trace.
        fc.pre(damaged.some((frame, i) => isLost[i] && frame.length > 0));
        const { found, faults } = await readAll(Buffer.concat([...start, ...damaged]));
        const isWhole = ([url]: [string, string, null]) => !isLost[Number(url.split('/').at(-1))];
        const whole = (found as [string, string, null][]).filter(isWhole);
        expect(JSON.stringify(whole) === JSON.stringify(pages.filter(isWhole))).toBe(true);
        expect(faults.length).toBeGreaterThan(0);
      }),
      { numRuns: repetitions(40) },
    );
  });

  it('is searched for frames with bounded work, even if false frames are nested', async () => {
    // Each unit is a header and a stored block that contains the header of the next unit. So each unit begins a frame
    // that extends to the end of all units, where its last block is invalid.
    const unit = Buffer.alloc(49);
    unit.set([0x28, 0xb5, 0x2f, 0xfd, 0, 0x50]);
    unit.writeUIntLE(46 << 3, 6, 3);
    const last = Buffer.from([1, 2, 3, 4, 5, 6, (5 << 3) | 5, 0, 0, 9, 9, 9, 9, 9]);
    const count = 4000;
    const content = Buffer.concat([...start, ...Array.from({ length: count }, () => unit), last]);
    const whole = pages.map((page) => frameOf(recordOf(page), start.length > 0));
    const bytes = Buffer.concat([content, ...whole]);
    const read = await piecesOf(bytes);
    expect(read.filter((piece) => piece instanceof Gap)).toHaveLength(1);
    const after = read.slice(read.findIndex((piece) => piece instanceof Gap) + 1);
    expect(contentOf(after).equals(Buffer.concat(pages.map(recordOf)))).toBe(true);
    expect(work.packedBytes).toBeGreaterThan(2 ** 19); // the search was tried
    expect(work.packedBytes).toBeLessThan(2 ** 24 + 6 * bytes.length);
    expect((count * content.length) / 2).toBeGreaterThan(15 * work.packedBytes);
  });
});

it('reads nothing of a truncated frame', async () => {
  const frame = frameOf(recordOf(pages[0]!), false);
  const read = await piecesOf(frame.subarray(0, frame.length - 20));
  expect(read).toEqual([new Gap(new Error('unexpected end of file'))]);
});

it('closes its source if the reader stops early', async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (const page of pages) yield frameOf(recordOf(page), false);
    } finally {
      isClosed = true;
    }
  }
  for await (const _ of unzstd(source())) break;
  expect(isClosed).toBe(true);
});

it('reads nothing of a frame that needs another dictionary', async () => {
  const stored = [(5 << 3) | 1, 0, 0, ...Buffer.from('words')];
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 0x50, 77, ...stored]);
  expect(await piecesOf(frame)).toEqual([new Gap(new Error('it needs another dictionary'))]);
});

it('reads nothing of a frame whose checksum is wrong', async () => {
  const frame = frameOf(recordOf(pages[0]!), false);
  frame[frame.length - 1]! ^= 1;
  const read = await piecesOf(frame);
  expect(read).toEqual([new Gap(new Error('its checksum differs from the stated one'))]);
});

describe('a frame that is too long to be unpacked at once', () => {
  const content = Buffer.from(
    Array.from({ length: 150_000 }, (_, i) =>
      createHash('sha256').update(`${i}`).digest('base64'),
    ).join(' '),
  );

  it('is read, and its checksum is verified', async () => {
    const frame = frameOf(content, false);
    expect(frame.length).toBeGreaterThan(2 ** 22);
    const after = frameOf(recordOf(pages[1]!), false);
    const bytes = Buffer.concat([frame, after]);
    const whole = [content, recordOf(pages[1]!)];
    const read = await piecesOf(bytes);
    expect(read.every(Buffer.isBuffer)).toBe(true);
    expect(contentOf(read).equals(Buffer.concat(whole))).toBe(true);
    bytes[frame.length - 1]! ^= 1;
    const damaged = await piecesOf(bytes);
    expect(contentOf(damaged).equals(Buffer.concat(whole))).toBe(true);
    expect(damaged.filter((piece) => piece instanceof Gap)).toEqual([
      new Gap(new Error('its checksum differs from the stated one')),
    ]);
  });

  it('is a gap if a block is damaged, and the next frame is read', async () => {
    const frame = frameOf(content, false);
    frame.fill(0xff, frame.length / 2, frame.length / 2 + 200_000);
    const after = frameOf(recordOf(pages[1]!), false);
    const read = await piecesOf(Buffer.concat([frame, after]));
    expect(read).toEqual([expect.any(Gap), recordOf(pages[1]!)]);
  });
});

it('refuses a body whose sequences claim more content than a block may have', async () => {
  // 32,513 matches of 65,539 bytes each or more in a block of 20 bytes.
  const block = [0, 255, 1, 0, 0x54, 0, 5, 52, 255, 255, 255, 255, 255, 255, 255, 1];
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x50, 1 | (2 << 1) | (block.length << 3), 0, 0];
  await expect(unzstdBody(Buffer.from([...header, ...block]), 2 ** 20)).rejects.toThrow();
});

const contentOf = (pieces: readonly (Buffer | Gap)[]) =>
  Buffer.concat(pieces.filter(Buffer.isBuffer));

async function piecesOf(bytes: Buffer): Promise<(Buffer | Gap)[]> {
  async function* source() {
    for (let at = 0; at < bytes.length; at += 2 ** 16) yield bytes.subarray(at, at + 2 ** 16);
  }
  const pieces: (Buffer | Gap)[] = [];
  for await (const piece of unzstd(source())) pieces.push(piece);
  return pieces;
}
