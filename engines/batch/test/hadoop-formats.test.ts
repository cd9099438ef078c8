import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequenceFile } from '../src/sequence-file.js';
import { typedRecords } from '../src/typed-bytes.js';
import { typed } from './stages.js';

const records = fc.array(
  fc.record({ key: fc.string({ unit: 'grapheme' }), value: fc.uint8Array({ maxLength: 300 }) }),
);

async function* chunks(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function collected<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) all.push(each);
  return all;
}

describe('typed bytes', () => {
  it('restore keys and values from any division of the stream', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 50 }), async (given, size) => {
        const bytes = Buffer.concat(
          given.flatMap(({ key, value }) => [typed(7, Buffer.from(key)), typed(0, value)]),
        );
        const read = await collected(typedRecords(chunks(bytes, size), 1000));
        expect(read.map(([key, value]) => [Buffer.from(key).toString(), [...value]])).toEqual(
          given.map(({ key, value }) => [key, [...value]]),
        );
      }),
    );
  });

  it.each([
    [
      'within a value',
      Buffer.concat([typed(7, Buffer.from('a')), typed(0, Buffer.from('bc'))]).subarray(0, -1),
    ],
    ['within a head', Buffer.from([7, 0, 0])],
    ['after a key', typed(7, Buffer.from('a'))],
    ['at a number', Buffer.from([3, 0, 0, 0, 1])],
    ['at a long value', typed(7, Buffer.alloc(1001))],
  ])('are refused if they end %s', async (_, bytes) => {
    await expect(collected(typedRecords(chunks(bytes, 64), 1000))).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('a SequenceFile', () => {
  it('has its records after a header, separated by sync marks', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.nat({ max: 3 }), async (given, large) => {
        const all = [
          ...given,
          ...Array.from({ length: large }, () => ({
            key: 'large',
            value: new Uint8Array(150_000),
          })),
        ];
        const bytes = Buffer.concat(await collected(sequenceFile(each(all))));
        const read = readBack(bytes);
        expect(read.records.map(({ key, value }) => [key, value.length])).toEqual(
          all.map(({ key, value }) => [key, value.length]),
        );
        expect(read.records.every(({ value }, index) => value.equals(all[index]!.value))).toBe(
          true,
        );
        expect(read.marks).toBeGreaterThanOrEqual(Math.max(0, large - 1));
      }),
    );
  });
});

async function* each(given: readonly { key: string; value: Uint8Array }[]) {
  for (const { key, value } of given) yield [key, value] as const;
}

/** Reads records like org.apache.hadoop.io.SequenceFile.Reader. */
function readBack(bytes: Buffer) {
  let at = 4;
  const byte = () => bytes.readInt8(at++);
  const int = () => {
    at += 4;
    return bytes.readInt32BE(at - 4);
  };
  const taken = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const text = () => {
    const first = byte();
    let length = first;
    if (first < -112) {
      length = 0;
      for (let digit = 0; digit < -112 - first; digit++) length = length * 256 + bytes[at++]!;
    }
    return taken(length).toString();
  };
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('SEQ\u0006');
  expect([text(), text()]).toEqual([
    'org.apache.hadoop.io.Text',
    'org.apache.hadoop.io.BytesWritable',
  ]);
  expect([byte(), byte(), int()]).toEqual([0, 0, 0]);
  const mark = taken(16);
  const records: { key: string; value: Buffer }[] = [];
  let marks = 0;
  while (at < bytes.length) {
    const length = int();
    if (length === -1) {
      expect(taken(16).equals(mark)).toBe(true);
      marks++;
      continue;
    }
    const keyLength = int();
    const start = at;
    const key = text();
    expect(at - start).toBe(keyLength);
    const value = taken(int());
    expect(at - start).toBe(length);
    records.push({ key, value });
  }
  return { records, marks };
}
