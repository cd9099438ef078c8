import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { figure } from '../harness/measure.js';
import { randomWords } from '../harness/random.js';
import { createDuplicateSearch } from '../src/batch/scan/search-duplicates.js';
import { createDetector } from '../src/detector/detector.js';
import { compiledFile } from '../src/package-facts.js';
import type { Collection } from '../src/store/contract/collections.js';
import type { CheckOperation } from '../src/store/contract/documents.js';
import type { Store } from '../src/store/contract/store.js';
import { createInlineRunner } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import { createGroupedStore, openSqliteStore } from '../src/store/sqlite/sqlite-store.js';
import type { Signer } from '../src/workers/signer.js';
import { newCollection, randomChecks, recipeFor } from './random-documents.js';

/**
 * Looks for duplicates in a stored collection of which every fifth document is nearly an earlier one,
 * while honest checks come at a steady rate; beside it the same documents asked one by one.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    checks: { type: 'string', default: '100' },
  },
});
const documents = Number(values.documents);
const checksPerSecond = Number(values.checks);
const [addedAtOnce, askedAtOnce, askedMax, calmMs] = [2000, 32, 10_000, 10_000];
const recipe = { ...recipeFor('hybrid', { count: 8, rows: 3 }), traits: true };

/** Here all documents have their signatures. */
const noSigner = { patient: {}, close: async () => {} } as unknown as Signer;

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-scan-'));
const file = join(directory, 'pages.db');
try {
  await fill();
  await measure();
} finally {
  rmSync(directory, { recursive: true });
}

async function fill(): Promise<void> {
  const db = openDatabase(file);
  db.pragma('synchronous = OFF'); // it is filled, and not measured
  const store = createGroupedStore(createInlineRunner(db), 2 * addedAtOnce);
  const collection = await store.createCollection(newCollection('pages', recipe));
  const next = withNearDuplicates(collection);
  for (let from = 0; from < documents; from += addedAtOnce) {
    const count = Math.min(addedAtOnce, documents - from);
    await Promise.all(Array.from({ length: count }, () => store.add(next())));
  }
  await store.close();
}

function withNearDuplicates(collection: Collection): () => CheckOperation & { id: string } {
  const next = randomChecks(1, collection, recipe);
  const word = randomWords(2);
  const earlier: CheckOperation['signature'][] = [];
  return () => {
    const check = next();
    if (word() % 5 > 0 || earlier.length === 0) {
      if (earlier.length < 100_000) earlier.push(check.signature);
      else earlier[word() % earlier.length] = check.signature;
      return check;
    }
    const { exactHash } = check.signature;
    const { fingerprint, sketch, ...like } = earlier[word() % earlier.length]!;
    const changed = sketch!.map((byte, i) => (i > 100 && i < 108 ? word() & 255 : byte));
    const near = { high: (fingerprint.high ^ 5) >>> 0, low: fingerprint.low };
    return { ...check, signature: { ...like, exactHash, fingerprint: near, sketch: changed } };
  };
}

async function measure(): Promise<void> {
  const threadFile = compiledFile('store/sqlite/thread/main.js');
  const store = await openSqliteStore({ file, threadFile, queueMax: 10_000 });
  const detector = createDetector({
    store,
    signer: noSigner,
    defaultRecipe: recipe,
    collectionsMax: 2,
    openDuplicateSearch: createDuplicateSearch({
      directory: join(directory, 'scan'),
      taskFile: compiledFile('batch/scan/scan-task.js'),
    }),
  });
  const collection = (await store.getCollection('pages'))!;
  console.log(`${documents.toLocaleString('en-US')} documents, ${checksPerSecond} checks a second`);
  console.log(`asked one by one: ${figure(await askedRate(store, collection))} documents/s`);
  const calm = await checksUntil(store, collection, 11, sleep(calmMs));
  console.log(`checks without a scan: ${calm}`);
  for (const dryRun of [true, false]) {
    const [written, start] = [bytesWritten(), performance.now()];
    const scan = detector
      .scan('pages', { deleteDuplicates: false, dryRun })
      .then(async ({ id }) => {
        while (detector.getJob(id).state === 'running') await sleep(50);
        return detector.getJob(id);
      });
    const beside = await checksUntil(store, collection, dryRun ? 12 : 13, scan);
    const { result, error } = await scan;
    if (result === null) throw new Error(`The scan failed: ${error?.message}`);
    const seconds = (performance.now() - start) / 1000;
    const { duplicates, similar, seated, left } = result;
    console.log(
      `${dryRun ? 'dry run' : 'scan'}: ${figure(seconds)} s, ${figure(result.documents / seconds)} documents/s; ${JSON.stringify({ duplicates, similar, seated, left })}`,
    );
    console.log(`checks meanwhile: ${beside}`);
    console.log(`written: ${figure((bytesWritten() - written) / 2 ** 20)} MiB`);
  }
  console.log(`most memory: ${figure(process.resourceUsage().maxRSS / 1024)} MiB`);
  await detector.close();
}

/** Documents a second, of some of them, several under way at the same moment. */
async function askedRate(store: Store, collection: Collection): Promise<number> {
  const next = withNearDuplicates(collection);
  const asked = Array.from({ length: Math.min(askedMax, documents) }, next);
  const start = performance.now();
  for (let from = 0; from < asked.length; from += askedAtOnce) {
    await Promise.all(
      asked
        .slice(from, from + askedAtOnce)
        .map(({ id, rule, now }) =>
          store.query({ collection, probe: { id }, rule, limit: 1, now }),
        ),
    );
  }
  return asked.length / ((performance.now() - start) / 1000);
}

/** Checks of other documents at a steady rate until something has ended: their times. */
async function checksUntil(
  store: Store,
  collection: Collection,
  seed: number,
  end: Promise<unknown>,
): Promise<string> {
  const next = randomChecks(seed, collection, recipe);
  const times: number[] = [];
  const underWay: Promise<unknown>[] = [];
  let ended = false;
  const stop = () => {
    ended = true;
  };
  end.then(stop, stop);
  const start = performance.now();
  for (let count = 0; !ended; count++) {
    const due = start + (count * 1000) / checksPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    const check = store.check({ ...next(), now: Date.now() }).then(() => {
      times.push(performance.now() - due); // what came late waited, too
    });
    underWay.push(check);
  }
  await Promise.all(underWay);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => figure(sorted[Math.floor(share * (sorted.length - 1))]!);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, of ${sorted.length}`;
}

function bytesWritten(): number {
  const found = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'));
  return Number(found?.[1] ?? 0);
}
