import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '../../../../src/matching/match-order.js';
import { chunkBytesMax } from '../../../../src/store/sqlite/runs/chunk.js';
import {
  bytesAsText,
  createTextChunkBuilder,
  readTextChunk,
  textOfBytes,
} from '../../../../src/store/sqlite/runs/text-chunk.js';

const id = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom('https://example.org/a', 'https://example.org/'), fc.nat()).map(String),
  fc.string({ minLength: 100, maxLength: 2048, size: 'max' }),
);
const value = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 32 + 50 }),
  fc.integer({ min: 2 ** 52, max: Number.MAX_SAFE_INTEGER }),
);
const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

it('texts of bytes are ordered by their UTF-8 bytes, and can be read back', () => {
  fc.assert(
    fc.property(id, id, (a, b) => {
      const [first, second] = [bytesAsText(a), bytesAsText(b)];
      expect(Math.sign(compare(first, second))).toBe(Math.sign(compareUtf8(a, b)));
      expect(textOfBytes(first)).toBe(a);
    }),
    { numRuns: 1000 },
  );
});

it('chunks hold all rows in their order, on one page each, also when some are forgotten', () => {
  const rows = fc.array(fc.tuple(id, value), { maxLength: 500, size: 'max' });
  fc.assert(
    fc.property(rows, fc.nat({ max: 40 }), (given, every) => {
      const rows = given
        .map(([id, value]) => [bytesAsText(id), value] as const)
        .toSorted(([a, v], [b, w]) => compare(a, b) || v - w);
      const builder = createTextChunkBuilder();
      const chunks: Uint8Array[] = [];
      for (const [at, [key, value]] of rows.entries()) {
        if (at % 40 === every) {
          const recall = builder.remember();
          builder.add(`${key}~`, value + 1);
          recall();
        }
        if (builder.add(key, value)) continue;
        chunks.push(builder.take());
        expect(builder.add(key, value)).toBe(true);
      }
      if (builder.count > 0) chunks.push(builder.take());
      const read = chunks.flatMap((bytes) => {
        const { count, keyAt, valueAt } = readTextChunk(bytes);
        if (count > 1) expect(bytes.length).toBeLessThanOrEqual(chunkBytesMax);
        return Array.from({ length: count }, (_, row) => [keyAt(row), valueAt(row)]);
      });
      expect(read).toEqual(rows);
    }),
    { numRuns: 100 },
  );
});

it('a chunk finds the first row from a key on, and gives keys in any order', () => {
  fc.assert(
    fc.property(
      fc.array(id, { minLength: 1, maxLength: 60 }),
      id,
      fc.array(fc.nat()),
      (given, wanted, order) => {
        const builder = createTextChunkBuilder();
        const keys = given.map(bytesAsText).toSorted(compare);
        const fitting = keys.filter((key) => builder.add(key, 1));
        const chunk = readTextChunk(builder.take());
        const expected = fitting.findIndex((key) => key >= bytesAsText(wanted));
        expect(chunk.firstRowFrom(bytesAsText(wanted))).toBe(expected < 0 ? chunk.count : expected);
        for (const each of order) {
          expect(chunk.keyAt(each % chunk.count)).toBe(fitting[each % chunk.count]);
        }
      },
    ),
  );
});
