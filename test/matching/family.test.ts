import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseByBands, chooseNear, familyKeys } from '../../src/matching/family.js';
import { comparedWith, family, sketchOfMember } from './naive-family.js';

const layout = { count: 4, rows: 3 };

it('chooses the oldest by each band, and in a family by each landmark', () => {
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

it('chooses contents of the nearest fingerprints, and says if there may be more', () => {
  const near = [0, 1, 2].map((low) => ({ fingerprint: { high: 7, low }, distance: low }));
  const far = { fingerprint: { high: 0xffff_ffff, low: 0xffff_0001 }, distance: 3 };
  const asked: number[] = [];
  const oldest = (prefix: number, atMost: number) => {
    asked.push(prefix);
    return ['a', 'b', 'c'].map((name) => `${name} of ${prefix}`).slice(0, atMost);
  };
  const [first, last] = [7 * 2 ** 16, 0xffff_ffff * 2 ** 16 + 0xffff];
  expect(chooseNear([...near, far], 9, oldest)).toEqual({
    chosen: [first, last].flatMap((prefix) =>
      ['a', 'b', 'c'].map((name) => `${name} of ${prefix}`),
    ),
    isCut: false,
  });
  expect(asked).toEqual([first, last]);
  expect(chooseNear([...near, far], 4, oldest)).toEqual({
    chosen: [`a of ${first}`, `b of ${first}`, `c of ${first}`, `a of ${last}`],
    isCut: true,
  });
});
