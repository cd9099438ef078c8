import type { Method, Recipe } from '../../../src/fingerprint/recipe.js';
import type { Match } from '../../../src/matching/match.js';
import type { Collection, CollectionKey } from '../../../src/store/contract/collections.js';
import type {
  DecisionRecord,
  DecisionsPart,
  ListDecisions,
} from '../../../src/store/contract/decision-log.js';
import type { EmbeddedStore } from '../../../src/store/contract/embedded-store.js';
import type { ListNear, NearPlace } from '../../../src/store/contract/near.js';
import type { NewestPage } from '../../../src/store/contract/newest.js';
import type { SignaturePage, SignedDocument } from '../../../src/store/contract/scans.js';
import { newCollection, recipeOf, withParts } from '../samples.js';
import type { Operation, Step } from './agreement-steps.js';

/** View of a collection: its latest generation, and its latest successor. */
interface Held {
  collection: Collection;
  successor: CollectionKey;
}

/** Performs steps. @returns the answers, then the content of each collection */
export async function play(
  store: EmbeddedStore,
  steps: readonly Step[],
  hasParts: boolean,
): Promise<unknown[]> {
  const held: Held[] = [];
  for (const method of ['simhash', 'minhash', 'hybrid'] as const) {
    const collection = await store.createCollection({
      ...newCollection(method, method),
      recipe: recipeFor(method, hasParts),
    });
    held.push({ collection, successor: { name: method, generation: 0 } });
  }
  const answers: Promise<unknown>[] = [];
  let passed = 0;
  for (const [i, { operation, collection, toSuccessor, wait, tick }] of steps.entries()) {
    passed += tick;
    const timed = atTime(operation, passed, `note ${i}`);
    const answer = perform(
      store,
      held[collection]!,
      toSuccessor,
      timed,
      `new-${i}`,
      hasParts,
    ).catch(({ code, message }) => ({ code, message }));
    answers.push(answer);
    if (wait || severalCalls.includes(operation.kind)) await answer;
  }
  const ends = held.map(async ({ collection: { name } }) => {
    const collection = (await store.getCollection(name))!;
    const now = 105 + Math.max(0, passed);
    return [await newestOf(store, collection, now), await clustersOf(store, collection, now)];
  });
  return Promise.all([...answers, ...ends]);
}

/** Operations that must be awaited: they call the store several times, or change the view of a collection. */
const severalCalls: readonly string[] = [
  ...['recreate', 'begin', 'complete', 'update', 'sweep', 'scan', 'reimport', 'near'],
];

/** Adds parts to some recipes. */
function recipeFor(method: Method, hasParts: boolean): Recipe {
  const recipe = recipeOf(method);
  return hasParts && method !== 'minhash' ? withParts(recipe) : recipe;
}

/** Reads all documents in order of arrival, by pages that scan only a few. */
async function newestOf(
  store: EmbeddedStore,
  collection: Collection,
  now: number,
): Promise<unknown> {
  const which = { storedAfter: null, storedBefore: null, search: null, only: null };
  const page = { collection, limit: 2, rows: 3, ...which, now };
  const seen: unknown[] = [];
  for (let before: number | null = null; ; ) {
    const { documents, next }: NewestPage = await store.newest({ ...page, before });
    seen.push(...documents.map(({ document }) => document));
    if (next === null) return seen;
    before = next;
  }
}

/** Reads all documents within a distance, page by page. */
async function nearOf(store: EmbeddedStore, page: ListNear): Promise<unknown> {
  const seen: Match[] = [];
  for (let after: NearPlace | null = null; ; ) {
    const found = await store.near({ ...page, after });
    if (found === undefined) return null;
    seen.push(...found.matches);
    if (found.next === null) return seen;
    after = found.next;
  }
}

const everyDecision: Omit<ListDecisions, 'collection'> = {
  ...{ filter: {}, after: null, before: null, position: null, limit: 1000 },
  order: 'newest',
};

/** Reads a page of the log, from as many parts as needed. */
async function decisionsOf(store: EmbeddedStore, page: ListDecisions): Promise<unknown> {
  let { position } = page;
  const seen: DecisionRecord[] = [];
  do {
    const part: DecisionsPart = await store.decisions({ ...page, position });
    seen.push(...part.decisions);
    position = part.position;
  } while (position !== null && seen.length < page.limit);
  return seen.slice(0, page.limit);
}

/** Marks all decisions whose match is gone. @returns the number of marked ones by match */
async function markedGone(store: EmbeddedStore, now: number): Promise<unknown> {
  const pages = new Map<string, number>();
  for (let more = true; more; ) {
    const marked = await store.markGone({ now });
    for (const { collection, id, pages: count } of marked.matches) {
      const key = JSON.stringify([collection, id]);
      pages.set(key, (pages.get(key) ?? 0) + count);
    }
    more = marked.more;
  }
  return [...pages].sort();
}

/** Reads all signatures, and seats some documents with others, as a scan does. */
async function scan(
  store: EmbeddedStore,
  collection: CollectionKey,
  { picks, byParts, deletes, now }: Extract<Operation, { kind: 'scan' }>,
  newId: string,
): Promise<unknown> {
  const documents: SignedDocument[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: SignaturePage = await store.signatures({ collection, after, rows: 3, now });
    documents.push(...page.documents);
    after = page.next;
  }
  const contentAt = (place: number) => {
    const { id, signature } = documents[place % documents.length]!;
    return { id, exactHash: signature.exactHash };
  };
  const found = picks
    .filter(([a, b]) => documents.length > 1 && (a - b) % documents.length !== 0)
    .map(([a, b], i) => ({
      ...{ document: contentAt(a), match: contentAt(b) },
      ...{ byParts, deletes, newClusterId: `${newId} ${i}` },
    }));
  return [documents, await store.seatFound({ collection, found, now })];
}

/** Reads all documents as an export does, and stores them again as an import does. */
async function reimport(
  store: EmbeddedStore,
  collection: CollectionKey,
  now: number,
): Promise<unknown> {
  const all = { collection, idPrefix: null, after: null, limit: 100, now };
  const ids = (await store.list(all)).map(({ id }) => id);
  const documents = await store.getArchived({ collection, ids, now });
  await store.restore({ collection, documents });
  return documents;
}

/** Reads all data kept of duplicates. */
async function clustersOf(
  store: EmbeddedStore,
  collection: Collection,
  now: number,
): Promise<unknown> {
  const all = { collection, after: null, limit: 100, now };
  const clusters = await store.clusters({ ...all, minMembers: 1, order: 'members' });
  const pages = clusters.map(({ id }) => store.cluster({ ...all, id, storedOnly: false }));
  return [
    clusters,
    await Promise.all(pages),
    await store.separations(all),
    await store.labels(all),
    await decisionsOf(store, { ...everyDecision, collection }),
  ];
}

/** Returns the operation at a later time. */
function atTime(operation: Operation, passed: number, note: string): Operation {
  if (!('now' in operation)) return operation;
  const now = operation.now + passed;
  const ttl = 'ttl' in operation ? operation.ttl : null;
  const key = 'idempotency' in operation ? operation.idempotency : null;
  const idempotency =
    key === null
      ? undefined
      : { ...key, owner: 'one', guaranteedUntil: now, expiresAt: now + key.ttl, note };
  const claiming = 'claiming' in operation ? operation.claiming : null;
  // A client claims a document at most until it expires.
  const claimed = Math.min(claiming?.ttl ?? 0, ttl ?? Number.POSITIVE_INFINITY);
  const claim = claiming && { claimant: claiming.claimant, expiresAt: now + claimed };
  const scoping = 'scoping' in operation ? operation.scoping : null;
  const scope = scoping ? { since: now - scoping.within, site: scoping.site } : undefined;
  const timed = { ...operation, now, expiresAt: ttl && now + ttl, idempotency, claim, scope };
  return timed as Operation;
}

/** Fields missing in some kinds of operations. */
const unused = { ids: [], limit: 0, now: 0, method: 'simhash' as Method, taking: false };

async function perform(
  store: EmbeddedStore,
  held: Held,
  toSuccessor: boolean,
  operation: Operation,
  newId: string,
  hasParts: boolean,
): Promise<unknown> {
  const collection = toSuccessor ? held.successor : held.collection;
  const { name } = held.collection;
  const given = {
    collection,
    newId,
    newClusterId: newId.replace('new', 'cluster'),
    ...operation,
  } as never;
  const { ids, limit, now, method, taking } = { ...unused, ...operation };
  switch (operation.kind) {
    case 'add':
      return store.add(given);
    case 'check':
      return store.check(given);
    case 'query':
      return store.query(given);
    case 'near':
      return held.collection.recipe.method === 'minhash' ? null : nearOf(store, given);
    case 'confirm':
      return store.confirm(given);
    case 'delete':
      return store.delete(given);
    case 'restore':
      return store.restore(given);
    case 'list':
      return store.list(given);
    case 'siteLines':
      return store.siteLines(given);
    case 'newest': {
      const page = { ...(given as object), before: null, rows: 1000 };
      return (await store.newest(page as never)).documents.map(({ document }) => document);
    }
    case 'get':
      return store.get({ collection, ids, now });
    case 'texts':
      return store.texts({ collection, ids, now, bytesMax: operation.bytesMax });
    case 'getArchived':
      return store.getArchived({ collection, ids, now });
    case 'sweep':
      while (await store.sweep({ now }));
      return null;
    case 'update':
      held.collection = await store.updateCollection({
        collection: held.collection,
        settings: operation.settings,
      });
      return held.collection;
    case 'stats':
      return { ...(await store.stats({ collection })), bytes: null };
    case 'statsOfEach':
      return store.statsOfEach({ collections: [collection, held.collection] });
    case 'history':
      return store.history({ since: operation.since, collection });
    case 'hosts':
      return store.hosts({ since: operation.since, order: operation.order, limit: 5, collection });
    case 'clusters':
      return store.clusters(given);
    case 'clustersById':
      return store.clustersById(given);
    case 'cluster':
      return store.cluster({ ...(given as object), id: operation.clusterId } as never);
    case 'represent':
      return store.represent({ ...(given as object), id: operation.clusterId } as never);
    case 'memberOf':
      return store.memberOf(given);
    case 'restoreMembers':
      return store.restoreMembers(given);
    case 'separate':
      return store.separate(given);
    case 'unseparate':
      return store.unseparate(given);
    case 'separations':
      return store.separations(given);
    case 'label':
      return store.label(given);
    case 'unlabel':
      return store.unlabel(given);
    case 'labels':
      return store.labels(given);
    case 'measurePairs':
      return store.measurePairs(given);
    case 'decisions':
      return decisionsOf(store, given);
    case 'forgetDecisions':
      return (await store.forgetDecisions(given)).deleted;
    case 'markGone':
      return markedGone(store, now);
    case 'scan':
      // Skipped while a successor is being built.
      return scan(store, held.collection, operation, newId);
    case 'reimport':
      return reimport(store, collection, now);
    case 'extractors':
      return store.extractors();
    case 'take':
      return store.takeChanges({ collection: held.collection, limit });
    case 'abandon':
      return store.abandonSuccessor({ collection: held.collection });
    case 'begin': {
      const recipe = recipeFor(method, hasParts);
      const begun = { collection: held.collection, recipe, recipeId: method };
      held.successor = await store.beginSuccessor(begun);
      return held.successor;
    }
    case 'complete': {
      if (taking) await store.takeChanges({ collection: held.collection, limit: 1000 });
      const completed = await store.completeSuccessor({ collection: held.collection });
      held.collection = (await store.getCollection(name))!;
      return { completed, now: held.collection };
    }
    default:
      await store.deleteCollection({ name });
      held.collection = await store.createCollection(newCollection(name, method));
      return held.collection;
  }
}
