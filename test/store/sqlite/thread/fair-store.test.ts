import { expect, it } from 'vitest';
import type { Client } from '../../../../src/quota/task-context.js';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import type { Runner } from '../../../../src/store/sqlite/requests.js';
import { createGroupedStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { addition, later, newCollection } from '../../samples.js';

const thousand = Array.from({ length: 1000 }, (_, i) => `absent-${i}`);
const modest: Client = { owner: 'modest', connection: '1' };

it('a look-up gets its turn, however many look-ups of a thousand ids another client sends', async () => {
  const queueMax = 60;
  const runner = createInlineRunner(openDatabase(':memory:'));
  const groups: (readonly Request[])[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const observed: Runner = {
    ...runner,
    async run(batch) {
      groups.push(batch);
      if (batch.some(({ kind }) => kind === 'get')) await held;
      return runner.run(batch);
    },
  };
  const store = createGroupedStore(observed, queueMax);
  const pages = await store.createCollection(newCollection('pages'));
  await store.add(addition(pages, 'there'));
  groups.length = 0;
  const flood = Array.from({ length: 2 * queueMax }, (_, connection) =>
    store.get(
      { collection: pages, ids: thousand, now: later },
      { client: { owner: 'greedy', connection: String(connection) } },
    ),
  );
  const outcomes = Promise.allSettled(flood);
  await expect(flood.at(-1)).rejects.toMatchObject({ code: 'overloaded' });
  const found = store.get({ collection: pages, ids: ['there'], now: later }, { client: modest });
  letGo();
  expect(await found).toHaveLength(1);
  const answered = (await outcomes).filter(({ status }) => status === 'fulfilled');
  expect(answered).toHaveLength(queueMax / 2);
  const idsOf = ({ kind, input }: Request) => (kind === 'get' ? input.ids : []);
  const turn = groups.findIndex((group) => group.some((each) => idsOf(each)[0] === 'there'));
  expect(turn).toBeLessThan(4);
  expect(groups.length).toBeGreaterThan(queueMax / 2 - 4);
  await store.close();
});
