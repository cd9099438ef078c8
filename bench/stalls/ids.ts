import { join } from 'node:path';
import { figure } from '../../harness/measure.js';
import { addAll, checksOf, createHybrid, idOf, type StallCase, timed } from './bench-case.js';

const idsOfRequest = 1000;
const deletions = 16;
const lookups = 64;
const now = 1_700_000_000_000;

export const idCases: readonly StallCase[] = [
  {
    name: 'ids',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'ids.db');
      const documents = scaled((deletions + 1) * idsOfRequest);
      const idsEach = Math.floor(documents / (deletions + 1));
      await build.fill(file, async (store) => {
        await addAll(store, documents, checksOf(await createHybrid(store)));
      });
      const store = await build.open(file);
      const collection = (await store.getCollection('pages'))!;
      const idsFrom = (first: number) => Array.from({ length: idsEach }, (_, i) => idOf(first + i));
      const removal = (first: number) => store.delete({ collection, ids: idsFrom(first), now });
      await build.steps();
      const lookup = await timed(() =>
        Promise.all(
          Array.from({ length: lookups }, (_, i) =>
            store.get(collection, idsFrom((i % deletions) * idsEach), now),
          ),
        ),
      );
      const lookupSteps = await build.steps();
      const one = await timed(() => removal(deletions * idsEach));
      const oneSteps = await build.steps();
      const many = await timed(() =>
        Promise.all(Array.from({ length: deletions }, (_, i) => removal(i * idsEach))),
      );
      const manySteps = await build.steps();
      await store.close();
      return [
        { what: `deletion of ${idsEach} ids`, took: `${figure(one)} ms`, steps: oneSteps },
        {
          what: `${deletions} such at once`,
          took: `${figure(many)} ms`,
          steps: manySteps,
        },
        {
          what: `${lookups} look-ups of ${idsEach} ids at once`,
          took: `${figure(lookup)} ms`,
          steps: lookupSteps,
        },
      ];
    },
  },
];
