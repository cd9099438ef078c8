import { beforeEach, describe, expect, it } from 'vitest';
import type { Collection } from '../../../src/store/contract/collections.js';
import type {
  DecisionFilter,
  DecisionRecord,
  ListDecisions,
  StoreRefused,
} from '../../../src/store/contract/decision-log.js';
import type { CheckOperation } from '../../../src/store/contract/documents.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { addition, checking, newCollection, recipeOf, rule, signature } from '../samples.js';

const now = 5_000;

/** Tests the records of decisions that may lose a page. */
export function describeDecisionLog(name: string, open: () => Promise<EmbeddedStore>): void {
  describe(`${name}: decision log`, () => {
    let store: EmbeddedStore;
    let collection: Collection;

    beforeEach(async () => {
      store = await open();
      collection = await store.createCollection(newCollection('pages'));
      await store.add(addition(collection, 'first', { signature: signature() }));
      return () => store.close();
    });

    const check = (id: string | null, more: Partial<CheckOperation> = {}) =>
      store.check(checking(collection, id, { signature: signature(), now, ...more }));
    const list = async (filter: DecisionFilter = {}, more: Partial<ListDecisions> = {}) => {
      const page = { collection, filter, order: 'newest', after: null, before: null } as const;
      const part = { position: null, limit: 10 };
      return (await store.decisions({ ...page, ...part, ...more })).decisions;
    };
    const idsOf = async (filter: DecisionFilter = {}, more: Partial<ListDecisions> = {}) =>
      (await list(filter, more)).map(({ id }) => id);

    it('records a refusal with its match and its certainty', async () => {
      await check('https://a.example/copy', { page: '["A title","Site"]' });
      expect(await list()).toEqual([
        {
          ...{ number: expect.any(Number), at: now, id: 'https://a.example/copy' },
          ...{ decision: 'duplicate', stored: false, reason: null, match: 'first' },
          ...{ distance: 0, similarity: null, exact: true, certainty: 1, title: 'A title' },
          adds: expect.objectContaining({ nothing: true, words: 0 }),
          ...{ verdict: null, kept: false, gone: false },
        },
      ]);
    });

    it('does not record new and unchanged pages, dry runs, renewals and repetitions', async () => {
      const once = { key: 'aa', request: '01', owner: 'one', guaranteedUntil: now, note: '' };
      const idempotency = { ...once, expiresAt: now + 9 };
      await check('other', { signature: signature([0, 16, 32, 48, 60]) });
      await check('first');
      await check('copy', { dryRun: true });
      expect(await list()).toEqual([]);
      const claim = { claimant: 'one', expiresAt: now + 9 };
      const similar = { signature: signature([1]), duplicateIf: 'exact' as const };
      await check('claimed', { ...similar, claim });
      await check('claimed', { ...similar, claim });
      await check('copy', { idempotency });
      await check('copy', { idempotency });
      expect(await idsOf()).toEqual(['copy', 'claimed']);
    });

    it('records similar and changed pages as stored, and refusals without an id', async () => {
      await check('near', { signature: signature([1]), duplicateIf: 'exact' });
      await check('near', { signature: signature([2, 40]), duplicateIf: 'exact' });
      await check(null);
      expect(await list()).toMatchObject([
        { id: null, decision: 'duplicate', stored: false, match: 'first' },
        { id: 'near', decision: 'changed', stored: true, match: null, distance: 3 },
        { id: 'near', decision: 'similar', stored: true, match: 'first', certainty: null },
      ]);
    });

    it('returns the last record of each id', async () => {
      const other = await store.createCollection(newCollection('others'));
      await store.add(addition(other, 'first', { signature: signature() }));
      await store.check(checking(other, 'elsewhere', { signature: signature(), now }));
      await check('near', { signature: signature([1]), duplicateIf: 'exact' });
      await check('copy');
      await check('near', { signature: signature([2, 40]), duplicateIf: 'exact' });
      const ids = ['near', 'never', 'first', 'elsewhere', 'copy'];
      expect(await store.lastDecisions({ collection, ids })).toMatchObject([
        { id: 'near', decision: 'changed' },
        { id: 'copy', decision: 'duplicate', match: 'first' },
      ]);
    });

    it('records a replaced document', async () => {
      await check('better', { onDuplicate: 'replace' });
      expect(await list({ id: 'first' })).toMatchObject([
        { id: 'first', decision: 'replaced', stored: false, match: 'better' },
      ]);
      expect(await list({ decision: 'duplicate' })).toMatchObject([
        { id: 'better', stored: true, certainty: null },
      ]);
    });

    it('records a replacement by a claim on its confirmation', async () => {
      const claim = { claimant: 'one', expiresAt: now + 9 };
      await check('better', { onDuplicate: 'replace', claim });
      expect(await idsOf({ decision: 'replaced' })).toEqual([]);
      const [better] = await store.get({ collection, ids: ['better'], now });
      const documents = [{ id: 'better', contentHash: better!.signature.exactHash }];
      await store.confirm({ collection, documents, claimant: 'one', now });
      expect(await idsOf({ decision: 'replaced' })).toEqual(['first']);
    });

    it('finds decisions by id, prefix, host, time and similarity', async () => {
      await check('https://a.example/1');
      await check('http://A.example/2', { now: now + 1 });
      await check('https://a.example.org/3', { now: now + 2 });
      expect(await idsOf({ host: 'a.example' })).toEqual([
        'http://A.example/2',
        'https://a.example/1',
      ]);
      expect(await idsOf({ id: 'https://a.example/1' })).toEqual(['https://a.example/1']);
      expect(await idsOf({ idPrefix: 'https://a.example' })).toHaveLength(2);
      expect(await idsOf({ idPrefix: 'https://a.example/' })).toHaveLength(1);
      expect(await idsOf({ since: now + 1, until: now + 2 })).toEqual(['http://A.example/2']);
      expect(await idsOf({ match: 'first' })).toHaveLength(3);
      expect(await idsOf({ match: 'irst' })).toEqual([]);
      expect(await idsOf({ minSimilarity: 0 })).toEqual([]);
      const after = { number: (await list())[0]!.number, certainty: 0 };
      expect(await idsOf({}, { limit: 1, after })).toEqual(['http://A.example/2']);
    });

    it('lists the least certain refusals first', async () => {
      await check('equal');
      for (const [id, bits] of Object.entries({ far: [0, 1, 2], near: [3] })) {
        await check(id, { signature: signature(bits), duplicateIf: 'similar' });
      }
      const byCertainty = { order: 'certainty' } as const;
      const [far, near] = await list({}, byCertainty);
      expect(await idsOf({}, byCertainty)).toEqual(['far', 'near', 'equal']);
      const after = { number: far!.number, certainty: far!.certainty! };
      expect(await idsOf({}, { ...byCertainty, after })).toEqual(['near', 'equal']);
      const before = { number: near!.number, certainty: near!.certainty! };
      expect(await idsOf({}, { ...byCertainty, before })).toEqual(['far']);
    });

    describe('with kept refused pages', () => {
      const text = Uint8Array.of(1, 2, 3);
      const unlike = { signature: signature([1]), duplicateIf: 'similar' as const };

      beforeEach(async () => {
        const settings = { refusedPages: { days: 1, texts: true }, keepText: true };
        collection = await store.updateCollection({ collection, settings });
      });

      const refuse = async (id: string | null, more: Partial<CheckOperation> = {}) => {
        await check(id, { ...unlike, refusedText: text, metadata: '{"x":1}', ...more });
        return (await list())[0]!.number;
      };
      const storeIt = (number: number, more: Partial<StoreRefused> = {}) =>
        store.storeRefused({
          ...{ collection, number, newId: 'new', label: 'different', now: now + 1 },
          ...more,
        });

      it('stores such a page, separate from its match and labelled', async () => {
        const number = await refuse('lost', { expiresAt: now + 50 });
        expect(await list()).toMatchObject([{ kept: true, verdict: null }]);
        const stored = await storeIt(number, { label: 'version' });
        expect(stored).toMatchObject({
          ...{ status: 'created', separatedFrom: 'first' },
          document: { id: 'lost', metadata: '{"x":1}', storedAt: now + 1, expiresAt: now + 51 },
        });
        expect(await store.texts({ collection, ids: ['lost'], now: now + 1 })).toEqual([text]);
        const all = { collection, after: null, limit: 9, now: now + 1 };
        expect(await store.labels(all)).toMatchObject([
          { a: 'first', b: 'lost', label: 'version' },
        ]);
        expect(await store.separations(all)).toMatchObject([{ a: 'first', b: 'lost' }]);
        expect(await list()).toMatchObject([{ number, verdict: 'wrong' }]);
        expect(await check('lost', unlike)).toMatchObject({ decision: 'unchanged' });
        expect(await storeIt(number)).toMatchObject({ status: 'unchanged' });
      });

      it('undoes the storing', async () => {
        const number = await refuse('lost');
        await storeIt(number);
        await store.removeRefused({ collection, number, now: now + 2 });
        expect(await store.get({ collection, ids: ['lost'], now: now + 2 })).toEqual([]);
        const all = { collection, after: null, limit: 9, now: now + 2 };
        expect([await store.labels(all), await store.separations(all)]).toEqual([[], []]);
        expect(await list()).toMatchObject([{ number, verdict: null, kept: true }]);
        expect(await check('lost', unlike)).toMatchObject({ decision: 'duplicate' });
      });

      it('undoes nothing that it did not create', async () => {
        const refused = { code: 'precondition_failed' };
        const removal = (number: number) =>
          store.removeRefused({ collection, number, now: now + 3 });
        // Stored by a check, and from the log under an id that had a version.
        const byCheck = await refuse('lost');
        await check('lost', { ...unlike, onDuplicate: 'store', now: now + 1 });
        await expect(removal(byCheck)).rejects.toMatchObject(refused);
        expect(await storeIt(byCheck)).toMatchObject({ status: 'unchanged' });
        await expect(removal(byCheck)).rejects.toMatchObject(refused);
        await store.add(addition(collection, 'old', { signature: signature([0, 16, 32, 48, 60]) }));
        const kept = await refuse('old', { onChange: 'keep', now: now + 1 });
        expect(await storeIt(kept, { now: now + 2 })).toMatchObject({ status: 'replaced' });
        await expect(removal(kept)).rejects.toMatchObject(refused);
        const ids = ['lost', 'old'];
        expect(await store.get({ collection, ids, now: now + 3 })).toHaveLength(2);
      });

      it('keeps equal content of an id once, with its last refusal', async () => {
        const [first, second] = [await refuse('lost'), await refuse('lost', { now: now + 1 })];
        expect(await list()).toMatchObject([
          { number: second, kept: true },
          { number: first, kept: false },
        ]);
        await refuse('lost', { signature: signature([2]), now: now + 1 });
        expect((await list()).map(({ kept }) => kept)).toEqual([true, true, false]);
      });

      it('rejects a verdict on a stored page', async () => {
        const refused = { code: 'precondition_failed' };
        const number = await refuse('lost');
        await storeIt(number);
        for (const verdict of ['right', null] as const) {
          const judged = store.judgeDecision({ collection, number, verdict, now });
          await expect(judged).rejects.toMatchObject(refused);
        }
        await check('near', { signature: signature([2]), duplicateIf: 'exact', now: now + 1 });
        const [{ number: similar }] = (await list()) as [DecisionRecord];
        const judged = { collection, number: similar, verdict: 'right', now } as const;
        await expect(store.judgeDecision(judged)).rejects.toMatchObject(refused);
      });

      it('stores a page without an id under a new one, and finds it by that id', async () => {
        const number = await refuse(null);
        expect(await storeIt(number)).toMatchObject({ document: { id: 'new' } });
        expect(await idsOf({ id: 'new' })).toEqual(['new']);
        await store.removeRefused({ collection, number, now: now + 2 });
        expect(await store.get({ collection, ids: ['new'], now: now + 2 })).toEqual([]);
      });

      it('stores only the page if its match is gone', async () => {
        const number = await refuse('lost');
        await store.delete({ collection, ids: ['first'], now });
        expect(await storeIt(number)).toMatchObject({ status: 'created', separatedFrom: null });
      });

      it('does not overwrite a later version of the page', async () => {
        const number = await refuse('lost');
        const later = { signature: signature([0, 16, 32, 48, 60]), now: now + 1 };
        await store.add(addition(collection, 'lost', later));
        await expect(storeIt(number)).rejects.toMatchObject({ code: 'precondition_failed' });
        const removal = store.removeRefused({ collection, number, now: now + 2 });
        await expect(removal).rejects.toMatchObject({ code: 'precondition_failed' });
      });

      it.each([
        ['in the same millisecond', 0],
        ['after the clock went back', -500],
      ])('does not overwrite a later version that was stored %s', async (_, late) => {
        const number = await refuse('lost', { now: now + 1 });
        const later = { signature: signature([0, 16, 32, 48, 60]), now: now + 1 + late };
        await check('lost', later);
        await expect(storeIt(number)).rejects.toMatchObject({ code: 'precondition_failed' });
        const [lost] = await store.get({ collection, ids: ['lost'], now: now + 2 });
        expect(lost).toMatchObject({ revision: 1, signature: later.signature });
      });

      it('does not overwrite a version that replaced the one at the refusal', async () => {
        const [old, other] = [
          [0, 16, 32, 48, 60],
          [1, 17, 33, 49, 61],
        ].map((bits) => ({
          signature: signature(bits),
          now,
        }));
        await store.add(addition(collection, 'page', old));
        const number = await refuse('page', { onChange: 'keep', now: now + 9 });
        await store.delete({ collection, ids: ['page'], now });
        const again = await refuse('page', { now: now + 9 });
        expect(again).toBeGreaterThan(number);
        await store.add(addition(collection, 'page', other));
        await expect(storeIt(again)).rejects.toMatchObject({ code: 'precondition_failed' });
      });

      it.each(['expired', 'was deleted', 'was replaced'])(
        'keeps a page that was stored again after the created document %s',
        async (fate) => {
          const number = await refuse('lost', { expiresAt: now + 50 });
          await storeIt(number);
          const other = { signature: signature([0, 16, 32, 48, 60]), now: now + 2 };
          if (fate === 'was replaced') await store.add(addition(collection, 'lost', other));
          if (fate === 'was deleted') {
            // Deletes the document by another decision, because the deletion of an id forgets its decisions.
            await store.check(
              checking(collection, 'better', {
                ...{ ...unlike, onDuplicate: 'replace', now: now + 2 },
              }),
            );
          }
          await store.add(
            addition(collection, 'lost', { signature: unlike.signature, now: now + 60 }),
          );
          const removal = store.removeRefused({ collection, number, now: now + 61 });
          await expect(removal).rejects.toMatchObject({ code: 'precondition_failed' });
          expect(await store.get({ collection, ids: ['lost'], now: now + 61 })).toHaveLength(1);
        },
      );

      it('keeps a separation that was declared before the undone storing', async () => {
        const number = await refuse('lost');
        const pair = { collection, a: 'first', b: 'lost' };
        await store.separate({ ...pair, now });
        await storeIt(number);
        await store.removeRefused({ collection, number, now: now + 2 });
        const all = { collection, after: null, limit: 9 };
        expect(await store.separations(all)).toMatchObject([{ a: 'first', b: 'lost' }]);
        await storeIt(number, { now: now + 3 });
        await store.removeRefused({ collection, number, now: now + 4 });
        expect(await store.separations(all)).toHaveLength(1);
      });

      it('reports a page that is not kept, and an unknown decision', async () => {
        const number = await refuse('lost');
        const late = { now: now + 86_400_000 };
        await expect(storeIt(number, late)).rejects.toMatchObject({ code: 'page_not_kept' });
        await expect(storeIt(number + 9)).rejects.toMatchObject({ code: 'decision_not_found' });
        const settings = { refusedPages: null };
        collection = await store.updateCollection({ collection, settings });
        const other = await refuse('other');
        await expect(storeIt(other)).rejects.toMatchObject({ code: 'page_not_kept' });
      });

      it('finds matches of a refused page by its id', async () => {
        await refuse('lost');
        const page = await store.refusedPage({ collection, id: 'lost', now });
        expect(page).toMatchObject({ text, metadata: '{"x":1}' });
        const query = { collection, rule, limit: 3, now };
        const found = await store.query({ ...query, probe: { id: 'lost' } });
        expect(found?.matches).toMatchObject([{ id: 'first', distance: 1 }]);
        expect(await store.query({ ...query, probe: { id: 'unknown' } })).toBeUndefined();
      });

      it('keeps nothing of a page after its deletion', async () => {
        for (const id of ['lost', 'https://b.example/']) await refuse(id);
        await store.delete({ collection, ids: ['lost'], now });
        await store.forgetDecisions({ collection, idPrefix: 'https://b.', after: 0 });
        for (const id of ['lost', 'https://b.example/']) {
          expect(await store.refusedPage({ collection, id, now })).toBeUndefined();
        }
      });
    });

    it('records that a refusal was right', async () => {
      await check('copy');
      const [{ number }] = (await list()) as [DecisionRecord];
      await store.judgeDecision({ collection, number, verdict: 'right', now });
      expect(await list({ verdict: 'right' })).toMatchObject([{ id: 'copy', verdict: 'right' }]);
      expect(await list({ verdict: 'none' })).toEqual([]);
      await store.judgeDecision({ collection, number, verdict: null, now });
      expect(await idsOf({ verdict: 'none' })).toEqual(['copy']);
      const unknown = store.judgeDecision({ collection, number: 99, verdict: null, now });
      await expect(unknown).rejects.toMatchObject({ code: 'decision_not_found' });
    });

    it('keeps the last hundred decisions about an id', async () => {
      for (let time = 0; time < 103; time++) await check('again', { now: now + time });
      await check('other', { now: now + 103 });
      const ids = await idsOf({}, { limit: 200 });
      expect(ids.filter((id) => id === 'again')).toHaveLength(100);
      const [oldest] = (await list({ id: 'again' }, { limit: 200 })).slice(-1);
      expect(oldest).toMatchObject({ at: now + 3 });
    });

    it('says when the match of a page that is not stored expires', async () => {
      const other = { signature: signature([0, 16, 32, 48, 60]) };
      await store.add(addition(collection, 'brief', { ...other, expiresAt: now + 50 }));
      const brief = { ...other, expiresAt: now + 1 };
      expect(await check('copy', brief)).toMatchObject({ stored: false, matchExpiresAt: now + 50 });
      const stored = await check('kept', { ...brief, onDuplicate: 'store' });
      const stays = await check('other copy');
      expect([stored.matchExpiresAt, stays.matchExpiresAt]).toEqual([undefined, undefined]);
    });

    describe('if a match is gone', () => {
      const other = { signature: signature([0, 16, 32, 48, 60]) };

      const markGone = async (at = now + 1) => {
        const pages = new Map<string, number>();
        for (let more = true; more; ) {
          const marked = await store.markGone({ now: at });
          for (const { id, pages: count } of marked.matches) {
            pages.set(id, (pages.get(id) ?? 0) + count);
          }
          more = marked.more;
        }
        return Object.fromEntries(pages);
      };
      const goneIds = () => idsOf({ reason: 'gone' });

      it.each([
        ['deleted', () => store.delete({ collection, ids: ['first'], now: now + 1 })],
        ['changed by a check', () => check('first', { ...other, now: now + 1 })],
        ['changed', () => store.add(addition(collection, 'first', { ...other, now: now + 1 }))],
        ['replaced', () => check('better', { onDuplicate: 'replace', now: now + 1 })],
      ])('lists the pages that were refused for it once it is %s', async (_, remove) => {
        for (const id of ['copy', 'again', 'again', null]) await check(id);
        await check('kept', { onDuplicate: 'store' });
        expect(await markGone()).toEqual({});
        await remove();
        expect(await goneIds()).toEqual([]);
        expect(await markGone()).toEqual({ first: 2 });
        expect(await goneIds()).toEqual(['again', 'copy']);
        expect(await list({ reason: 'gone' }, { order: 'certainty' })).toMatchObject([
          { id: 'copy', gone: true },
          { id: 'again', gone: true },
        ]);
        expect(await markGone()).toEqual({});
      });

      it('lists the pages that were refused for it once it has expired', async () => {
        await store.add(addition(collection, 'brief', { ...other, expiresAt: now + 5 }));
        await check('copy', { ...other, expiresAt: now + 1 });
        while (await store.sweep({ now: now + 9 }));
        expect(await markGone(now + 9)).toEqual({ brief: 1 });
        expect(await goneIds()).toEqual(['copy']);
      });

      it('lists the pages that were refused for a claim once it has lapsed', async () => {
        await check('claimed', { ...other, claim: { claimant: 'one', expiresAt: now + 5 } });
        await check('copy', other);
        expect(await markGone(now + 9)).toEqual({ claimed: 1 });
        expect(await goneIds()).toEqual(['copy']);
      });

      it('keeps those refused for its new content', async () => {
        await check('old');
        await check('first', other);
        await check('new', other);
        expect(await markGone()).toEqual({ first: 1 });
        expect(await goneIds()).toEqual(['old']);
      });

      it('leaves out pages that were stored, or refused again, before or after they are marked', async () => {
        await store.add(addition(collection, 'second', other));
        for (const id of ['a', 'b', 'c', 'd', 'e']) await check(id);
        await store.delete({ collection, ids: ['first'], now: now + 1 });
        await check('a', { now: now + 1 });
        await check('b', { ...other, now: now + 1 });
        expect(await markGone()).toEqual({ first: 3 });
        expect(await goneIds()).toEqual(['e', 'd', 'c']);
        const unlike = { signature: signature([2, 18, 34, 50, 62]), now: now + 2 };
        expect(await check('c', unlike)).toMatchObject({ decision: 'new' });
        await check('d', { ...other, now: now + 2 });
        expect(await goneIds()).toEqual(['e']);
        await store.delete({ collection, ids: ['e'], now: now + 2 });
        expect(await goneIds()).toEqual([]);
      });

      it('lists them page by page, and many of one match', async () => {
        const ids = Array.from({ length: 40 }, (_, i) => `copy ${String(i).padStart(2, '0')}`);
        for (const id of ids) await check(id);
        await store.delete({ collection, ids: ['first'], now: now + 1 });
        expect(await markGone()).toEqual({ first: 40 });
        const page = await list({ reason: 'gone' }, { limit: 30 });
        const after = { number: page.at(-1)!.number, certainty: 0 };
        const rest = await list({ reason: 'gone' }, { limit: 30, after });
        expect([...page, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
      });
    });

    it('never records decreasing times', async () => {
      await check('late', { now: now + 9 });
      await check('early');
      expect((await list()).map(({ at }) => at)).toEqual([now + 9, now + 9]);
    });

    it('forgets the decisions about deleted ids, even absent ones', async () => {
      for (const id of ['one', 'two']) await check(id);
      const { missing } = await store.delete({ collection, ids: ['one'], now });
      expect(missing).toEqual(['one']);
      expect(await idsOf()).toEqual(['two']);
    });

    it('forgets ids with a prefix, and removes them as matches', async () => {
      await store.add(addition(collection, 'https://b.example/', { signature: signature([9]) }));
      await check('https://b.example/copy');
      await check('copy', { signature: signature([9]) });
      const forgotten = await store.forgetDecisions({
        ...{ collection, idPrefix: 'https://b.example/', after: 0 },
      });
      expect(forgotten).toEqual({ deleted: 1, after: null });
      expect(await list()).toMatchObject([{ id: 'copy', match: null }]);
    });

    it('keeps decisions over a reindexing, and forgets them with the collection', async () => {
      await check('copy');
      const recipe = recipeOf('hybrid');
      await store.beginSuccessor({ collection, recipe, recipeId: 'h' });
      await store.completeSuccessor({ collection });
      collection = (await store.getCollection('pages'))!;
      expect(await idsOf()).toEqual(['copy']);
      await store.deleteCollection({ name: 'pages' });
      collection = await store.createCollection(newCollection('pages'));
      expect(await idsOf()).toEqual([]);
    });
  });
}
