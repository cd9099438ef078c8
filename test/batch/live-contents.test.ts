import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLiveContents } from '../../src/batch/live-contents.js';
import { hammingDistance } from '../../src/fingerprint/blocks.js';
import { comparedWith, family, sketchOfMember } from '../matching/naive-family.js';
import { flip, recipeOf } from '../store/samples.js';

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
