import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeNodes } from '../../src/text/double-array.js';

const rankMax = 100;
const ranks = fc
  .uniqueArray(fc.integer({ min: 1, max: rankMax }), { maxLength: 40 })
  .map((each) => each.sort((a, b) => a - b));

describe('placeNodes', () => {
  it('gives every child a unique slot, above the ranks and below the slot count', () => {
    fc.assert(
      fc.property(fc.array(ranks, { minLength: 1, maxLength: 60 }), (childRanks) => {
        const { bases, slotCount } = placeNodes(childRanks, rankMax, () => 0);
        const taken = new Set<number>();
        for (const [node, children] of childRanks.entries()) {
          if (node === 0 || children.length === 0) expect(bases[node]).toBe(0);
          else {
            expect(bases[node]).toBeGreaterThan(0);
            expect(bases[node]! + rankMax).toBeLessThan(slotCount);
            for (const rank of children) {
              const slot = bases[node]! + rank;
              expect(slot).toBeGreaterThan(rankMax);
              expect(taken.has(slot)).toBe(false);
              taken.add(slot);
            }
          }
        }
      }),
    );
  });

  it('gives large nodes the lowest base and fills the gaps with small nodes', () => {
    const large = Array.from({ length: 50 }, (_, index) => 2 * index + 1);
    const { bases } = placeNodes([[], [1], [2], large, [1, 2]], rankMax, (node) => -node);
    expect([...bases]).toEqual([0, 103, 100, 100, 199]);
  });
});
