import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { openDetector } from '../../src/open-detector.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { createModelStore } from '../model/model-store.js';

it('limits the custom texts of all collections together', async () => {
  const detector = await openDetector(readConfig({ dataFile: ':memory:' }));
  const text = `${'\n'.repeat(2 ** 20 - 2)}患者`;
  const recipe = { ownWords: text, ownStopWords: text } as const;
  const create = (name: string) => detector.createCollection({ name, recipe });
  for (let index = 0; index < 8; index++) await create(`full-${index}`);
  const least = { ownStopWords: '患' } as const;
  const refused = { code: 'validation_failed', message: expect.stringContaining('16777217') };
  await expect(detector.createCollection({ name: 'more', recipe: least })).rejects.toMatchObject(
    refused,
  );
  await detector.createCollection({ name: 'without' });
  await detector.deleteCollection('full-0');
  await detector.createCollection({ name: 'more', recipe: least });
  await detector.close();
});

it('refuses custom texts if the store keeps none', async () => {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const store = createModelStore();
  const detector = createDetector({
    store: { ...store, features: new Set() },
    signer: createInlineSigner(dictionaries, { textLengthMax: 1, inflatedBytesMax: 1 }),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  const recipe = { ownWords: '再狭窄' };
  await expect(detector.createCollection({ name: 'own', recipe })).rejects.toMatchObject({
    code: 'store_unsupported',
  });
  await detector.createCollection({ name: 'own', recipe: { stopWords: ['en'] } });
  await detector.close();
});
