import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiveContents } from '../../src/batch/live-contents.js';
import { hammingDistance } from '../../src/fingerprint/blocks.js';
import { commonFrom } from '../../src/fingerprint/parts.js';
import { comparedWith, family, sketchOfMember } from '../matching/naive-family.js';
import { flip, recipeOf, withParts } from '../store/samples.js';

const far = { high: 0xffff_ffff, low: 0xffff_ffff };

it('finds the same family members for a page as a store', () => {
  fc.assert(
    fc.property(family, ({ page, members }) => {
      const live = createLiveContents(recipeOf('minhash'));
      const all = members.map((each, place) => ({
        place,
        signature: { fingerprint: far, sketch: sketchOfMember(each) },
      }));
      for (const each of all) live.add(each);
      for (const each of all) if (members[each.place]!.isGone) live.remove(each);
      const found: number[] = [];
      const signature = { fingerprint: far, sketch: sketchOfMember(page) };
      live.search(signature, 3, (each) => found.push((each as (typeof all)[number]).place));
      expect(found.sort((a, b) => a - b)).toEqual(comparedWith({ page, members }).places);
    }),
  );
});

it('finds the nearest of many fingerprints, once for each of their contents', () => {
  const bits = fc.array(fc.nat({ max: 63 }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 90, size: 'max' }), fc.nat({ max: 7 }), (all, most) => {
      const live = createLiveContents(recipeOf('simhash'));
      const contents = all.map((each) => ({
        signature: { fingerprint: flip(far, each), sketch: null },
      }));
      for (const each of contents) live.add(each);
      const removed = contents.filter((_, at) => at % 7 === 0);
      for (const each of removed) live.remove(each);
      const found: number[] = [];
      live.search({ fingerprint: far, sketch: null }, most, ({ signature }) =>
        found.push(hammingDistance(signature.fingerprint, far)),
      );
      const expected = contents
        .filter((each) => !removed.includes(each))
        .map(({ signature }) => hammingDistance(signature.fingerprint, far))
        .filter((distance) => distance <= most);
      expect(found).toEqual(expected.sort((a, b) => a - b).slice(0, 16));
    }),
  );
});

const partsOf = (...hashes: number[]) => ({
  hashes: Uint32Array.from(hashes),
  total: hashes.length,
});
const withHashes = (...hashes: number[]) => ({
  signature: { fingerprint: far, sketch: null, parts: partsOf(...hashes) },
});

it('finds contents by two parts, or by one if the page has at most four', () => {
  const live = createLiveContents(withParts(recipeOf('hybrid')));
  const [one, two, three] = [withHashes(1), withHashes(1, 2), withHashes(1, 2, 3)];
  for (const each of [one, two, three]) live.add(each);
  expect(live.searchParts(partsOf(1, 2, 5, 6, 7))).toEqual([two, three]);
  expect(live.searchParts(partsOf(1, 5, 6, 7))).toEqual([one, two, three]);
  live.remove(two);
  expect(live.searchParts(partsOf(1, 2, 5, 6, 7))).toEqual([three]);
});

it(`finds nothing by a part that ${commonFrom} contents have, until one of them is removed`, () => {
  const live = createLiveContents(withParts(recipeOf('hybrid')));
  const all = Array.from({ length: commonFrom }, (_, at) => withHashes(1, 1000 + at));
  const last = all.at(-1)!;
  for (const each of all) if (each !== last) live.add(each);
  expect(live.searchParts(partsOf(1))).toHaveLength(commonFrom - 1);
  live.add(last);
  expect(live.searchParts(partsOf(1))).toEqual([]);
  // Not indexed by the common part, and so not found by it later.
  const late = withHashes(1, 2);
  live.add(late);
  live.remove(all[0]!);
  expect(live.searchParts(partsOf(1))).toEqual(all.slice(1));
  expect(live.searchParts(partsOf(2))).toEqual([late]);
});
