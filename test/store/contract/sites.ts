import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type { CheckOperation, CheckOutcome } from '../../../src/store/contract/documents.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { addition, checking, newCollection, pageWithLines } from '../samples.js';

/** Tests that lines that a site repeats do not count. */
export function describeSites(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: lines of sites`, () => {
    let store: EmbeddedStore;
    let pages: Collection;
    beforeEach(async () => {
      store = await open();
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    /** Stores pages of a host that differ in their main texts. */
    async function teach(host: string, ...lines: readonly (readonly number[])[]) {
      for (const [at, each] of lines.entries()) {
        const signature = pageWithLines(1 + at, 0, each);
        await store.add(
          addition(pages, `https://${host}/taught/${at}`, { signature, now: 2_000 + at }),
        );
      }
    }

    const check = (
      id: string | null,
      lines: readonly number[],
      changes: Partial<CheckOperation> = {},
    ): Promise<CheckOutcome> =>
      store.check(checking(pages, id, { signature: pageWithLines(0, 0, lines), ...changes }));

    it('keeps a page for a line that its site does not repeat, and adds says so', async () => {
      await teach('s.example', [1], [1]);
      await check('https://s.example/a', [2]);
      expect(await check('https://s.example/b', [1, 2])).toMatchObject({
        ...{ decision: 'similar', best: { level: 'article', adds: { nothing: false, lines: 1 } } },
      });
    });

    it('leaves out a line of half of the pages and of three, and names it', async () => {
      await teach('s.example', [1], [1], [1], []);
      await check('https://s.example/a', [2]);
      const { decision, duplicateOf, best } = await check('http://www.s.example:80/b', [1, 2]);
      expect({ decision, duplicateOf }).toEqual({
        ...{ decision: 'duplicate', duplicateOf: 'https://s.example/a' },
      });
      expect(best).toMatchObject({
        level: 'exact',
        exact: false,
        adds: { nothing: true, lines: 0 },
      });
      expect(best!.adds!.siteLines).toHaveLength(1);
    });

    it('counts a line of fewer than half of the pages', async () => {
      // With the page that is checked first, these are seven.
      await teach('s.example', [1], [1], [1], [], [], []);
      await check('https://s.example/a', [2]);
      expect(await check('https://s.example/b', [1, 2])).toMatchObject({
        ...{ decision: 'similar', best: { adds: { lines: 1 } } },
      });
    });

    it('lets the newest 32 pages teach', async () => {
      const old = Array.from({ length: 17 }, () => [1]);
      await teach('s.example', ...old, ...Array.from({ length: 16 }, () => []));
      await check('https://s.example/a', [2]);
      // The page that was checked is the newest, so 15 of 32 have the line.
      const page = () => check('https://s.example/b', [1, 2], { dryRun: true });
      expect(await page()).toMatchObject({ decision: 'similar' });
      await store.delete({ collection: pages, ids: ['https://s.example/taught/32'], now: 3_000 });
      expect(await page()).toMatchObject({ decision: 'duplicate' });
    });

    it('takes the pages for the newest that were stored or replaced last', async () => {
      const [having, lacking] = [[1], []].map(
        (lines) => (count: number) => Array.from({ length: count }, () => lines),
      );
      await teach('s.example', ...having!(3), ...lacking!(17), ...having!(14));
      await check('https://s.example/a', [2]);
      const page = () => check('https://s.example/b', [1, 2], { dryRun: true });
      expect(await page()).toMatchObject({ decision: 'similar' });
      for (const at of [0, 1]) {
        const signature = pageWithLines(1 + at, 0, [1, 3]);
        const id = `https://s.example/taught/${at}`;
        await store.add(addition(pages, id, { signature, now: 3_000 }));
      }
      expect(await page()).toMatchObject({ decision: 'duplicate' });
    });

    it('lets pages of equal main texts teach once', async () => {
      for (const at of [1, 2, 3, 4]) {
        const signature = pageWithLines(1, 0, [1, 10 + at]);
        await store.add(addition(pages, `https://s.example/${at}`, { signature }));
      }
      await check('https://s.example/a', [2]);
      expect(await check('https://s.example/b', [1, 2])).toMatchObject({ decision: 'similar' });
    });

    it('learns nothing from other hosts, expired pages and unconfirmed claims', async () => {
      await teach('s.example', [1], [1]);
      await teach('t.example', [1], [1], [1], [1]);
      const third = { signature: pageWithLines(9, 0, [1]) };
      await store.add(addition(pages, 's.example/no-address', third));
      await store.add(
        addition(pages, 'https://s.example/old', { ...third, now: 2_500, expiresAt: 2_900 }),
      );
      const claim = { claimant: 'one', expiresAt: 9_000 };
      const claimed = { ...third, onDuplicate: 'store' as const, claim };
      await store.check(checking(pages, 'https://s.example/claimed', claimed));
      await check('https://s.example/a', [2]);
      const page = () => check('https://s.example/b', [1, 2], { dryRun: true });
      expect(await page()).toMatchObject({ decision: 'similar' });
      const { exactHash } = third.signature;
      const documents = [{ id: 'https://s.example/claimed', contentHash: exactHash }];
      await store.confirm({ collection: pages, documents, claimant: 'one', now: 3_000 });
      expect(await page()).toMatchObject({ decision: 'duplicate' });
    });

    it('leaves out the frames of both sites from the similarity, but not from what is new', async () => {
      const [frame, other] = [
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        [11, 12, 13, 14, 15, 16, 17, 18],
      ];
      await teach('s.example', frame, frame, frame);
      await check('https://s.example/a', frame);
      const page = (lines: readonly number[]) =>
        check('https://t.example/b', lines, { dryRun: true });
      expect(await page([])).toMatchObject({ decision: 'duplicate' });
      expect(await page(other)).toMatchObject({ decision: 'similar' });
      await teach('t.example', other, other, other);
      expect(await page(other)).toMatchObject({
        ...{ decision: 'duplicate', best: { level: 'exact' } },
      });
      // Only the site of the stored page repeats line 9.
      await store.delete({ collection: pages, ids: ['https://s.example/a'], now: 3_000 });
      await check('https://s.example/c', frame.slice(0, 8));
      expect(await page([9, ...other])).toMatchObject({
        ...{ decision: 'similar', best: { adds: { lines: 1 } } },
      });
    });

    it('finds a version unchanged if a line is gone that the pages stored next to it have', async () => {
      await teach('s.example', ...Array.from({ length: 40 }, () => [1]));
      const revisit = (at: number, lines: readonly number[]) =>
        check(`https://s.example/taught/${at}`, [], {
          ...{ signature: pageWithLines(1 + at, 0, lines), now: 5_000 + at },
        });
      // The newest 32 pages are these 20, and 12 of the others.
      for (let at = 0; at < 20; at++) {
        expect(await revisit(at, [2, 100 + at])).toMatchObject({ decision: 'changed' });
      }
      expect(await revisit(20, [2])).toMatchObject({ decision: 'unchanged' });
      expect(await revisit(21, [2])).toMatchObject({ decision: 'unchanged' });
      expect(await revisit(22, [2, 3])).toMatchObject({ decision: 'changed' });
    });

    it('finds a version changed if a line is gone that few pages had when it was stored', async () => {
      await teach('s.example', [1, 9], [1], [1], [1], [1]);
      const changes = { signature: pageWithLines(1, 0, [1]), now: 5_000 };
      expect(await check('https://s.example/taught/0', [], changes)).toMatchObject({
        ...{ decision: 'changed', previous: { adds: { nothing: true }, gone: 1 } },
      });
    });

    it('finds a version unchanged if only lines of the site came or went', async () => {
      await teach('s.example', [1, 3], [1, 3], [1, 3]);
      await check('https://s.example/a', [2, 3]);
      expect(await check('https://s.example/a', [1, 2])).toMatchObject({
        ...{ decision: 'unchanged', previous: { adds: { nothing: true }, gone: 0 } },
      });
      expect(await check('https://s.example/a', [1, 2, 4])).toMatchObject({
        ...{ decision: 'changed', previous: { adds: { nothing: false, lines: 1 } } },
      });
      expect(await check('https://s.example/a', [1, 2])).toMatchObject({
        ...{ decision: 'changed', previous: { adds: { nothing: true }, gone: 1 } },
      });
    });

    it('counts every line in a collection without this rule, and of pages without an address', async () => {
      await teach('s.example', [1], [1], [1]);
      await check('https://s.example/a', [2]);
      expect(await check(null, [1, 2], { dryRun: true })).toMatchObject({ decision: 'similar' });
      await store.updateCollection({ collection: pages, settings: { siteLines: false } });
      expect(await check('https://s.example/b', [1, 2])).toMatchObject({ decision: 'similar' });
    });
  });
}
