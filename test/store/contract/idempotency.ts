import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { Idempotency } from '../../../src/store/contract/idempotency.js';
import type { Store } from '../../../src/store/contract/store.js';
import { addition, checking, newCollection, signature, sweptStats } from '../samples.js';

/** Tests idempotency: an operation with a key runs at most once, however often it is requested. */
export function describeOnce(name: string, open: () => Promise<Store>): void {
  describe(`${name}: idempotency`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'hybrid'));
    });
    afterEach(() => store.close());

    const carrying = (key: string, changes: Partial<Idempotency> = {}): Idempotency => ({
      key: key.repeat(32),
      request: 'cd'.repeat(32),
      owner: 'one',
      expiresAt: 5_000,
      guaranteedUntil: 4_000,
      note: `of ${key}`,
      ...changes,
    });
    const countOf = async () => (await sweptStats(store, pages)).documents;

    it('returns the first outcome with its note to a repeated request, and does nothing', async () => {
      const adding = addition(pages, 'a', { idempotency: carrying('aa'), metadata: '{"x":1}' });
      const added = await store.add(adding);
      expect(added.replayed).toBeUndefined();
      const note = { ...carrying('aa'), note: 'another' };
      expect(await store.add({ ...adding, idempotency: note, now: 2_500 })).toEqual({
        ...added,
        replayed: 'of aa',
      });
      expect(await store.get({ collection: pages, ids: ['a'], now: 3_000 })).toMatchObject([
        { seenCount: 1 },
      ]);

      const check = checking(pages, null, { idempotency: carrying('bb') });
      const checked = await store.check({ ...check, newId: 'first' });
      expect(checked).toMatchObject({ decision: 'duplicate', duplicateOf: 'a' });
      const again = await store.check({ ...check, newId: 'second' });
      expect(again).toEqual({ ...checked, replayed: 'of bb' });

      const remove = {
        collection: pages,
        ids: ['a', 'z'],
        now: 3_000,
        idempotency: carrying('cc'),
      };
      const deleted = await store.delete(remove);
      expect(deleted).toEqual({ deleted: ['a'], missing: ['z'] });
      await store.add(addition(pages, 'a'));
      expect(await store.delete(remove)).toEqual({ ...deleted, replayed: 'of cc' });
      expect(await countOf()).toBe(1);
    });

    it('stores the outcome of a check that stores no document', async () => {
      const check = checking(pages, 'a', { dryRun: true, idempotency: carrying('aa') });
      expect(await store.check(check)).toMatchObject({ decision: 'new' });
      await store.add(addition(pages, 'b'));
      expect(await store.check(check)).toMatchObject({ decision: 'new', replayed: 'of aa' });
    });

    it('refuses the key for another request, in every operation', async () => {
      await store.add(addition(pages, 'a', { idempotency: carrying('aa') }));
      const other = { idempotency: carrying('aa', { request: 'ef'.repeat(32) }) };
      const refused = { code: 'idempotency_key_reused' };
      const far = { ...other, signature: signature([1, 2, 3, 4, 5]) };
      await expect(store.add(addition(pages, 'b', far))).rejects.toMatchObject(refused);
      await expect(store.check(checking(pages, 'b', far))).rejects.toMatchObject(refused);
      const remove = { collection: pages, ids: ['a'], now: 2_000, ...other };
      await expect(store.delete(remove)).rejects.toMatchObject(refused);
      expect(await countOf()).toBe(1);
    });

    it('does not consume the key of a failed operation', async () => {
      const document = addition(pages, 'a');
      await store.add(document);
      const remove = { collection: pages, ids: ['a'], now: 3_000, idempotency: carrying('aa') };
      await expect(store.delete({ ...remove, ifRevision: 7 })).rejects.toMatchObject({
        code: 'precondition_failed',
      });
      expect(await store.delete(remove)).toEqual({ deleted: ['a'], missing: [] });
    });

    it('forgets a key from the moment it expires', async () => {
      const adding = addition(pages, 'a', { idempotency: carrying('aa') });
      await store.add(adding);
      expect(await store.add({ ...adding, now: 4_999 })).toHaveProperty('replayed');
      const renewed = { ...adding, now: 5_000, idempotency: carrying('aa', { expiresAt: 9_000 }) };
      expect(await store.add(renewed)).toMatchObject({ status: 'unchanged' });
      expect(await store.add({ ...renewed, now: 8_999 })).toHaveProperty('replayed');
    });

    it('sweeps no outcome before its key expires', async () => {
      const renewed = addition(pages, 'a', {
        now: 5_000,
        idempotency: carrying('aa', { expiresAt: 9_000 }),
      });
      await store.add(renewed);
      while (await store.sweep({ now: 8_999 }));
      expect(await store.add({ ...renewed, now: 8_999 })).toHaveProperty('replayed');
    });

    it('executes exactly one of many concurrent operations with one key', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          store.check(checking(pages, null, { newId: `${i}`, idempotency: carrying('aa') })),
        ),
      );
      expect(outcomes.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
      expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
      expect(await countOf()).toBe(1);
    });
  });
}
