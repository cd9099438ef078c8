import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSlidingCounts } from '../../src/detector/sliding-counts.js';

const [steps, stepMs, columns] = [5, 10, 3];

it('agrees with a list of everything that was counted', () => {
  const event = fc.record({
    passed: fc.oneof(fc.nat(12), fc.nat(120)),
    column: fc.nat(columns - 1),
  });
  fc.assert(
    fc.property(
      fc.array(event),
      fc.nat(80),
      fc.integer({ min: 1, max: steps }),
      (events, rest, wanted) => {
        const counts = createSlidingCounts({ steps, stepMs, columns });
        const seen: { step: number; column: number }[] = [];
        let now = 1000;
        for (const { passed, column } of events) {
          now += passed;
          counts.add(now, column);
          seen.push({ step: Math.floor(now / stepMs), column });
        }
        now += rest;
        const last = Math.floor(now / stepMs);
        for (let column = 0; column < columns; column += 1) {
          const expected = seen.filter((one) => one.column === column && one.step > last - wanted);
          expect(counts.sum(now, column, wanted)).toBe(expected.length);
        }
        const present = [...new Set(seen.map(({ step }) => step))].filter(
          (step) => step > last - steps,
        );
        expect(counts.list(now)).toEqual(
          present.map((step) => ({
            at: step * stepMs,
            counts: Array.from(
              { length: columns },
              (_, column) =>
                seen.filter((one) => one.step === step && one.column === column).length,
            ),
          })),
        );
      },
    ),
  );
});

it('counts for the step that was reached if the clock steps back', () => {
  const counts = createSlidingCounts({ steps, stepMs, columns });
  counts.add(1000, 0);
  counts.add(10, 0);
  expect(counts.list(1000)).toEqual([{ at: 1000, counts: [2, 0, 0] }]);
});
