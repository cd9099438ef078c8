import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOperation, CheckOutcome } from '../../../src/store/contract/documents.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { Store } from '../../../src/store/contract/store.js';
import { addition, checking, newCollection, signature } from '../samples.js';

/** Tests that a page is refused only for a document that was stored for at least as long a lifetime. */
export function describeLives(name: string, open: () => Promise<Store>): void {
  describe(`${name}: lives`, () => {
    let store: Store;
    let pages: Collection;
    let checks = 0;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'hybrid'));
    });
    afterEach(() => store.close());

    const check = (id: string, lifetime: number | null, changes: Partial<CheckOperation> = {}) => {
      const now = changes.now ?? 2_000;
      const expiresAt = lifetime === null ? null : now + lifetime;
      const newClusterId = `cluster ${++checks}`;
      return store.check(checking(pages, id, { newClusterId, ...changes, now, expiresAt }));
    };
    const add = (id: string, lifetime: number | null, changes = {}) =>
      store.add(
        addition(pages, id, {
          ...{ now: 1_000, expiresAt: lifetime === null ? null : 1_000 + lifetime },
          ...changes,
        }),
      );
    const outlives = (match: string, matchExpiresAt: number) => ({
      ...{ decision: 'similar', stored: true, reason: 'outlivesMatch', duplicateOf: null },
      ...{ similarTo: match, matchExpiresAt },
    });
    const isDuplicate = (match: string) => ({
      ...{ decision: 'duplicate', stored: false, reason: null, duplicateOf: match },
      best: { exact: true },
    });

    it.each([
      [5_000, 4_999, false],
      [5_000, 5_000, false],
      [5_000, 5_001, true],
      [5_000, null, true],
      [null, 5_000, false],
      [null, null, false],
    ])(
      'a document stored for %s ms, and an equal page for %s ms: the page is stored is %s',
      async (ofMatch, ofPage, isStored) => {
        await add('match', ofMatch);
        expect(await check('page', ofPage)).toMatchObject(
          isStored ? outlives('match', 6_000) : isDuplicate('match'),
        );
        expect(await check('next', ofPage)).toMatchObject(isDuplicate(isStored ? 'page' : 'match'));
      },
    );

    it('compares lifetimes as they were requested, not the ends', async () => {
      await add('match', 5_000);
      const outcome = await check('page', 5_000, { now: 5_999 });
      expect(outcome).toMatchObject({ ...isDuplicate('match'), matchExpiresAt: 6_000 });
    });

    it('decides the same in a dry run', async () => {
      await add('match', 5_000);
      const dry = { stored: false, created: false };
      expect(await check('page', null, { dryRun: true })).toMatchObject({
        ...outlives('match', 6_000),
        ...dry,
      });
    });

    it('refuses a page for the longest-lived of equal documents if the oldest ends too early', async () => {
      await add('short', 10);
      await add('longer', 8_000, { now: 1_001, expiresAt: 9_001 });
      await add('longest', 9_000, { now: 1_003, expiresAt: 10_003 });
      await add('as long', 9_000, { now: 1_002, expiresAt: 10_002 });
      expect(await check('brief', 10, { now: 1_005 })).toMatchObject(isDuplicate('short'));
      for (const lifetime of [11, 8_500]) {
        expect(await check('page', lifetime, { now: 1_005 })).toMatchObject({
          ...isDuplicate('as long'),
          matches: [{ id: 'short' }, { id: 'longer' }, { id: 'as long' }, { id: 'longest' }],
          matchExpiresAt: 10_002,
        });
      }
      expect(await check('page', 8_500, { now: 1_005, limit: 0 })).toMatchObject(
        isDuplicate('as long'),
      );
      expect(await check('page', 9_001, { now: 1_005 })).toMatchObject(outlives('short', 1_010));
      await add('permanent', null, { now: 1_004 });
      expect(await check('another', 8_500, { now: 1_006 })).toMatchObject(isDuplicate('permanent'));
      expect(await check('another', null, { now: 1_006 })).toMatchObject(isDuplicate('permanent'));
    });

    it('finds a nearly equal page that lives long enough behind an equal one that does not', async () => {
      await add('equal', 10);
      await add('near', null, { signature: signature([5], 1) });
      await add('equal for longer', 20);
      const similar = { duplicateIf: 'similar' as const, now: 1_005 };
      expect(await check('page', null, similar)).toMatchObject({
        ...{ decision: 'duplicate', duplicateOf: 'near', best: { exact: false, distance: 1 } },
        matches: [{ id: 'equal' }, { id: 'equal for longer' }, { id: 'near' }],
      });
      expect(await check('another', 20, similar)).toMatchObject(isDuplicate('equal for longer'));
      expect(await check('next', null, { now: 1_005, duplicateIf: 'exact' })).toMatchObject({
        ...{ decision: 'similar', similarTo: 'equal', reason: 'outlivesMatch' },
      });
    });

    it('leaves out documents that have expired', async () => {
      await add('short', 10);
      await add('gone', 20, { now: 900, expiresAt: 1_005 });
      expect(await check('page', 15, { now: 1_006 })).toMatchObject(outlives('short', 1_010));
      expect(await check('next', 15, { now: 1_006 })).toMatchObject(isDuplicate('page'));
    });

    it('keeps the former version of an id only for a match that lives as long', async () => {
      await add('match', 5_000);
      await add('page', null, { signature: signature([30, 31, 32, 33, 34, 35, 36, 37, 38], 1) });
      const keep = { onChange: 'keep' as const };
      expect(await check('page', 5_000, keep)).toMatchObject(isDuplicate('match'));
      expect(await check('page', null, keep)).toMatchObject({
        ...outlives('match', 6_000),
        decision: 'changed',
      });
    });

    it('gives no reason for a changed page, which is stored in any case', async () => {
      await add('match', 5_000);
      await add('page', null, { signature: signature([30, 31, 32, 33, 34, 35, 36, 37, 38], 1) });
      const outcome: CheckOutcome = await check('page', null);
      expect(outcome).toMatchObject({ decision: 'changed', stored: true, reason: null });
      expect(outcome).not.toHaveProperty('matchExpiresAt');
    });

    it('lets an unchanged check lengthen the lifetime, and an addition set it', async () => {
      await add('match', 5_000);
      const lifetime = async () =>
        (await store.get({ collection: pages, ids: ['match'], now: 2_000 }))[0]!.lifetimeMs;
      await check('match', 4_000, { now: 1_500 });
      expect(await lifetime()).toBe(5_000);
      await check('match', 6_000, { now: 1_500 });
      expect(await lifetime()).toBe(6_000);
      await add('match', 3_000, { now: 1_500, expiresAt: 4_500 });
      expect(await lifetime()).toBe(3_000);
      expect(await check('page', 3_000, { now: 1_600 })).toMatchObject(isDuplicate('match'));
      await check('match', null, { now: 1_700 });
      expect(await lifetime()).toBeNull();
      expect(await check('page', null, { now: 1_800 })).toMatchObject(isDuplicate('match'));
    });
  });
}

/** Tests the same among documents that are declared separate. */
export function describeSeparatedLives(name: string, open: () => Promise<EmbeddedStore>): void {
  it(`${name}: lives of separated documents refuse no page`, async () => {
    const store = await open();
    const pages = await store.createCollection(newCollection('pages', 'hybrid'));
    await store.add(addition(pages, 'short', { now: 1_000, expiresAt: 1_010 }));
    await store.add(addition(pages, 'separated', { now: 1_002, expiresAt: null }));
    await store.separate({ collection: pages, a: 'page', b: 'separated', now: 1_003 });
    const check = (id: string) =>
      store.check(
        checking(pages, id, { newClusterId: `cluster of ${id}`, now: 1_006, expiresAt: 1_021 }),
      );
    expect(await check('page')).toMatchObject({
      ...{ decision: 'similar', reason: 'outlivesMatch', similarTo: 'short' },
    });
    expect(await check('next')).toMatchObject({
      ...{ decision: 'duplicate', duplicateOf: 'separated' },
    });
    await store.close();
  });
}
