import type { Database } from 'better-sqlite3';
import { historyHoursMax, hourMs, hourOf } from '../decision-counts.js';
import { blockTables } from './gathering.js';
import { createGiveBack } from './give-back.js';

/** Rows that one step removes at most: a few milliseconds. */
const sweepRowsMax = 256;
/** Fewer of contents, each of which may have a text of some hundred pages. */
const sweepContentsMax = 32;

/** Fewer of documents, each of which has a dozen rows all over the indexes. */
const sweepDocumentsMax = 32;

/** As many of outcomes, which may be long and have a row each in two indexes. */
const sweepOutcomesMax = 32;

/**
 * Removes what nobody can see any more, in small steps: the rows of collections that were deleted,
 * documents and kept outcomes that expired, hours of decisions long past, and free pages. A step finds
 * by itself where the last one stopped, and answers whether there may be more.
 *
 * @param eraseExpired removes at most so many documents with all that hangs on them; whether it did
 * @param forgetOutcomes the same for outcomes
 */
export function createSweep(
  db: Database,
  eraseExpired: RemoveExpired,
  forgetOutcomes: RemoveExpired,
): (now: number) => boolean {
  const sweepDeleted = createDeletedSweep(db);
  const giveBack = createGiveBack(db);
  const forgetHours = createForgetHours(db);
  return (now) =>
    sweepDeleted() ||
    eraseExpired(now, sweepDocumentsMax) ||
    forgetOutcomes(now, sweepOutcomesMax) ||
    forgetHours(now) ||
    giveBack();
}

function createForgetHours(db: Database): (now: number) => boolean {
  const forget = db.prepare<[number, number]>(
    `DELETE FROM decision_hours WHERE (lineage, hour) IN
       (SELECT lineage, hour FROM decision_hours WHERE hour < ? LIMIT +?)`,
  );
  return (now) => forget.run(hourOf(now) - historyHoursMax * hourMs, sweepRowsMax).changes > 0;
}

type RemoveExpired = (now: number, limit: number) => boolean;

function createDeletedSweep(db: Database): () => boolean {
  const selectDeleted = db
    .prepare<[], number>(
      'SELECT generation FROM collections WHERE name IS NULL AND successor_of IS NULL LIMIT 1',
    )
    .pluck();
  const sweepTable = (table: string, ...key: string[]) => {
    const columns = key.join(', ');
    const statement = db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${columns}) IN
         (SELECT ${columns} FROM ${table} WHERE collection = ? LIMIT +?)`,
    );
    return (generation: number) => statement.run(generation, sweepRowsMax).changes > 0;
  };
  /** What is kept by lineage goes with the last generation of it. */
  const sweepLineage = (table: string, ...key: string[]) => {
    const columns = ['lineage', ...key].join(', ');
    const statement = db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${columns}) IN
         (SELECT ${columns} FROM ${table} WHERE lineage =
           (SELECT lineage FROM collections AS former WHERE generation = ? AND NOT EXISTS
             (SELECT 1 FROM collections WHERE lineage = former.lineage
                AND (name IS NOT NULL OR successor_of IS NOT NULL)))
         LIMIT +?)`,
    );
    return (generation: number) => statement.run(generation, sweepRowsMax).changes > 0;
  };
  const steps = [
    sweepTable('changes', 'collection', 'id'),
    sweepTable('documents', 'number'),
    ...blockTables.map((table) => sweepTable(table, 'collection', 'block', 'list')),
    sweepTable('bands', 'collection', 'key', 'content'),
    sweepTable('contents_by_fingerprint', 'collection', 'prefix', 'content'),
    sweepTable('contents_by_hash', 'collection', 'hash', 'content'),
    sweepContents(db),
    sweepLineage('members', 'id'),
    sweepLineage('clusters', 'number'),
    sweepLineage('separations', 'a', 'b'),
    sweepLineage('decision_hours', 'hour'),
    sweepLineage('decision_totals', 'lineage'),
  ];
  const deleteCollection = db.prepare<[number]>('DELETE FROM collections WHERE generation = ?');

  return () => {
    const generation = selectDeleted.get();
    if (generation === undefined) return false;
    if (!steps.some((step) => step(generation))) deleteCollection.run(generation);
    return true;
  };
}

/** Contents go together with their texts, which nothing else leads to. */
function sweepContents(db: Database): (generation: number) => boolean {
  const selectSome = db
    .prepare<[number, number], number>('SELECT number FROM contents WHERE collection = ? LIMIT +?')
    .pluck();
  const deleteText = db.prepare<[number]>('DELETE FROM texts WHERE content = ?');
  const deleteContent = db.prepare<[number]>('DELETE FROM contents WHERE number = ?');
  return (generation) => {
    const contents = selectSome.all(generation, sweepContentsMax);
    for (const content of contents) {
      deleteText.run(content);
      deleteContent.run(content);
    }
    return contents.length > 0;
  };
}
