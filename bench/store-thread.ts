/*
 * Whether SQLite should run on the thread of the event loop or on a thread of its own.
 *
 *   npm run build && npx tsx bench/store-thread.ts
 *
 * 64 lanes check new documents one after the other; before each check the event loop works for 100
 * µs, as it does for a request with its signature. Four ways take turns: both threads, each with
 * the disk as it is and with commits that take 10 ms longer. Besides the rate, the delay of a timer
 * is printed, which every other request on the event loop would feel.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { figure, median, table } from '../harness/measure.js';
import type { Collection } from '../src/store/contract/collections.js';
import type { Store } from '../src/store/contract/store.js';
import { createInlineRunner } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import type { Runner } from '../src/store/sqlite/requests.js';
import { createGroupedStore } from '../src/store/sqlite/sqlite-store.js';
import { openThreadRunner } from '../src/store/sqlite/thread/client.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';
import { slowed } from './slow-runner.js';

const rounds = 5;
const checksPerRound = 6000;
const lanes = 64;
const requestWorkMs = 0.1;

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
const file = (name: string) => join(directory, `${name}.db`);
const thread = new URL('../dist/store/sqlite/thread/main.js', import.meta.url);
const slowThread = new URL('./slow-store-thread.mjs', import.meta.url);
const ways: readonly { readonly name: string; readonly runner: Runner }[] = [
  { name: 'event loop', runner: createInlineRunner(openDatabase(file('loop'))) },
  { name: 'own thread', runner: await openThreadRunner(file('thread'), thread) },
  {
    name: 'event loop, +10 ms',
    runner: slowed(createInlineRunner(openDatabase(file('slow-loop')))),
  },
  { name: 'own thread, +10 ms', runner: await openThreadRunner(file('slow-thread'), slowThread) },
];

const recipe = recipeFor('simhash', null);
const next = randomChecks(3, { name: 'pages', generation: 1 }, recipe);
const measured = new Map(ways.map(({ name }) => [name, [] as Measured[]]));
const stores = new Map<string, { store: Store; collection: Collection }>();
for (const { name, runner } of ways) {
  const store = createGroupedStore(runner, 1000);
  const collection = await store.createCollection(newCollection('pages', recipe));
  stores.set(name, { store, collection });
}
for (let round = 0; round <= rounds; round++) {
  for (const { name } of round % 2 === 0 ? ways : ways.toReversed()) {
    const { store, collection } = stores.get(name)!;
    const result = await measure(store, collection);
    if (round > 0) measured.get(name)!.push(result);
  }
}
for (const { store } of stores.values()) await store.close();
rmSync(directory, { recursive: true });

const base = median(measured.get('event loop')!.map(({ rate }) => rate));
const rows = ways.map(({ name }) => {
  const results = measured.get(name)!;
  const rate = median(results.map((result) => result.rate));
  const delays = (['p50', 'p99'] as const).map((key) => figure(median(results.map((r) => r[key]))));
  return [name, figure(rate), figure(rate / base), ...delays];
});
console.log(table(['SQLite on', 'checks/s', 'ratio', 'timer late p50 ms', 'p99 ms'], rows));

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
}

async function measure(store: Store, collection: Collection): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  let left = checksPerRound;
  const lane = async () => {
    while (left-- > 0) {
      // Each request comes in its own turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      const end = performance.now() + requestWorkMs;
      while (performance.now() < end);
      await store.check({ ...next(), collection });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const rate = (checksPerRound * 1000) / (performance.now() - start);
  delay.disable();
  return { rate, p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 };
}
