import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { Collection } from '../store.js';
import type { BandIndex } from './band-index.js';
import type { BlockIndex } from './block-index.js';
import type { Counts } from './catalog.js';

/** What contents are found by. */
export interface Indexes {
  readonly blocks: BlockIndex;
  readonly bands: BandIndex;
}

/**
 * The rows of contents, each with what hangs on it: its fingerprint in the block tables, its sketch
 * in the bands, and its text. Every change adds what it changed to `counts`. Runs inside a
 * transaction of the caller.
 */
export function createContents(db: Database, { blocks, bands }: Indexes) {
  const insert = db.prepare<
    [number, number, number, Buffer, number | null, number, Uint8Array | null]
  >(
    `INSERT OR IGNORE INTO contents
       (collection, fingerprint, exact_hash, feature_count, short_text, sketch)
     VALUES (?, (? << 32) | ?, ?, ?, ?, ?)`,
  );
  const select = db
    .prepare<[number, number, number, Buffer], number>(
      `SELECT number FROM contents
       WHERE collection = ? AND fingerprint = (? << 32) | ? AND exact_hash = ?`,
    )
    .pluck();
  const deleteUnused = db.prepare<[number, number]>(
    `DELETE FROM contents
     WHERE number = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE content = ?)`,
  );
  const selectOfFingerprint = db
    .prepare<[number, number, number, number], number>(
      `SELECT 1 FROM contents
       WHERE collection = ? AND fingerprint = (? << 32) | ? AND number <> ? LIMIT 1`,
    )
    .pluck();
  const insertText = db.prepare<[number, Uint8Array]>(
    'INSERT OR IGNORE INTO texts (content, text) VALUES (?, ?)',
  );
  const deleteText = db.prepare<[number]>('DELETE FROM texts WHERE content = ?');

  /**
   * The number of a content, which is stored and indexed if it is new.
   * @param text kept unless there is one already; null: nothing to keep
   */
  function keep(
    collection: Collection,
    signature: Signature,
    text: Uint8Array | null,
    counts: Counts,
  ): number {
    const { generation, recipe } = collection;
    const { fingerprint, featureCount, shortText, sketch } = signature;
    const { high, low } = fingerprint;
    const hash = Buffer.from(signature.exactHash, 'hex');
    const short = Number(shortText);
    const row = insert.run(generation, high, low, hash, featureCount, short, sketch);
    const number =
      row.changes === 0 ? select.get(generation, high, low, hash)! : Number(row.lastInsertRowid);
    if (row.changes > 0) {
      counts.contents += 1;
      if (isFirstOfFingerprint(collection, number, signature)) counts.fingerprints += 1;
      if (sketch !== null && recipe.bands !== null) {
        bands.insert(generation, number, sketch, recipe.bands);
      }
    }
    if (text !== null) insertText.run(number, text);
    return number;
  }

  /** Whether no other content has the fingerprint, which is then put into the block tables. */
  function isFirstOfFingerprint(
    { generation, recipe }: Collection,
    number: number,
    { fingerprint }: Signature,
  ): boolean {
    if (usesBlocks(recipe)) return blocks.insert(generation, fingerprint);
    const { high, low } = fingerprint;
    return selectOfFingerprint.get(generation, high, low, number) === undefined;
  }

  /** Removes a content if no document has it, and its fingerprint if no other content has that. */
  function release(
    { generation, recipe }: Collection,
    number: number,
    { fingerprint, sketch }: Signature,
    counts: Counts,
  ): void {
    if (deleteUnused.run(number, number).changes === 0) return;
    counts.contents -= 1;
    deleteText.run(number);
    if (sketch !== null && recipe.bands !== null) {
      bands.remove(generation, number, sketch, recipe.bands);
    }
    const { high, low } = fingerprint;
    if (selectOfFingerprint.get(generation, high, low, number) !== undefined) return;
    counts.fingerprints -= 1;
    if (usesBlocks(recipe)) blocks.remove(generation, fingerprint);
  }

  return { keep, release };
}

/** Method `minhash` compares no fingerprints, so it needs no index of them. */
export function usesBlocks({ method }: Recipe): boolean {
  return method !== 'minhash';
}
