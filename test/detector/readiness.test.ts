import { expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { NeardupError } from '../../src/errors.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { createModelStore } from '../model/model-store.js';

it('the detector is not ready until a lost thread is replaced', async () => {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const signer = createInlineSigner(dictionaries, { textLengthMax: 1, inflatedBytesMax: 1 });
  let lost = false;
  const checkThreads = async () => {
    if (lost) throw new NeardupError('not_ready', 'A thread for texts was lost');
  };
  const detector = createDetector({
    store: createModelStore(),
    signer: { ...signer, checkThreads },
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  onTestFinished(() => detector.close());
  expect(await detector.readiness()).toEqual({ store: null, signing: null });
  lost = true;
  expect(await detector.readiness()).toEqual({
    store: null,
    signing: 'A thread for texts was lost',
  });
});
