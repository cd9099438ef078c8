import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediansInTurns } from '../../harness/measure.js';
import { toHex } from '../../src/fingerprint/blocks.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import { inGroups } from '../in-groups.js';
import { createBlockIndex, createWriteBuffer, openDatabase } from './built.js';
import {
  bruteForce,
  fingerprintAt,
  maxDistance,
  probesNear,
  randomStored,
  type Stored,
} from './planted.js';
import type { Python } from './python.js';
import { hits, type IndexResult } from './tables.js';

const insertGroup = 50_000;

/** The cost of each index over `size` random fingerprints, and its results within 3 bits. */
export async function fingerprintQueries(
  python: Python,
  directory: string,
  size: number,
  { probeCount, rounds }: { readonly probeCount: number; readonly rounds: number },
): Promise<IndexResult[]> {
  const stored = randomStored(size, 1);
  const probes = probesNear(stored, probeCount, 2);
  const files = { stored: join(directory, 'fingerprints'), probes: join(directory, 'probes') };
  writeFileSync(files.stored, new Uint8Array(stored.buffer));
  writeFileSync(files.probes, new Uint8Array(probes.buffer));

  const indexes = [
    neardupIndex(join(directory, `blocks-${size}.db`), stored, probes),
    // A scan takes long, so it gets only a part of the probes.
    await faissIndex('faiss IndexBinaryFlat', 'flat', Math.ceil(probeCount / 10)),
    await faissIndex('faiss IndexBinaryMultiHash, 4 × 16', 'multiHash', probeCount),
    await faissIndex('faiss IndexBinaryHash, 16, 1 flip', 'hash', probeCount),
  ];
  const scanned = Math.min(probeCount, Math.ceil(2e9 / size));
  const start = performance.now();
  const truth = hexes(bruteForce(stored, probes.subarray(0, 2 * scanned)));
  const scan: IndexResult = {
    name: 'brute force in JavaScript',
    insertsPerSecond: null,
    queryMicros: ((performance.now() - start) * 1000) / scanned,
    hits: hits(truth, truth),
  };
  const seconds = await mediansInTurns(indexes, rounds);
  for (const { close } of indexes) await close();
  const results = indexes.map(
    ({ name, count, insertsPerSecond, found }): IndexResult => ({
      ...{ name, insertsPerSecond },
      queryMicros: (seconds.get(name)! * 1e6) / count,
      hits: hits(found(), truth),
    }),
  );
  return [...results, scan];

  function hexes(found: readonly (readonly number[])[]): string[][] {
    return found.map((each) => each.map((number) => toHex(fingerprintAt(stored, number))));
  }

  async function faissIndex(name: string, kind: string, count: number): Promise<Measured> {
    const build = await python.ask('build_binary', {
      kind,
      path: files.stored,
    });
    let found: number[][] = [];
    return {
      ...{ name, count, insertsPerSecond: size / build.seconds },
      async run() {
        const answer = await python.ask<{ seconds: number; found: number[][] }>('search_binary', {
          ...{ kind, path: files.probes, count, distance: maxDistance },
        });
        found = answer.found;
        return answer.seconds;
      },
      found: () => hexes(found),
      close: () => python.ask('forget', { kind }),
    };
  }
}

interface Measured {
  readonly name: string;
  readonly count: number;
  readonly insertsPerSecond: number;
  /** Seconds for `count` queries. */
  readonly run: () => number | Promise<number>;
  /** The results of the last run for each probe. */
  readonly found: () => string[][];
  readonly close: () => unknown;
}

/** The four tables in a file, with the settings of the service: each group is on disk when it ends. */
function neardupIndex(file: string, stored: Stored, probes: Stored): Measured {
  const db = openDatabase(file);
  const size = stored.length / 2;
  const writeBuffer = createWriteBuffer(db, () => true);
  const index = createBlockIndex(writeBuffer.blocks);
  const insertAll = inGroups<Fingerprint>(db, writeBuffer, (each) => index.insert(1, each));
  const start = performance.now();
  for (let done = 0; done < size; done += insertGroup) {
    const length = Math.min(insertGroup, size - done);
    insertAll(Array.from({ length }, (_, i) => fingerprintAt(stored, done + i)));
  }
  const insertsPerSecond = (size * 1000) / (performance.now() - start);
  const all = Array.from({ length: probes.length / 2 }, (_, i) => fingerprintAt(probes, i));
  let last: ReturnType<typeof index.search>[] = [];
  return {
    name: 'neardup, four tables in SQLite',
    count: all.length,
    insertsPerSecond,
    run() {
      const before = performance.now();
      last = all.map((probe) => index.search(1, probe, maxDistance));
      return (performance.now() - before) / 1000;
    },
    found: () => last.map((each) => each.map(({ fingerprint }) => toHex(fingerprint))),
    close: () => db.close(),
  };
}
