import type { Database } from 'better-sqlite3';
import { assert } from '../../../errors.js';
import { fingerprintKey } from '../../../fingerprint/blocks.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../../../fingerprint/signature.js';
import { familyKeys } from '../../../matching/family.js';
import type { Collection } from '../../contract/collections.js';
import type { StoredDocument } from '../../contract/documents.js';
import type { BlockIndex } from '../search/block-index.js';
import type { Liveness, LivenessAt } from '../search/liveness.js';
import type { PartIndex } from '../search/part-index.js';
import type { ContentIndex } from '../write-buffer/buffered-runs.js';
import type { WriteBuffer } from '../write-buffer/write-buffer.js';
import { type Counts, noCounts } from './collection-rows.js';
import { readParts } from './stored-parts.js';

/** Indexes that find contents. */
export interface Indexes {
  readonly blocks: BlockIndex;
  /** Contents by the bands and landmarks of their sketches. */
  readonly bands: ContentIndex;
  /** Contents by `fingerprintKey`, those without evidence apart. Different contents may have the same key, here and in `contentsByHash`. */
  readonly contentsByFingerprint: ContentIndex;
  readonly contentsByHash: ContentIndex;
  readonly parts: PartIndex;
}

/** Returns the key of `contentsByHash`: the first 48 bits of the hash, as a signed number. */
export function toHashKey(exactHash: Buffer): number {
  return exactHash.readUIntBE(0, 6) - 2 ** 47;
}

interface FoundContent {
  readonly number: number;
  readonly extractor: string | null;
}

/** Maximum number of expired documents that are deleted because their text is stored again. The sweep deletes others. */
export const erasedAtOnce = 16;

/** Deletes expired documents of a content, at most `erasedAtOnce`. */
export type EraseExpired = (content: number) => void;

export interface KeptContent extends FoundContent {
  /** True if a document already has this content. */
  readonly hasDocument: boolean;
}

/**
 * Rows of contents, with their texts and their rows in all indexes. A content that has lost its last document is called
 * released: it is listed in `released`, and deleted by the sweep. Functions that take `counts` add their changes to it.
 * All functions run within a transaction of the caller.
 * @param onDeleted called with the number of each deleted content
 */
export function createContents(
  db: Database,
  indexes: Indexes,
  { nextContent, removed }: Pick<WriteBuffer, 'nextContent' | 'removed'>,
  livenessAt: LivenessAt,
  onDeleted: (number: number) => void,
) {
  const { blocks, bands, contentsByFingerprint, contentsByHash, parts } = indexes;
  const insert = db.prepare<
    [
      number,
      number,
      number,
      number,
      Buffer,
      number | null,
      number,
      Uint8Array | null,
      number | null,
      Uint8Array | null,
      Uint8Array | null,
      number | null,
    ]
  >(
    `INSERT INTO contents
       (number, collection, fingerprint, exact_hash, feature_count, short_text, sketch, shingles,
        evidence, parts, extractor)
     VALUES (?, ?, (? << 32) | ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const isOfFingerprint = db
    .prepare<[number, number, number, number], number>(
      `SELECT 1 FROM contents
       WHERE number = ? AND fingerprint = (? << 32) | ? AND (evidence IS NULL) = ?`,
    )
    .pluck();
  const selectSame = db.prepare<[number, number, number, Buffer], FoundContent>(
    `SELECT contents.number AS number, name AS extractor
     FROM contents LEFT JOIN extractors ON extractors.number = contents.extractor
     WHERE contents.number = ? AND fingerprint = (? << 32) | ? AND exact_hash = ?`,
  );
  const extractors = createExtractors(db);
  const noteReleased = db.prepare<[number, number]>(
    `INSERT OR IGNORE INTO released (content)
     SELECT ? WHERE NOT EXISTS (SELECT 1 FROM documents WHERE content = ?)`,
  );
  const releasedRows = `SELECT released.content, collection, (fingerprint >> 32) & 0xffffffff,
      fingerprint & 0xffffffff, exact_hash, sketch, parts,
      evidence IS NULL
    FROM released JOIN contents ON number = released.content`;
  const selectReleased = db.prepare<[number], ContentRow>(`${releasedRows} LIMIT +?`).raw();
  const selectReleasedOne = db
    .prepare<[number], ContentRow>(`${releasedRows} WHERE released.content = ?`)
    .raw();
  const forgetReleased = db.prepare<[number]>('DELETE FROM released WHERE content = ?');
  const deleteContent = db.prepare<[number]>('DELETE FROM contents WHERE number = ?');
  const deleteUnused = db.prepare<[number, number]>(
    'DELETE FROM contents WHERE number = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE content = ?)',
  );
  const insertText = db.prepare<[number, Uint8Array]>(
    'INSERT OR IGNORE INTO texts (content, text) VALUES (?, ?)',
  );
  const deleteText = db.prepare<[number]>('DELETE FROM texts WHERE content = ?');

  /**
   * Returns the content of a document. If no living content has the same text, stores and indexes a new one. A content
   * without a live document never lives again, as if the sweep had deleted it already: otherwise it would keep its text,
   * its extractor, and its place among the oldest contents of its keys, and answers would depend on when the sweep runs.
   * @param text text to store, unless the content already has one; null to store none
   * @param eraseExpired deletes documents of a dead content
   */
  function keep(
    collection: Collection,
    { signature, extractor }: Pick<StoredDocument, 'signature' | 'extractor'>,
    text: Uint8Array | null,
    counts: Counts,
    now: number,
    eraseExpired: EraseExpired,
  ): KeptContent {
    const by = extractor === null ? null : extractors.numberOf(extractor);
    const isLive = livenessAt(collection, now);
    const same = findLiving(collection, signature, isLive, counts, eraseExpired);
    const kept = same ?? {
      number: insertNew(collection, signature, by, isLive, counts),
      extractor,
    };
    if (text !== null) insertText.run(kept.number, text);
    return { ...kept, hasDocument: kept === same };
  }

  /** Finds the living content with the same text. Deletes dead ones, unless they have too many expired documents. */
  function findLiving(
    collection: Collection,
    { fingerprint: { high, low }, exactHash }: Signature,
    isLive: Liveness,
    counts: Counts,
    eraseExpired: EraseExpired,
  ): FoundContent | undefined {
    const hash = Buffer.from(exactHash, 'hex');
    for (const number of contentsByHash.search(collection.generation, toHashKey(hash))) {
      const same = selectSame.get(number, high, low, hash);
      if (same === undefined) continue;
      if (isLive === undefined || isLive(number)) return same;
      eraseExpired(number);
      const released = selectReleasedOne.get(number);
      if (released !== undefined) removeOne(collection, released, counts);
    }
    return undefined;
  }

  function insertNew(
    collection: Collection,
    signature: Signature,
    extractor: number | null,
    isLive: Liveness,
    counts: Counts,
  ): number {
    const { generation } = collection;
    const { fingerprint, featureCount, shortText, sketch, shingles, evidence } = signature;
    const { high, low } = fingerprint;
    const hash = Buffer.from(signature.exactHash, 'hex');
    const number = nextContent();
    const short = Number(shortText);
    const bare = evidence === null;
    const isFirst = !isKept(collection, fingerprint, bare);
    const isRevived = !isFirst && !hasLiving(collection, fingerprint, bare, isLive);
    if (isRevived && usesBlocks(collection.recipe)) blocks.remove(generation, fingerprint, bare);
    const sample = signature.parts && parts.prepare(generation, signature.parts, isLive);
    const traced = [sketch, shingles, evidence, sample?.stored ?? null] as const;
    insert.run(number, generation, high, low, hash, featureCount, short, ...traced, extractor);
    if (sample !== null) parts.insert(generation, number, sample);
    index('insert', collection, { number, fingerprint, bare, sketch, hash }, isFirst || isRevived);
    counts.contents += 1;
    if (bare) counts.bare += 1;
    if (isFirst && !isKept(collection, fingerprint, !bare)) counts.fingerprints += 1;
    return number;
  }

  /**
   * Returns true if an indexed content, without evidence if `bare`, or else with it, has exactly this fingerprint. Tests
   * the first content with the same key before the others, because nearly all contents with the key have the
   * fingerprint.
   */
  function isKept({ generation }: Collection, fingerprint: Fingerprint, bare: boolean): boolean {
    const key = fingerprintKey(fingerprint, bare);
    const hasIt = (number: number) => hasFingerprint(number, fingerprint, bare);
    const first = contentsByFingerprint.first(generation, key);
    if (first === undefined) return false;
    return hasIt(first) || contentsByFingerprint.search(generation, key).some(hasIt);
  }

  /** Returns true if a live content has this fingerprint. Reads only as many contents as are in front of the first one. */
  function hasLiving(
    { generation }: Collection,
    fingerprint: Fingerprint,
    bare: boolean,
    isLive: Liveness,
  ): boolean {
    if (isLive === undefined) return true;
    const key = fingerprintKey(fingerprint, bare);
    const isOne = (number: number) => isLive(number) && hasFingerprint(number, fingerprint, bare);
    for (let length = 1; ; length *= 4) {
      const numbers = contentsByFingerprint.search(generation, key, length);
      if (numbers.some(isOne)) return true;
      if (numbers.length < length) return false;
    }
  }

  function hasFingerprint(number: number, { high, low }: Fingerprint, bare: boolean): boolean {
    return isOfFingerprint.get(number, high, low, Number(bare)) !== undefined;
  }

  /**
   * Marks a content as released if no document has it any more. Must be called after a document was deleted or its
   * content was replaced. `removeReleased` deletes the released content later.
   */
  function release(number: number, counts: Counts): void {
    counts.released += noteReleased.run(number, number).changes;
  }

  /**
   * Deletes at most `limit` released contents, with their index rows.
   * @param collectionOf returns undefined for a deleted collection
   * @returns number of deleted contents
   */
  function removeReleased(
    limit: number,
    collectionOf: (generation: number) => Collection | undefined,
    count: (collection: Collection, counts: Counts) => void,
  ): number {
    const rows = selectReleased.all(limit);
    for (const row of rows) {
      const [number, generation] = row;
      const collection = collectionOf(generation);
      if (collection === undefined) {
        removeWithCollection(number);
        continue;
      }
      const counts = noCounts();
      removeOne(collection, row, counts);
      count(collection, counts);
    }
    return rows.length;
  }

  /** Deletes a released content, with its index rows. */
  function removeOne(collection: Collection, row: ContentRow, counts: Counts): void {
    const [number, generation, high, low, hash, sketch, sample, isBare] = row;
    const bare = isBare === 1;
    forgetReleased.run(number);
    counts.released -= 1;
    remove(collection, { number, fingerprint: { high, low }, bare, hash, sketch }, counts);
    if (sample !== null) parts.remove(generation, number, readParts(sample).indexed);
  }

  /** Deletes a content of a deleted collection, if the content exists. Its index rows are not deleted one by one. */
  function removeWithCollection(number: number): void {
    deleteText.run(number);
    forgetReleased.run(number);
    if (deleteContent.run(number).changes > 0) removed(number);
  }

  function remove(collection: Collection, content: IndexedContent, counts: Counts): void {
    const { number, fingerprint, bare } = content;
    counts.contents -= 1;
    if (bare) counts.bare -= 1;
    deleteText.run(number);
    // If a document still had this content, it would lose its signature, and could be neither read nor found.
    assert(
      deleteUnused.run(number, number).changes === 1,
      'a content that is deleted belongs to no document',
    );
    onDeleted(number);
    index('remove', collection, content, false);
    if (isKept(collection, fingerprint, bare)) return;
    if (!isKept(collection, fingerprint, !bare)) counts.fingerprints -= 1;
    if (usesBlocks(collection.recipe)) blocks.remove(collection.generation, fingerprint, bare);
  }

  /**
   * Inserts or removes the index rows of a content.
   * @param withBlocks true if no other content of its kind, with or without evidence, has the same fingerprint; then the
   *   rows of the block tables change as well
   */
  function index(
    change: 'insert' | 'remove',
    { generation, recipe }: Collection,
    { number, fingerprint, bare, sketch, hash }: IndexedContent,
    withBlocks: boolean,
  ): void {
    contentsByFingerprint[change](generation, fingerprintKey(fingerprint, bare), number);
    contentsByHash[change](generation, toHashKey(hash), number);
    if (withBlocks && usesBlocks(recipe)) blocks[change](generation, fingerprint, bare);
    if (sketch !== null && recipe.bands !== null) {
      for (const key of familyKeys(sketch, recipe.bands)) bands[change](generation, key, number);
    }
  }

  return { keep, release, removeReleased, removeWithCollection };
}

/** Indexed fields of a content. */
interface IndexedContent {
  readonly number: number;
  readonly fingerprint: Fingerprint;
  /** True if the content has no evidence. */
  readonly bare: boolean;
  readonly sketch: Uint8Array | null;
  readonly hash: Buffer;
}

type ContentRow = [
  number: number,
  collection: number,
  high: number,
  low: number,
  hash: Buffer,
  sketch: Buffer | null,
  parts: Buffer | null,
  bare: 0 | 1,
];

/** Returns false for method `minhash`, which compares no fingerprints and so needs no index of them. */
export function usesBlocks({ method }: Recipe): boolean {
  return method !== 'minhash';
}

/**
 * Table of the names of extractors. Each name has a number, by which contents refer to it. Names are never deleted,
 * because there are few of them.
 */
export function createExtractors(db: Database) {
  const insert = db.prepare<[string]>('INSERT INTO extractors (name) VALUES (?)');
  const select = db
    .prepare<[string], number>('SELECT number FROM extractors WHERE name = ?')
    .pluck();
  const selectNames = db.prepare<[], string>('SELECT name FROM extractors ORDER BY name').pluck();

  return {
    /** Returns the number of a name. If the name is new, stores it. */
    numberOf(name: string): number {
      const known = select.get(name);
      return known ?? Number(insert.run(name).lastInsertRowid);
    },
    names: () => selectNames.all(),
  };
}
