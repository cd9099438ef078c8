/** neardup as it is published: JavaScript from dist/, not TypeScript that a loader translates. */
import { compiledFile } from '../../src/package-facts.js';

const modules = {
  dictionaries: load<typeof import('../../src/text/dictionaries.js')>('text/dictionaries.js'),
  facts: load<typeof import('../../src/package-facts.js')>('package-facts.js'),
  segment: load<typeof import('../../src/text/segment.js')>('text/segment.js'),
  normalize: load<typeof import('../../src/text/normalize.js')>('text/normalize.js'),
  records: load<typeof import('../../src/fingerprint/word-records.js')>(
    'fingerprint/word-records.js',
  ),
  minhash: load<typeof import('../../src/fingerprint/minhash.js')>('fingerprint/minhash.js'),
  recipe: load<typeof import('../../src/fingerprint/recipe.js')>('fingerprint/recipe.js'),
  sign: load<typeof import('../../src/fingerprint/sign.js')>('fingerprint/sign.js'),
  blockIndex: load<typeof import('../../src/store/sqlite/search/block-index.js')>(
    'store/sqlite/search/block-index.js',
  ),
  bandIndex: load<typeof import('../../src/store/sqlite/search/band-index.js')>(
    'store/sqlite/search/band-index.js',
  ),
  writeBuffer: load<typeof import('../../src/store/sqlite/write-buffer/write-buffer.js')>(
    'store/sqlite/write-buffer/write-buffer.js',
  ),
  connection: load<typeof import('../../src/store/sqlite/file/connection.js')>(
    'store/sqlite/file/connection.js',
  ),
};

function load<Module>(path: string): Promise<Module> {
  return import(compiledFile(path).href) as Promise<Module>;
}

export const { loadDictionaries } = await modules.dictionaries;
export const { wordTrieBytes } = await modules.facts;
export const { numberWords } = await modules.segment;
export const { normalizeUnits } = await modules.normalize;
export const { hashedWords, readHashes } = await modules.records;
export const { sketchOf, sketchSimilarity } = await modules.minhash;
export const { completeRecipe, defaultRecipe } = await modules.recipe;
export const { sign } = await modules.sign;
export const { createBlockIndex } = await modules.blockIndex;
export const { createBandIndex } = await modules.bandIndex;
export const { createWriteBuffer } = await modules.writeBuffer;
export const { openDatabase } = await modules.connection;
