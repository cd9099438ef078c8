import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Level } from '../../../matching/match.js';
import type { Collection, CollectionSettings } from '../../contract/collections.js';

/** Counts of a collection, including the changes of the current transaction. */
export interface Counts {
  documents: number;
  contents: number;
  /** Number of contents without evidence. */
  bare: number;
  fingerprints: number;
  /** Number of documents with an expiry. */
  expiring: number;
  /** Number of contents that have lost their last document and wait for the sweep. */
  released: number;
  /** Number of claimed documents. */
  claims: number;
}

export const noCounts = (): Counts => ({
  documents: 0,
  contents: 0,
  bare: 0,
  fingerprints: 0,
  expiring: 0,
  released: 0,
  claims: 0,
});

/** A collection as stored in the database. */
interface StoredCollection {
  readonly collection: Collection;
  readonly lineage: number;
  readonly counts: Counts;
}

/**
 * Rows of the collections. Two columns distinguish the three kinds of rows:
 *
 *   name  successor_of
 *   ────  ────────────
 *   pages      –         live
 *    –         7         a successor, which is built to replace generation 7
 *    –         –         deleted: `sweep` removes its data, then the row
 */
export function createCollectionRows(db: Database) {
  const insert = db.prepare<[string, string, string, ...Settings, number]>(
    `INSERT INTO collections
       (name, recipe, recipe_id, max_distance, min_similarity, min_containment, duplicate_if,
        ttl_seconds, keep_text, keep_refused, keep_per_family, site_lines, refused_days,
        refused_texts, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateSettings = db.prepare<[...Settings, number, number]>(
    `UPDATE collections
     SET max_distance = ?, min_similarity = ?, min_containment = ?, duplicate_if = ?,
       ttl_seconds = ?, keep_text = ?, keep_refused = ?, keep_per_family = ?, site_lines = ?,
       refused_days = ?, refused_texts = ?
     WHERE generation = ? OR successor_of = ?`,
  );
  const insertSuccessor = db.prepare<[string, string, number]>(
    `INSERT INTO collections
       (successor_of, lineage, recipe, recipe_id, max_distance, min_similarity,
        min_containment, duplicate_if, ttl_seconds, keep_text, keep_refused,
        keep_per_family, site_lines, refused_days, refused_texts, created_at)
     SELECT generation, lineage, ?, ?, max_distance, min_similarity, min_containment, duplicate_if,
       ttl_seconds, keep_text, keep_refused, keep_per_family, site_lines, refused_days,
       refused_texts, created_at
     FROM collections WHERE generation = ?`,
  );
  const beginLineage = db.prepare<[number, number]>(
    'UPDATE collections SET lineage = ? WHERE generation = ?',
  );
  const giveName = db.prepare<[string, number]>(
    'UPDATE collections SET name = ?, successor_of = NULL WHERE generation = ?',
  );
  const discard = db.prepare<[number]>(
    'UPDATE collections SET name = NULL, successor_of = NULL WHERE generation = ?',
  );
  const discardSuccessors = db.prepare(
    'UPDATE collections SET successor_of = NULL WHERE successor_of IS NOT NULL',
  );
  const writeCounts = db.prepare<[number, number, number, number, number, number, number, number]>(
    `UPDATE collections
     SET documents = ?, contents = ?, bare = ?, fingerprints = ?, expiring = ?, released = ?,
       claims = ?
     WHERE generation = ?`,
  );
  // Deleted collections and successors have no name.
  const selectNamed = db.prepare<[], Row>('SELECT * FROM collections WHERE name IS NOT NULL');

  return {
    named: (): StoredCollection[] => selectNamed.all().map(toStored),
    /** Inserts a collection. @returns its generation, which is also its lineage */
    insert(collection: Omit<Collection, 'generation'>): number {
      const { name, recipe, recipeId, createdAt } = collection;
      const settings = packSettings(collection);
      const row = insert.run(name, JSON.stringify(recipe), recipeId, ...settings, createdAt);
      const generation = Number(row.lastInsertRowid);
      beginLineage.run(generation, generation);
      return generation;
    },
    /** Inserts a successor of a collection, with the same lineage. @returns its generation */
    insertSuccessor(former: Collection, recipe: Recipe, recipeId: string): number {
      const row = insertSuccessor.run(JSON.stringify(recipe), recipeId, former.generation);
      return Number(row.lastInsertRowid);
    },
    /** Writes the settings of a collection and of its successor. */
    updateSettings(collection: Collection): void {
      const { generation } = collection;
      updateSettings.run(...packSettings(collection), generation, generation);
    },
    /** Makes a successor a live collection by giving it a name. */
    giveName(name: string, { generation }: Collection): void {
      giveName.run(name, generation);
    },
    discard({ generation }: Collection): void {
      discard.run(generation);
    },
    discardSuccessors(): void {
      discardSuccessors.run();
    },
    writeCounts(generation: number, counts: Readonly<Counts>): void {
      const { documents, contents, bare, fingerprints, expiring, released, claims } = counts;
      const others = [expiring, released, claims] as const;
      writeCounts.run(documents, contents, bare, fingerprints, ...others, generation);
    },
  };
}

type Settings = [
  maxDistance: number,
  minSimilarity: number,
  minContainment: number | null,
  duplicateIf: Level,
  ttlSeconds: number | null,
  keepText: number,
  keepRefused: number,
  keepPerFamily: number | null,
  siteLines: number,
  refusedDays: number | null,
  refusedTexts: number,
];

function packSettings(settings: CollectionSettings): Settings {
  const { maxDistance, minSimilarity, minContainment, duplicateIf } = settings;
  const { ttlSeconds, keepText, keepRefused, keepPerFamily, siteLines, refusedPages } = settings;
  return [
    maxDistance,
    minSimilarity,
    minContainment,
    duplicateIf,
    ttlSeconds,
    Number(keepText),
    keepRefused,
    keepPerFamily,
    Number(siteLines),
    refusedPages?.days ?? null,
    Number(refusedPages?.texts ?? false),
  ];
}

interface Row extends Counts {
  readonly generation: number;
  readonly name: string;
  readonly recipe: string;
  readonly recipe_id: string;
  readonly max_distance: number;
  readonly min_similarity: number;
  readonly min_containment: number | null;
  readonly duplicate_if: Level;
  readonly ttl_seconds: number | null;
  readonly keep_text: number;
  readonly keep_refused: number;
  readonly keep_per_family: number | null;
  readonly site_lines: number;
  readonly refused_days: number | null;
  readonly refused_texts: number;
  readonly lineage: number;
  readonly created_at: number;
  readonly successor_of: number | null;
}

function toStored(row: Row): StoredCollection {
  const { lineage, documents, contents, bare, fingerprints, expiring, released, claims } = row;
  const counts = { documents, contents, bare, fingerprints, expiring, released, claims };
  return { collection: toCollection(row), lineage, counts };
}

function toCollection(row: Row): Collection {
  return {
    name: row.name,
    generation: row.generation,
    recipe: JSON.parse(row.recipe) as Recipe,
    recipeId: row.recipe_id,
    maxDistance: row.max_distance,
    minSimilarity: row.min_similarity,
    minContainment: row.min_containment,
    duplicateIf: row.duplicate_if,
    ttlSeconds: row.ttl_seconds,
    keepText: row.keep_text === 1,
    keepRefused: row.keep_refused,
    keepPerFamily: row.keep_per_family,
    siteLines: row.site_lines === 1,
    refusedPages:
      row.refused_days === null ? null : { days: row.refused_days, texts: row.refused_texts === 1 },
    createdAt: row.created_at,
  };
}
