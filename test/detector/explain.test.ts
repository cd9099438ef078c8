import { expect, it, onTestFinished } from 'vitest';
import { randomNumbers } from '../../harness/pages.js';
import { createDetector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import type { Store } from '../../src/store/contract/store.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { Signer } from '../../src/workers/signer.js';
import { createInlineSigner } from '../../src/workers/signers.js';
import { createModelStore } from '../model/model-store.js';

const text = 'The river rose by two metres in a single night and took the bridge with it.';
const documents = 35;
const variant = (number: number) => `${text} ${text} ${text} ${text} It was in ${1900 + number}.`;

interface Given {
  /** Text of the document with this number. */
  readonly textOf?: (number: number) => string;
  readonly onExplain?: () => void;
}

/** Opens a detector with documents, and counts the calls of its store and signer. */
async function openDetector({ textOf = variant, onExplain = () => {} }: Given = {}) {
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
  const store = createModelStore();
  let storeCalls = 0;
  const getArchived: Store['getArchived'] = (...input) => {
    storeCalls += 1;
    return store.getArchived(...input);
  };
  const detector = createDetector({
    store: { ...store, getArchived },
    signer: { ...observed, withBackpressure: observed },
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: 1,
  });
  onTestFinished(() => detector.close());
  await detector.createCollection({ name: 'kept', keepText: true });
  for (let i = 0; i < documents; i++) {
    const content = { kind: 'text', text: textOf(i) } as const;
    await detector.add({ id: `${i}`, collection: 'kept', content, metadata: null });
  }
  return { detector, asked, pagesRead: () => pagesRead, storeCalls: () => storeCalls };
}

it('explains matches in batches and returns all of them in order', async () => {
  const { detector, asked, storeCalls } = await openDetector();
  const probe = { kind: 'text', text: variant(0) } as const;
  const plain = await detector.query(probe, 'kept', { limit: 50 });
  const { matches } = await detector.query(probe, 'kept', { limit: 50, explain: true });
  expect(matches.map(({ id }) => id)).toEqual(plain.matches.map(({ id }) => id));
  expect(matches).toHaveLength(documents);
  for (const { id, evidence } of matches) {
    const jaccard = evidence?.comparison.sets?.jaccard;
    if (id === '0') expect(jaccard).toBe(1);
    else expect(jaccard).toBeLessThan(1);
  }
  expect(asked).toEqual([10, 10, 10, 5]);
  expect(storeCalls()).toBe(4);
});

it('explains no more texts together than have 32 KiB as they are stored', async () => {
  const random = randomNumbers(1);
  const word = () => Math.floor(random() * 2 ** 32).toString(16);
  // About 14 KiB when packed.
  const long = Array.from({ length: 2800 }, word).join(' ');
  const textOf = (number: number) => (number < 3 ? `${long} ${number}` : variant(number));
  const { detector, asked } = await openDetector({ textOf });
  const probe = { kind: 'text', text: long } as const;
  const { matches } = await detector.query(probe, 'kept', { limit: 50, explain: true });
  expect(matches).toHaveLength(3);
  expect(asked).toEqual([2, 1]);
});

it('explains a content once, however many documents share it', async () => {
  const { detector, asked } = await openDetector({ textOf: (i) => variant(i % 2) });
  const probe = { kind: 'text', text: variant(0) } as const;
  const { matches } = await detector.query(probe, 'kept', { limit: 50, explain: true });
  expect(matches).toHaveLength(documents);
  const [exact, other] = [matches.find((match) => match.exact), matches.find((m) => !m.exact)];
  for (const match of matches) {
    expect(match.evidence).toEqual((match.exact ? exact : other)?.evidence);
  }
  expect(exact?.evidence?.comparison.sets?.jaccard).toBe(1);
  expect(other?.evidence?.comparison.sets?.jaccard).toBeLessThan(1);
  expect(asked.reduce((sum, count) => sum + count)).toBe(2);
});

it('stops explaining when the client has left', async () => {
  const gone = new AbortController();
  const { detector, asked } = await openDetector({
    onExplain: () => gone.abort(new Error('gone')),
  });
  const probe = { kind: 'id', id: '0' } as const;
  const limits = { limit: 50, explain: true };
  const manner = { client: { owner: 'a', connection: '1' }, signal: gone.signal };
  await expect(detector.query(probe, 'kept', limits, manner)).rejects.toThrow('gone');
  expect(asked).toEqual([10]);
});

it('reads the page of the request once for an explanation', async () => {
  const { detector, pagesRead } = await openDetector({ textOf: () => text });
  const page = { content: `<p>${text}</p>`, mediaType: 'text/html', charset: null } as const;
  const limits = { limit: 5, explain: true };
  const { matches } = await detector.query({ kind: 'page', page }, 'kept', limits);
  expect(matches[0]?.evidence?.comparison.sets?.jaccard).toBe(1);
  expect(pagesRead()).toBe(1);
});
