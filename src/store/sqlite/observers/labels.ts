import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import {
  type Label,
  type LabelName,
  type LabelOperation,
  type ListLabels,
  labelsMax,
  labelsOfDocumentMax,
} from '../../contract/labels.js';
import { fullOfLabels, labelBytes, tooManyLabels } from '../../rules/labels.js';
import { takePage } from '../../rules/reply-bytes.js';
import { orderPair } from '../../rules/separations.js';
import type { Catalog } from '../tables/catalog.js';
import type { DocumentEvent, Observer, Observers } from './observer.js';

export type Labels = ReturnType<typeof createLabels>;

/**
 * Labels that people give to pairs of documents. A label is deleted when either document is deleted, expires or gets
 * other content.
 */
export function createLabels(
  db: Database,
  catalog: Pick<Catalog, 'findLineage' | 'isSuccessor'>,
  observers: Pick<Observers, 'use'>,
) {
  const insert = db.prepare<[number, string, string, LabelName, number]>(
    'INSERT OR REPLACE INTO labels (lineage, a, b, label, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db
    .prepare<[number, string, string], number>(
      'SELECT 1 FROM labels WHERE lineage = ? AND a = ? AND b = ?',
    )
    .pluck();
  const count = db
    .prepare<[number], number>('SELECT count(*) FROM labels WHERE lineage = ?')
    .pluck();
  const countOf = db
    .prepare<[number, string, number, string], number>(
      `SELECT (SELECT count(*) FROM labels WHERE lineage = ? AND a = ?)
            + (SELECT count(*) FROM labels WHERE lineage = ? AND b = ?)`,
    )
    .pluck();
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM labels WHERE lineage = ? AND a = ? AND b = ?',
  );
  const removeByA = db.prepare<[number, string]>('DELETE FROM labels WHERE lineage = ? AND a = ?');
  const removeByB = db.prepare<[number, string]>('DELETE FROM labels WHERE lineage = ? AND b = ?');
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM labels WHERE lineage = ? LIMIT 1')
    .pluck();
  const selectPage = db.prepare<[number, string, string], Label>(
    `SELECT a, b, label, created_at AS createdAt FROM labels
     WHERE lineage = ? AND (a, b) > (?, ?) ORDER BY a, b`,
  );

  /** Deletes all labels of a document. */
  function removeLabels({
    collection,
    document: { id },
  }: Pick<DocumentEvent, 'collection' | 'document'>): void {
    const lineage = catalog.findLineage(collection);
    removeByA.run(lineage, id);
    removeByB.run(lineage, id);
  }

  const observer: Observer = {
    isUsedIn: (collection) =>
      !catalog.isSuccessor(collection) &&
      selectAny.get(catalog.findLineage(collection)) !== undefined,
    stored(event) {
      if (!event.keepsContent) removeLabels(event);
    },
    removed: removeLabels,
    expired: removeLabels,
  };

  return {
    observer,
    /**
     * Rejects a new label if either document or the lineage already has the maximum number of labels. A pair that
     * already has a label is always accepted, because the new label replaces the old one.
     * @throws `validation_failed`
     */
    refuseFull(lineage: number, one: string, other: string): void {
      const { a, b } = orderPair(one, other);
      if (select.get(lineage, a, b) !== undefined) return;
      for (const id of [one, other]) {
        if (countOf.get(lineage, id, lineage, id)! >= labelsOfDocumentMax) throw tooManyLabels(id);
      }
      if (count.get(lineage)! >= labelsMax) throw fullOfLabels();
    },
    /** Stores the label of a pair, or replaces it. The caller must call `refuseFull` for the pair first. */
    put(
      collection: Collection,
      operation: Pick<LabelOperation, 'a' | 'b' | 'label' | 'now'>,
    ): void {
      const { a, b } = orderPair(operation.a, operation.b);
      insert.run(catalog.findLineage(collection), a, b, operation.label, operation.now);
      observers.use(observer, collection);
    },
    /** Deletes the label of a pair. @returns true if there was one */
    remove(lineage: number, one: string, other: string): boolean {
      const { a, b } = orderPair(one, other);
      return remove.run(lineage, a, b).changes > 0;
    },
    /**
     * Returns a page of labels.
     * @param isPresent returns true if a document is present; labels of absent documents are left out
     */
    page(
      lineage: number,
      { after, limit }: Pick<ListLabels, 'after' | 'limit'>,
      isPresent: (id: string) => boolean,
    ): Label[] {
      const rows = () => selectPage.iterate(lineage, after?.a ?? '', after?.b ?? '');
      return takePage(presentOf(rows, isPresent), limit, labelBytes);
    },
  };
}

function* presentOf(
  rows: () => Iterable<Label>,
  isPresent: (id: string) => boolean,
): Generator<Label> {
  for (const row of rows()) if (isPresent(row.a) && isPresent(row.b)) yield row;
}
