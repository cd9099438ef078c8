import { type Method, recipeId } from '../../../../src/fingerprint/recipe.js';
import { levels } from '../../../../src/matching/match.js';
import type { Store } from '../../../../src/store/contract/store.js';
import {
  addition,
  checking,
  flip,
  newCollection,
  rule,
  signatureOf,
  sketched,
  withEvidence,
} from '../../../../test/store/samples.js';

/** A store call, as a message to a process. */
export interface Step {
  /** Number of the calling process. */
  readonly by: number;
  readonly method: keyof typeof performers;
  /** Name of the collection; null: none, or all. */
  readonly collection: string | null;
  readonly given: Record<string, unknown>;
}

export interface Told {
  readonly answer?: unknown;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** Clock offsets of the processes in milliseconds. */
export const clockSkews = [-500, 0, 500] as const;
/**
 * Minimum distance of a step from any expiry. Closer steps would find processes disagreeing on the present documents.
 */
const expiryGapMs = 700;

const methods: readonly Method[] = ['simhash', 'minhash', 'hybrid'];
const extras = ['extra 0', 'extra 1'];

const creation = (name: string, method: Method) => {
  const created = newCollection(name, method);
  return { ...created, recipeId: recipeId(created.recipe) };
};

/** Creates the collections used by most steps. Stores never forget the names of extractors. */
export const beginning: readonly Step[] = [
  ...methods.map(
    (method, by): Step => ({
      ...{ by, method: 'createCollection', collection: null },
      given: creation(method, method),
    }),
  ),
  ...['a/1', 'b/1'].map(
    (extractor, by): Step => ({
      ...{ by, method: 'add', collection: 'simhash' },
      given: { ...addition({ name: '', generation: 0 }, extractor, { extractor }) },
    }),
  ),
];

/** Deletes all collections that may exist. */
export const end: readonly Step[] = [...methods, ...extras].map((name) => ({
  ...{ by: 0, method: 'deleteCollection', collection: null },
  given: { name },
}));

/**
 * Draws steps that often conflict: few ids, matching contents, three processes.
 * @param name of the history, so that it shares no idempotency key with others
 */
export function createSteps(random: () => number, name: string): () => Step {
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const id = () => `id ${below(12)}`;
  const expiries: number[] = [];
  const withKey: Step[] = [];
  let clock = 10_000;
  let made = 0;
  let now = clock;

  function signature() {
    const bits = Array.from({ length: below(4) }, () => below(64));
    const fingerprint = flip({ high: 0xffff0000, low: below(3) * 0x10001 }, bits);
    const content = below(5) - 1;
    const plain = signatureOf(fingerprint, content);
    if (content < 0 || below(4) === 0) return plain;
    const whole = sketched(plain, { family: below(4), to: below(80) });
    return below(3) === 0 ? whole : withEvidence(whole, oneOf([1, 2, 3]));
  }

  function expiry(): number | null {
    if (below(7) > 0) return null;
    const at = now + 2_000 + below(20_000);
    expiries.push(at);
    return at;
  }

  /** Draws a content. Equal contents have the same text, derived from the hash. */
  function content() {
    const given = signature();
    const text = new TextEncoder().encode(`of ${given.exactHash}`);
    const metadata = below(3) === 0 ? JSON.stringify({ n: below(3) }) : null;
    const page = oneOf([null, '["x"]', '["y"]']);
    const extractor = oneOf([null, 'a/1', 'b/1']);
    return { signature: given, text, metadata, page, extractor, now, expiresAt: expiry() };
  }

  function restored() {
    const { now: at, ...given } = content();
    const times = { storedAt: at - below(500), updatedAt: at, lastSeenAt: at };
    const lifetimeMs = given.expiresAt && given.expiresAt - at;
    const counts = { revision: 1 + below(3), seenCount: 3 };
    return { id: id(), ...given, lifetimeMs, ...counts, ...times };
  }

  const unnamed = { name: '', generation: 0 };
  const about: Readonly<Record<Step['method'], () => object>> = {
    add: () => addition(unnamed, id(), content()),
    check: () => {
      const how = oneOf([
        ...[{}, {}, {}, { onDuplicate: 'store' }, { dryRun: true }],
        ...[{ onDuplicate: 'replace' }, { onCovered: 'replace' }, { onCovered: 'replace' }],
      ] as const);
      const limits = { duplicateIf: oneOf(levels), limit: below(4) };
      const given = { ...content(), ...limits, ...how, newId: `made ${made}` };
      const mayKeep = !('onDuplicate' in how) && below(3) === 0;
      if (below(8) === 0) return checking(unnamed, null, given);
      return checking(unnamed, id(), mayKeep ? { ...given, onChange: 'keep' } : given);
    },
    delete: () => ({
      ids: Array.from({ length: 1 + below(3) }, id),
      ...(below(6) === 0 && { ifRevision: 1 }),
      now,
    }),
    restore: () => ({ documents: [restored(), { ...restored(), id: `id ${20 + below(3)}` }] }),
    query: () => ({
      ...{ probe: below(2) === 0 ? { id: id() } : { signature: signature() } },
      ...{ rule, limit: 9, now },
    }),
    list: () => ({
      ...{ idPrefix: below(3) === 0 ? 'id 1' : null, after: below(3) === 0 ? id() : null },
      ...{ limit: 1 + below(20), now },
    }),
    get: () => ({ ids: [id(), id(), id()], now }),
    texts: () => ({ ids: [id(), id()], now }),
    getArchived: () => ({ ids: [id(), id()], now }),
    updateCollection: () => ({
      settings: {
        ...{ keepRefused: below(5), maxDistance: below(8) },
        keepPerFamily: oneOf([null, null, 1, 2, 3]),
      },
    }),
    createCollection: () => ({ ...creation(oneOf(extras), 'simhash'), now }),
    deleteCollection: () => ({ name: oneOf(extras) }),
    listCollections: () => ({}),
    extractors: () => ({}),
  };
  const weighted = Object.entries({
    ...{ add: 10, check: 24, delete: 6, restore: 2, query: 5, list: 3, get: 4, texts: 1 },
    ...{ getArchived: 2, updateCollection: 1, createCollection: 1, deleteCollection: 1 },
    ...{ listCollections: 1, extractors: 1 },
  } satisfies Record<Step['method'], number>).flatMap(([method, weight]) =>
    Array<Step['method']>(weight).fill(method as Step['method']),
  );

  function advance(): void {
    clock += below(60);
    for (const at of expiries.sort((a, b) => a - b)) {
      if (Math.abs(at - clock) < expiryGapMs) clock = at + expiryGapMs;
    }
  }

  /** Recent steps, repeated so that many documents are found unchanged. */
  const lately: Step[] = [];

  return function next(): Step {
    const step = drawn();
    if ((step.method !== 'check' && step.method !== 'add') || 'idempotency' in step.given)
      return step;
    if (lately.length > 0 && below(4) === 0) {
      const again = oneOf(lately);
      return { ...again, by: step.by, given: { ...again.given, now, expiresAt: expiry() } };
    }
    lately.push(step);
    if (lately.length > 8) lately.shift();
    return step;
  };

  function drawn(): Step {
    made += 1;
    advance();
    const by = below(clockSkews.length);
    now = clock + clockSkews[by]!;
    if (withKey.length > 0 && below(12) === 0) return { ...oneOf(withKey), by };
    const method = oneOf(weighted);
    const isOfAll = /Collections?$/.test(method) && method !== 'updateCollection';
    const collection =
      isOfAll || method === 'extractors' ? null : oneOf([...methods, ...methods, oneOf(extras)]);
    const step: Step = { by, method, collection, given: { ...about[method]() } };
    // A retried check without id and key would find the document that it had stored.
    const needsKey = method === 'check' && step.given.id === null;
    const mayHaveKey = ['add', 'check', 'delete'].includes(method);
    if (!needsKey && (!mayHaveKey || below(4) > 0)) return step;
    const times = { expiresAt: now + 1e8, guaranteedUntil: now + 1e8 };
    const names = { key: `${name} ${made}`, request: `request ${made}`, note: `note ${made}` };
    const once = {
      ...step,
      given: { ...step.given, idempotency: { ...names, owner: 'o', ...times } },
    };
    withKey.push(once);
    return once;
  }
}

const ofCollection =
  (method: 'add' | 'check' | 'delete' | 'restore' | 'query' | 'list' | 'updateCollection') =>
  async (store: Store, { collection, given }: Step) => {
    const found = await store.getCollection(collection!);
    if (found === undefined) return 'no collection';
    return (store[method] as (operation: object) => Promise<unknown>)({
      ...given,
      collection: found,
    });
  };

const ofIds =
  (method: 'get' | 'texts' | 'getArchived') =>
  async (store: Store, { collection, given }: Step) => {
    const found = await store.getCollection(collection!);
    if (found === undefined) return 'no collection';
    return store[method]({
      collection: found,
      ids: given.ids as string[],
      now: given.now as number,
    });
  };

const performers = {
  add: ofCollection('add'),
  check: ofCollection('check'),
  delete: ofCollection('delete'),
  restore: ofCollection('restore'),
  query: ofCollection('query'),
  list: ofCollection('list'),
  updateCollection: ofCollection('updateCollection'),
  get: ofIds('get'),
  texts: ofIds('texts'),
  getArchived: ofIds('getArchived'),
  createCollection: (store: Store, { given }: Step) => store.createCollection(given as never),
  deleteCollection: (store: Store, { given }: Step) =>
    store.deleteCollection({ name: given.name as string }),
  listCollections: (store: Store) => store.listCollections(),
  extractors: async (store: Store) => (await store.extractors()).sort(),
};

export async function perform(store: Store, step: Step): Promise<Told> {
  try {
    return { answer: await performers[step.method](store, step) };
  } catch (error) {
    const { code = 'none', message } = error as { code?: string; message: string };
    return { failure: { code, message } };
  }
}
