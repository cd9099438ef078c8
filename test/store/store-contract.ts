import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection, Store } from '../../src/store/store.js';
import { addition, checking, newCollection, recipe, signature } from './samples.js';

/** What every store must do, whatever it is made of. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const matchIds = async (maxDistance: number, bits: number[] = []) => {
      const probe = { signature: signature(bits) };
      const found = await store.query({ collection: pages, probe, maxDistance, limit: 100 });
      return found!.matches.map(({ id, distance }) => `${id}:${distance}`);
    };

    describe('collections', () => {
      it('are created, found and listed by name', async () => {
        const news = await store.createCollection({ ...newCollection('news'), maxDistance: 2 });
        expect(news).toEqual({
          name: 'news',
          generation: expect.any(Number),
          recipe,
          recipeId: 'f00dfeedf00dfeed',
          maxDistance: 2,
          createdAt: 1_000,
        });
        expect(await store.getCollection('news')).toEqual(news);
        expect(await store.getCollection('none')).toBeUndefined();
        expect(await store.listCollections()).toEqual([news, pages]);
      });

      it('are found by whoever asks after the call that creates them', async () => {
        const created = store.createCollection(newCollection('news'));
        expect(await store.getCollection('news')).toEqual(await created);
      });

      it('have one name each and a limit of number', async () => {
        await expect(store.createCollection(newCollection('pages'))).rejects.toMatchObject({
          code: 'collection_exists',
          message: 'Collection "pages" exists already',
        });
        const full = { ...newCollection('news'), collectionsMax: 1 };
        await expect(store.createCollection(full)).rejects.toMatchObject({
          code: 'validation_failed',
        });
        expect(await store.listCollections()).toEqual([pages]);
      });

      it('are gone at once when deleted, and a new one of the name is another', async () => {
        await store.add(addition(pages, 'a'));
        await store.deleteCollection('pages');
        expect(await store.getCollection('pages')).toBeUndefined();
        expect(await store.stats()).toMatchObject({ documents: 0, contents: 0, fingerprints: 0 });

        const again = await store.createCollection(newCollection('pages'));
        expect(again.generation).not.toBe(pages.generation);
        expect(await store.get(again, ['a'])).toEqual([]);
        expect(await store.check(checking(again, 'b'))).toMatchObject({ decision: 'new' });
        await expect(store.add(addition(pages, 'c'))).rejects.toMatchObject({
          code: 'collection_not_found',
        });
        await expect(store.deleteCollection('none')).rejects.toMatchObject({
          code: 'collection_not_found',
          message: 'No collection is named "none"',
        });
      });

      it('never meet', async () => {
        const news = await store.createCollection(newCollection('news'));
        await store.add(addition(news, 'a'));
        expect(await store.check(checking(pages, 'b'))).toMatchObject({ decision: 'new' });
        expect(await store.get(pages, ['a'])).toEqual([]);
        expect(await store.stats(news)).toMatchObject({ documents: 1 });
        expect(await store.stats()).toMatchObject({ documents: 2 });
      });
    });

    describe('add', () => {
      it('stores a document whatever it resembles', async () => {
        const given = addition(pages, 'a', { metadata: '{"n": 1}' });
        const document = {
          id: 'a',
          signature: signature(),
          metadata: '{"n": 1}',
          revision: 1,
          storedAt: 2_000,
          updatedAt: 2_000,
          lastSeenAt: 2_000,
          seenCount: 1,
        };
        expect(await store.add(given)).toEqual({ status: 'created', document });
        expect(await store.add({ ...given, id: 'b' })).toMatchObject({ status: 'created' });
        expect(await store.get(pages, ['a'])).toEqual([document]);
      });

      it('counts equal content with equal metadata as seen again', async () => {
        await store.add(addition(pages, 'a', { metadata: '{"x":1,"y":[2]}' }));
        const again = addition(pages, 'a', { metadata: '{ "y": [2], "x": 1 }', now: 2_500 });
        const { status, document } = await store.add(again);
        expect(status).toBe('unchanged');
        expect(document).toMatchObject({
          metadata: '{"x":1,"y":[2]}',
          revision: 1,
          updatedAt: 2_000,
          lastSeenAt: 2_500,
          seenCount: 2,
        });
        expect(await store.get(pages, ['a'])).toEqual([document]);
      });

      it.each([
        ['content', { signature: signature([1]) }],
        ['content of the same fingerprint', { signature: signature([], 1) }],
        ['metadata', { metadata: '{"x":1}' }],
      ])('replaces a document of other %s', async (_, changes) => {
        await store.add(addition(pages, 'a'));
        const { status, document } = await store.add(addition(pages, 'a', { ...changes, now: 9 }));
        expect(status).toBe('replaced');
        expect(document).toEqual({
          id: 'a',
          signature: signature(),
          metadata: null,
          ...changes,
          revision: 2,
          storedAt: 2_000,
          updatedAt: 9,
          lastSeenAt: 9,
          seenCount: 2,
        });
        expect(await store.get(pages, ['a'])).toEqual([document]);
        expect(await store.stats(pages)).toMatchObject({
          documents: 1,
          contents: 1,
          fingerprints: 1,
        });
      });
    });

    describe('check', () => {
      it('decides new, then unchanged, which writes the sighting only', async () => {
        expect(await store.check(checking(pages, 'a'))).toEqual({
          decision: 'new',
          stored: true,
          created: true,
          id: 'a',
          duplicateOf: null,
          previous: null,
          matches: [],
          truncated: false,
        });
        const again = checking(pages, 'a', { metadata: '{"other":true}', now: 4_000 });
        expect(await store.check(again)).toEqual({
          decision: 'unchanged',
          stored: false,
          created: false,
          id: 'a',
          duplicateOf: null,
          previous: { distance: 0, similarity: null },
          matches: [],
          truncated: false,
        });
        expect(await store.get(pages, ['a'])).toMatchObject([
          { metadata: null, revision: 1, updatedAt: 3_000, lastSeenAt: 4_000, seenCount: 2 },
        ]);
      });

      it('calls what resembles another document its duplicate, and does not store it', async () => {
        await store.add(addition(pages, 'a', { metadata: '{"t":"A"}' }));
        const near = checking(pages, 'b', { signature: signature([0, 20, 63]) });
        expect(await store.check(near)).toEqual({
          decision: 'duplicate',
          stored: false,
          created: false,
          id: 'b',
          duplicateOf: 'a',
          previous: null,
          matches: [
            {
              id: 'a',
              distance: 3,
              similarity: null,
              exact: false,
              fingerprint: { high: 0, low: 0 },
              metadata: '{"t":"A"}',
              storedAt: 2_000,
            },
          ],
          truncated: false,
        });
        expect(await store.get(pages, ['b'])).toEqual([]);
        expect(await store.check({ ...near, maxDistance: 2 })).toMatchObject({ decision: 'new' });
      });

      it('calls a document that is like its earlier self only changed, and replaces it', async () => {
        await store.add(addition(pages, 'a'));
        expect(
          await store.check(checking(pages, 'a', { signature: signature([5]) })),
        ).toMatchObject({
          decision: 'changed',
          stored: true,
          created: false,
          previous: { distance: 1, similarity: null },
          matches: [],
        });
        expect(await store.get(pages, ['a'])).toMatchObject([
          { signature: signature([5]), revision: 2, storedAt: 2_000, updatedAt: 3_000 },
        ]);
      });

      it('leaves the earlier version where the new one duplicates another document', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b', { signature: signature([1, 2, 3, 4, 5, 6]) }));
        const becomesA = checking(pages, 'b');
        expect(await store.check(becomesA)).toMatchObject({
          decision: 'duplicate',
          duplicateOf: 'a',
          stored: false,
          previous: { distance: 6 },
        });
        expect(await store.get(pages, ['b'])).toMatchObject([{ revision: 1, seenCount: 1 }]);

        const always = { ...becomesA, store: 'always' as const };
        expect(await store.check(always)).toMatchObject({
          decision: 'duplicate',
          stored: true,
          created: false,
        });
        expect(await store.get(pages, ['b'])).toMatchObject([{ signature: signature() }]);
      });

      it('writes nothing at all where it shall never store', async () => {
        const never = checking(pages, 'a', { store: 'never' });
        expect(await store.check(never)).toMatchObject({ decision: 'new', stored: false });
        expect(await store.get(pages, ['a'])).toEqual([]);
        await store.add(addition(pages, 'a'));
        expect(await store.check(never)).toMatchObject({ decision: 'unchanged', stored: false });
        expect(await store.get(pages, ['a'])).toMatchObject([{ seenCount: 1, lastSeenAt: 2_000 }]);
      });

      it('gives the new id to a document without one if it is stored', async () => {
        expect(await store.check(checking(pages, null))).toMatchObject({
          decision: 'new',
          id: 'made-up',
          created: true,
        });
        expect(await store.check(checking(pages, null, { newId: 'second' }))).toMatchObject({
          decision: 'duplicate',
          id: null,
          stored: false,
        });
        const always = checking(pages, null, { newId: 'third', store: 'always' });
        expect(await store.check(always)).toMatchObject({
          decision: 'duplicate',
          id: 'third',
          created: true,
        });
      });

      it('decides by the best match, whatever the limit', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b'));
        const outcome = await store.check(checking(pages, 'c', { limit: 0 }));
        expect(outcome).toMatchObject({ decision: 'duplicate', duplicateOf: 'a', truncated: true });
        expect(outcome.matches).toEqual([]);
      });

      it('lets exactly one of many concurrent duplicates be new', async () => {
        const checks = Array.from({ length: 50 }, (_, i) => store.check(checking(pages, `${i}`)));
        const decisions = (await Promise.all(checks)).map(({ decision }) => decision);
        expect(decisions.filter((decision) => decision === 'new')).toHaveLength(1);
        expect(decisions.filter((decision) => decision === 'duplicate')).toHaveLength(49);
        expect(await store.stats(pages)).toMatchObject({ documents: 1 });
      });
    });

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

      it('orders exact, near, old, then by the bytes of the id', async () => {
        const put = (id: string, bits: number[], content: number, now: number) =>
          store.add(addition(pages, id, { signature: signature(bits, content), now }));
        await put('near-old', [1], 0, 1);
        await put('near-young', [2], 0, 5);
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

      it('never calls a fingerprint exact that was made elsewhere', async () => {
        const posted = signature([], -1);
        await store.add(addition(pages, 'a', { signature: posted }));
        const query = { collection: pages, maxDistance: 0, limit: 1 };
        const found = await store.query({ ...query, probe: { signature: posted } });
        expect(found!.matches).toMatchObject([{ id: 'a', exact: false, distance: 0 }]);
        expect(await store.check(checking(pages, 'a', { signature: posted }))).toMatchObject({
          decision: 'unchanged',
        });
      });

      it('says how many contents are candidates and whether the list was cut', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        await store.add(addition(pages, 'd', { signature: signature([], 1) }));
        const query = { collection: pages, probe: { signature: signature() }, maxDistance: 3 };
        const cut = await store.query({ ...query, limit: 2 });
        expect(cut).toMatchObject({ candidates: 2, truncated: true });
        expect(cut!.matches.map(({ id }) => id)).toEqual(['a', 'b']);
        expect(await store.query({ ...query, limit: 4 })).toMatchObject({ truncated: false });
      });

      it('leaves a stored document out of its own matches', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const query = { collection: pages, maxDistance: 0, limit: 2 };
        const found = await store.query({ ...query, probe: { id: 'a' } });
        expect(found).toMatchObject({ fingerprint: { high: 0, low: 0 }, truncated: false });
        expect(found!.matches.map(({ id }) => id)).toEqual(['b', 'c']);
        const one = await store.query({ ...query, probe: { id: 'a' }, limit: 1 });
        expect(one).toMatchObject({ matches: [{ id: 'b' }], truncated: true });
        expect(await store.query({ ...query, probe: { id: 'none' } })).toBeUndefined();
      });

      it('keeps all 64 bits', async () => {
        const all = Array.from({ length: 64 }, (_, bit) => bit);
        for (const bits of [[], [63], [31], [0], [32], all]) {
          await store.add(addition(pages, `bits ${bits}`, { signature: signature(bits) }));
          const [stored] = await store.get(pages, [`bits ${bits}`]);
          expect(stored!.signature).toEqual(signature(bits));
          expect(await matchIds(0, bits)).toEqual([`bits ${bits}:0`]);
        }
      });
    });

    describe('get and list', () => {
      it('get gives documents in the order of the ids, without the absent ones', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const found = await store.get(pages, ['c', 'none', 'a']);
        expect(found.map(({ id }) => id)).toEqual(['c', 'a']);
      });

      it('list walks all documents in the order of UTF-8 bytes', async () => {
        const ids = ['', 'A', 'a', 'a/b', 'é', '中文', '\uff5e', '\u{1f600}'].slice(1);
        for (const id of ids.toReversed()) await store.add(addition(pages, id));
        const walked: string[] = [];
        for (let after: string | null = null; ; ) {
          const page = await store.list({ collection: pages, after, limit: 3 });
          walked.push(...page.map(({ id }) => id));
          if (page.length < 3) break;
          after = page.at(-1)!.id;
        }
        expect(walked).toEqual(ids);
      });
    });

    describe('delete', () => {
      it('removes documents and says which were not there', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const ids = ['b', 'none', 'a', 'b'];
        expect(await store.delete({ collection: pages, ids })).toEqual({
          deleted: ['b', 'a'],
          missing: ['none'],
        });
        expect(await matchIds(3)).toEqual(['c:0']);
      });

      it('keeps contents and fingerprints as long as a document has them, and no longer', async () => {
        await store.add(addition(pages, 'a', { signature: signature([1]) }));
        await store.add(addition(pages, 'b', { signature: signature([1]) }));
        await store.add(addition(pages, 'c', { signature: signature([1], 1) }));
        const counts = { documents: 3, contents: 2, fingerprints: 1 };
        expect(await store.stats(pages)).toMatchObject(counts);
        const remove = (id: string) => store.delete({ collection: pages, ids: [id] });
        await remove('a');
        expect(await store.stats(pages)).toMatchObject({ ...counts, documents: 2 });
        await remove('b');
        expect(await store.stats(pages)).toMatchObject({ documents: 1, contents: 1 });
        expect(await matchIds(3)).toEqual(['c:1']);
        await remove('c');
        expect(await store.stats(pages)).toMatchObject({
          documents: 0,
          contents: 0,
          fingerprints: 0,
        });
        expect(await matchIds(3)).toEqual([]);
      });

      it('deletes nothing if one of the documents is at another revision', async () => {
        for (const id of ['a', 'b']) await store.add(addition(pages, id));
        await store.add(addition(pages, 'b', { metadata: '{}' }));
        const both = { collection: pages, ids: ['a', 'b'] };
        await expect(store.delete({ ...both, ifRevision: 1 })).rejects.toMatchObject({
          code: 'precondition_failed',
          message: 'Cannot delete document "b": it is at revision 2, not 1',
        });
        expect(await store.stats(pages)).toMatchObject({ documents: 2, contents: 1 });
        const second = { collection: pages, ids: ['b'], ifRevision: 2 };
        expect(await store.delete(second)).toEqual({ deleted: ['b'], missing: [] });
      });
    });

    it('takes operations in the order of the calls', async () => {
      const probe = { signature: signature() };
      const [empty, , one, , none] = await Promise.all([
        store.query({ collection: pages, probe, maxDistance: 0, limit: 1 }),
        store.add(addition(pages, 'a')),
        store.query({ collection: pages, probe, maxDistance: 0, limit: 1 }),
        store.delete({ collection: pages, ids: ['a'] }),
        store.stats(pages),
      ]);
      expect(empty!.matches).toHaveLength(0);
      expect(one!.matches).toHaveLength(1);
      expect(none).toMatchObject({ documents: 0 });
    });

    it('completes what was called before close, and nothing after', async () => {
      await store.ping();
      const added = store.add(addition(pages, 'a'));
      await Promise.all([store.close(), store.close()]);
      expect(await added).toMatchObject({ status: 'created' });
      await expect(store.ping()).rejects.toMatchObject({ code: 'not_ready' });
      await expect(store.add(addition(pages, 'b'))).rejects.toMatchObject({
        code: 'shutting_down',
      });
    });
  });
}
