import { join } from 'node:path';
import { figure } from '../../harness/measure.js';
import type { Store } from '../../src/store/contract/store.js';
import {
  addAll,
  checksOf,
  createHybrid,
  createSimhash,
  expiry,
  type StallCase,
  timed,
} from './bench-case.js';

const expiredOfOneContent = 1_000_000;
const deletedDocuments = 63_000;
const expiringDocuments = 20_000;
const lanes = 64;
const sweepIntervalMs = 1000;
/** How long a document lives in the case that checks and sweeps at the same time. */
const lifetimeMs = 1000;
const bothForMs = 15_000;
const after = expiry + 1;

export const expiryCases: readonly StallCase[] = [
  {
    name: 'expired-content',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'expired.db');
      const documents = scaled(expiredOfOneContent);
      await build.fill(file, async (store) => {
        const check = checksOf(await createSimhash(store))();
        await addAll(store, documents, () => ({ ...check, expiresAt: expiry }));
      });
      const store = await build.open(file);
      const probe = { ...checksOf((await store.getCollection('pages'))!)(), now: after };
      const check = (id: string) => store.check({ ...probe, id, store: 'never' });
      await build.steps();
      const one = await timed(() => check('probe'));
      const oneSteps = await build.steps();
      const many = await timed(() =>
        Promise.all(Array.from({ length: lanes }, (_, lane) => check(`probe/${lane}`))),
      );
      const manySteps = await build.steps();
      await store.close();
      const count = documents.toLocaleString('en-US');
      return [
        {
          what: `${count} expired documents of one content, not swept: one check`,
          took: `${figure(one)} ms`,
          steps: oneSteps,
        },
        { what: `${lanes} such at once`, took: `${figure(many)} ms`, steps: manySteps },
      ];
    },
  },
  {
    name: 'sweeping-deleted',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'deleted.db');
      const documents = scaled(deletedDocuments);
      await build.fill(file, async (store) => {
        await addAll(store, documents, checksOf(await createHybrid(store)));
      });
      const store = await build.open(file);
      await store.deleteCollection('pages');
      await build.steps();
      let sweeps = 1;
      const took = await timed(async () => {
        while (await store.sweep(after)) sweeps += 1;
      });
      const steps = await build.steps();
      await store.close();
      const what = `sweeping a deleted collection of ${documents.toLocaleString('en-US')} hybrid documents`;
      return [
        { what, took: `${sweeps.toLocaleString('en-US')} sweeps, ${figure(took / 1000)} s`, steps },
      ];
    },
  },
  {
    name: 'sweeping-expired',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'expiring.db');
      const documents = scaled(expiringDocuments);
      await build.fill(file, async (store) => {
        const next = checksOf(await createHybrid(store));
        await addAll(store, documents, () => ({ ...next(), expiresAt: expiry }));
      });
      const store = await build.open(file);
      const swept = await timed(async () => {
        while (await store.sweep(after));
      });
      const next = checksOf((await store.getCollection('pages'))!, 6);
      let left = documents;
      const checked = await timed(() =>
        inLanes(async () => {
          if (left-- <= 0) return false;
          await store.check({ ...next(), expiresAt: after + 1_000_000, now: after });
          return true;
        }),
      );
      await build.steps();
      const both = await checkAndSweep(store, next, scaled(bothForMs));
      const steps = await build.steps();
      await store.close();
      const rate = (ms: number) => figure((documents * 1000) / ms);
      const what = 'expiring checks a second · swept a second, one after the other';
      return [
        { what, took: `${rate(checked)} · ${rate(swept)}`, steps: [] },
        { what: `both at once for ${scaled(bothForMs) / 1000} s`, took: both, steps },
      ];
    },
  },
];

/** Checks documents that live a second, and sweeps as the service does. */
async function checkAndSweep(
  store: Store,
  next: ReturnType<typeof checksOf>,
  forMs: number,
): Promise<string> {
  const documentsBefore = (await store.stats()).documents;
  const start = performance.now();
  const time = () => after + performance.now() - start;
  const goesOn = () => performance.now() - start < forMs;
  let checked = 0;
  let alive = 0;
  const sweeping = async () => {
    while (goesOn()) {
      while (goesOn() && (await store.sweep(Math.floor(time()))));
      await new Promise((resolve) => setTimeout(resolve, sweepIntervalMs));
    }
  };
  const checking = inLanes(async () => {
    const now = Math.floor(time());
    const id = `both/${checked++}`;
    await store.check({ ...next(), id, expiresAt: now + lifetimeMs, now });
    if (performance.now() - start > forMs - lifetimeMs - sweepIntervalMs) alive += 1;
    return goesOn();
  });
  await Promise.all([checking, sweeping()]);
  const seconds = (performance.now() - start) / 1000;
  const left = (await store.stats()).documents - documentsBefore;
  const behind = Math.max(0, left - alive);
  return `${figure(checked / seconds)} · ${figure((checked - left) / seconds)}, ${figure(behind)} behind at the end`;
}

/** @param act false: the lane is done */
async function inLanes(act: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await act());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
