import { type Method, recipeId } from '../../../src/fingerprint/recipe.js';
import type { CollectionKey } from '../../../src/store/contract/collections.js';
import type { Store } from '../../../src/store/contract/store.js';
import {
  addition,
  checking,
  flip,
  newCollection,
  rule,
  signatureOf,
  sketched,
} from '../../store/samples.js';

/** A call to a store. */
export interface Operation {
  readonly method: keyof Store;
  readonly input: readonly unknown[];
  /** True if the next call waits for all previous answers. */
  readonly wait: boolean;
}

const methods: readonly Method[] = ['simhash', 'minhash', 'hybrid'];
export const collections: readonly CollectionKey[] = methods.map((name, i) => ({
  name,
  generation: i + 1,
}));

const creation = (name: string, method: Method) => {
  const created = newCollection(name, method);
  return { ...created, recipeId: recipeId(created.recipe) };
};

/** Creates the collections used by all later operations. */
export const beginning: readonly Operation[] = methods.map((method) => ({
  method: 'createCollection',
  input: [creation(method, method)],
  wait: true,
}));

/** Generates related operations: few ids, similar contents, three collections. */
export function createOperations(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const id = () => `id ${below(25)}`;
  let now = 100;
  let made = 0;

  const signature = () => {
    const bits = Array.from({ length: below(4) }, () => below(64));
    const fingerprint = flip({ high: 0xffff0000, low: below(3) * 0x10001 }, bits);
    const content = below(5) - 1;
    const plain = signatureOf(fingerprint, content);
    return content < 0 || below(4) === 0
      ? plain
      : sketched(plain, { family: below(4), to: below(80) });
  };
  const text = () => (below(8) === 0 ? new Uint8Array(below(40_000)).fill(below(256)) : null);
  const metadata = () => (below(3) === 0 ? JSON.stringify({ x: 'y'.repeat(below(9000)) }) : null);
  const page = () => (below(3) === 0 ? JSON.stringify(['t'.repeat(1 + below(900))]) : null);
  const content = () => ({
    ...{ signature: signature(), text: text(), metadata: metadata(), page: page(), now },
    expiresAt: below(6) === 0 ? now + 1 + below(20) : null,
  });
  const restored = () => {
    const revision = 1 + below(3);
    const times = { storedAt: now, updatedAt: now, lastSeenAt: now };
    const { now: _, ...given } = content();
    const lifetimeMs = given.expiresAt && given.expiresAt - now;
    const counts = { revision, seenCount: revision };
    return { id: id(), ...given, lifetimeMs, extractor: null, ...counts, ...times };
  };

  const operations: Readonly<Record<string, () => readonly unknown[]>> = {
    add: () => [addition(oneOf(collections), id(), content())],
    check: () => {
      const stored = oneOf(['ifNew', 'always'] as const);
      const given = { ...content(), newClusterId: `cluster ${made}`, store: stored };
      return [checking(oneOf(collections), id(), given)];
    },
    delete: () => [{ collection: oneOf(collections), ids: [id(), id(), id()], now }],
    restore: () => [{ collection: oneOf(collections), documents: [restored(), restored()] }],
    separate: () => [{ collection: oneOf(collections), a: 'id 1', b: `id ${2 + below(9)}`, now }],
    updateCollection: () => [
      { collection: oneOf(collections), settings: { keepRefused: below(5) } },
    ],
    createCollection: () => [{ ...creation(`extra ${below(3)}`, 'simhash'), now }],
    deleteCollection: () => [{ name: `extra ${below(3)}` }],
    sweep: () => [{ now }],
    query: () => [
      { collection: oneOf(collections), probe: { signature: signature() }, rule, limit: 9, now },
    ],
    get: () => [{ collection: oneOf(collections), ids: [id(), id()], now }],
  };
  const weighted = Object.entries({
    ...{ add: 8, check: 10, delete: 3, restore: 2, separate: 1, updateCollection: 1 },
    ...{ createCollection: 1, deleteCollection: 1, sweep: 2, query: 2, get: 2 },
  }).flatMap(([method, weight]) => Array<string>(weight).fill(method));

  function next(): Operation {
    now += below(3);
    made += 1;
    const method = oneOf(weighted);
    const isOfCollections = method.endsWith('Collection');
    const wait = isOfCollections || method === 'sweep' || below(4) === 0;
    return { method: method as keyof Store, input: operations[method]!(), wait };
  }

  return { next, now: () => now };
}
