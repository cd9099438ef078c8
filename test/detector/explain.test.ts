import { expect, it, onTestFinished } from 'vitest';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { createMemoryStore } from '../../src/store/memory/memory-store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { Signer } from '../../src/workers/signer.js';
import { createInlineSigner } from '../../src/workers/signers.js';

const text = 'The river rose by two metres in a single night and took the bridge with it.';
const documents = 35;

/** A detector with many copies of one text, and what its signer is asked to explain or to read. */
async function openDetector(onExplain: () => void = () => {}) {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const signer = createInlineSigner(dictionaries, { textLengthMax: 1e6, inflatedBytesMax: 1e6 });
  const asked: number[] = [];
  let pagesRead = 0;
  const explain: Signer['explain'] = (probe, others, ...rest) => {
    asked.push(others.length);
    onExplain();
    return signer.explain(probe, others, ...rest);
  };
  const extract: Signer['extract'] = (...input) => {
    pagesRead += 1;
    return signer.extract(...input);
  };
  const observed = { ...signer, explain, extract };
  const detector = createDetector({
    store: createMemoryStore(),
    signer: { ...observed, patient: observed },
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  onTestFinished(() => detector.close());
  await detector.createCollection({ name: 'kept', keepText: true });
  for (let i = 0; i < documents; i++) {
    const content = { kind: 'text', text } as const;
    await detector.add({ id: `${i}`, collection: 'kept', content, metadata: null });
  }
  return { detector, asked, pagesRead: () => pagesRead };
}

it('is done a part at a time, and gives all matches in their order', async () => {
  const { detector, asked } = await openDetector();
  const probe = { kind: 'text', text } as const;
  const plain = await detector.query(probe, 'kept', { limit: 50 });
  const { matches } = await detector.query(probe, 'kept', { limit: 50, explain: true });
  expect(matches.map(({ id }) => id)).toEqual(plain.matches.map(({ id }) => id));
  expect(matches).toHaveLength(documents);
  for (const { evidence } of matches) expect(evidence?.comparison.sets?.jaccard).toBe(1);
  expect(asked).toEqual([10, 10, 10, 5]);
});

it('ends when nobody waits for it any more', async () => {
  const gone = new AbortController();
  const { detector, asked } = await openDetector(() => gone.abort(new Error('gone')));
  const probe = { kind: 'id', id: '0' } as const;
  const limits = { limit: 50, explain: true };
  const manner = { client: { owner: 'a', connection: '1' }, signal: gone.signal };
  await expect(detector.query(probe, 'kept', limits, manner)).rejects.toThrow('gone');
  expect(asked).toEqual([10]);
});

it('reads a page once', async () => {
  const { detector, pagesRead } = await openDetector();
  const page = { content: `<p>${text}</p>`, mediaType: 'text/html', charset: null } as const;
  const limits = { limit: 5, explain: true };
  const { matches } = await detector.query({ kind: 'page', page }, 'kept', limits);
  expect(matches[0]?.evidence?.comparison.sets?.jaccard).toBe(1);
  expect(pagesRead()).toBe(1);
});
