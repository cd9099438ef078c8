import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import { addition, checking, later, newCollection, rule, signature } from '../samples.js';

/** Tests the matches of a query and their order. */
export function describeMatches(name: string, open: () => Promise<Store>): void {
  describe(`${name}: matches`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const same = { ...rule, maxDistance: 0 };

    const matchIds = async (maxDistance: number, bits: number[] = []) => {
      const probe = { signature: signature(bits) };
      const within = { ...rule, maxDistance };
      const found = await store.query({
        collection: pages,
        now: later,
        probe,
        rule: within,
        limit: 100,
      });
      return found!.matches.map(({ id, distance }) => `${id}:${distance}`);
    };

    describe('query', () => {
      it('finds everything within the distance and nothing beyond', async () => {
        const spread = [0, 17, 34, 51];
        for (let distance = 0; distance <= 4; distance++) {
          const bits = spread.slice(0, distance);
          await store.add(addition(pages, `d${distance}`, { signature: signature(bits) }));
        }
        expect(await matchIds(0)).toEqual(['d0:0']);
        expect(await matchIds(1)).toEqual(['d0:0', 'd1:1']);
        expect(await matchIds(2)).toEqual(['d0:0', 'd1:1', 'd2:2']);
        expect(await matchIds(3)).toEqual(['d0:0', 'd1:1', 'd2:2', 'd3:3']);
        expect(await matchIds(3, [63])).toEqual(['d0:1', 'd1:2', 'd2:3']);
      });

      it('orders by exactness, distance, age, then the bytes of the id', async () => {
        const put = (id: string, bits: number[], content: number, now: number) =>
          store.add(addition(pages, id, { signature: signature(bits, content), now }));
        await put('near-old', [1], 0, 1);
        await put('near-young', [1], 0, 5);
        await put('same-bits', [], 1, 2);
        await put('exact-young', [], 0, 9);
        await put('exact-old', [], 0, 8);
        await put('far', [1, 2, 3], 0, 0);
        for (const id of ['\u{1f600}', '\uff5e', 'z']) await put(id, [4], 0, 3);
        await put('y', [5], 0, 3);
        expect(await matchIds(3)).toEqual([
          ...['exact-old:0', 'exact-young:0', 'same-bits:0', 'near-old:1'],
          ...['y:1', 'z:1', '\uff5e:1', '\u{1f600}:1', 'near-young:1', 'far:3'],
        ]);
      });

      it('never calls a posted fingerprint exact', async () => {
        const posted = signature([], -1);
        await store.add(addition(pages, 'a', { signature: posted }));
        const query = { collection: pages, rule: same, limit: 1, now: later };
        const found = await store.query({ ...query, probe: { signature: posted } });
        expect(found!.matches).toMatchObject([{ id: 'a', exact: false, distance: 0 }]);
        expect(await store.check(checking(pages, 'a', { signature: posted }))).toMatchObject({
          decision: 'unchanged',
        });
      });

      it('reports the number of candidates and if the list was cut', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        await store.add(addition(pages, 'd', { signature: signature([], 1) }));
        const query = { collection: pages, probe: { signature: signature() }, rule, now: later };
        const cut = await store.query({ ...query, limit: 2 });
        expect(cut).toMatchObject({ candidates: 2, truncated: true });
        expect(cut!.matches.map(({ id }) => id)).toEqual(['a', 'b']);
        expect(await store.query({ ...query, limit: 4 })).toMatchObject({ truncated: false });
      });

      it('leaves a stored document out of its own matches', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const query = { collection: pages, rule: same, limit: 2, now: later };
        const found = await store.query({ ...query, probe: { id: 'a' } });
        expect(found).toMatchObject({ fingerprint: { high: 0, low: 0 }, truncated: false });
        expect(found!.matches.map(({ id }) => id)).toEqual(['b', 'c']);
        const one = await store.query({ ...query, probe: { id: 'a' }, limit: 1 });
        expect(one).toMatchObject({ matches: [{ id: 'b' }], truncated: true });
        expect(await store.query({ ...query, probe: { id: 'none' } })).toBeUndefined();
      });

      it('stores all 64 bits', async () => {
        const all = Array.from({ length: 64 }, (_, bit) => bit);
        for (const bits of [[], [63], [31], [0], [32], all]) {
          await store.add(addition(pages, `bits ${bits}`, { signature: signature(bits) }));
          const [stored] = await store.get({
            collection: pages,
            ids: [`bits ${bits}`],
            now: later,
          });
          expect(stored!.signature).toEqual(signature(bits));
          expect(await matchIds(0, bits)).toEqual([`bits ${bits}:0`]);
        }
      });
    });
  });
}
