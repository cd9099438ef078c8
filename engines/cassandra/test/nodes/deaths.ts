import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hangMs } from '../../../../harness/hang.js';
import type { Collection } from '../../../../src/store/contract/collections.js';
import type { CheckOutcome } from '../../../../src/store/contract/documents.js';
import type { Store } from '../../../../src/store/contract/store.js';
import { type Service, startService } from '../../../../test/end-to-end/service.js';
import { addition, checking, newCollection, withEvidence } from '../../../../test/store/samples.js';
import { forkHere, killed, nextMessage } from './children.js';
import type { LastWish } from './dying.js';
import { familySignature } from './histories.js';
import type { Nodes } from './nodes.js';
import { type Cluster, openEmptyStore, urlOf } from './open-store.js';

/** Tests the death of a process or a node. */
export function describeDeaths(nodes: () => Nodes, cluster: () => Cluster): void {
  describe('deaths', { tags: 'long' }, () => {
    let store: Store;
    let pages: Collection;
    beforeEach(async () => {
      store = await openEmptyStore(cluster());
      pages = await store.createCollection(newCollection('pages'));
    });
    afterEach(() => store.close());

    const check = (id: string, family: number, content: number): Promise<CheckOutcome> =>
      store.check(checking(pages, id, { signature: familySignature(family, content) }));

    it.each([
      ['an insertion', null],
      ['a replacement', 7],
    ])(
      'of a process before it decides on %s hold up its family for the lease',
      async (_, earlier) => {
        if (earlier !== null) await check('dead', earlier, 0);
        const last = checking(pages, 'dead', { signature: familySignature(1, 1) });
        await dieDeciding('before', { kind: 'check', ...last });
        const answered: string[] = [];
        const note = (outcome: CheckOutcome) => {
          answered.push(outcome.decision);
          return outcome;
        };
        const began = performance.now();
        const heldUp = [check('first', 1, 2), check('second', 1, 3)].map((each) => each.then(note));
        const unrelated = await check('unrelated', 2, 1).then(note);
        const [first, second] = await Promise.all(heldUp);
        const lasted = performance.now() - began;

        expect(answered).toEqual(['new', 'new', 'duplicate']);
        expect(unrelated.decision).toBe('new');
        expect([first!.decision, second!.decision].sort()).toEqual(['duplicate', 'new']);
        // A lease lasts 3 seconds from its first observation.
        expect(lasted).toBeGreaterThan(3_000);
        const [dead] = await store.get({ collection: pages, ids: ['dead'], now: 4_000 });
        const kept = earlier === null ? undefined : familySignature(earlier, 0).exactHash;
        expect(dead?.signature.exactHash).toBe(kept);
        const decision = earlier === null ? 'duplicate' : 'changed';
        expect(await check('dead', 1, 1)).toMatchObject({
          decision,
          duplicateOf: first!.decision === 'new' ? 'first' : 'second',
        });
      },
    );

    const idempotency = {
      ...{ key: 'a key', request: 'a request', owner: 'one', note: 'of the dead' },
      ...{ guaranteedUntil: 9_000, expiresAt: 9_000 },
    };

    it.each([
      ['before', { id: 'repeated' }],
      ['after', { id: 'dead', replayed: 'of the dead' }],
    ] as const)(
      'of a process %s it decides on a check with a key leave it to a repetition',
      async (dies, expected) => {
        const similar = withEvidence(familySignature(1, 2), 2);
        await store.check(checking(pages, 'similar', { signature: similar }));
        const checkAs = (newId: string) =>
          checking(pages, null, {
            ...{ newId, idempotency },
            signature: withEvidence(familySignature(1, 1), 1),
          });
        await dieDeciding(dies, { kind: 'check', ...checkAs('dead') });
        const repeated = await store.check({
          ...checkAs('repeated'),
          idempotency: { ...idempotency, note: '' },
        });
        expect(repeated).toMatchObject({
          ...{ decision: 'similar', similarTo: 'similar', stored: true },
          ...expected,
        });
        expect('replayed' in repeated).toBe('replayed' in expected);
        const again = await store.check(checkAs('again'));
        expect({ ...again, replayed: '' }).toEqual({ ...repeated, replayed: '' });
        expect(await ids()).toEqual([expected.id, 'similar']);
      },
    );

    it('of a process during deletions with a key leave the rest to a repetition', async () => {
      await check('a', 1, 1);
      await check('b', 2, 1);
      const remove = { collection: pages, ids: ['a', 'b', 'c'], now: 4_000, idempotency };
      await dieDeciding('after', { kind: 'delete', ...remove });
      expect(await ids()).toEqual(['b']);
      await check('a', 3, 1);
      expect(await store.delete(remove)).toEqual({ deleted: ['a', 'b'], missing: ['c'] });
      expect(await ids()).toEqual(['a']);
    });

    async function ids(): Promise<string[]> {
      const page = { collection: pages, idPrefix: null, after: null, limit: 10, now: 4_000 };
      return (await store.list(page)).map(({ id }) => id);
    }

    /** Resolves when the process is dead. */
    async function dieDeciding(dies: LastWish['dies'], operation: LastWish['operation']) {
      const child = forkHere('dying.ts');
      try {
        child.send({ url: urlOf(cluster()), dies, operation } satisfies LastWish);
        expect(await nextMessage(child)).toBe('decides');
      } finally {
        await killed(child);
      }
    }

    it('of one node cost no answer; of two nodes, all answers until they are back', async () => {
      let family = 100;
      const storeFor = async (milliseconds: number) => {
        const end = performance.now() + milliseconds;
        const decisions: string[] = [];
        while (performance.now() < end) {
          const [first, second] = [family++, family++];
          const outcomes = await Promise.all([
            ...[check(`${first}-a`, first, 1), check(`${first}-b`, first, 2)],
            ...[check(`${second}-a`, second, 1), check(`${second}-b`, second, 2)],
          ]);
          decisions.push(...outcomes.map(({ decision }) => decision));
        }
        const isNew = (decision: string) => decision === 'new';
        expect(decisions.filter(isNew)).toHaveLength(decisions.length / 2);
        expect(decisions.length).toBeGreaterThan(0);
      };
      const service = await startService(null, { NEARDUP_STORE: urlOf(cluster()) });
      expect((await service.get('/readyz')).status).toBe(200);
      expect(await service.post('/collections', { name: 'served' })).toMatchObject({ status: 201 });
      await storeFor(1_000);

      nodes().signal(1, 'SIGSTOP');
      await storeFor(20_000);
      nodes().signal(1, 'SIGCONT');
      await nodes().whole();

      const during = storeFor(8_000);
      await sleep(2_000);
      nodes().signal(2, 'SIGKILL');
      await during;
      await store.ping();
      expect(await post(service, 'kept')).toMatchObject({ status: 201, body: { decision: 'new' } });

      nodes().signal(1, 'SIGKILL');
      const notReady = { code: 'not_ready' };
      await expect(store.ping()).rejects.toMatchObject(notReady);
      await expect(store.add(addition(pages, 'lost'))).rejects.toMatchObject(notReady);
      expect(await service.get('/readyz')).toMatchObject({ status: 503, body: notReady });
      expect(await post(service, 'lost')).toMatchObject({ status: 503, body: notReady });
      expect((await service.get('/healthz')).status).toBe(200);

      await nodes().restart(1);
      await nodes().restart(2);
      await untilReady(service);
      expect(await post(service, 'kept')).toMatchObject({ body: { decision: 'unchanged' } });
      await untilAnswered(() => store.ping());
      await storeFor(3_000);
      for (let each = 100; each < family; each++) {
        const page = { collection: pages, idPrefix: `${each}-`, after: null, limit: 3, now: 1 };
        expect(await store.list(page), `family ${each}`).toHaveLength(1);
      }
    });
  });
}

function post(service: Service, id: 'kept' | 'lost') {
  const fingerprint = id === 'kept' ? '00000000000000ff' : 'ff00000000000000';
  return service.post('/check', { id, fingerprint, collection: 'served' });
}

/** Nodes that were down are contacted again only after a delay. */
function untilReady(service: Service): Promise<void> {
  return untilAnswered(async () => {
    const { status, body } = await service.get('/readyz');
    if (status !== 200) throw new Error(`The service is not ready: ${JSON.stringify(body)}`);
  });
}

async function untilAnswered(ask: () => Promise<void>): Promise<void> {
  for (const start = performance.now(); ; await sleep(1_000)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() - start > hangMs) throw error;
    }
  }
}
