import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createMemtable,
  isBefore,
  type Row,
} from '../../../../src/store/sqlite/write-buffer/memtable.js';

const row = fc.tuple(
  fc.constantFrom(1, 2, 65_537),
  fc.constantFrom(0, 1, -1, -(2 ** 15), 2 ** 32, -(2 ** 47), 2 ** 47 - 1, 2 ** 52 + 1),
  fc.constantFrom(0, 1, -(2 ** 47), 2 ** 40),
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), row }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mark' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
);

it('holds the same rows as a list, whatever is undone', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80, size: 'max' }),
      fc.nat({ max: 3000 }),
      (steps, filler) => {
        const buffer = createMemtable();
        // Rows of another collection, so that it grows at some moment.
        for (let i = 0; i < filler; i++) buffer.append(9, i % 7, i);
        let rows: Row[] = [];
        let marked = { position: buffer.logLength(), rows: [...rows] };
        for (const each of steps) {
          if (each.kind === 'append') {
            if (rows.some((other) => equal(other, each.row))) continue;
            buffer.append(...each.row);
            rows.push(each.row);
          } else if (each.kind === 'remove') {
            const kept = rows.filter((other) => !equal(other, each.row));
            expect(buffer.remove(...each.row)).toBe(kept.length < rows.length);
            rows = kept;
          } else if (each.kind === 'undo') {
            buffer.undoTo(marked.position);
            rows = [...marked.rows];
          } else {
            if (each.kind === 'forget') buffer.forgetLog();
            marked = { position: buffer.logLength(), rows: [...rows] };
          }
          for (const [collection, key] of rows) {
            expect(buffer.valuesOf(collection, key).sort()).toEqual(
              rows
                .filter((other) => other[0] === collection && other[1] === key)
                .map(([, , v]) => v)
                .sort(),
            );
          }
        }
        const ordered = [...buffer.order().rows].filter((i) => !buffer.isRemoved(i)).map(buffer.at);
        expect(ordered.filter(([collection]) => collection !== 9).sort()).toEqual([...rows].sort());
        expect(ordered).toHaveLength(rows.length + filler);
        for (const each of rows) expect(buffer.has(...each)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('gives each row a place that only earlier rows precede', () => {
  const key = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer(), fc.maxSafeInteger());
  const rows = fc.array(fc.tuple(fc.constantFrom(1, 2, 65_537), key), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.constantFrom(0, 1024), (given, filler) => {
      const buffer = createMemtable();
      for (const [i, [collection, each]] of given.entries()) buffer.append(collection, each, i);
      // Many rows are sorted in another way.
      for (let i = 0; i < filler; i++) buffer.append(9, 0, i);
      const order = buffer.order();
      const ordered = [...order.rows].filter((row) => row < given.length);
      for (const [position, row] of ordered.entries()) {
        const place = order.placeOf(row);
        for (const later of ordered.slice(position)) {
          const [collection, each] = buffer.at(later);
          expect(isBefore(collection, each, place)).toBe(false);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it.each([500, 5000])('orders %d rows by collection, then by key', (length) => {
  const buffer = createMemtable();
  const keys = Array.from({ length }, (_, i) => Math.imul(i, 0x9e37_79b1) >> 16);
  for (const [i, key] of keys.entries()) buffer.append(1 + (i % 3), key, i);
  const ordered = [...buffer.order().rows].map(buffer.at);
  const sorted = [...ordered].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  expect(ordered.map(([collection, key]) => [collection, key])).toEqual(
    sorted.map(([collection, key]) => [collection, key]),
  );
});

it('orders the keys of a collection, however large those of another are', () => {
  const buffer = createMemtable();
  for (let i = 0; i < 5000; i++) {
    const key = (Math.imul(i, 0x9e37_79b1) >>> 16) % 5000;
    buffer.append(1 + (i % 2), i % 2 === 0 ? key : key * 2 ** 33, i);
  }
  const ordered = [...buffer.order().rows].map(buffer.at);
  const sorted = [...ordered].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  expect(ordered).toEqual(sorted);
});

function equal(a: Row, b: Row): boolean {
  return a.every((column, i) => column === b[i]);
}
