import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleavedSeconds, type Task } from '../../harness/measure.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import {
  completeRecipe,
  defaultRecipe,
  hashedWords,
  loadDictionaries,
  normalizeUnits,
  numberWords,
  readHashes,
  sign,
  sketchOf,
  wordTrieBytes,
} from './built.js';
import type { Python } from './python.js';
import type { Rate } from './tables.js';

export interface SignatureRates {
  readonly pages: number;
  /** From the text of a page. */
  readonly whole: readonly Rate[];
  /** From the hashes of its words, from its shingles, or from their hashes. */
  readonly sketches: readonly Rate[];
}

/** Pages a second, one thread: neardup and its peers in turns. */
export async function signatureRates(
  python: Python,
  pages: readonly string[],
  directory: string,
  rounds: number,
): Promise<SignatureRates> {
  const file = join(directory, 'pages.jsonl');
  writeFileSync(file, pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await python.ask('load_pages', { path: file });
  const peer = (name: string, task: string): Task => ({
    name,
    run: () => python.ask('run', { task }),
  });

  const dictionaries = loadDictionaries(wordTrieBytes());
  const hybrid = defaultRecipe(dictionaries.checksums);
  const whole = (name: string, recipe: Recipe): Task => ({
    name,
    run: () => pages.map((text) => sign({ kind: 'text', text }, recipe, dictionaries).featureCount),
  });
  const hashes = pages.map((page) => {
    const words = numberWords(normalizeUnits(page, hybrid), hybrid, dictionaries).slice();
    return readHashes(hashedWords(dictionaries.lexicon, hybrid.hash, words), words).low;
  });

  return {
    pages: pages.length,
    whole: await rates([
      whole('neardup, hybrid (default)', hybrid),
      whole('neardup, simhash', completeRecipe({ method: 'simhash' }, hybrid)),
      whole('neardup, minhash', completeRecipe({ method: 'minhash' }, hybrid)),
      peer('rjieba cut alone', 'cut_alone'),
      peer('rjieba + rensa', 'whole_rensa'),
      peer('rjieba + datasketch', 'whole_datasketch'),
      peer('rjieba + SimHash in numpy', 'whole_numpy_simhash'),
    ]),
    sketches: await rates([
      {
        name: 'neardup, hashes of words given',
        run: () => hashes.map((each) => sketchOf(each, hybrid.shingle!.words)[0]),
      },
      peer('rensa R-MinHash, hashes of shingles given', 'sketch_rensa_hashes'),
      peer('rensa R-MinHash, shingles given', 'sketch_rensa'),
      peer('rensa C-MinHash, shingles given', 'sketch_rensa_c'),
      peer('rensa rho (a sample), shingles given', 'sketch_rensa_rho'),
      peer('datasketch, hashes of shingles given', 'sketch_datasketch_hashes'),
      peer('datasketch, shingles given', 'sketch_datasketch'),
    ]),
  };

  async function rates(tasks: readonly Task[]): Promise<Rate[]> {
    const seconds = await interleavedSeconds(tasks, rounds);
    return [...seconds].map(([name, time]) => ({ name, perSecond: pages.length / time }));
  }
}
