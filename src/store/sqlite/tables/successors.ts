import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { Input, Output } from '../requests.js';
import type { Catalog } from './catalog.js';
import { createChanges } from './changes.js';

/**
 * Successors: collections that are built to replace others.
 * @param onComplete called with the former collection before its successor takes its place
 */
export function createSuccessors(
  db: Database,
  catalog: Catalog,
  onComplete: (former: Collection) => void,
) {
  const changes = createChanges(db);

  /** Records that a document changed, if the collection has a successor. */
  function noteChange(collection: Collection, id: string): void {
    const successor = catalog.successorOf(collection);
    if (successor !== undefined) changes.note(successor.generation, id);
  }

  function takeChanges({ collection, limit }: Input<'takeChanges'>): string[] {
    const successor = catalog.successorOf(catalog.require(collection));
    return successor === undefined ? [] : changes.take(successor.generation, limit);
  }

  function completeSuccessor(key: CollectionKey): Output<'completeSuccessor'> {
    const former = catalog.require(key);
    const successor = catalog.successorOf(former);
    if (successor === undefined) {
      throw new NeardupError(
        'collection_not_found',
        `Collection "${former.name}" has no successor`,
      );
    }
    if (!changes.isEmpty(successor.generation)) return undefined;
    onComplete(former);
    catalog.completeSuccessor(former, successor);
    return successor;
  }

  return {
    noteChange,
    operations: { beginSuccessor: catalog.beginSuccessor, takeChanges, completeSuccessor },
  };
}
