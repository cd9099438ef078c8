import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store, StoreEngine } from '../../../src/store/contract/store.js';
import { type Kind, operations } from '../../../src/store/sqlite/operations/operations.js';

/** Operations of every store. */
const core: readonly Kind[] = [
  ...(['createCollection', 'updateCollection', 'deleteCollection'] as const),
  ...(['add', 'check', 'delete', 'query', 'get', 'list', 'texts'] as const),
  ...(['getArchived', 'restore', 'extractors', 'sweep', 'ping', 'stats', 'statsOfEach'] as const),
];
const others = (Object.keys(operations) as Kind[]).filter((kind) => !core.includes(kind));

/** Tests whether a store offers the operations of all engines, or only the core operations. */
export function describeEngine(
  name: string,
  open: () => Promise<Store>,
  engine: StoreEngine,
): void {
  describe(`${name}: supported operations`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('states its engine', () => {
      expect(store.engine).toBe(engine);
    });

    it.each(engine === 'sqlite' ? [] : others)(
      'rejects the unsupported operation %s',
      async (kind) => {
        for (const methods of [store, store.withBackpressure]) {
          const refused = methods[kind] as () => Promise<unknown>;
          await expect(refused()).rejects.toMatchObject({ code: 'store_unsupported' });
        }
      },
    );

    it.each(engine === 'sqlite' ? [] : ['backup' as const])('refuses %s', async (backup) => {
      const { signal } = new AbortController();
      await expect(store[backup]('copy.db', signal)).rejects.toMatchObject({
        code: 'store_unsupported',
      });
    });
  });
}
