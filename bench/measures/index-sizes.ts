import { figure, quantile, table } from '../../harness/measure.js';
import { randomWords } from '../../harness/random.js';
import { sketchLength } from '../../src/fingerprint/minhash.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import {
  bandIndex,
  bitLists,
  bruteForce,
  fourBlocks,
  type Index,
  type Signatures,
} from './indexes.js';

/** The signatures of a document and of its edited copy. */
export interface Edited {
  readonly original: Signature;
  readonly copy: Signature;
}

/** Queries of one index stop after this time: some take a tenth of a second each. */
const querySecondsMax = 4;
const warmUpQueries = 10;

/**
 * Measures each index over more and more documents: the originals among random signatures. The
 * probes are the edited copies.
 * @throws Error if an exact index does not find the same as brute force
 */
export function compareIndexes(
  edited: readonly Edited[],
  sizes: readonly number[],
  bands: readonly { readonly count: number; readonly rows: number }[],
): string {
  const indexes = [bruteForce, bitLists, fourBlocks, ...bands.map(bandIndex)];
  const rows = sizes.flatMap((size) => {
    const stored = signaturesAround(edited, size);
    const expected = edited.map(() => new Set<number>());
    return indexes.map((index) => measureIndex(index, stored, edited, expected));
  });
  const head = [
    'documents',
    'index',
    'build, s',
    'query p50 µs',
    'looked at',
    'within 3 bits found',
  ];
  return table([...head, 'originals found'], rows);
}

/** @param expected the results of brute force for each probe; its own run fills them */
function measureIndex(
  { name, isExact, build }: Index,
  stored: Signatures,
  edited: readonly Edited[],
  expected: readonly Set<number>[],
): (string | number)[] {
  const buildStart = performance.now();
  const search = build(stored);
  const buildSeconds = (performance.now() - buildStart) / 1000;
  for (const { copy } of edited.slice(0, warmUpQueries)) search(copy);
  const times: number[] = [];
  let [looked, near, nearFound, originals] = [0, 0, 0, 0];
  const stop = performance.now() + querySecondsMax * 1000;
  for (const [probe, { copy }] of edited.entries()) {
    if (times.length > 0 && performance.now() > stop) break;
    const start = performance.now();
    const { candidates, matches } = search(copy);
    times.push((performance.now() - start) * 1000);
    const wanted = expected[probe]!;
    if (name === bruteForce.name) for (const match of matches) wanted.add(match);
    const found = matches.filter((match) => wanted.has(match)).length;
    if (isExact && (found < wanted.size || found < matches.length)) {
      throw new Error(`"${name}" and brute force differ for probe ${probe}`);
    }
    looked += candidates;
    near += wanted.size;
    nearFound += found;
    if (matches.includes(placeOf(probe, edited.length, stored.count))) originals++;
  }
  return [
    stored.count.toLocaleString('en-US'),
    name,
    buildSeconds.toFixed(3),
    figure(quantile(times, 0.5)),
    figure(looked / times.length),
    `${nearFound} of ${near}`,
    `${originals} of ${times.length}`,
  ];
}

function signaturesAround(edited: readonly Edited[], count: number): Signatures {
  const word = randomWords(5);
  const sketchWords = (count * sketchLength) / 4;
  const high = Uint32Array.from({ length: count }, word);
  const low = Uint32Array.from({ length: count }, word);
  const sketches = new Uint8Array(Uint32Array.from({ length: sketchWords }, word).buffer);
  for (const [number, { original }] of edited.entries()) {
    const place = placeOf(number, edited.length, count);
    high[place] = original.fingerprint.high;
    low[place] = original.fingerprint.low;
    sketches.set(original.sketch!, place * sketchLength);
  }
  return { count, high, low, sketches };
}

/** The originals are spread evenly among all signatures. */
function placeOf(original: number, originals: number, count: number): number {
  return Math.floor((original * count) / originals);
}
