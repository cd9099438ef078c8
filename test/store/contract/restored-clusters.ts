import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { addition, checking, newCollection } from '../samples.js';

/** Tests that an import restores clusters as exported. */
export function describeRestoredClusters(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: restored clusters`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const check = (id: string, changes = {}) => store.check(checking(pages, id, changes));
    const always = (id: string) => check(id, { onDuplicate: 'store' });
    const cluster = (id: string) => {
      const all = { storedOnly: false, after: null, limit: 100, now: 5_000 };
      return store.cluster({ collection: pages, id, ...all });
    };
    const seats = async (id: string) =>
      (await cluster(id))?.members.map(({ id, stored, seat }) => `${seat} ${id} ${stored}`);
    const clusterOf = async (id: string) =>
      (await store.get({ collection: pages, ids: [id], now: 5_000 }))[0]?.cluster;
    const list = () =>
      store.clusters({
        collection: pages,
        minMembers: 1,
        order: 'members',
        after: null,
        limit: 100,
        now: 5_000,
      });

    it('restores members with their seats and matches, idempotently', async () => {
      const match = {
        id: 'a',
        seat: 3,
        distance: 1,
        similarity: 0.75,
        exact: false,
        addsNothing: false,
        containment: { ofThis: 0.9, ofMatch: 0.8, error: { ofThis: 0.1, ofMatch: 0.05 } },
        at: 90,
      };
      const members = [
        { id: 'a', stored: true, seat: 3, match: null },
        { id: 'b', stored: true, seat: 4, match: { ...match, exact: true, addsNothing: true } },
        { id: 'c', stored: false, seat: 2, match },
      ];
      const given = { id: 'imported', createdAt: 80, updatedAt: 100 };
      const restore = () => store.restoreMembers({ collection: pages, cluster: given, members });
      await restore();
      expect(await list()).toEqual([]);
      for (const id of ['a', 'b']) await store.add(addition(pages, id));
      await restore();
      await restore();
      const representative = { id: 'a', seat: 3 };
      const counts = { size: 2, refused: 1, leastSimilarity: 0.75, representative, chosen: null };
      expect(await cluster('imported')).toEqual({ ...given, ...counts, members });
      await always('d');
      expect((await cluster('imported'))!.members[2]).toMatchObject({ id: 'd', seat: 5 });
    });

    it('separates refused members of no stored one, which are in no cluster', async () => {
      const match = { id: 'c', seat: 1, distance: 1, similarity: null, exact: false };
      const refused = { ...match, addsNothing: false, containment: null, at: 90 };
      await store.restoreMembers({
        collection: pages,
        cluster: { id: 'imported', createdAt: 80, updatedAt: 100 },
        members: ['a', 'b'].map((id, index) => ({
          ...{ id, stored: false, seat: 2 + index },
          match: refused,
        })),
      });
      const separated = await store.separate({ collection: pages, a: 'a', b: 'b', now: 4_000 });
      expect(separated).toMatchObject({ left: null });
    });

    it('replaces the members in the restored seats', async () => {
      await check('a');
      for (const id of ['b', 'c']) await always(id);
      const { createdAt, updatedAt, members } = (await cluster('cluster of b'))!;
      const [first, second] = members;
      await store.restoreMembers({
        collection: pages,
        cluster: { id: 'cluster of b', createdAt, updatedAt },
        members: [first!, { ...second!, id: 'c' }],
      });
      expect(await seats('cluster of b')).toEqual(['1 a true', '2 c true']);
      expect(await clusterOf('b')).toBeNull();
      await always('d');
      expect(await seats('cluster of b')).toEqual(['1 a true', '2 c true', '4 d true']);
    });

    it.each([
      ['store', true],
      ['skip', false],
    ] as const)('never seats a page under a refused id (%s)', async (onDuplicate, stored) => {
      await store.restoreMembers({
        collection: pages,
        cluster: { id: 'imported', createdAt: 80, updatedAt: 100 },
        members: [{ id: 'a', stored: false, seat: 1, match: null }],
      });
      const begun = { collection: pages, recipe: pages.recipe, recipeId: 'another' };
      const successor = await store.beginSuccessor(begun);
      await store.add(addition(successor, 'a'));
      await store.completeSuccessor({ collection: pages });
      pages = successor;
      expect(await check('b', { onDuplicate })).toMatchObject({ cluster: 'cluster of b' });
      expect(await seats('cluster of b')).toEqual(['1 a true', `2 b ${stored}`]);
      expect(await clusterOf('a')).toBe('cluster of b');
    });

    it('lists clusters by their ids, in the order of UTF-8 bytes', async () => {
      for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
      await store.add(addition(pages, 'd', { expiresAt: 4_500 }));
      const seated = { stored: true, seat: 1, match: null };
      for (const [id, cluster] of Object.entries({ a: '😀', b: '\uff5e', c: 'z', d: 'y' })) {
        await store.restoreMembers({
          collection: pages,
          cluster: { id: cluster, createdAt: 80, updatedAt: 100 },
          members: [{ id, ...seated }],
        });
      }
      const idsAfter = async (after: string | null, limit = 10) =>
        (await store.clustersById({ collection: pages, after, limit, now: 5_000 })).map(
          ({ id, representative }) => `${id} ${representative.id}`,
        );
      expect(await idsAfter(null)).toEqual(['z c', '\uff5e b', '😀 a']);
      expect(await idsAfter('y', 2)).toEqual(['z c', '\uff5e b']);
      expect(await idsAfter('\uff5e')).toEqual(['😀 a']);
      expect(await idsAfter('😀')).toEqual([]);
      expect(
        await store.clustersById({ collection: pages, after: null, limit: 1, now: 1 }),
      ).toEqual([
        expect.objectContaining({ id: 'y', size: 1, refused: 0, createdAt: 80, updatedAt: 100 }),
      ]);
    });
  });
}
