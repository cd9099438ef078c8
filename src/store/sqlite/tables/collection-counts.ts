import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { StoreStats } from '../../contract/statistics.js';

/** Counts of a collection, after the operations of the current transaction. */
export interface Counts {
  documents: number;
  contents: number;
  fingerprints: number;
  /** Documents with an expiry. */
  expiring: number;
  /** Contents that are recorded as having no document. */
  released: number;
  /** Documents that are claimed. */
  claims: number;
}

export const noCounts = (): Counts => ({
  documents: 0,
  contents: 0,
  fingerprints: 0,
  expiring: 0,
  released: 0,
  claims: 0,
});

/** A collection whose counts are held in memory. */
export interface Counted {
  readonly counts: Counts;
  /** Whether the counts differ from those in the database. */
  changed: boolean;
}

/**
 * The counts of the collections. Each operation changes them in memory; `flush` writes them once per
 * transaction.
 * @param entries by generation; the catalog puts and removes them
 * @param changed is told how to undo each change
 */
export function createCollectionCounts(
  entries: ReadonlyMap<number, Counted>,
  changed: (undo: () => void) => void,
  write: (generation: number, counts: Readonly<Counts>) => void,
) {
  /** Adds the changes of an operation. @param change must not be modified afterwards */
  function count({ generation }: Collection, change: Readonly<Counts>): void {
    const entry = entries.get(generation);
    if (entry === undefined) return;
    const changedBefore = entry.changed;
    addCounts(entry.counts, change, 1);
    entry.changed = true;
    changed(() => {
      addCounts(entry.counts, change, -1);
      entry.changed = changedBefore;
    });
  }

  /** Writes the counts that changed; belongs in the transaction that changed them. */
  function flush(): void {
    for (const [generation, entry] of entries) {
      if (!entry.changed) continue;
      write(generation, entry.counts);
      entry.changed = false;
    }
  }

  /** Whether a collection may hold contents without a present document. */
  function mayHoldGone({ generation }: CollectionKey): boolean {
    const { expiring, released } = entries.get(generation)!.counts;
    return expiring > 0 || released > 0;
  }

  function hasClaims({ generation }: CollectionKey): boolean {
    return entries.get(generation)!.counts.claims > 0;
  }

  /** How many contents of all collections are recorded as having no document. */
  function released(): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts.released;
    return sum;
  }

  /** The sums over some collections. */
  function sumOf(
    collections: readonly Collection[],
  ): Pick<StoreStats, 'documents' | 'contents' | 'fingerprints' | 'claims'> {
    const total = { documents: 0, contents: 0, fingerprints: 0, claims: 0 };
    for (const { generation } of collections) {
      const { documents, contents, fingerprints, claims } = entries.get(generation)!.counts;
      total.documents += documents;
      total.contents += contents;
      total.fingerprints += fingerprints;
      total.claims += claims;
    }
    return total;
  }

  /** The number of contents, or of documents, of all live collections and successors. */
  function living(what: 'contents' | 'documents'): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts[what];
    return sum;
  }

  return { count, flush, mayHoldGone, hasClaims, released, sumOf, living };
}

function addCounts(counts: Counts, change: Readonly<Counts>, by: 1 | -1): void {
  counts.documents += by * change.documents;
  counts.contents += by * change.contents;
  counts.fingerprints += by * change.fingerprints;
  counts.expiring += by * change.expiring;
  counts.released += by * change.released;
  counts.claims += by * change.claims;
}
