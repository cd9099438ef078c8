import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chunkBytesMax,
  chunkRowsMax,
  createChunkBuilder,
  readChunk,
} from '../../../../src/store/sqlite/runs/chunk.js';
import { repetitions } from '../../../repetitions.js';

const key = fc.oneof(
  fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }),
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 2 ** 32 - 20, max: 2 ** 32 + 20 }),
);
const value = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 32 + 50 }),
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 2 ** 52, max: Number.MAX_SAFE_INTEGER }),
);
const farKey = fc.oneof(key, fc.integer({ min: -(2 ** 51), max: 2 ** 51 }));
const row = fc.tuple(farKey, value);

it('chunks hold all rows in order, on one page each', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 2000, size: 'max' }), (given) => {
      const rows = given.toSorted(([a, v], [b, w]) => a - b || v - w);
      const builder = createChunkBuilder();
      const chunks: Uint8Array[] = [];
      for (const [key, value] of rows) {
        if (builder.add(key, value)) continue;
        chunks.push(builder.take());
        expect(builder.add(key, value)).toBe(true);
      }
      if (builder.count > 0) chunks.push(builder.take());
      const read = chunks.flatMap((bytes) => {
        expect(bytes.length).toBeLessThanOrEqual(chunkBytesMax);
        const { count, keyAt, valueAt } = readChunk(bytes);
        return Array.from({ length: count }, (_, row) => [keyAt(row), valueAt(row)]);
      });
      expect(read).toEqual(rows);
    }),
    { numRuns: repetitions(200) },
  );
});

it('a chunk finds the first row from a key on, at any alignment', () => {
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 60 }), key, (given, wanted) => {
      const keys = given.toSorted((a, b) => a - b);
      const builder = createChunkBuilder();
      for (const key of keys) builder.add(key, 1);
      const bytes = builder.take();
      const moved = new Uint8Array(bytes.length + 1);
      moved.set(bytes, 1);
      for (const chunk of [readChunk(bytes), readChunk(moved.subarray(1))]) {
        const expected = keys.findIndex((key) => key >= wanted);
        expect(chunk.firstRowFrom(wanted)).toBe(expected < 0 ? keys.length : expected);
      }
    }),
  );
});

it('a chunk of close keys holds as many rows as fit', () => {
  const builder = createChunkBuilder();
  while (builder.add(builder.count, 1));
  expect(builder.count).toBe(chunkRowsMax);
  expect(builder.take().length).toBe(chunkBytesMax - ((chunkBytesMax - 24) % 6));
});
