import type { Collection } from '../../../src/store/contract/collections.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import { collections } from './operations.js';

/** Everything readable from a store, by name. */
export type Content = Readonly<Record<string, unknown>>;

const limit = 1000;
const rule = { maxDistance: 7, minSimilarity: 0.3, shortMinSimilarity: 0.3 };

/** Sweeps first, because counts and clusters may include expired documents. */
export async function contentOf(store: EmbeddedStore, now: number): Promise<Content> {
  while (await store.sweep({ now }));
  const named = await store.listCollections();
  const content: Record<string, unknown> = {
    collections: named.map((collection) => ({ ...collection, generation: null })),
  };
  const there = new Set(named.map(({ name }) => name));
  for (const { name, generation } of collections) {
    if (there.has(name))
      content[name] = await contentOfCollection(store, { name, generation }, now);
  }
  return content;
}

async function contentOfCollection(
  store: EmbeddedStore,
  collection: Pick<Collection, 'name' | 'generation'>,
  now: number,
): Promise<unknown> {
  const page = { collection, after: null, limit, now };
  const documents = await store.list({ ...page, idPrefix: null });
  const ids = documents.map(({ id }) => id);
  const clusters = await store.clusters({ ...page, minMembers: 1, order: 'members' });
  const {
    documents: counted,
    contents,
    fingerprints,
  } = await store.stats({ collection: collection as Collection });
  const found = await Promise.all(
    ids.map((id) => store.query({ collection, probe: { id }, rule, limit, now })),
  );
  return {
    documents,
    // An interrupted sweep may have left some of them.
    clusters: clusters.map((cluster) => ({ ...cluster, updatedAt: null })),
    counts: { counted, contents, fingerprints },
    texts: await store.texts({ collection, ids, now }),
    members: await Promise.all(
      clusters.map(
        async ({ id }) => (await store.cluster({ ...page, id, storedOnly: false }))?.members,
      ),
    ),
    separations: await store.separations(page),
    matches: found.map((each) => each?.matches),
  };
}
