import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createMemtable,
  type Memtable,
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
);

it('holds the same rows as a list through any rollbacks', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80, size: 'max' }),
      fc.nat({ max: 3000 }),
      (steps, filler) => {
        const buffer = createMemtable();
        // Adds rows of another collection, so that the table grows at some point.
        for (let i = 0; i < filler; i++) buffer.append(9, i % 7, i);
        let rows: Row[] = [];
        buffer.forgetLog();
        let kept: Row[] = [];
        for (const each of steps) {
          if (each.kind === 'append') {
            if (rows.some((other) => equal(other, each.row))) continue;
            buffer.append(...each.row);
            rows.push(each.row);
          } else if (each.kind === 'remove') {
            const others = rows.filter((other) => !equal(other, each.row));
            expect(buffer.remove(...each.row)).toBe(others.length < rows.length);
            rows = others;
          } else if (each.kind === 'undo') {
            buffer.undo();
            rows = [...kept];
          } else {
            buffer.forgetLog();
            kept = [...rows];
          }
          for (const [collection, key] of rows) {
            expect(buffer.findValues(collection, key).sort()).toEqual(
              rows
                .filter((other) => other[0] === collection && other[1] === key)
                .map(([, , v]) => v)
                .sort(),
            );
          }
        }
        const wanted = [...new Set([...rows.map(([, key]) => key), 2 ** 40 + 7])];
        for (const collection of new Set(rows.map(([of]) => of))) {
          const marks = new Uint8Array(wanted.length);
          buffer.mark(collection, wanted, marks);
          for (const [i, key] of wanted.entries()) {
            const isThere = rows.some((row) => row[0] === collection && row[1] === key);
            if (isThere) expect(marks[i]).toBe(1);
          }
          expect(marks.at(-1)).toBe(0);
        }
        const inOrder = [...ordered(buffer)].filter((i) => !buffer.isRemoved(i)).map(buffer.at);
        expect(inOrder.filter(([collection]) => collection !== 9).sort()).toEqual([...rows].sort());
        expect(inOrder).toHaveLength(rows.length + filler);
        for (const each of rows) expect(buffer.has(...each)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

it('orders all rows by collection and key, ties by insertion', () => {
  const key = fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
    fc.integer({ min: -(2 ** 47), max: 2 ** 47 - 1 }),
  );
  const rows = fc.array(fc.tuple(fc.constantFrom(1, 2, 65_537, 2 ** 30), key), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.constantFrom(0, 1024), (given, filler) => {
      const buffer = createMemtable();
      for (const [i, [collection, each]] of given.entries()) buffer.append(collection, each, i);
      // Enough rows for the radix sort.
      for (let i = 0; i < filler; i++) buffer.append(9, i % 3, i);
      const all = Array.from({ length: buffer.length }, (_, row) => row);
      const expected = all.sort((a, b) => {
        const [x, y] = [buffer.at(a), buffer.at(b)];
        return x[0] - y[0] || x[1] - y[1] || a - b;
      });
      expect([...ordered(buffer)]).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it('orders many rows in the announced number of steps', () => {
  const buffer = createMemtable();
  for (let i = 0; i < 200_000; i++) buffer.append(1, Math.imul(i, 0x9e37_79b1), i);
  const order = buffer.order();
  let steps = 1;
  while (order.step() === undefined) steps += 1;
  expect(steps).toBe(order.steps);
  expect(steps).toBeGreaterThan(10);
});

function ordered(buffer: Memtable): Int32Array {
  const { step } = buffer.order();
  for (;;) {
    const rows = step();
    if (rows !== undefined) return rows;
  }
}

function equal(a: Row, b: Row): boolean {
  return a.every((column, i) => column === b[i]);
}
