import {
  type Collection,
  type CollectionStats,
  type Counted,
  countDecision,
  type DecisionStatistics,
  decisions,
  hourMs,
  noStatistics,
  type StoredDocument,
  type StoreStats,
} from 'neardup/engine';
import type { Connection } from '../connection.js';

type CountedCollection = Pick<Collection, 'generation'>;
type Size = 'documents' | 'contents';

/**
 * Counts for each collection. Each process adds up its changes in memory and writes them once a second, so that
 * counting does not make checks slower. Documents and contents that expire are counted separately for each hour of
 * expiry, and no longer counted once that hour is over. Counts are exact, with these exceptions:
 *
 * - if a process dies or a write fails, up to about one second's counts may be lost
 * - a content that two requests store or delete at the same time may be counted twice or not at all
 * - a content is counted only until the document with which it was first counted expires
 */
export interface Counts {
  /** Counts a document that was stored or removed. @param by 1, or −1 for a removal */
  document(collection: CountedCollection, document: StoredDocument, by: number): void;
  /**
   * Counts a content that was stored or removed. @param document first document of the content, or the last one on its
   * removal
   */
  content(collection: CountedCollection, document: StoredDocument, by: number): void;
  decision(collection: CountedCollection, outcome: Counted): void;
  statsOf(collections: readonly CountedCollection[]): Promise<StoreStats>;
  statsOfEach(collections: readonly CountedCollection[]): Promise<CollectionStats[]>;
  /** Writes the counts that are not written yet. */
  close(): Promise<void>;
}

/** Unwritten changes of one collection. */
interface Pending {
  readonly sizes: Map<string, number>;
  readonly statistics: DecisionStatistics;
}

/** Maximum number of counts in one request. */
const countsARequest = 50;

export function createCounts(
  connection: Connection,
  { everyMs = 1_000, clock = Date.now } = {},
): Counts {
  const table = `${connection.keyspace}.counts`;
  const add = `UPDATE ${table} SET count = count + ? WHERE generation = ? AND name = ?`;
  const select = `SELECT name, count FROM ${table} WHERE generation = ?`;
  let pending = new Map<number, Pending>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function openPending({ generation }: CountedCollection): Pending {
    timer ??= setTimeout(write, everyMs).unref();
    const known = pending.get(generation);
    if (known !== undefined) return known;
    const none = { sizes: new Map<string, number>(), statistics: noStatistics() };
    pending.set(generation, none);
    return none;
  }

  function size(kind: Size) {
    return (collection: CountedCollection, { expiresAt }: StoredDocument, by: number) => {
      const { sizes } = openPending(collection);
      const name = expiresAt === null ? kind : `${kind} ${Math.floor(expiresAt / hourMs)}`;
      sizes.set(name, (sizes.get(name) ?? 0) + by);
    };
  }

  /** Writes all pending changes. Changes whose write fails are not written again, so that none is counted twice. */
  function write(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const changed = pending;
    pending = new Map();
    const requests = [...changed].flatMap(([generation, { sizes, statistics }]) => {
      const all = [...sizes, ...listEntries(statistics)].filter(([, by]) => by !== 0);
      const statements = all.map(([name, by]) => ({
        query: add,
        values: [BigInt(by), generation, name],
      }));
      const count = Math.ceil(statements.length / countsARequest);
      return Array.from({ length: count }, (_, at) =>
        connection.addAll(statements.slice(at * countsARequest, (at + 1) * countsARequest)),
      );
    });
    writing = Promise.allSettled([writing, ...requests]);
    return writing;
  }

  async function read({ generation }: CountedCollection) {
    const rows = await connection.read(select, [generation]);
    const hour = clock() / hourMs;
    const sizes = { documents: 0, contents: 0 };
    const statistics = noStatistics();
    for (const row of rows) {
      const [kind, of] = (row.name as string).split(' ') as [string, string?];
      const count = Number(row.count);
      if (kind === 'documents' || kind === 'contents') {
        if (of === undefined || Number(of) + 1 > hour) sizes[kind] += count;
      } else {
        const counts: Record<string, number> | number[] = statistics[kind as 'decisions'];
        (counts as Record<string, number>)[of!] = count;
      }
    }
    return { sizes, statistics };
  }

  return {
    document: size('documents'),
    content: size('contents'),
    decision: (collection, outcome) => countDecision(openPending(collection).statistics, outcome),
    async statsOf(collections) {
      await write();
      const sum = { documents: 0, contents: 0, ...noStatistics() };
      for (const { sizes, statistics } of await Promise.all(collections.map(read))) {
        sum.documents += sizes.documents;
        sum.contents += sizes.contents;
        addStatistics(sum, statistics);
      }
      // Distinct fingerprints are not counted, so this returns their maximum, the number of contents.
      const files = { bytes: null, walBytes: null };
      return { ...sum, fingerprints: sum.contents, claims: 0, ...files };
    },
    async statsOfEach(collections) {
      await write();
      const found = await Promise.all(collections.map(read));
      return found.map(({ sizes, statistics }) => ({
        ...{ ...sizes, decisions: statistics.decisions },
        lastDecisionHour: null,
      }));
    },
    async close() {
      await write();
    },
  };
}

function listEntries(statistics: DecisionStatistics): [string, number][] {
  const { distances, similarities } = statistics;
  return [
    ...decisions.map((each): [string, number] => [`decisions ${each}`, statistics.decisions[each]]),
    ...distances.map((count, at): [string, number] => [`distances ${at}`, count]),
    ...similarities.map((count, at): [string, number] => [`similarities ${at}`, count]),
  ];
}

function addStatistics(sum: DecisionStatistics, other: DecisionStatistics): void {
  for (const decision of decisions) sum.decisions[decision] += other.decisions[decision];
  for (const [i, count] of other.distances.entries()) sum.distances[i]! += count;
  for (const [i, count] of other.similarities.entries()) sum.similarities[i]! += count;
}
