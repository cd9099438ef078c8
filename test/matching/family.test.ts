import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  chooseByBands,
  chooseNearest,
  chooseOldest,
  familyKeys,
} from '../../src/matching/family.js';
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
  const oldest = ({ fingerprint: { low } }: (typeof near)[number], atMost: number) =>
    ['a', 'b', 'c'].map((name) => `${name}${low}`).slice(0, atMost);
  const all = ['a7', 'b7', 'c7', 'a9', 'b9', 'c9'];
  for (const most of [1, 3, 4, 6]) {
    const chosen = new Set(all.slice(0, most));
    expect(chooseNearest(near, most, oldest)).toEqual({ chosen, isCut: true });
  }
  expect(chooseNearest(near, 7, oldest)).toEqual({ chosen: new Set(all), isCut: false });
  expect(chooseNearest(near, 2, () => [])).toEqual({ chosen: new Set(), isCut: false });
});

/** Contents by age, as the numbers of their fingerprints; 0 is that of the page. */
const fingerprints = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });

/** Chooses among contents that are given by their fingerprints, and returns ages. */
function chosenOf(all: readonly number[], most: number) {
  const groups = new Map<number, number[]>([[0, []]]);
  for (const [age, fingerprint] of all.entries()) {
    groups.set(fingerprint, [...(groups.get(fingerprint) ?? []), age]);
  }
  const [own, ...others] = [...groups.values()];
  return chooseOldest(own!, others, most, (a, b) => a - b);
}

it('chooses the oldest contents of the oldest fingerprints, and reports if there are more', () => {
  fc.assert(
    fc.property(fingerprints, fc.integer({ min: 1, max: 12 }), (all, most) => {
      const isFirst = (age: number) => all.indexOf(all[age]!) === age;
      const ages = [...all.keys()];
      const firsts = ages.filter((age) => all[age] !== 0 && isFirst(age)).slice(0, most);
      const own = ages.filter((age) => all[age] === 0).slice(0, 1);
      const expected = ages.filter(
        (age, place) => place < most || firsts.includes(age) || own.includes(age),
      );
      const { chosen, isCut } = chosenOf(all, most);
      expect([...chosen].sort((a, b) => a - b)).toEqual(expected);
      expect(isCut).toBe(expected.length < all.length);
    }),
  );
});

it('chooses all that it chose before, whatever is stored later', () => {
  fc.assert(
    fc.property(fingerprints, fingerprints, fc.integer({ min: 1, max: 12 }), (all, later, most) => {
      const before = chosenOf(all, most).chosen;
      const after = chosenOf([...all, ...later], most).chosen;
      expect([...before].filter((age) => !after.has(age))).toEqual([]);
    }),
  );
});
