import { copyFileSync, existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { createInlineRunner } from '../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../../../src/store/sqlite/sqlite-store.js';
import { createModelStore } from '../../model/model-store.js';
import { repetitions } from '../../repetitions.js';
import { play } from './agreement-play.js';
import { few, type Operation, step } from './agreement-steps.js';
import { temporaryFile } from './temporary.js';
import { tinyRuns } from './tiny-runs.js';

/**
 * Returns a store that is replaced before some of its calls, also between the calls of a scan or an import. Calls in
 * progress end first, and later ones wait, so that they keep their order.
 * @param kills a kill before every n-th call, with n from this list, in turn
 */
function killedStore(
  opened: EmbeddedStore,
  kills: readonly number[],
  kill: (store: EmbeddedStore) => Promise<EmbeddedStore>,
): EmbeddedStore {
  let store = opened;
  let left = kills[0] ?? Number.POSITIVE_INFINITY;
  let killed = 0;
  let ready: Promise<unknown> = Promise.resolve();
  const running = new Set<Promise<unknown>>();
  const reopen = async () => {
    await Promise.allSettled([...running]);
    store = await kill(store);
  };
  return new Proxy({} as EmbeddedStore, {
    get:
      (_, name: keyof EmbeddedStore) =>
      (...input: readonly unknown[]) => {
        if (name !== 'close' && --left === 0) {
          killed += 1;
          left = kills[killed % kills.length]!;
          ready = ready.then(reopen);
        }
        return ready.then(() => {
          const call = (store[name] as (...input: readonly unknown[]) => Promise<unknown>)(
            ...input,
          );
          return follow(call);
        });
      },
  });

  function follow<T>(call: Promise<T>): Promise<T> {
    running.add(call);
    const over = () => running.delete(call);
    call.then(over, over);
    return call;
  }
}

/** Counts of about the last second may be lost, and so are jobs, which leave no successor. */
const lostByKills: readonly Operation['kind'][] = [
  'stats',
  'statsOfEach',
  'history',
  'hosts',
  'begin',
];
const keptStep = step.filter(({ operation: { kind } }) => !lostByKills.includes(kind));
/** Calls between kills. The first step of a sweep after an opening always asks for another, so two calls must follow. */
const calls = fc
  .array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })
  .filter((kills) => kills.some((each) => each > 1));

it('answers every sequence of operations as the model does, whenever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(keptStep, { maxLength: 60, size: 'max' }),
      calls,
      few,
      fc.boolean(),
      async (steps, kills, buffered, hasParts) => {
        let file = temporaryFile();
        const open = () =>
          createGroupedStore(
            createInlineRunner(openDatabase(file), { buffered: () => buffered, runs: tinyRuns }),
            1000,
          );
        const left: EmbeddedStore[] = [];
        const store = killedStore(open(), kills, async (killed) => {
          const copy = temporaryFile();
          for (const suffix of ['', '-wal']) {
            if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
          }
          left.push(killed);
          file = copy;
          return open();
        });
        const expected = await play(createModelStore(), steps, hasParts);
        expect(await play(store, steps, hasParts)).toEqual(expected);
        await store.close();
        for (const each of left) await each.close();
      },
    ),
    { numRuns: repetitions(30) },
  );
});
