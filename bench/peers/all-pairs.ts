import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inGroups } from '../in-groups.js';
import { createBlockIndex, createWriteBuffer, openDatabase } from './built.js';
import { decimalLines, fingerprintAt, maxDistance, someNear } from './planted.js';

const checkGroup = 50_000;

export interface AllPairs {
  readonly name: string;
  readonly seconds: number;
  readonly pairs: number;
}

/**
 * All pairs within 3 bits: simhash-cpp reads and writes a file; neardup checks one fingerprint
 * after the other, so that each is compared and inserted, in durable groups.
 *
 * @param program takes the options of simhash-cpp's `simhash-find-all`
 */
export function allPairs(program: string, directory: string, size: number): AllPairs[] {
  const fingerprints = someNear(size);
  const input = join(directory, 'hashes.txt');
  const output = join(directory, 'pairs.txt');
  writeFileSync(input, decimalLines(fingerprints));
  let start = performance.now();
  const near = ['--blocks', '4', '--distance', `${maxDistance}`];
  execFileSync(program, [...near, '--input', input, '--output', output], { stdio: 'ignore' });
  const programSeconds = (performance.now() - start) / 1000;

  const db = openDatabase(join(directory, 'all-pairs.db'));
  const writeBuffer = createWriteBuffer(db, () => true);
  const index = createBlockIndex(writeBuffer.blocks);
  let pairs = 0;
  start = performance.now();
  const checkAll = inGroups(db, writeBuffer, (number: number) => {
    const fingerprint = fingerprintAt(fingerprints, number);
    pairs += index.search(1, fingerprint, maxDistance).length;
    index.insert(1, fingerprint);
  });
  for (let done = 0; done < size; done += checkGroup) {
    const length = Math.min(checkGroup, size - done);
    checkAll(Array.from({ length }, (_, i) => done + i));
  }
  const seconds = (performance.now() - start) / 1000;
  db.close();
  return [
    { name: 'neardup, checked one by one, durable', seconds, pairs },
    { name: 'simhash-find-all, a file at once', seconds: programSeconds, pairs: pairCount(output) },
  ];
}

/** The number of lines of the form `[a, b]` in a file. */
function pairCount(file: string): number {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('[')).length;
}
