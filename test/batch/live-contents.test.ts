import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiveContents } from '../../src/batch/live-contents.js';
import { hammingDistance, toHex } from '../../src/fingerprint/blocks.js';
import { commonFrom } from '../../src/fingerprint/parts.js';
import { comparedWith, family, sketchOfMember } from '../matching/naive-family.js';
import { flip, recipeOf, withParts } from '../store/samples.js';

const far = { high: 0xffff_ffff, low: 0xffff_ffff };

it('finds the same family members for a page as a store', () => {
  fc.assert(
    fc.property(family, ({ page, members }) => {
      const live = createLiveContents(recipeOf('minhash'));
      const all = members.map((each, place) => ({
        ...{ place, storedAt: place, bare: false },
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

it('finds the oldest contents within the distance, those without evidence apart', () => {
  const bits = fc.array(fc.nat({ max: 63 }), { maxLength: 3 });
  const contents = fc.array(fc.record({ bits, bare: fc.boolean() }), {
    maxLength: 300,
    size: 'max',
  });
  fc.assert(
    fc.property(contents, fc.nat({ max: 7 }), (all, maxDistance) => {
      const live = createLiveContents(recipeOf('simhash'));
      const stored = all.map((each, storedAt) => ({
        ...{ storedAt, bare: each.bare },
        signature: { fingerprint: flip(far, each.bits), sketch: null },
      }));
      for (const each of stored) live.add(each);
      const removed = stored.filter((_, at) => at % 7 === 0);
      for (const each of removed) live.remove(each);
      const found = new Set<number>();
      const note = ({ storedAt }: { readonly storedAt: number }) => found.add(storedAt);
      live.search({ fingerprint: far, sketch: null }, maxDistance, note);
      const near = stored.filter(
        (each) =>
          !removed.includes(each) &&
          hammingDistance(each.signature.fingerprint, far) <= maxDistance,
      );
      const expected = [true, false].flatMap((bare) => {
        const ofKind = near.filter((each) => each.bare === bare);
        const name = ({ signature }: (typeof stored)[number]) => toHex(signature.fingerprint);
        const isFirst = (each: (typeof stored)[number]) =>
          ofKind.find((other) => name(other) === name(each)) === each;
        const isOwn = (each: (typeof stored)[number]) => name(each) === toHex(far);
        const firsts = ofKind.filter((each) => isFirst(each) && !isOwn(each)).slice(0, 32);
        const own = ofKind.filter((each) => isFirst(each) && isOwn(each));
        return [...ofKind.slice(0, 32), ...firsts, ...own].map(({ storedAt }) => storedAt);
      });
      expect([...found].sort((a, b) => a - b)).toEqual(
        [...new Set(expected)].sort((a, b) => a - b),
      );
    }),
  );
});

const partsOf = (...hashes: number[]) => ({
  hashes: Uint32Array.from(hashes),
  total: hashes.length,
});
const withHashes = (...hashes: number[]) => ({
  ...{ storedAt: 0, bare: false },
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
