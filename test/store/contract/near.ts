import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hammingDistance, toHex } from '../../../src/fingerprint/blocks.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { Match } from '../../../src/matching/match.js';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { ListNear, NearPlace } from '../../../src/store/contract/near.js';
import { replyBytesMax } from '../../../src/store/rules/reply-bytes.js';
import { repetitions } from '../../repetitions.js';
import { addition, checking, later, newCollection, signature, sketched } from '../samples.js';

const probe = { signature: signature() };

/** Tests lists of the documents within a distance. */
export function describeNear(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: documents within a distance`, () => {
    let store: EmbeddedStore;
    let pages: Collection;
    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const add = (id: string, bits: readonly number[], content = 0, now = 1, expiresAt?: number) =>
      store.add(
        addition(pages, id, {
          signature: signature(bits, content),
          now,
          expiresAt: expiresAt ?? null,
        }),
      );
    const page = (given: Partial<ListNear> = {}) => {
      const all = { collection: pages, probe, maxDistance: 3, after: null, limit: 1000 };
      return store.near({ ...all, now: later, ...given });
    };
    /** Reads all pages. @param between called after each page but the last */
    async function walk(
      given: Partial<ListNear>,
      between: () => Promise<unknown> = async () => {},
    ): Promise<Match[]> {
      const seen: Match[] = [];
      for (let after: NearPlace | null = null; ; await between()) {
        const found = await page({ ...given, after });
        seen.push(...found!.matches);
        if (found!.next === null) return seen;
        after = found!.next;
      }
    }
    const idsOf = (matches: readonly Match[]) => matches.map(({ id }) => id);

    it('lists by distance, fingerprint, age of the content, then time and id, in pages of any length', async () => {
      await add('far', [1, 2, 3]);
      await add('larger', [2]);
      await add('later content', [1], 2, 1);
      await add('bare', [1], -1, 1);
      await add('later content b', [1], 2, 1);
      await add('later content a', [1], 2, 1);
      await add('last content', [1], 1, 0);
      await add('same', [], 0, 9);
      await add('beyond', [1, 2, 3, 4]);
      const all = [
        ...['same', 'later content', 'later content a', 'later content b', 'bare', 'last content'],
        ...['larger', 'far'],
      ];
      for (const limit of [1, 2, 3, 5, 100]) {
        expect([limit, idsOf(await walk({ limit }))]).toEqual([limit, all]);
      }
      expect(idsOf(await walk({ maxDistance: 0 }))).toEqual(['same']);
      const [same, other] = (await page())!.matches;
      expect(same).toMatchObject({ distance: 0, exact: true, level: 'exact' });
      expect(other).toMatchObject({ distance: 1, exact: false, adds: null, storedAt: 1 });
    });

    it('finds neighbours of a stored document, but not the document itself', async () => {
      for (const id of ['a', 'b', 'c']) await add(id, [1]);
      expect(idsOf(await walk({ probe: { id: 'b' }, limit: 1 }))).toEqual(['a', 'c']);
      expect(await page({ probe: { id: 'none' } })).toBeUndefined();
    });

    it('leaves out expired documents, and continues behind those that were deleted', async () => {
      await add('expired', [1], 0, 1, later);
      for (const id of ['a', 'b', 'c', 'd']) await add(id, [1]);
      await add('e', [2]);
      const seen = await walk({ limit: 1 }, () =>
        store.delete({ collection: pages, ids: ['b'], now: later }),
      );
      expect(idsOf(seen)).toEqual(['a', 'c', 'd', 'e']);
    });

    it('lists texts of any similarity', async () => {
      const collection = await store.createCollection(newCollection('hybrid', 'hybrid'));
      const unlike = sketched(signature([1]), { family: 1 });
      await store.add(addition(collection, 'a', { signature: unlike }));
      const own = sketched(signature(), { family: 2 });
      const found = await page({ collection, probe: { signature: own } });
      expect(found!.matches).toMatchObject([{ id: 'a', distance: 1, similarity: 0 }]);
    });

    it('ends a page that is large enough', async () => {
      const metadata = JSON.stringify({ page: 'x'.repeat(16_000) });
      const count = Math.ceil(replyBytesMax / 16_000) + 5;
      for (let number = 0; number < count; number++) {
        await store.add(addition(pages, `${number}`, { signature: signature([1]), metadata }));
      }
      expect((await page())!.matches.length).toBeLessThan(count);
      expect(new Set(idsOf(await walk({}))).size).toBe(count);
    });

    /** Bits of which a fingerprint has some: two of each block. */
    const bits = fc.uniqueArray(fc.constantFrom(0, 5, 16, 21, 32, 37, 48, 53), { maxLength: 5 });
    const documents = fc.array(fc.tuple(bits, fc.integer({ min: -1, max: 3 })), { maxLength: 40 });
    const changes = fc.array(
      fc.record({
        number: fc.nat(39),
        bits,
        content: fc.integer({ min: -1, max: 3 }),
        kind: fc.constantFrom('add', 'change', 'delete', 'check'),
      }),
      { maxLength: 30 },
    );

    it('lists each document that is there all the time exactly once, whatever is stored or deleted meanwhile', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          documents,
          changes,
          fc.integer({ min: 1, max: 7 }),
          fc.nat(7),
          async (stored, changed, limit, maxDistance) => {
            pages = await store.createCollection({
              ...newCollection(`round-${round++}`),
              collectionsMax: 10_000,
            });
            const signatures = new Map<string, Signature>();
            for (const [number, [bits, content]] of stored.entries()) {
              const id = `d${(number * 7) % 40}`;
              signatures.set(id, signature(bits, content));
              await add(id, bits, content, number % 9);
            }
            const distanceOf = (id: string) =>
              hammingDistance(signatures.get(id)!.fingerprint, probe.signature.fingerprint);
            const within = [...signatures.keys()].filter((id) => distanceOf(id) <= maxDistance);
            expect(idsOf(await walk({ limit, maxDistance })).sort()).toEqual(within.toSorted());
            const left = [...changed];
            const touched = new Set<string>();
            const seen = await walk({ limit, maxDistance }, async () => {
              for (const { number, bits, content, kind } of left.splice(0, 3)) {
                const id = `${kind === 'add' ? 'new' : 'd'}${number}`;
                touched.add(id);
                if (kind === 'delete')
                  await store.delete({ collection: pages, ids: [id], now: 20 });
                else if (kind === 'check') {
                  const checked = { signature: signature(bits, content), now: 20 };
                  await store.check(checking(pages, id, checked));
                } else await add(id, bits, content, 20);
              }
            });
            const stayed = idsOf(seen).filter((id) => !touched.has(id));
            expect(stayed.toSorted()).toEqual(within.filter((id) => !touched.has(id)).sort());
            const places = seen.map(
              ({ distance, fingerprint }) => `${distance} ${toHex(fingerprint)}`,
            );
            expect(places).toEqual(places.toSorted());
          },
        ),
        { numRuns: repetitions(200) },
      );
    });
  });
}
