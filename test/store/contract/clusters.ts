import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import {
  addition,
  checking,
  newCollection,
  recipeOf,
  signature,
  sweptStats,
  withEvidence,
} from '../samples.js';

const far = signature([1, 2, 3, 4, 5, 6, 40, 41, 42, 43]);

/** Tests clusters of duplicates, and pairs declared separate. */
export function describeClusters(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: clusters of duplicates`, () => {
    let store: EmbeddedStore;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const check = (id: string, changes = {}) => store.check(checking(pages, id, changes));
    const always = (id: string, changes = {}) => check(id, { onDuplicate: 'store', ...changes });
    const cluster = (id: string, changes = {}) => {
      const all = { storedOnly: false, after: null, limit: 100, now: 5_000 };
      return store.cluster({ collection: pages, id, ...all, ...changes });
    };
    const seats = async (id: string) =>
      (await cluster(id))?.members.map(({ id, stored, seat }) => `${seat} ${id} ${stored}`);
    const clusterOf = async (id: string) =>
      (await store.get({ collection: pages, ids: [id], now: 5_000 }))[0]?.cluster;
    const list = (changes = {}) => {
      const all = { minMembers: 1, order: 'members' as const, after: null, limit: 100, now: 5_000 };
      return store.clusters({ collection: pages, ...all, ...changes });
    };

    it('stores with each member the document that it duplicates', async () => {
      expect((await check('a')).cluster).toBeNull();
      expect((await check('b', { signature: signature([7]), now: 3_100 })).cluster).toBe(
        'cluster of b',
      );
      const stored = await always('c', { signature: signature([7, 8, 9]), now: 3_200 });
      expect(stored).toMatchObject({ decision: 'duplicate', cluster: 'cluster of b' });
      expect(await cluster('cluster of b')).toEqual({
        id: 'cluster of b',
        size: 2,
        refused: 1,
        representative: { id: 'a', seat: 1 },
        chosen: null,
        leastSimilarity: null,
        createdAt: 3_100,
        updatedAt: 3_200,
        members: [
          { id: 'a', stored: true, seat: 1, match: null },
          {
            ...{ id: 'c', stored: true, seat: 3 },
            match: {
              id: 'a',
              seat: 1,
              distance: 3,
              similarity: null,
              exact: false,
              addsNothing: true,
              containment: null,
              at: 3_200,
            },
          },
          {
            ...{ id: 'b', stored: false, seat: 2 },
            match: {
              id: 'a',
              seat: 1,
              distance: 1,
              similarity: null,
              exact: false,
              addsNothing: true,
              containment: null,
              at: 3_100,
            },
          },
        ],
      });
      // d is as close to c as allowed, and too far from a.
      const transitive = signature([7, 8, 9, 10, 11]);
      await always('d', { signature: transitive, now: 3_300 });
      expect((await cluster('cluster of b'))!.members[2]).toMatchObject({
        id: 'd',
        match: { id: 'c', seat: 3, distance: 2 },
      });
      expect(await clusterOf('d')).toBe('cluster of b');
      expect((await check('d', { signature: transitive })).cluster).toBe('cluster of b');
    });

    it('stores only the match found on arrival with each document', async () => {
      await check('a');
      await check('b', { signature: signature([7]) });
      await always('c', { signature: signature([7, 8, 9]), now: 3_200, expiresAt: 6_000 });
      await always('d', { signature: far });
      const memberOf = (id: string, now = 5_000) => store.memberOf({ collection: pages, id, now });
      const members = (await cluster('cluster of b'))!.members;
      expect(members.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
      expect(await memberOf('a')).toEqual(members[0]);
      expect(await memberOf('c')).toEqual(members[1]);
      for (const id of ['b', 'd', 'none']) expect(await memberOf(id)).toBeNull();
      expect(await memberOf('c', 6_000)).toBeNull();
    });

    it('seats neither new and changed documents nor checks without storing', async () => {
      await check('a');
      expect((await check('b', { dryRun: true })).cluster).toBeNull();
      expect(await list()).toEqual([]);
      await check('c', { signature: far });
      await check('c', { signature: signature([1, 2, 3, 4, 5, 6, 40, 41, 42]) });
      await store.check(checking(pages, null));
      expect(await list()).toEqual([]);
      await check('b');
      expect((await check('d', { dryRun: true })).cluster).toBe('cluster of b');
      expect(await seats('cluster of b')).toEqual(['1 a true', '2 b false']);
    });

    it('adds a duplicate to the cluster of its best match', async () => {
      await check('a');
      await check('x', { signature: far });
      await always('b');
      await always('y', { signature: far });
      await always('y', { signature: signature([]) });
      expect(await seats('cluster of b')).toEqual(['1 a true', '2 b true', '3 y true']);
      expect(await seats('cluster of y')).toEqual(['1 x true']);
      expect(await clusterOf('x')).toBe('cluster of y');
    });

    it('keeps a member until its content changes or it is deleted', async () => {
      await check('a');
      for (const id of ['b', 'c', 'd']) await always(id);
      await check('e');
      await store.add(addition(pages, 'a', { signature: far }));
      expect(await clusterOf('a')).toBeNull();
      expect(await cluster('cluster of b')).toMatchObject({
        representative: { id: 'b', seat: 2 },
        chosen: null,
        size: 3,
      });
      await store.add(addition(pages, 'b', { metadata: '{}' }));
      expect(await clusterOf('b')).toBe('cluster of b');
      await check('b', { signature: signature([9, 10, 11, 12, 13, 14]) });
      await store.delete({ collection: pages, ids: ['c'], now: 4_000 });
      expect(await cluster('cluster of b')).toMatchObject({
        representative: { id: 'd', seat: 4 },
        chosen: null,
        updatedAt: 4_000,
        members: [{ id: 'd', match: { id: 'a', seat: 1 } }, { id: 'e' }],
      });
      await store.delete({ collection: pages, ids: ['d'], now: 4_000 });
      expect(await cluster('cluster of b')).toBeUndefined();
      expect(await list()).toEqual([]);
    });

    it('gives the seat of a content to no other content', async () => {
      await check('a');
      await always('b');
      await always('c');
      await always('a', { signature: signature([7]) });
      expect(await seats('cluster of b')).toEqual(['2 b true', '3 c true', '4 a true']);
      await store.delete({ collection: pages, ids: ['b', 'c'], now: 4_000 });
      await always('d', { signature: signature([7]) });
      expect((await cluster('cluster of b'))!.members).toMatchObject([
        { id: 'a', seat: 4, match: { id: 'b', seat: 2 } },
        { id: 'd', seat: 5, match: { id: 'a', seat: 4 } },
      ]);
    });

    it('drops a member at the moment of its expiry', async () => {
      await check('a', { expiresAt: 4_000 });
      await always('b');
      await always('c', { expiresAt: 4_000 });
      expect(await cluster('cluster of b', { now: 3_999 })).toMatchObject({
        representative: { id: 'a' },
        members: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
      });
      const after = { representative: { id: 'b' }, members: [{ id: 'b' }] };
      expect(await cluster('cluster of b', { now: 4_000 })).toMatchObject({ ...after, size: 3 });
      while (await store.sweep({ now: 4_200 }));
      const swept = { ...after, size: 1, updatedAt: 4_000 };
      expect(await cluster('cluster of b')).toMatchObject(swept);

      await always('d', { expiresAt: 4_500 });
      await store.delete({ collection: pages, ids: ['b'], now: 4_400 });
      expect(await list({ now: 4_499 })).toHaveLength(1);
      expect(await list({ now: 4_500 })).toEqual([]);
      expect(await cluster('cluster of b', { now: 4_500 })).toBeUndefined();
    });

    it('treats a document that returns after its expiry as new', async () => {
      await check('a');
      await always('b', { expiresAt: 4_000 });
      expect((await check('b', { now: 4_000 })).cluster).toBe('cluster of b');
      expect(await seats('cluster of b')).toEqual(['1 a true', '3 b false']);
      expect(await sweptStats(store, pages)).toMatchObject({ documents: 1 });

      await always('c', { expiresAt: 4_000 });
      await store.add(addition(pages, 'c', { now: 4_100 }));
      expect(await clusterOf('c')).toBeNull();
    });

    it('remembers as many refused ids as the collection allows', async () => {
      await check('a');
      for (const id of ['b', 'c', 'd', 'e']) {
        expect((await check(id)).cluster).toBe('cluster of b');
      }
      const three = ['1 a true', '2 b false', '3 c false', '4 d false'];
      expect(await seats('cluster of b')).toEqual(three);
      const before = await cluster('cluster of b');
      await check('c', { now: 4_000 });
      expect(await cluster('cluster of b')).toEqual(before);
      await check('c', { signature: signature([1]), now: 4_000 });
      expect(await seats('cluster of b')).toEqual([
        ...['1 a true', '2 b false', '4 d false', '5 c false'],
      ]);

      const settings = { keepRefused: 0 };
      const none = await store.updateCollection({ collection: pages, settings });
      expect(none.keepRefused).toBe(0);
      await check('x', { signature: far });
      expect((await check('y', { signature: far })).cluster).toBeNull();
      expect(await seats('cluster of b')).toHaveLength(4);
    });

    it('remembers a refused id until it is stored', async () => {
      await check('a');
      await check('b');
      await store.add(addition(pages, 'b', { now: 4_000 }));
      expect(await seats('cluster of b')).toEqual(['1 a true']);
      await check('c');
      await always('c');
      expect(await seats('cluster of b')).toEqual(['1 a true', '4 c true']);
      // d is stored with another content: a check that refuses it does not seat it.
      await store.add(addition(pages, 'd', { signature: far }));
      expect((await check('d', { onChange: 'keep' })).cluster).toBe('cluster of b');
      expect(await clusterOf('d')).toBeNull();
    });

    it('seats similar documents, apart from copies', async () => {
      await check('a', { signature: withEvidence(signature(), 1) });
      const similar = await check('b', { signature: withEvidence(signature([1]), 2) });
      expect(similar).toMatchObject({ decision: 'similar', cluster: 'cluster of b' });
      await check('c', { signature: withEvidence(signature([2]), 1) });
      const { members } = (await cluster('cluster of b'))!;
      expect(members.map(({ id, stored, match }) => [id, stored, match?.addsNothing])).toEqual([
        ['a', true, undefined],
        ['b', true, false],
        ['c', false, true],
      ]);
    });

    it('remembers replaced documents', async () => {
      await check('a', { now: 3_100 });
      await always('b', { signature: signature([1]), now: 3_200 });
      const replaced = await check('c', {
        ...{ signature: signature([2]), onDuplicate: 'replace', now: 3_300 },
      });
      expect(replaced).toMatchObject({ replaced: ['a', 'b'], cluster: 'cluster of b' });
      const { members, ...rest } = (await cluster('cluster of b'))!;
      expect(rest).toMatchObject({ size: 1, refused: 2, representative: { id: 'c' } });
      expect(members.map(({ id, stored, match }) => [id, stored, match?.id])).toEqual([
        ['c', true, 'a'],
        ['a', false, 'c'],
        ['b', false, 'c'],
      ]);
    });

    it('lists clusters by number of members', async () => {
      const bits = (i: number) => signature([i, i + 8, i + 16, i + 24, i + 32, i + 40]);
      for (const [i, copies] of [1, 3, 2, 3].entries()) {
        for (let copy = 0; copy <= copies; copy++) {
          await check(`${i}${copy}`, {
            signature: bits(i),
            onDuplicate: copy < 2 ? 'store' : 'skip',
          });
        }
      }
      const listed = await list();
      const order = ['cluster of 11', 'cluster of 31', 'cluster of 21', 'cluster of 01'];
      expect(listed.map(({ id }) => id)).toEqual(order);
      expect(listed[0]).toMatchObject({ size: 2, refused: 2 });
      expect(await list({ minMembers: 4 })).toHaveLength(2);
      const after = { key: 4, id: 'cluster of 11' };
      expect((await list({ after, limit: 2 })).map(({ id }) => id)).toEqual(order.slice(1, 3));
      expect(await list({ after: { key: 3, id: 'cluster of 21' } })).toHaveLength(1);

      const page = (after: object | null, storedOnly = false) =>
        cluster('cluster of 11', { after, storedOnly, limit: 2 });
      const ids = async (of: ReturnType<typeof page>) => (await of)!.members.map(({ id }) => id);
      expect(await ids(page(null))).toEqual(['10', '11']);
      expect(await ids(page({ stored: true, seat: 1 }))).toEqual(['11', '12']);
      expect(await ids(page({ stored: true, seat: 1 }, true))).toEqual(['11']);
      expect(await ids(page({ stored: false, seat: 3 }))).toEqual(['13']);
    });

    it('keeps the clusters of each collection apart', async () => {
      const news = await store.createCollection(newCollection('news'));
      await check('a');
      await check('b');
      expect(await list({ collection: news })).toEqual([]);
      expect(await cluster('cluster of b', { collection: news })).toBeUndefined();
      await store.deleteCollection({ name: 'pages' });
      await expect(list()).rejects.toMatchObject({ code: 'collection_not_found' });
      while (await store.sweep({ now: 5_000 }));
    });

    it('keeps clusters through a reindexing, without documents that the successor lacks', async () => {
      await check('a');
      for (const id of ['b', 'c']) await always(id);
      await check('d');
      await store.separate({ collection: pages, a: 'x', b: 'y', now: 3_000 });
      const recipe = recipeOf('hybrid');
      const successor = await store.beginSuccessor({ collection: pages, recipe, recipeId: 'h' });
      const documents = await store.list({
        ...{ collection: pages, idPrefix: null, after: null, limit: 10, now: 5_000 },
      });
      const kept = documents
        .filter(({ id }) => id !== 'b')
        .map(({ cluster: _, claim, ...kept }) => kept);
      const restored = kept.map((document) => ({ ...document, text: null }));
      await store.restore({ collection: successor, documents: restored });
      expect(await store.completeSuccessor({ collection: pages })).toBeDefined();
      pages = (await store.getCollection('pages'))!;
      expect(await seats('cluster of b')).toEqual(['1 a true', '3 c true', '4 d false']);
      expect(await clusterOf('c')).toBe('cluster of b');
      expect(await sweptStats(store, pages)).toMatchObject({ decisions: { new: 1, duplicate: 3 } });
      const all = { collection: pages, after: null, limit: 10 };
      expect(await store.separations(all)).toHaveLength(1);
      // Continues as the collection would have.
      await check('e');
      expect(await sweptStats(store, pages)).toMatchObject({ decisions: { new: 1, duplicate: 4 } });
      await store.delete({ collection: pages, ids: ['c'], now: 5_000 });
      expect(await seats('cluster of b')).toEqual(['1 a true', '4 d false', '5 e false']);
      await store.separate({ collection: pages, a: 'a', b: 'f', now: 6_000 });
      expect(await check('f')).toMatchObject({ decision: 'new', matches: [] });
    });

    it('never matches documents declared separate', async () => {
      await check('a');
      await check('b');
      await always('c');
      await store.separate({ collection: pages, a: 'b', b: 'a', now: 4_000 });
      expect(await seats('cluster of b')).toEqual(['1 a true', '3 c true']);
      expect(await check('b')).toMatchObject({
        duplicateOf: 'c',
        matches: [{ id: 'c' }],
        cluster: 'cluster of b',
      });
      await store.separate({ collection: pages, a: 'b', b: 'c', now: 4_100 });
      expect(await check('b', { limit: 0 })).toMatchObject({ decision: 'new', matches: [] });
      expect((await check('d')).matches.map(({ id }) => id)).toEqual(['a', 'b', 'c']);

      await store.separate({ collection: pages, a: 'a', b: 'b', now: 9_000 });
      const page = (after: object | null) =>
        store.separations({ collection: pages, after: after as never, limit: 1 });
      const first = { a: 'a', b: 'b', createdAt: 4_000 };
      expect(await page(null)).toEqual([first]);
      expect(await page(first)).toEqual([{ a: 'b', b: 'c', createdAt: 4_100 }]);
      const undo = () => store.unseparate({ collection: pages, a: 'b', b: 'a', now: 9_100 });
      expect(await undo()).toBe(true);
      expect(await undo()).toBe(false);
      expect(await check('b', { signature: signature([1]) })).toMatchObject({ duplicateOf: 'a' });
    });

    it('separates documents again that a third one has joined', async () => {
      await check('a');
      await store.separate({ collection: pages, a: 'a', b: 'b', now: 4_000 });
      await always('c');
      await always('b');
      const together = ['1 a true', '2 c true', '3 b true'];
      expect(await seats('cluster of c')).toEqual(together);
      await store.separate({ collection: pages, a: 'a', b: 'b', now: 5_000 });
      expect(await seats('cluster of c')).toEqual(together.slice(0, 2));
      const separations = await store.separations({ collection: pages, after: null, limit: 9 });
      expect(separations).toEqual([{ a: 'a', b: 'b', createdAt: 4_000 }]);
    });

    describe('A representative chosen by a person', () => {
      const represent = (member: string, id = 'cluster of b', now = 4_000) =>
        store.represent({ collection: pages, id, member, now });
      const representative = async (changes = {}) => {
        const found = await cluster('cluster of b', changes);
        return found && [found.representative.id, found.chosen];
      };

      beforeEach(async () => {
        await check('a');
        for (const id of ['b', 'c']) await always(id);
        await check('d');
      });

      it('stays until it leaves, and is then the lowest seat', async () => {
        const before = await cluster('cluster of b');
        const { members, ...described } = before!;
        expect(await represent('c')).toEqual({
          ...described,
          representative: { id: 'c', seat: 3 },
          chosen: 3,
        });
        expect(await cluster('cluster of b')).toMatchObject({ members });
        expect(await list()).toMatchObject([{ representative: { id: 'c' }, chosen: 3 }]);
        await store.delete({ collection: pages, ids: ['a'], now: 4_000 });
        expect(await representative()).toEqual(['c', 3]);
        await always('c', { signature: far });
        expect(await representative()).toEqual(['b', null]);
        await represent('b');
        expect(await representative()).toEqual(['b', 2]);
      });

      it('stays when another member is separated from it, even an earlier one', async () => {
        await represent('c');
        const separated = await store.separate({ collection: pages, a: 'a', b: 'c', now: 4_000 });
        expect(separated.left?.id).toBe('a');
        expect(await representative()).toEqual(['c', 3]);
      });

      it('is absent from its expiry on', async () => {
        await always('e', { expiresAt: 6_000 });
        await represent('e');
        expect(await representative()).toEqual(['e', 5]);
        expect(await representative({ now: 6_000 })).toEqual(['a', null]);
        await expect(represent('e', 'cluster of b', 6_000)).rejects.toMatchObject({
          code: 'document_not_found',
        });
        while (await store.sweep({ now: 6_000 }));
        expect(await representative()).toEqual(['a', null]);
      });

      it('must be a stored member of the cluster', async () => {
        await check('x', { signature: far });
        for (const id of ['d', 'x', 'none']) {
          await expect(represent(id)).rejects.toMatchObject({
            code: 'document_not_found',
            message: expect.stringContaining(`"${id}"`),
          });
        }
        expect(await represent('a', 'none')).toBeUndefined();
      });

      it('applies to restored members as soon as it is among them', async () => {
        const { members, createdAt, updatedAt } = (await cluster('cluster of b'))!;
        const restore = (chosen: number | null | undefined, given = members) => {
          const restored = {
            id: 'cluster of b',
            createdAt,
            updatedAt,
            ...(chosen !== undefined && { chosen }),
          };
          return store.restoreMembers({ collection: pages, cluster: restored, members: given });
        };
        await restore(3);
        expect(await representative()).toEqual(['c', 3]);
        await restore(undefined);
        expect(await representative()).toEqual(['c', 3]);
        await restore(null);
        expect(await representative()).toEqual(['a', null]);
        await restore(9);
        expect(await representative()).toEqual(['a', null]);
        await restore(9, [{ id: 'c', stored: true, seat: 9, match: null }]);
        expect(await representative()).toEqual(['c', 9]);
      });
    });

    describe('A member that left because of a separation', () => {
      const separate = (a: string, b: string, changes = {}) =>
        store.separate({ collection: pages, a, b, now: 4_000, ...changes });
      const undo = (a: string, b: string, now = 5_000) =>
        store.unseparate({ collection: pages, a, b, now });

      beforeEach(async () => {
        await check('a');
        await always('b', { signature: signature([7]) });
        await check('c');
      });

      it('is reported, and stays outside when the separation is undone', async () => {
        const pair = { a: 'a', b: 'b', createdAt: 4_000 };
        const left = { id: 'b', cluster: 'cluster of b' };
        expect(await separate('b', 'a')).toEqual({ ...pair, left });
        expect(await seats('cluster of b')).toEqual(['1 a true', '3 c false']);
        expect(await separate('a', 'b', { now: 4_500 })).toEqual({ ...pair, left: null });
        expect(await store.separations({ collection: pages, after: null, limit: 9 })).toEqual([
          pair,
        ]);
        expect(await undo('a', 'b')).toBe(true);
        expect(await seats('cluster of b')).toEqual(['1 a true', '3 c false']);
        expect(await clusterOf('b')).toBeNull();
      });

      it('is not one that is separated from an expired document', async () => {
        await always('d', { expiresAt: 3_500 });
        await always('e');
        expect(await separate('d', 'e', { now: 3_500 })).toMatchObject({ left: null });
        expect(await clusterOf('e')).toBe('cluster of b');
      });
    });

    it('counts decisions by distance, by similarity and by hour', async () => {
      const hour = 3_600_000;
      await check('a', { now: 10 });
      await check('a', { now: hour });
      await check('b', { signature: signature([7, 8]), now: hour });
      await check('b', { dryRun: true, now: hour });
      await check('c', { signature: signature([7]), duplicateIf: 'exact', now: hour });
      await check('a', { signature: far, now: hour + 1 });
      const { decisions, distances, similarities } = await sweptStats(store, pages);
      expect(decisions).toEqual({ new: 1, similar: 1, duplicate: 1, changed: 1, unchanged: 1 });
      expect(
        distances.flatMap((count, distance) => (count > 0 ? [[distance, count]] : [])),
      ).toEqual([
        [1, 1],
        [2, 1],
      ]);
      expect(similarities).toEqual(Array(20).fill(0));
      const none = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
      const second = { ...none, at: hour, similar: 1, duplicate: 1, changed: 1, unchanged: 1 };
      expect(await store.history({ since: 0, collection: pages })).toEqual([
        { ...none, at: 0, new: 1 },
        second,
      ]);
      expect(await store.history({ since: 1 })).toEqual([second]);
      const all = { since: 0, order: 'decisions', limit: 9 } as const;
      const noHost = { host: null, new: 1, similar: 1, duplicate: 1, changed: 1, unchanged: 1 };
      expect(await store.hosts({ ...all, collection: pages })).toEqual([noHost]);
      while (await store.sweep({ now: hour * 24 * 90 }));
      expect(await store.history({ since: 0 })).toHaveLength(2);
      while (await store.sweep({ now: hour * (24 * 90 + 1) }));
      expect(await store.history({ since: 0 })).toEqual([second]);
      expect(await store.hosts(all)).toEqual([noHost]);
      while (await store.sweep({ now: hour * 24 * 91 }));
      expect(await store.hosts(all)).toEqual([]);
      expect((await sweptStats(store, pages)).decisions).toEqual(decisions);
    });
  });
}
