import { expect, it } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { createModelStore } from '../model/model-store.js';

/** Creates a detector where a document is stored between its lookup and its deletion. */
async function withDocumentStoredMeanwhile() {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const store = createModelStore();
  const detector = createDetector({
    store: {
      ...store,
      async get(operation) {
        const [collection, found] = [operation.collection.name, await store.get(operation)];
        if (found.length > 0) return found;
        const content = { kind: 'text', text: 'tea and a kettle' } as const;
        await detector.add({ id: operation.ids[0]!, collection, content, metadata: null });
        return [];
      },
    },
    signer: createInlineSigner(dictionaries, { textLengthMax: 100, inflatedBytesMax: 1 }),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  await detector.createCollection({ name: 'pages' });
  return detector;
}

it('a conditional deletion keeps a document that was stored meanwhile', async () => {
  const detector = await withDocumentStoredMeanwhile();
  await expect(detector.deleteOne('a', 'pages', () => false)).rejects.toMatchObject({
    code: 'precondition_failed',
  });
  expect((await detector.lookup(['a'], 'pages')).documents).toHaveLength(1);
});

it('an unconditional deletion deletes and reports a document that was stored meanwhile', async () => {
  const detector = await withDocumentStoredMeanwhile();
  await detector.deleteOne('a', 'pages');
  await expect(detector.deleteOne('b', 'pages', () => false)).rejects.toMatchObject({
    code: 'precondition_failed',
  });
});
