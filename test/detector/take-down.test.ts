import { expect, it } from 'vitest';
import type { Collections } from '../../src/detector/collections.js';
import { createJobs } from '../../src/detector/jobs.js';
import { createTakeDown } from '../../src/detector/take-down.js';
import type { Client } from '../../src/quota/task-context.js';
import type { Collection } from '../../src/store/contract/collections.js';
import type { EmbeddedOperations } from '../../src/store/contract/embedded-store.js';
import type { StoreCall } from '../../src/store/contract/statistics.js';

const greedy: Client = { owner: 'greedy', connection: '1' };
const modest: Client = { owner: 'modest', connection: '1' };

/** Opens take-downs that find nothing and whose searches the test completes. */
function openHeld() {
  const looks: { readonly owner: string | undefined; readonly letGo: () => void }[] = [];
  const store = {
    list: (_: unknown, { client }: StoreCall = {}) =>
      new Promise<never[]>((resolve) => {
        looks.push({ owner: client?.owner, letGo: () => resolve([]) });
      }),
  } as Partial<EmbeddedOperations> as EmbeddedOperations;
  const collection = { name: 'pages' } as Collection;
  const collections = {
    find: async () => collection,
    reach: (_: string, act: (found: Collection) => unknown) => act(collection),
  } as Partial<Collections> as Collections;
  const jobs = createJobs(() => 1);
  const takeDown = createTakeDown({
    store,
    features: new Set(),
    collections,
    jobs,
    clock: () => 1,
    markGone: async () => false,
  });
  const states = () => jobs.listJobs().map(({ state }) => state);
  return { jobs, looks, takeDown, states };
}

it('four take-downs of an owner run concurrently, and those beyond its share are refused', async () => {
  const { takeDown, looks, states, jobs } = openHeld();
  for (let i = 0; i < 128; i++) await takeDown('pages', 'a', greedy);
  await expect(takeDown('pages', 'a', greedy)).rejects.toMatchObject({
    code: 'overloaded',
    retryAfterSeconds: 1,
  });
  expect(looks).toHaveLength(4);
  await takeDown('pages', 'a', modest);
  expect(looks.map(({ owner }) => owner)).toEqual([...Array(4).fill('greedy'), 'modest']);
  looks[0]!.letGo();
  await expect.poll(() => looks.length).toBe(6);
  for (let at = 1; at < 129; at++) {
    await expect.poll(() => looks.length).toBeGreaterThan(at);
    looks[at]!.letGo();
  }
  await expect.poll(() => states().includes('running')).toBe(false);
  await takeDown('pages', 'a', greedy);
  looks.at(-1)!.letGo();
  await jobs.close();
});

it('waiting take-downs fail when the service stops', async () => {
  const { takeDown, looks, states, jobs } = openHeld();
  for (let i = 0; i < 8; i++) await takeDown('pages', 'a', greedy);
  const closed = jobs.close();
  for (const { letGo } of looks) letGo();
  await closed;
  expect(looks).toHaveLength(4);
  expect(states()).toEqual([...Array(4).fill('succeeded'), ...Array(4).fill('failed')]);
});
