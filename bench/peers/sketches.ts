import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mediansInTurns } from '../../harness/measure.js';
import { inGroups } from '../in-groups.js';
import {
  createBandIndex,
  createWriteBuffer,
  defaultRecipe,
  loadDictionaries,
  openDatabase,
  sketchOf,
  sketchSimilarity,
  wordTrieBytes,
} from './built.js';
import { plantedSets, rowsOf, type Sets, similarSets, tokensEach } from './planted.js';
import type { Python } from './python.js';
import { hits, type IndexResult } from './tables.js';

const similarityMin = 0.6;
const insertGroup = 10_000;

/** The cost of each index over `size` sketches of 128 values, and its results for J ≥ .6. */
export async function sketchQueries(
  python: Python,
  directory: string,
  size: number,
  { probeCount, rounds }: { readonly probeCount: number; readonly rounds: number },
): Promise<IndexResult[]> {
  const sets = plantedSets(size, probeCount);
  const files = { path: join(directory, 'sets'), probes: join(directory, 'set-probes') };
  writeFileSync(files.path, new Uint8Array(sets.stored.buffer));
  writeFileSync(files.probes, new Uint8Array(sets.probes.buffer));
  const truth = similarSets(sets, similarityMin);
  const indexes = [
    neardupIndex(join(directory, 'bands.db'), sets),
    await peerIndex('rensa RMinHashLSH', 'rensa'),
    await peerIndex('datasketch MinHashLSH', 'datasketch'),
  ];
  const seconds = await mediansInTurns(indexes, rounds);
  for (const { close } of indexes) await close();
  return indexes.map(({ name, insertsPerSecond, found }) => ({
    ...{ name, insertsPerSecond },
    queryMicros: (seconds.get(name)! * 1e6) / probeCount,
    hits: hits(found(), truth),
  }));

  async function peerIndex(name: string, kind: string): Promise<Measured> {
    const fields = { kind, ...files, size: tokensEach, threshold: similarityMin };
    const build = await python.ask<{ seconds: number; bands: number[] }>('build_lsh', fields);
    let found: number[][] = [];
    return {
      ...{ name: `${name}, ${build.bands.join(' × ')}, candidates` },
      insertsPerSecond: size / build.seconds,
      async run() {
        const answer = await python.ask<{ seconds: number; found: number[][] }>('search_lsh', {
          kind,
        });
        found = answer.found;
        return answer.seconds;
      },
      found: () => found,
      close: () => python.ask('forget', { kind }),
    };
  }
}

interface Measured {
  readonly name: string;
  readonly insertsPerSecond: number;
  /** Seconds for all probes. */
  readonly run: () => number | Promise<number>;
  readonly found: () => number[][];
  readonly close: () => unknown;
}

/** The bands in a file, with the settings of the service; candidates are compared by their sketch. */
function neardupIndex(file: string, sets: Sets): Measured {
  const { bands } = defaultRecipe(loadDictionaries(wordTrieBytes()).checksums);
  const sketches = (rows: Uint32Array) =>
    rowsOf(rows).map((row) => sketchOf(new Int32Array(row.buffer, row.byteOffset, row.length), 1));
  const stored = sketches(sets.stored);
  const probes = sketches(sets.probes);
  const db = openDatabase(file);
  const writeBuffer = createWriteBuffer(db, () => true);
  const index = createBandIndex(writeBuffer.bands);
  const insertAll = inGroups(db, writeBuffer, (number: number) =>
    index.insert(1, number, stored[number]!, bands!),
  );
  const start = performance.now();
  for (let done = 0; done < stored.length; done += insertGroup) {
    const length = Math.min(insertGroup, stored.length - done);
    insertAll(Array.from({ length }, (_, i) => done + i));
  }
  const insertsPerSecond = (stored.length * 1000) / (performance.now() - start);
  let found: number[][] = [];
  return {
    name: `neardup, ${bands!.count} × ${bands!.rows} in SQLite, compared`,
    insertsPerSecond,
    run() {
      const before = performance.now();
      found = probes.map((probe) =>
        [...index.search(1, probe, bands!)].filter(
          (number) => sketchSimilarity(stored[number]!, probe) >= similarityMin,
        ),
      );
      return (performance.now() - before) / 1000;
    },
    found: () => found,
    close: () => db.close(),
  };
}
