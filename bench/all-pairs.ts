/**
 * All pairs of random fingerprints within 3 bits, on one thread and on two, beside a plain version:
 * `npm run bench -- all-pairs [--millions 1,5,10] [--rounds 3] [--distance 3]`
 *
 * The plain version has, for each block, a Map from its value to the fingerprints with this value,
 * and compares each fingerprint with those. It runs up to a million; beyond that it takes minutes.
 * Processor time is printed beside the time by the clock, which means little on a shared machine.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { figure, median, mediansInTurns, table } from '../harness/measure.js';
import { randomWords } from '../harness/random.js';
import { shared } from '../src/batch/pairs/fingerprint-groups.js';
import { createNearPairSearch, nearPairsTasks } from '../src/batch/pairs/near-pairs.js';
import type { Fingerprints } from '../src/batch/pairs/rows.js';
import { blockCount, blockOf } from '../src/fingerprint/blocks.js';
import { hammingDistance } from '../src/fingerprint/hamming.js';

const { values: options } = parseArgs({
  options: {
    millions: { type: 'string', default: '1,5,10' },
    rounds: { type: 'string', default: '3' },
    distance: { type: 'string', default: '3' },
  },
});
const maxDistance = Number(options.distance);
const aims: Readonly<Record<number, number>> = { 1: 0.25, 5: 2.5, 10: 5 };
const plainMillionsMax = 1;

const rows: (string | number)[][] = [];
let processorSeconds: number[] = [];
for (const millions of options.millions.split(',').map(Number)) {
  const fingerprints = randomFingerprints(millions * 1e6);
  const threads = [1, 2].map(() => startThread(fingerprints));
  const [one, two, plain] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const tasks: { name: string; run: () => number | Promise<number> }[] = [
    { name: 'one', run: () => onOneThread(fingerprints, one) },
    { name: 'two', run: () => onThreads(fingerprints, threads, two) },
  ];
  if (millions <= plainMillionsMax) {
    tasks.push({ name: 'plain', run: () => byMaps(fingerprints, plain) });
  }
  processorSeconds = [];
  const seconds = await mediansInTurns(tasks, Number(options.rounds));
  await Promise.all(threads.map((thread) => thread.terminate()));
  if (one.size !== two.size || (plain.size > 0 && plain.size !== one.size)) {
    throw new Error(`One thread found ${one.size} pairs, two ${two.size}, the Maps ${plain.size}`);
  }
  const [onOne, onTwo, onMaps] = ['one', 'two', 'plain'].map((name) => seconds.get(name));
  rows.push([
    `${millions} M`,
    one.size,
    figure(onOne!),
    figure(median(processorSeconds)),
    aims[millions] === undefined ? '–' : `≤ ${aims[millions]}`,
    figure(onTwo!),
    figure(onTwo! / onOne!),
    onMaps === undefined ? '–' : figure(onMaps),
    onMaps === undefined ? '–' : figure(onMaps / onOne!),
    figure(process.resourceUsage().maxRSS / 1024),
  ]);
}
process.stdout.write(
  `All pairs of random fingerprints within ${maxDistance} bits; seconds, medians of ${options.rounds}, threads started already\n\n${table(
    [
      ...['fingerprints', 'pairs', 'one thread', 'processor', 'aim', 'two threads', 'two/one'],
      ...['Maps of blocks', 'Maps/one', 'peak MiB so far'],
    ],
    rows,
  )}\n`,
);

/**
 * One in a thousand has a neighbour at a distance from 0 to 3, so that there is something to find.
 */
function randomFingerprints(count: number): Fingerprints {
  const word = randomWords(7);
  const [high, low] = [shared(count), shared(count)];
  for (let number = 0; number < count; number++) {
    if (number % 1000 === 999) {
      high[number] = high[number - 500]! ^ (1 << (word() % 32));
      low[number] = low[number - 500]! ^ (1 << (word() % 32)) ^ (1 << (word() % 32));
    } else {
      high[number] = word();
      low[number] = word();
    }
  }
  return { high, low };
}

function onOneThread(fingerprints: Fingerprints, pairs: Set<string>): number {
  const start = performance.now();
  const processor = process.cpuUsage();
  pairs.clear();
  const find = createNearPairSearch(fingerprints, maxDistance);
  for (const share of nearPairsTasks(fingerprints, maxDistance, 1)) {
    find(share, (a, b) => pairs.add(`${a}-${b}`));
  }
  const { user, system } = process.cpuUsage(processor);
  processorSeconds.push((user + system) / 1e6);
  return secondsSince(start);
}

function startThread(fingerprints: Fingerprints): Worker {
  const file = new URL('./near-pairs-thread.mjs', import.meta.url);
  return new Worker(file, { workerData: { fingerprints, maxDistance } });
}

async function onThreads(
  fingerprints: Fingerprints,
  threads: readonly Worker[],
  pairs: Set<string>,
): Promise<number> {
  const start = performance.now();
  pairs.clear();
  const shares = nearPairsTasks(fingerprints, maxDistance, threads.length);
  await Promise.all(
    threads.map(async (thread, index) => {
      const answer = once(thread, 'message');
      thread.postMessage(shares.filter((_, share) => share % threads.length === index));
      const [found] = (await answer) as [string[]];
      for (const pair of found) pairs.add(pair);
    }),
  );
  return secondsSince(start);
}

/** The baseline: for each block a Map from a value to its fingerprints, compared one by one. */
function byMaps({ high, low }: Fingerprints, pairs: Set<string>): number {
  const start = performance.now();
  pairs.clear();
  for (let block = 0; block < blockCount; block++) {
    const buckets = new Map<number, number[]>();
    for (let a = 0; a < high.length; a++) {
      const fingerprint = { high: high[a]!, low: low[a]! };
      const key = blockOf(fingerprint, block);
      const bucket = buckets.get(key);
      if (bucket === undefined) {
        buckets.set(key, [a]);
        continue;
      }
      for (const b of bucket) {
        const other = { high: high[b]!, low: low[b]! };
        if (hammingDistance(fingerprint, other) <= maxDistance) pairs.add(`${a}-${b}`);
      }
      bucket.push(a);
    }
  }
  return secondsSince(start);
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
