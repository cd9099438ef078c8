import { onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { compiledFile, wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { createSigner } from '../../src/workers/signers.js';
import { openTestApp } from '../http/test-app.js';
import { createModelStore } from '../model/model-store.js';
import type { Service } from './service.js';

/** Starts a service on a free port whose only page thread executes commands from pages, such as `loop`. */
export async function openLoopingService(timeMaxMs: number): Promise<Pick<Service, 'post'>> {
  const wordTrie = wordTrieBytes();
  const dictionaries = loadDictionaries(wordTrie);
  const signer = createSigner({
    dictionaries,
    wordTrie,
    shortTextLengthMax: 16_384,
    threads: 1,
    queueMax: 64,
    taskFile: compiledFile('workers/signing-task.js'),
    pages: {
      threads: 1,
      queueMax: 64,
      timeMaxMs,
      memoryMaxMiB: 256,
      limits: { textLengthMax: 100_000, inflatedBytesMax: 100_000 },
      taskFile: new URL('../workers/hostile-task.mjs', import.meta.url),
    },
  });
  const detector = createDetector({
    store: createModelStore(),
    signer,
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  onTestFinished(() => detector.close());
  await detector.createCollection({ name: 'default' });
  const { app } = await openTestApp({ detector });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    async post(path, body) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(url + path, init);
      return {
        status: response.status,
        headers: response.headers,
        body: await response.json(),
      };
    },
  };
}
