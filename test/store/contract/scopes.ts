import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import type { Scope } from '../../../src/store/contract/scope.js';
import type { Store } from '../../../src/store/contract/store.js';
import { addition, checking, newCollection, rule, signature, sketched } from '../samples.js';

const site = 'a.example';
const anytime: Scope = { since: 0, site: null };
const ofSite: Scope = { since: 0, site };

/** Tests that documents outside the scope of a check or query count as absent. */
export function describeScopes(name: string, open: () => Promise<Store>): void {
  describe(`${name}: scopes`, () => {
    let store: Store;
    let pages: Collection;
    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages', 'hybrid'));
    });
    afterEach(() => store.close());

    const add = (id: string, given: Signature, now: number, changes = {}) =>
      store.add(addition(pages, id, { signature: given, now, ...changes }));
    const check = (id: string | null, given: Signature, changes: Partial<CheckOperation> = {}) =>
      store.check(checking(pages, id, { signature: given, now: 9_000, ...changes }));
    const found = async (given: Signature, scope: Scope, limit = 10) => {
      const asked = { collection: pages, probe: { signature: given }, rule, scope, limit };
      return (await store.query({ ...asked, now: 9_000 }))!;
    };
    const ids = async (given: Signature, scope: Scope) =>
      (await found(given, scope)).matches.map(({ id }) => id);
    it('matches only documents that were first stored at the time or later', async () => {
      await add('old', signature(), 2_000);
      await add('new', signature(), 3_000);
      expect(await ids(signature(), anytime)).toEqual(['old', 'new']);
      expect(await ids(signature(), { since: 2_000, site: null })).toEqual(['old', 'new']);
      expect(await ids(signature(), { since: 2_001, site: null })).toEqual(['new']);
      expect(await found(signature(), { since: 3_001, site: null })).toMatchObject({
        ...{ matches: [], candidates: 0, truncated: false },
      });
    });

    it('counts the time of the first version of a document', async () => {
      await add('page', signature([1], 2), 2_000);
      await add('page', signature(), 5_000);
      expect(await ids(signature(), { since: 3_000, site: null })).toEqual([]);
      expect(await ids(signature(), { since: 2_000, site: null })).toEqual(['page']);
    });

    it('matches only documents of the site', async () => {
      const own = ['https://a.example/1', 'http://www.a.example:80/2', 'https://A.example:443/3'];
      const others = ['https://b.example/', 'a.example/4', 'ftp://a.example/5', 'urn:a.example'];
      for (const id of [...others, ...own]) await add(id, signature(), 2_000);
      expect(new Set(await ids(signature(), ofSite))).toEqual(new Set(own));
      const near = await found(signature([5], 4), ofSite);
      expect(new Set(near.matches.map(({ id }) => id))).toEqual(new Set(own));
    });

    it('stores an equal page whose copies are all outside', async () => {
      await add('https://b.example/', signature(), 2_000);
      const first = await check('https://a.example/1', signature(), { scope: ofSite });
      expect(first).toMatchObject({ decision: 'new', stored: true, best: null, family: 0 });
      const second = await check('https://a.example/2', signature(), { scope: ofSite });
      expect(second).toMatchObject({ decision: 'duplicate', duplicateOf: 'https://a.example/1' });
      const third = await check('https://a.example/3', signature());
      expect(third).toMatchObject({ decision: 'duplicate', duplicateOf: 'https://b.example/' });
    });

    it('recognizes the version under its own id, however old', async () => {
      await add('https://a.example/', signature(), 2_000);
      const scope = { since: 8_000, site };
      const same = await check('https://a.example/', signature(), { scope });
      expect(same).toMatchObject({ decision: 'unchanged', stored: false });
      const other = await check('https://a.example/', signature([1], 2), { scope });
      expect(other).toMatchObject({ decision: 'changed', stored: true });
    });

    it('lets documents outside take no place within the distance', async () => {
      for (let at = 0; at < 40; at++) await add(`far ${at}`, signature([at], 2), 2_000);
      for (let at = 40; at < 43; at++) await add(`near ${at}`, signature([at], 2), 5_000);
      const scope = { since: 5_000, site: null };
      const checked = await check('page', signature([], 4), { scope, dryRun: true });
      expect(checked).toMatchObject({ decision: 'duplicate', truncated: false });
      expect(checked.matches).toHaveLength(3);
      const { matches, candidates, truncated } = await found(signature([], 4), scope, 3);
      expect({ matches: matches.length, candidates, truncated }).toEqual({
        ...{ matches: 3, candidates: 3, truncated: false },
      });
    });

    it('lets documents outside take no place in a family', async () => {
      const family = { ...signature(Array.from({ length: 20 }, (_, bit) => bit)) };
      const member = (number: number) =>
        sketched({ ...family, featureCount: 20 + 2 * number }, { family: 1, from: 120, to: 128 });
      for (let at = 0; at < 20; at++) await add(`https://b.example/${at}`, member(at), 2_000);
      await add('https://a.example/', member(30), 3_000);
      const probe = sketched(signature([40, 41, 42, 43, 44], 80), { family: 1 });
      expect(await ids(probe, ofSite)).toEqual(['https://a.example/']);
      expect((await found(probe, ofSite)).truncated).toBe(false);
      const { family: size } = await check('https://a.example/2', probe, {
        ...{ scope: ofSite, dryRun: true },
      });
      expect(size).toBe(1);
    });

    it('lists documents of a shared text in a scope, oldest first', async () => {
      for (let at = 0; at < 100; at++) {
        await add(`https://${at % 3 ? 'b' : 'a'}.example/${at}`, signature(), 2_000 + at);
      }
      const own = Array.from({ length: 34 }, (_, at) => `https://a.example/${3 * at}`);
      const { matches, truncated } = await found(signature(), ofSite, 40);
      expect(matches.map(({ id }) => id)).toEqual(own);
      expect(truncated).toBe(false);
      const late = await found(signature(), { since: 2_050, site }, 5);
      expect(late.matches.map(({ id }) => id)).toEqual(own.slice(17, 22));
      expect(late.truncated).toBe(true);
    });

    it('refuses a page only for a document in the scope that lives as long', async () => {
      const later = { expiresAt: 20_000 };
      for (let at = 0; at < 5; at++) await add(`https://b.example/${at}`, signature(), 2_000);
      await add('https://a.example/1', signature(), 3_000, later);
      const mortal = await check('https://a.example/2', signature(), { scope: ofSite });
      expect(mortal).toMatchObject({ decision: 'similar', reason: 'outlivesMatch' });
      const third = await check('https://a.example/3', signature(), { scope: ofSite });
      expect(third).toMatchObject({ decision: 'duplicate', duplicateOf: 'https://a.example/2' });
    });

    it('replaces no document outside the scope', async () => {
      await add('https://b.example/', signature(), 2_000);
      await add('https://a.example/1', signature(), 3_000);
      const replacing = { scope: ofSite, onDuplicate: 'replace' } as const;
      const outcome = await check('https://a.example/2', signature(), replacing);
      expect(outcome).toMatchObject({ stored: true, replaced: ['https://a.example/1'] });
      expect(new Set(await ids(signature(), anytime))).toEqual(
        new Set(['https://b.example/', 'https://a.example/2']),
      );
    });
  });
}
