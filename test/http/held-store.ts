import type { EmbeddedStore } from '../../src/store/contract/embedded-store.js';
import { createModelStore } from '../model/model-store.js';

/** A store in memory that holds queries until the test releases them. */
export function createHeldStore() {
  const store = createModelStore();
  const waiting: (() => void)[] = [];
  let isHolding = true;
  const held: EmbeddedStore = {
    ...store,
    query: async (...call) => {
      if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve));
      return store.query(...call);
    },
  };
  return {
    store: held,
    waiting: () => waiting.length,
    letGo: (count = waiting.length) => {
      for (const go of waiting.splice(0, count)) go();
    },
    stopHolding: () => {
      isHolding = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}
