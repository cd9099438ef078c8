import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlidingCounts } from '../../src/detector/recent-decisions.js';

const [steps, stepMs, columns, rows] = [5, 10, 3, 2];

it('agrees with a plain list of all counts', () => {
  const event = fc.record({
    passed: fc.oneof(fc.nat(12), fc.nat(120)),
    column: fc.nat(columns - 1),
    row: fc.nat(rows - 1),
  });
  fc.assert(
    fc.property(fc.array(event), fc.nat(80), (events, rest) => {
      const counts = createSlidingCounts({ steps, stepMs, columns, rows });
      const seen: { step: number; column: number; row: number }[] = [];
      let now = 1000;
      for (const { passed, column, row } of events) {
        now += passed;
        counts.add(now, column, row);
        seen.push({ step: Math.floor(now / stepMs), column, row });
      }
      now += rest;
      const last = Math.floor(now / stepMs);
      const lately = seen.filter(({ step }) => step > last - steps);
      const byColumn = (found: typeof seen) =>
        Array.from(
          { length: columns },
          (_, each) => found.filter((one) => one.column === each).length,
        );
      for (let row = 0; row < rows; row += 1) {
        const sums = Array<number>(columns).fill(1);
        const ofRow = lately.filter((one) => one.row === row);
        expect(counts.addSums(now, sums, row)).toBe(ofRow.length);
        expect(sums).toEqual(byColumn(ofRow).map((sum) => sum + 1));
      }
      const first = lately.filter((one) => one.row === 0);
      expect(counts.list(now)).toEqual(
        [...new Set(first.map(({ step }) => step))].map((step) => ({
          at: step * stepMs,
          counts: byColumn(first.filter((one) => one.step === step)),
        })),
      );
    }),
  );
});

it('adds counts to the latest step if the clock steps back', () => {
  const counts = createSlidingCounts({ steps, stepMs, columns });
  counts.add(1000, 0);
  counts.add(10, 0);
  expect(counts.list(1000)).toEqual([{ at: 1000, counts: [2, 0, 0] }]);
});
