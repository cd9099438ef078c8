import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answersMin,
  type JudgedPair,
  recommendThreshold,
} from '../../src/matching/recommend-threshold.js';

const pair = fc.record({
  similarity: fc.integer({ min: 0, max: 128 }).map((n) => n / 128),
  isNear: fc.boolean(),
});

/** Reference computation, which multiplies probabilities without logarithms and adds them up. */
function bySimpleRule(pairs: readonly JudgedPair[]) {
  const weights: number[] = [];
  for (let step = 0; step <= 200; step++) {
    let weight = 0;
    for (const spread of [0.005, 0.01, 0.02, 0.04, 0.08]) {
      let product = 1;
      for (const { similarity, isNear } of pairs) {
        const near = 0.01 + 0.98 / (1 + Math.exp((step / 200 - similarity) / spread));
        product *= isNear ? near : 1 - near;
      }
      weight += product;
    }
    weights.push(weight);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (share: number) => {
    let sum = 0;
    const step = weights.findIndex((weight) => {
      sum += weight / total;
      return sum >= share;
    });
    return step < 0 ? 1 : step / 200;
  };
}

describe('the recommended threshold', () => {
  it('is the median of the posterior, with the interval around it', () => {
    const pairs = fc.array(pair, { minLength: answersMin, maxLength: 30 });
    fc.assert(
      fc.property(pairs, (given) => {
        const found = recommendThreshold(given);
        const near = given.filter(({ isNear }) => isNear).length;
        if (near === 0 || near === given.length) {
          expect(found).toBeNull();
          return;
        }
        const quantile = bySimpleRule(given);
        const [low, high] = [quantile(0.025), quantile(0.975)];
        expect(found!.threshold).toBeCloseTo(quantile(0.5), 1);
        expect(found!.interval.low).toBeCloseTo(low, 1);
        expect(found!.interval.high).toBeCloseTo(high, 1);
        expect(found!.answersNeeded === 0).toBe(found!.interval.high - found!.interval.low <= 0.1);
      }),
    );
  });

  it('lies between answers that do not contradict each other, and narrows with more of them', () => {
    const answers = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        similarity: i / (count - 1),
        isNear: i / (count - 1) >= 0.7,
      }));
    const [few, many] = [10, 100].map((count) => recommendThreshold(answers(count))!);
    for (const { threshold } of [few!, many!]) expect(Math.abs(threshold - 0.7)).toBeLessThan(0.1);
    const width = ({ interval }: NonNullable<typeof few>) => interval.high - interval.low;
    expect(width(many!)).toBeLessThan(width(few!));
    expect(few!.answersNeeded).toBeGreaterThan(0);
    expect(many!.answersNeeded).toBe(0);
  });

  it('is null with few answers', () => {
    const two = [
      { similarity: 0.5, isNear: false },
      { similarity: 0.9, isNear: true },
    ];
    expect(recommendThreshold(two)).toBeNull();
  });
});
