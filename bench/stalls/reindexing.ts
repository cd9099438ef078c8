import { join } from 'node:path';
import { figure } from '../../harness/measure.js';
import type { Member } from '../../src/store/contract/clusters.js';
import {
  addAll,
  checksOf,
  createSimhash,
  hybridRecipe,
  idOf,
  type StallCase,
  timed,
} from './bench-case.js';

const members = 1_000_000;
const membersAtOnce = 1000;
const now = 1_700_000_000_000;

export const reindexingCases: readonly StallCase[] = [
  {
    name: 'completing',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'reindexed.db');
      const count = scaled(members);
      await build.fill(file, async (store) => {
        const collection = await createSimhash(store);
        const check = checksOf(collection)();
        await addAll(store, count, () => check);
        await inPages(count, (first, length) =>
          store.restoreMembers({
            collection,
            cluster: { id: 'crowd', createdAt: now, updatedAt: now },
            members: Array.from({ length }, (_, i) => memberOf(first + i)),
          }),
        );
      });
      const store = await build.open(file);
      const collection = (await store.getCollection('pages'))!;
      const ids = (first: number, length: number) =>
        Array.from({ length }, (_, i) => idOf(first + i));
      const successor = await store.beginSuccessor({
        ...{ collection, recipe: hybridRecipe, recipeId: 'another' },
      });
      const { signature } = checksOf(successor)();
      await inPages(count, async (first, length) => {
        const documents = await store.get(collection, ids(first, length), now);
        const moved = documents.map((document) => ({ ...document, signature, text: null }));
        await store.restore({ collection: successor, documents: moved });
      });
      await build.steps();
      const took = await timed(() => store.completeSuccessor(collection));
      const steps = await build.steps();
      await store.close();
      const what = `completing a reindexing with a cluster of ${count.toLocaleString('en-US')}`;
      return [{ what, took: `${figure(took)} ms`, steps }];
    },
  },
];

async function inPages(
  count: number,
  act: (first: number, length: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < count; first += membersAtOnce) {
    await act(first, Math.min(membersAtOnce, count - first));
  }
}

function memberOf(number: number): Member {
  const nearness = { distance: 0, similarity: null, containment: null };
  const match = { ...nearness, id: idOf(0), seat: 1, exact: true, same: true, at: now };
  return { id: idOf(number), stored: true, seat: number + 1, match: number === 0 ? null : match };
}
