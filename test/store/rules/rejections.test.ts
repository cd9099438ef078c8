import { expect, it } from 'vitest';
import type { EmbeddedOperations } from '../../../src/store/contract/embedded-store.js';
import type { Store } from '../../../src/store/contract/store.js';
import { withRejections } from '../../../src/store/rules/rejections.js';
import { operations } from '../../../src/store/sqlite/operations/operations.js';
import { createModelStore } from '../../model/model-store.js';

/** Operations of every store. */
const everywhere: readonly (keyof EmbeddedOperations)[] = [
  ...(['createCollection', 'updateCollection', 'deleteCollection'] as const),
  ...(['add', 'check', 'delete', 'query', 'get', 'list', 'texts'] as const),
  ...(['getArchived', 'restore', 'extractors', 'sweep', 'ping', 'stats', 'statsOfEach'] as const),
];
const names = Object.keys(operations) as (keyof EmbeddedOperations)[];
const others = names.filter((name) => !everywhere.includes(name));

/** Returns the model without what only embedded stores have. */
function withContractOnly(): Store {
  const { engine, features, waiting, isLost, close, ...store } = createModelStore();
  const only = ({ getCollection, listCollections, ...all }: EmbeddedOperations) => ({
    ...{ getCollection, listCollections },
    ...Object.fromEntries(everywhere.map((name) => [name, all[name as keyof typeof all]])),
  });
  return {
    ...{ engine: 'elsewhere', features: new Set<never>(), waiting, isLost, close },
    ...(only(store) as Store),
    withBackpressure: only(store.withBackpressure) as Store,
  };
}

it.each(others)('a store that lacks the operation %s rejects it', async (name) => {
  const store = withRejections(withContractOnly());
  for (const methods of [store, store.withBackpressure]) {
    const rejected = methods[name] as () => Promise<unknown>;
    await expect(rejected()).rejects.toMatchObject({
      code: 'store_unsupported',
      message: 'The Elsewhere store does not support this operation',
    });
  }
});

it('a store that lacks backups rejects them, and does what it has', async () => {
  const store = withRejections(withContractOnly());
  await expect(store.backup('copy.db', new AbortController().signal)).rejects.toMatchObject({
    code: 'store_unsupported',
  });
  expect(await store.listCollections()).toEqual([]);
  expect(await store.withBackpressure.stats({})).toMatchObject({ documents: 0 });
});
