import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackedBins } from '../decisions.js';

const now = Date.UTC(2026, 10, 21, 18, 40);
const at = (hoursAgo: number) =>
  new Date(Math.floor(now / 3_600_000) * 3_600_000 - hoursAgo * 3_600_000).toISOString();
const counts = fc.record({
  new: fc.nat(100),
  similar: fc.nat(100),
  duplicate: fc.nat(100),
  changed: fc.nat(100),
  unchanged: fc.nat(100),
});

describe('decisions over time', () => {
  it('are stacked by the hour, empty hours included', () => {
    const points = [
      { at: at(2), new: 1, similar: 7, duplicate: 2, changed: 3, unchanged: 4 },
      { at: at(0), new: 5, similar: 0, duplicate: 0, changed: 0, unchanged: 1 },
    ];
    const [times, ...stacks] = stackedBins(points, { hours: 4, now });
    expect(times.map((time) => new Date(time * 1000).toISOString())).toEqual([3, 2, 1, 0].map(at));
    expect(stacks).toEqual([
      [0, 17, 0, 6],
      [0, 13, 0, 5],
      [0, 10, 0, 5],
      [0, 8, 0, 5],
      [0, 1, 0, 5],
    ]);
  });

  it('are stacked by the minute for one hour', () => {
    const minute = new Date(now).toISOString();
    const point = { at: minute, new: 1, similar: 0, duplicate: 2, changed: 0, unchanged: 0 };
    const [times, ...stacks] = stackedBins([point], { hours: 1, now: now + 59_000 });
    expect(times).toHaveLength(60);
    expect(times.at(-1)).toBe(now / 1000);
    expect(stacks.map((stack) => stack.at(-1))).toEqual([3, 3, 3, 1, 1]);
  });

  it('are stacked by the day if there are many hours', () => {
    const points = [0, 1, 30].map((hours) => ({
      at: at(hours),
      new: 1,
      similar: 0,
      duplicate: 0,
      changed: 0,
      unchanged: 0,
    }));
    const [times, whole] = stackedBins(points, { hours: 90 * 24, now });
    expect(times).toHaveLength(90);
    expect(whole!.slice(-2)).toEqual([1, 2]);
  });

  it('include every recent decision, and no stack is higher than the one above it', () => {
    const recent = fc.uniqueArray(fc.nat(23), { maxLength: 24 });
    fc.assert(
      fc.property(recent, fc.array(counts, { minLength: 24, maxLength: 24 }), (hours, each) => {
        const points = hours.map((hour, index) => ({ at: at(hour), ...each[index]! }));
        const [, all, ...lower] = stackedBins(points, { hours: 24, now });
        const wanted = points.reduce(
          (sum, point) =>
            sum + point.new + point.similar + point.duplicate + point.changed + point.unchanged,
          0,
        );
        expect(all!.reduce((sum, count) => sum + count, 0)).toBe(wanted);
        for (const [index, stack] of lower.entries()) {
          const above = index === 0 ? all! : lower[index - 1]!;
          for (const [bin, count] of stack.entries())
            expect(count).toBeLessThanOrEqual(above[bin]!);
        }
      }),
    );
  });
});
