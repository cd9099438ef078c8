import { join } from 'node:path';
import { openSpillFile, type SpillFile } from '../spill-file.js';
import { createPairSearch, type PairInput, type PairTask } from './pair-search.js';

/** Start data of a pair-search thread. */
export interface PairThreadData {
  readonly input: PairInput;
  /** Directory for all pairs, one file per task; null to write no pairs. */
  readonly pairsDirectory: string | null;
}

export interface NumberedTask {
  readonly index: number;
  readonly task: PairTask;
}

/**
 * Size of a pair in a file, in bytes. A pair consists of four 32-bit numbers: the numbers of two contents, the
 * distance, and the number of equal sketch bytes, or −1 unless both contents have a sketch.
 */
export const pairBytes = 16;

export function pairsFile(directory: string, index: number): string {
  return join(directory, `pairs-${index}.bin`);
}

/**
 * Creates a runner that executes tasks of `createPairSearch` one after another, and writes the pairs of each to a file.
 */
export function createPairRunner({ input, pairsDirectory }: PairThreadData) {
  let file: SpillFile | undefined;
  const record = new Int32Array(pairBytes / 4);
  const bytes = new Uint8Array(record.buffer);
  const { search, close } = createPairSearch(
    input,
    pairsDirectory === null
      ? null
      : (a, b, distance, equalBytes) => {
          record.set([Math.max(a, b), Math.min(a, b), distance, equalBytes ?? -1]);
          file!.append(bytes);
        },
  );

  /**
   * Runs one task.
   * @throws NeardupError `disk_full`
   */
  function run({ index, task }: NumberedTask): Int32Array<ArrayBuffer> {
    if (pairsDirectory === null) return search(task);
    file = openSpillFile(pairsFile(pairsDirectory, index), 0);
    try {
      return search(task);
    } finally {
      file.close();
    }
  }

  return { run, close };
}
