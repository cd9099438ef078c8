import { expect, it, vi } from 'vitest';
import { createExactParts } from '../../src/detector/query.js';
import type { QueryOutcome } from '../../src/store/contract/documents.js';
import type { Store } from '../../src/store/contract/store.js';
import type { Signer } from '../../src/workers/signer.js';

const collection = { keepText: true, recipe: { parts: {} } } as never;
const page = { hashes: Uint32Array.of(1, 2, 3, 4), total: 4 };

function open() {
  const documents = ['a', 'b', 'c'].map((id) => ({
    ...{ id, text: new Uint8Array(), signature: { exactHash: id } },
  }));
  const getArchived = async ({ ids }: { readonly ids: readonly string[] }) =>
    documents.filter(({ id }) => ids.includes(id));
  const store = { getArchived } as unknown as Store;
  const countParts = vi.fn(async () => ({ total: 8, shared: 2 }));
  const signer = { withBackpressure: { countParts } } as unknown as Signer;
  const outcome = { matches: documents.map(({ id }) => ({ id, part: {} })) } as never;
  const signal = new AbortController();
  const asked = {
    ...{ collection, rule: { minContainment: 0.5 } as never, parts: page, now: 1 },
    context: { signal: signal.signal },
  };
  const { withExact } = createExactParts(store, signer);
  return { countParts, signal, find: () => withExact(asked, outcome as QueryOutcome) };
}

it('counts the parts of stored texts one after another', async () => {
  const { countParts, find } = open();
  let running = 0;
  countParts.mockImplementation(async () => {
    expect(++running).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { total: 8, shared: 2 };
  });
  expect((await find()).exactParts).toEqual(
    ['a', 'b', 'c'].map((exactHash) => ({ exactHash, ofThis: 0.5, ofMatch: 0.25 })),
  );
});

it('stops counting when the client leaves', async () => {
  const { countParts, signal, find } = open();
  countParts.mockImplementation(async (...[, , , context]: unknown[]) => {
    (context as { signal: AbortSignal }).signal.throwIfAborted();
    signal.abort(new Error('the client has left'));
    return { total: 8, shared: 2 };
  });
  await expect(find()).rejects.toThrow('the client has left');
  expect(countParts).toHaveBeenCalledTimes(2);
});
