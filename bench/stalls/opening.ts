import { join } from 'node:path';
import { figure } from '../../harness/measure.js';
import {
  addAll,
  checksOf,
  copyAsKilled,
  createHybrid,
  type StallCase,
  timed,
} from './bench-case.js';

const unmoved = 230_000;

export const openingCases: readonly StallCase[] = [
  {
    name: 'opening',
    measure: async ({ build, directory, scaled }) => {
      const file = join(directory, 'filled.db');
      const contents = scaled(unmoved);
      let killed = '';
      const keepAll = contents + 1;
      const act: Parameters<typeof build.fill>[1] = async (store) => {
        await addAll(store, contents, checksOf(await createHybrid(store)));
        killed = copyAsKilled(file, directory);
      };
      await build.fill(file, act, keepAll);
      // The first thread reads its modules from disk; this must not be measured.
      let store = await build.open(join(directory, 'empty.db'));
      await store.close();
      const opening = await timed(async () => {
        store = await build.open(killed);
      });
      const steps = await build.steps();
      const closing = await timed(() => store.close());
      const what = `opening after a kill with ${contents.toLocaleString('en-US')} hybrid contents unmoved · closing`;
      return [{ what, took: `${figure(opening / 1000)} · ${figure(closing / 1000)} s`, steps }];
    },
  },
];
