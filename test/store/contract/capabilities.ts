import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoreCapabilities } from '../../../src/store/contract/capabilities.js';
import type { Store } from '../../../src/store/contract/store.js';
import { operationsOfCapability } from '../../../src/store/rules/refused-operations.js';

/** A store has the stated capabilities and refuses the operations of all others. */
export function describeCapabilities(
  name: string,
  open: () => Promise<Store>,
  capabilities: StoreCapabilities,
): void {
  describe(`${name} says what it offers`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('states its capabilities', () => {
      expect(store.capabilities).toEqual(capabilities);
    });

    const lacking = capabilitiesWithOperations.filter((capability) => !capabilities[capability]);
    it.each(lacking.flatMap((capability) => operationsOfCapability[capability]))(
      'refuses %s, which it does not offer',
      async (operation) => {
        for (const operations of [store, store.patient]) {
          const refused = operations[operation] as () => Promise<unknown>;
          await expect(refused()).rejects.toMatchObject({ code: 'store_unsupported' });
        }
      },
    );
  });
}

const capabilitiesWithOperations = Object.keys(
  operationsOfCapability,
) as (keyof typeof operationsOfCapability)[];
