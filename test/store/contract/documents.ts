import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  alone,
  checking,
  later,
  newCollection,
  rule,
  signature,
  sweptStats,
} from '../samples.js';

/** Tests stored documents: add, get, list, delete, kept texts. */
export function describeDocuments(name: string, open: () => Promise<Store>): void {
  describe(`${name}: documents`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

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

    it('does nothing for a client that has left', async () => {
      const reason = new Error('has left');
      const call = { signal: AbortSignal.abort(reason) };
      await expect(store.add(addition(pages, 'a'), call)).rejects.toBe(reason);
      await expect(store.withBackpressure.add(addition(pages, 'a'), call)).rejects.toBe(reason);
      expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([]);
    });

    describe('add', () => {
      it('stores a document even if it resembles another', async () => {
        const given = addition(pages, 'a', { metadata: '{"n": 1}', page: '["A"]' });
        const document = {
          id: 'a',
          signature: signature(),
          metadata: '{"n": 1}',
          page: '["A"]',
          extractor: null,
          revision: 1,
          storedAt: 2_000,
          updatedAt: 2_000,
          lastSeenAt: 2_000,
          seenCount: 1,
          expiresAt: null,
          lifetimeMs: null,
        };
        expect(await store.add(given)).toEqual({ status: 'created', document });
        expect(await store.add({ ...given, id: 'b' })).toMatchObject({ status: 'created' });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([
          alone(document),
        ]);
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
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([
          alone(document),
        ]);
      });

      it.each([
        ['content', { signature: signature([1]) }],
        ['content of the same fingerprint', { signature: signature([], 1) }],
        ['metadata', { metadata: '{"x":1}' }],
      ])('replaces a document with other %s', async (_, changes) => {
        await store.add(addition(pages, 'a'));
        const { status, document } = await store.add(addition(pages, 'a', { ...changes, now: 9 }));
        expect(status).toBe('replaced');
        expect(document).toEqual({
          id: 'a',
          signature: signature(),
          metadata: null,
          page: null,
          extractor: null,
          ...changes,
          revision: 2,
          storedAt: 2_000,
          updatedAt: 9,
          lastSeenAt: 9,
          seenCount: 2,
          expiresAt: null,
          lifetimeMs: null,
        });
        expect(await store.get({ collection: pages, ids: ['a'], now: later })).toEqual([
          alone(document),
        ]);
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 1, contents: 1 });
      });
    });

    describe('get and list', () => {
      it('get returns documents in the order of the ids, without absent ones', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const found = await store.get({ collection: pages, ids: ['c', 'none', 'a'], now: later });
        expect(found.map(({ id }) => id)).toEqual(['c', 'a']);
      });

      it('list walks all documents in the order of UTF-8 bytes', async () => {
        const ids = ['', 'A', 'a', 'a/b', 'é', '中文', '\uff5e', '\u{1f600}'].slice(1);
        for (const id of ids.toReversed()) await store.add(addition(pages, id));
        const walked: string[] = [];
        for (let after: string | null = null; ; ) {
          const page = await store.list({
            collection: pages,
            idPrefix: null,
            now: later,
            after,
            limit: 3,
          });
          walked.push(...page.map(({ id }) => id));
          if (page.length < 3) break;
          after = page.at(-1)!.id;
        }
        expect(walked).toEqual(ids);
      });
    });

    it('list returns only ids with a prefix, and continues among them', async () => {
      const ids = ['a', 'a/', 'a/b', 'a/\u{10ffff}', 'a0', '\ud7ff', '\ue000', '\u{10ffff}x'];
      for (const id of ids) await store.add(addition(pages, id));
      const list = async (idPrefix: string | null, after: string | null = null) => {
        const page = { collection: pages, idPrefix, after, limit: 9, now: later };
        return (await store.list(page)).map(({ id }) => id);
      };
      expect(await list('a/')).toEqual(['a/', 'a/b', 'a/\u{10ffff}']);
      expect(await list('a/', 'a')).toEqual(['a/', 'a/b', 'a/\u{10ffff}']);
      expect(await list('a/', 'a/')).toEqual(['a/b', 'a/\u{10ffff}']);
      expect(await list('a/', 'a0')).toEqual([]);
      expect(await list('a/\u{10ffff}')).toEqual(['a/\u{10ffff}']);
      expect(await list('\ud7ff')).toEqual(['\ud7ff']);
      expect(await list('\u{10ffff}')).toEqual(['\u{10ffff}x']);
      expect(await list('b')).toEqual([]);
      expect(await list(null)).toEqual(ids);
    });

    describe('delete', () => {
      it('removes documents and reports absent ones', async () => {
        for (const id of ['a', 'b', 'c']) await store.add(addition(pages, id));
        const ids = ['b', 'none', 'a', 'b'];
        expect(await store.delete({ collection: pages, now: later, ids })).toEqual({
          deleted: ['b', 'a'],
          missing: ['none'],
        });
        expect(await matchIds(3)).toEqual(['c:0']);
      });

      it('keeps a content exactly as long as a document has it', async () => {
        await store.add(addition(pages, 'a', { signature: signature([1]) }));
        await store.add(addition(pages, 'b', { signature: signature([1]) }));
        await store.add(addition(pages, 'c', { signature: signature([1], 1) }));
        const counts = { documents: 3, contents: 2 };
        expect(await sweptStats(store, pages)).toMatchObject(counts);
        const remove = (id: string) => store.delete({ collection: pages, now: later, ids: [id] });
        await remove('a');
        expect(await sweptStats(store, pages)).toMatchObject({ ...counts, documents: 2 });
        await remove('b');
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 1, contents: 1 });
        expect(await matchIds(3)).toEqual(['c:1']);
        await remove('c');
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 0, contents: 0 });
        expect(await matchIds(3)).toEqual([]);
      });

      it('deletes nothing if one of the documents has another revision', async () => {
        for (const id of ['a', 'b']) await store.add(addition(pages, id));
        await store.add(addition(pages, 'b', { metadata: '{}' }));
        const both = { collection: pages, ids: ['a', 'b'], now: later };
        await expect(store.delete({ ...both, ifRevision: 1 })).rejects.toMatchObject({
          code: 'precondition_failed',
          message: 'Cannot delete document "b": it is at revision 2, not 1',
        });
        expect(await sweptStats(store, pages)).toMatchObject({ documents: 2, contents: 1 });
        const second = { collection: pages, ids: ['b'], ifRevision: 2, now: later };
        expect(await store.delete(second)).toEqual({ deleted: ['b'], missing: [] });
      });
    });

    describe('the facts of a page', () => {
      const factsOf = async (...ids: string[]) =>
        (await store.get({ collection: pages, ids, now: later })).map(({ page }) => page);
      const other = signature([1, 2, 3, 4]);

      it('are stored with each document, even if its content is already stored', async () => {
        await store.add(addition(pages, 'a', { page: '["A"]' }));
        await store.check(checking(pages, 'b', { page: '["é"]', onDuplicate: 'store' }));
        await store.check(checking(pages, 'c', { onDuplicate: 'store' }));
        expect(await factsOf('a', 'b', 'c')).toEqual(['["A"]', '["é"]', null]);
        const archived = await store.getArchived({
          collection: pages,
          ids: ['a', 'b', 'c'],
          now: later,
        });
        expect(archived.map(({ page }) => page)).toEqual(['["A"]', '["é"]', null]);
      });

      it('stay if the document is unchanged or refused', async () => {
        await store.add(addition(pages, 'a', { page: '["A"]' }));
        const { status, document } = await store.add(addition(pages, 'a', { page: '["B"]' }));
        expect({ status, page: document.page }).toEqual({ status: 'unchanged', page: '["A"]' });
        await store.check(checking(pages, 'a', { page: '["B"]' }));
        await store.check(checking(pages, 'a', { page: '["B"]', signature: other, dryRun: true }));
        await store.check(checking(pages, 'b', { page: '["B"]' }));
        expect(await factsOf('a', 'b')).toEqual(['["A"]']);
      });

      it('are those of the new page once a document is replaced or changed', async () => {
        await store.add(addition(pages, 'a', { page: '["A"]' }));
        await store.add(addition(pages, 'a', { page: '["B"]', metadata: '{}' }));
        expect(await factsOf('a')).toEqual(['["B"]']);
        await store.check(checking(pages, 'a', { page: '["C"]', signature: other }));
        expect(await factsOf('a')).toEqual(['["C"]']);
        await store.check(checking(pages, 'a', { now: 3_001 }));
        expect(await factsOf('a')).toEqual([null]);
      });
    });

    describe('the extractor', () => {
      const extractorsOf = async (...ids: string[]) =>
        (await store.get({ collection: pages, ids, now: later })).map(({ extractor }) => extractor);

      it('is stored with its content, by the first document of the content', async () => {
        const given = addition(pages, 'a', { extractor: 'html/1' });
        expect((await store.add(given)).document.extractor).toBe('html/1');
        const newer = await store.add(addition(pages, 'b', { extractor: 'html/2' }));
        expect(newer.document.extractor).toBe('html/1');
        await store.add(addition(pages, 'c'));
        await store.check(checking(pages, 'd', { extractor: 'pdf/1', onDuplicate: 'store' }));
        expect(await extractorsOf('a', 'b', 'c', 'd')).toEqual(Array(4).fill('html/1'));
        const other = { signature: signature([1, 2, 3, 4]), extractor: 'html/2' };
        await store.check(checking(pages, 'e', other));
        expect(await extractorsOf('e')).toEqual(['html/2']);
      });

      it('is null for a content first stored as plain text', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'a', { extractor: 'html/1', metadata: '{}' }));
        expect(await extractorsOf('a')).toEqual([null]);
      });

      it('is removed with the last document of the content; its name stays', async () => {
        await store.add(addition(pages, 'a', { extractor: 'html/1' }));
        await store.add(addition(pages, 'a', { signature: signature([1]) }));
        await store.add(addition(pages, 'a', { extractor: 'html/2' }));
        expect(await extractorsOf('a')).toEqual(['html/2']);
        await store.deleteCollection({ name: 'pages' });
        expect(await store.extractors()).toEqual(['html/1', 'html/2']);
      });

      it('is listed once, and only after a document was stored with it', async () => {
        expect(await store.extractors()).toEqual([]);
        await store.check(checking(pages, 'a', { extractor: 'b/1', dryRun: true }));
        expect(await store.extractors()).toEqual([]);
        for (const id of ['b', 'c']) await store.add(addition(pages, id, { extractor: 'b/1' }));
        await store.add(addition(pages, 'd', { extractor: 'a/1', signature: signature([1]) }));
        expect(await store.extractors()).toEqual(['a/1', 'b/1']);
      });

      it('is listed as given, even if the content keeps another', async () => {
        const { document } = await store.add(addition(pages, 'a', { extractor: 'c/1' }));
        await store.add(addition(pages, 'b', { extractor: 'b/1' }));
        await store.check(checking(pages, 'c', { extractor: 'd/1', onDuplicate: 'store' }));
        const restored = { ...document, id: 'd', extractor: 'a/1', text: null };
        await store.restore({ collection: pages, documents: [restored] });
        await store.check(checking(pages, 'e', { extractor: 'e/1' }));
        expect(await extractorsOf('a', 'b', 'c', 'd')).toEqual(Array(4).fill('c/1'));
        expect(await store.extractors()).toEqual(['a/1', 'b/1', 'c/1', 'd/1']);
      });
    });

    describe('texts', () => {
      const text = (...bytes: number[]) => Uint8Array.from(bytes);

      it('are stored with their contents, found by any of their ids, and never replaced', async () => {
        await store.add(addition(pages, 'a', { text: text(1, 2, 255) }));
        await store.add(addition(pages, 'b', { text: text(3) }));
        await store.add(addition(pages, 'c', { signature: signature([1]) }));
        expect(
          await store.texts({ collection: pages, ids: ['c', 'b', 'none', 'a'], now: later }),
        ).toEqual([...[null, text(1, 2, 255), null, text(1, 2, 255)]]);
      });

      it('are truncated on demand', async () => {
        await store.add(addition(pages, 'a', { text: text(1, 2, 255) }));
        const beginnings = (bytesMax: number) =>
          store.texts({ collection: pages, ids: ['a', 'none'], now: later, bytesMax });
        expect(await beginnings(2)).toEqual([text(1, 2), null]);
        expect(await beginnings(3)).toEqual([text(1, 2, 255), null]);
        expect(await beginnings(4)).toEqual([text(1, 2, 255), null]);
      });

      it('are returned with their documents, as of one moment, without absent ones', async () => {
        await store.add(addition(pages, 'a', { text: text(1) }));
        await store.add(addition(pages, 'b', { signature: signature([1]) }));
        await store.add(addition(pages, 'gone', { expiresAt: later }));
        const stored = await store.get({ collection: pages, ids: ['b', 'a'], now: later });
        const [b, a] = stored.map(({ cluster, claim, ...document }) => document);
        expect(
          await store.getArchived({
            collection: pages,
            ids: ['b', 'none', 'gone', 'a'],
            now: later,
          }),
        ).toEqual([
          { ...b, text: null },
          { ...a, text: text(1) },
        ]);
      });

      it('are those of the first document of the content that has one', async () => {
        await store.add(addition(pages, 'a'));
        await store.add(addition(pages, 'b', { text: text(1) }));
        expect(await store.texts({ collection: pages, ids: ['a', 'b'], now: later })).toEqual([
          text(1),
          text(1),
        ]);
      });

      it('are stored for documents that a check stores, and for no others', async () => {
        const given = { text: text(1) };
        await store.check(checking(pages, 'a', { ...given, dryRun: true }));
        expect(await store.texts({ collection: pages, ids: ['a'], now: later })).toEqual([null]);
        await store.check(checking(pages, 'a', given));
        await store.check(checking(pages, 'b', { text: text(2), onDuplicate: 'store' }));
        expect(await store.texts({ collection: pages, ids: ['a', 'b'], now: later })).toEqual([
          text(1),
          text(1),
        ]);
      });

      it('are removed with the last document of the content', async () => {
        for (const id of ['a', 'b']) await store.add(addition(pages, id, { text: text(1) }));
        await store.delete({ collection: pages, now: later, ids: ['a'] });
        expect(await store.texts({ collection: pages, ids: ['b'], now: later })).toEqual([text(1)]);
        await store.add(addition(pages, 'b', { signature: signature([1]) }));
        await store.add(addition(pages, 'c'));
        expect(await store.texts({ collection: pages, ids: ['b', 'c'], now: later })).toEqual([
          null,
          null,
        ]);
      });
    });
  });
}
