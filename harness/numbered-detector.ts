import { createDuplicateSearch } from '../src/batch/scan/search-duplicates.js';
import { createDetector, type Detector } from '../src/detector/detector.js';
import { defaultRecipe } from '../src/fingerprint/recipe.js';
import { openInlineSigner } from '../src/open-detector.js';
import type { EmbeddedStore } from '../src/store/contract/embedded-store.js';

/**
 * Creates a detector whose times and ids are consecutive numbers, so that two runs make identical decisions. Signs on
 * the calling thread.
 * @param scanDirectory output directory of scans
 */
export function numberedDetector(store: EmbeddedStore, scanDirectory: string): Detector {
  const limits = { extractedTextLengthMax: 1e7, inflatedBytesMax: 1e8 };
  const { signer, dictionaries } = openInlineSigner(limits);
  let [now, ids, clusters] = [0, 0, 0];
  return createDetector({
    ...{ store, signer, collectionsMax: 1000 },
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    openDuplicateSearch: createDuplicateSearch({ directory: scanDirectory, taskFile: null }),
    // A sweep would read the clock when due.
    sweepIntervalMs: 2 ** 30,
    clock: () => ++now,
    newId: () => `new-${++ids}`,
    newClusterId: () => `cluster-${++clusters}`,
  });
}
