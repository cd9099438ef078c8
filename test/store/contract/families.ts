import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  later,
  newCollection,
  signature,
  sketched,
  withEvidence,
} from '../samples.js';

/** Tests sizes of families, and the number of documents stored of each. */
export function describeFamilies(name: string, open: () => Promise<Store>): void {
  describe(`${name}: families`, () => {
    let store: Store;
    let pages: Collection;

    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'minhash'));
    });
    afterEach(() => store.close());

    const far = Array.from({ length: 20 }, (_, bit) => bit);
    /**
     * Returns a page that shares all four bands except those of `unlike`. Each number is another content with other
     * statements.
     */
    const page = (number: number, unlike = 0): Signature =>
      withEvidence(
        sketched(signature(far, 2 * number), { from: 120, to: 128, unlike }),
        number % 2 === 0 ? 1 : 2,
      );
    const add = (id: string, given: Signature, changes = {}) =>
      store.add(addition(pages, id, { signature: given, ...changes }));
    const check = (id: string | null, given: Signature, changes: Partial<CheckOperation> = {}) =>
      store.check(checking(pages, id, { signature: given, now: 4_000, ...changes }));
    const family = async (given: Signature, changes: Partial<CheckOperation> = {}) =>
      (await check('asked', given, { dryRun: true, ...changes })).family;

    it('counts similar contents', async () => {
      expect(await family(page(50))).toBe(0);
      await add('a', page(0));
      expect(await family(page(50))).toBe(1);
      await add('b', page(1, 0b0111));
      expect(await family(page(50))).toBe(2);
      await add('no band in common', page(2, 0b1111));
      expect(await family(page(50))).toBe(2);
      expect(await family(sketched(signature(far), { family: 1 }))).toBe(0);
      expect(await family(signature(far))).toBe(0);
    });

    it('counts present contents, including an equal one', async () => {
      await add('a', page(0));
      await add('copy', page(0));
      await add('short-lived', page(1), { expiresAt: 5_000 });
      await add('deleted', page(2));
      expect(await family(page(0))).toBe(3);
      await store.delete({ collection: pages, ids: ['deleted'], now: 3_000 });
      expect(await family(page(50))).toBe(2);
      expect(await family(page(50), { now: 5_000 })).toBe(1);
      expect(await check('a', page(0))).toMatchObject({ decision: 'unchanged', family: null });
      expect(await check('a', page(50))).toMatchObject({ decision: 'changed', family: 2 });
    });

    it.each(['deleted', 'expired'])(
      'finds texts behind 100 %s ones of the family',
      async (fate) => {
        const ids = Array.from({ length: 100 }, (_, number) => `dead ${number}`);
        const expiresAt = fate === 'expired' ? 2_500 : null;
        for (const [number, id] of ids.entries()) {
          await add(id, page(2 * number), { expiresAt });
        }
        if (fate === 'deleted') await store.delete({ collection: pages, ids, now: 2_400 });
        await add('living', page(300), { now: 2_600 });
        const equal = { decision: 'duplicate', duplicateOf: 'living', family: 1 };
        expect(await check('mirror', page(300))).toMatchObject(equal);
        expect(await check('near copy', page(302))).toMatchObject(equal);
        expect(await check('similar', page(301), { dryRun: true })).toMatchObject({
          ...{ decision: 'similar', similarTo: 'living', family: 1 },
        });
      },
    );

    it('finds the nearest living fingerprint behind 30 deleted nearer ones', async () => {
      const near = await store.createCollection(newCollection('near', 'simhash'));
      const ids = Array.from({ length: 30 }, (_, bit) => `dead ${bit}`);
      for (const [bit, id] of ids.entries()) {
        await store.add(addition(near, id, { signature: signature([bit]) }));
      }
      await store.delete({ collection: near, ids, now: 2_100 });
      await store.add(addition(near, 'living', { signature: signature([40, 41, 42]) }));
      expect(await store.check(checking(near, 'mirror'))).toMatchObject({
        ...{ decision: 'duplicate', duplicateOf: 'living' },
      });
    });

    it('counts up to 16', async () => {
      for (let number = 0; number < 15; number++) await add(`${number}`, page(number));
      expect(await family(page(200))).toBe(15);
      for (let number = 15; number < 20; number++) await add(`${number}`, page(number));
      expect(await family(page(200))).toBe(16);
    });

    it('counts pages of the same host, and ids without a host as those of one', async () => {
      await add('http://foreign.test/0', page(0));
      await add('http://foreign.test/1', page(1));
      await add('https://www.own.test/2', page(2));
      await add('no address', page(3));
      expect(await family(page(50))).toBe(1);
      const sizes = ['https://own.test:443/a', 'http://foreign.test/b', 'http://new.test/'].map(
        async (id) => (await check(id, page(50), { dryRun: true })).family,
      );
      expect(await Promise.all(sizes)).toEqual([1, 2, 0]);
      await store.updateCollection({ collection: pages, settings: { keepPerFamily: 2 } });
      const ofForeign = await check('http://foreign.test/c', withEvidence(page(4), 3));
      expect(ofForeign).toMatchObject({ stored: false, reason: 'familyFull' });
      const own = await check('http://new.test/c', withEvidence(page(4), 3));
      expect(own).toMatchObject({ decision: 'similar', stored: true, reason: null });
    });

    it('stores a limited number of similar documents of each', async () => {
      await store.updateCollection({ collection: pages, settings: { keepPerFamily: 2 } });
      const similar = { decision: 'similar', reason: null } as const;
      expect(await check('a', page(0))).toMatchObject({ decision: 'new', family: 0 });
      expect(await check('b', page(1))).toMatchObject({ ...similar, stored: true, family: 1 });
      const third = withEvidence(page(2), 3);
      const keptOut = {
        ...{ decision: 'similar', stored: false, created: false, reason: 'familyFull', family: 2 },
        ...{ duplicateOf: null, similarTo: expect.any(String), replaced: [], claim: null },
      };
      for (const changes of [
        {},
        { onDuplicate: 'store' },
        { onCovered: 'replace' },
        { dryRun: true },
      ] as const) {
        expect(await check('c', third, changes)).toMatchObject({ ...keptOut, id: 'c' });
      }
      expect(await check(null, third)).toMatchObject({ ...keptOut, id: null });
      expect(await store.get({ collection: pages, ids: ['c'], now: later })).toEqual([]);
      const other = sketched(signature(far), { family: 1 });
      expect(await check('d', other)).toMatchObject({ decision: 'new', stored: true, family: 0 });
      expect(await check('b', page(2))).toMatchObject({ decision: 'changed', stored: true });
      expect(await check('e', page(0))).toMatchObject({ decision: 'duplicate', reason: null });
      const stored = { decision: 'duplicate', stored: true, reason: null };
      expect(await check('e', page(0), { onDuplicate: 'store' })).toMatchObject(stored);
      expect(await add('f', page(1))).toMatchObject({ status: 'created' });
      await store.updateCollection({ collection: pages, settings: { keepPerFamily: 4 } });
      expect(await check('g', third)).toMatchObject({ ...similar, stored: true, family: 3 });
    });
  });
}
