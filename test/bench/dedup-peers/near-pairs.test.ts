import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearPairs } from '../../../bench/dedup-peers/near-pairs.js';

it('lists the pairs that comparing all with all finds', () => {
  const set = fc.array(fc.nat(12), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(set, { maxLength: 12 }),
      fc.constantFrom(0.1, 0.5, 0.8, 1),
      (sets, least) => {
        const expected = sets.flatMap((two, b) =>
          sets.slice(0, b).flatMap((one, a) => {
            const both = new Set(one.filter((each) => two.includes(each))).size;
            const jaccard = both / new Set([...one, ...two]).size;
            return jaccard >= least ? [{ a, b, jaccard }] : [];
          }),
        );
        const inOrder = nearPairs(sets, least).sort((x, y) => x.b - y.b || x.a - y.a);
        expect(inOrder).toEqual(expected);
      },
    ),
  );
});
