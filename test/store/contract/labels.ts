import { beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { LabelName } from '../../../src/store/contract/labels.js';
import { addition, checking, newCollection, recipeOf, signature } from '../samples.js';

const now = 5_000;

/** Tests labels given to pairs by people. */
export function describeLabels(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: labels`, () => {
    let store: EmbeddedStore;
    let collection: Collection;

    beforeEach(async () => {
      store = await open();
      collection = await store.createCollection(newCollection('pages'));
      for (const [i, id] of ['a', 'b', 'c'].entries()) await add(id, i);
      return () => store.close();
    });

    const add = (id: string, content: number, expiresAt: number | null = null) =>
      store.add(addition(collection, id, { signature: signature([10 * content]), expiresAt }));
    const label = (a: string, b: string, said: LabelName = 'same', separate = false) =>
      store.label({ collection, a, b, label: said, separate, now });
    const labels = async (at = now) =>
      (await store.labels({ collection, after: null, limit: 10, now: at })).map((each) =>
        [each.a, each.b, each.label].join(' '),
      );

    it('keeps the last label of a pair, whichever document is named first', async () => {
      await label('b', 'a');
      await label('c', 'b', 'different');
      await label('a', 'b', 'version');
      expect(await store.labels({ collection, after: null, limit: 1, now })).toEqual([
        { a: 'a', b: 'b', label: 'version', createdAt: now },
      ]);
      const after = { a: 'a', b: 'b' };
      expect(await store.labels({ collection, after, limit: 9, now })).toMatchObject([{ a: 'b' }]);
      expect(await store.unlabel({ collection, a: 'b', b: 'a' })).toBe(true);
      expect(await store.unlabel({ collection, a: 'b', b: 'a' })).toBe(false);
      expect(await labels()).toEqual(['b c different']);
    });

    it('rejects absent documents', async () => {
      await expect(label('a', 'none')).rejects.toMatchObject({
        ...{ code: 'document_not_found', message: expect.stringContaining('"none"') },
      });
      expect(await labels()).toEqual([]);
    });

    it('declares a pair separate only on demand', async () => {
      await label('a', 'b', 'different');
      const all = { collection, after: null, limit: 10 };
      expect(await store.separations(all)).toEqual([]);
      await label('a', 'b', 'different', true);
      expect(await store.separations(all)).toEqual([{ a: 'a', b: 'b', createdAt: now }]);
    });

    it('deletes labels with a document that is deleted, expires or gets another content', async () => {
      await add('d', 3, 6_000);
      for (const id of ['b', 'c', 'd']) await label('a', id);
      await store.delete({ collection, ids: ['b'], now });
      await store.add(addition(collection, 'c', { signature: signature([], 1) }));
      expect(await labels()).toEqual(['a d same']);
      expect(await labels(6_000)).toEqual([]);
      while (await store.sweep({ now: 6_000 }));
      expect(await labels(0)).toEqual([]);
    });

    it('measures pairs in their order, without absent documents', async () => {
      await add('d', 3, 6_000);
      const pairs = [
        { a: 'a', b: 'b' },
        { a: 'a', b: 'none' },
        { a: 'd', b: 'a' },
        { a: 'c', b: 'c' },
      ];
      const measured = { similarity: null, shortText: false };
      const [near, same] = [2, 0].map((distance) => ({ distance, ...measured }));
      expect(await store.measurePairs({ collection, pairs, now })).toEqual([
        near,
        null,
        near,
        same,
      ]);
      expect((await store.measurePairs({ collection, pairs, now: 6_000 }))[2]).toBeNull();
    });

    it('keeps labels while a document is only seen again, or gets other metadata', async () => {
      await label('a', 'b');
      const content = { signature: signature([0]) };
      await store.add(addition(collection, 'a', { ...content, metadata: '{"x":1}' }));
      await store.check(checking(collection, 'a', content));
      expect(await labels()).toEqual(['a b same']);
    });

    it('keeps labels over a reindexing, and deletes them with the collection', async () => {
      await label('a', 'b');
      const recipe = recipeOf('hybrid');
      const successor = await store.beginSuccessor({ collection, recipe, recipeId: 'h' });
      const documents = await store.getArchived({ collection, ids: ['a', 'b', 'c'], now });
      await store.restore({ collection: successor, documents });
      expect(await store.completeSuccessor({ collection })).toBeDefined();
      collection = (await store.getCollection('pages'))!;
      expect(await labels()).toEqual(['a b same']);
      await store.deleteCollection({ name: 'pages' });
      collection = await store.createCollection(newCollection('pages'));
      for (const [i, id] of ['a', 'b'].entries()) await add(id, i);
      while (await store.sweep({ now }));
      expect(await labels()).toEqual([]);
    });
  });
}
