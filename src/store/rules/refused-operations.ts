import { NeardupError } from '../../errors.js';
import type { Capability } from '../contract/capabilities.js';
import type { StoreOperations } from '../contract/store.js';

/** The operations of each capability. */
export const operationsOfCapability = {
  reindexing: ['beginSuccessor', 'takeChanges', 'completeSuccessor', 'abandonSuccessor'],
  clusters: [
    'clusters',
    'cluster',
    'represent',
    'memberOf',
    'clustersById',
    'restoreMembers',
    'separate',
    'unseparate',
    'separations',
  ],
  scanning: ['signatures', 'seatFound'],
  statistics: ['stats', 'statsOfEach', 'history'],
  claims: ['confirm'],
  labels: ['label', 'unlabel', 'labels'],
  newestFirst: ['newest'],
  backup: ['backup'],
} as const satisfies Record<OperationCapability, readonly (keyof StoreOperations)[]>;

/** A capability that has operations of its own. */
type OperationCapability = Exclude<Capability, 'replacing' | 'ownTexts' | 'parts' | 'families'>;

const meanings: Readonly<Record<OperationCapability, string>> = {
  reindexing: 'reindex a collection',
  clusters: 'use clusters and separations',
  scanning: 'look for duplicates among what is stored',
  statistics: 'count documents or decisions',
  backup: 'write a backup',
  claims: 'claim or confirm documents',
  labels: 'label pairs of documents',
  newestFirst: 'list the newest documents',
};

/**
 * The operations that a store lacks: each rejects with `store_unsupported`.
 * @param store such as «the store over Cassandra»
 */
export function refusedOperations<Lacking extends OperationCapability>(
  store: string,
  lacking: readonly Lacking[],
): Pick<StoreOperations, (typeof operationsOfCapability)[Lacking][number]> {
  const refused = lacking.flatMap((capability) =>
    operationsOfCapability[capability].map((operation) => [
      operation,
      () =>
        Promise.reject(
          new NeardupError(
            'store_unsupported',
            `Cannot ${meanings[capability]}: ${store} does not offer it`,
          ),
        ),
    ]),
  );
  return Object.fromEntries(refused);
}
