import type { CollectionKey } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import { noStatistics } from '../../../src/store/rules/decision-counts.js';
import { later } from '../samples.js';

/** The store keeps no counts: here they are what it lists. */
export function counting(store: Store): Store {
  const countsOf = async (collection: CollectionKey) => {
    const page = { idPrefix: null, after: null, limit: 1000, now: later };
    const documents = await store.list({ collection, ...page });
    const signatures = documents.map(({ signature }) => signature);
    return {
      documents: documents.length,
      contents: new Set(signatures.map(({ exactHash }) => exactHash)).size,
      fingerprints: new Set(signatures.map(({ fingerprint: f }) => `${f.high}/${f.low}`)).size,
    };
  };
  return {
    ...store,
    async stats({ collection }) {
      const all = collection === undefined ? await store.listCollections() : [collection];
      const sum = { documents: 0, contents: 0, fingerprints: 0, claims: 0 };
      for (const each of all) {
        const counts = await countsOf(each);
        sum.documents += counts.documents;
        sum.contents += counts.contents;
        sum.fingerprints += counts.fingerprints;
      }
      return { ...sum, ...noStatistics(), bytes: null, walBytes: null };
    },
  };
}
