import type { Database } from 'better-sqlite3';
import { compareUtf8 } from '../../../matching/match-rule.js';
import type { Catalog } from '../tables/catalog.js';
import type { DocumentEvent, Observer } from './observer.js';

export type Changes = ReturnType<typeof createChanges>;

/**
 * Ids of documents that change in a collection while its successor is being built. These documents are copied to the
 * successor again. The ids are stored under the generation of the successor, so that the sweep deletes them together
 * with an abandoned successor. A document that expires is not recorded, because its copy in the successor expires as
 * well.
 */
export function createChanges(db: Database, { findSuccessor }: Pick<Catalog, 'findSuccessor'>) {
  const insert = db.prepare<[number, string]>(
    'INSERT OR IGNORE INTO changes (collection, id) VALUES (?, ?)',
  );
  const take = db
    .prepare<[number, number], string>(
      `DELETE FROM changes WHERE (collection, id) IN
         (SELECT collection, id FROM changes WHERE collection = ? ORDER BY id LIMIT +?)
       RETURNING id`,
    )
    .pluck();
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM changes WHERE collection = ? LIMIT 1')
    .pluck();

  function note({ collection, document }: Pick<DocumentEvent, 'collection' | 'document'>): void {
    const successor = findSuccessor(collection);
    if (successor !== undefined) insert.run(successor.generation, document.id);
  }

  const observer: Observer = {
    isUsedIn: (collection) => findSuccessor(collection) !== undefined,
    ...{ stored: note, touched: note, removed: note },
  };

  return {
    observer,
    /** Removes at most `limit` of the recorded ids, and returns them in byte order. */
    take: (successor: number, limit: number): string[] =>
      take.all(successor, limit).sort(compareUtf8),
    isEmpty: (successor: number): boolean => selectAny.get(successor) === undefined,
  };
}
