import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import { chooseByBands, chooseNear, familyKeys } from '../../src/matching/family.js';
import { comparedWith, family, sketchOfMember } from './naive-family.js';

const layout = { count: 4, rows: 3 };

it('chooses the oldest contents of each band, and in a family of each landmark', () => {
  fc.assert(
    fc.property(family, ({ page, members }) => {
      const keys = members.map((each) => familyKeys(sketchOfMember(each), layout));
      const oldest = (key: number, atMost: number) =>
        [...members.keys()]
          .filter((place) => keys[place]!.includes(key) && !members[place]!.isGone)
          .slice(0, atMost);
      const { chosen, isCut } = chooseByBands(sketchOfMember(page), layout, oldest);
      const expected = comparedWith({ page, members });
      expect([...chosen].sort((a, b) => a - b)).toEqual(expected.places);
      expect(isCut).toBe(expected.isFamily);
    }),
  );
});

it('chooses contents with the nearest fingerprints, and reports if there may be more', () => {
  const near = [7, 9].map((low, distance) => ({ fingerprint: { high: 1, low }, distance }));
  const oldest = ({ low }: Fingerprint, atMost: number) =>
    ['a', 'b', 'c'].map((name) => `${name}${low}`).slice(0, atMost);
  const all = ['a7', 'b7', 'c7', 'a9', 'b9', 'c9'];
  for (const most of [1, 3, 4, 6]) {
    expect(chooseNear(near, most, oldest)).toEqual({ chosen: all.slice(0, most), isCut: true });
  }
  expect(chooseNear(near, 7, oldest)).toEqual({ chosen: all, isCut: false });
  expect(chooseNear(near, 2, () => [])).toEqual({ chosen: [], isCut: false });
});
