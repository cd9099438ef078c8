import type { Database } from 'better-sqlite3';
import { fingerprintKey } from '../../../fingerprint/blocks.js';
import { sketchLength } from '../../../fingerprint/minhash.js';
import { familyKeys } from '../../../matching/family.js';
import type { Collection } from '../../contract/collections.js';
import { type Indexes, usesBlocks } from '../tables/contents.js';
import { readParts } from '../tables/stored-parts.js';

const restoredAtOnce = 1000;

type Row = [
  number: number,
  generation: number,
  high: number,
  low: number,
  bare: 0 | 1,
  hash: string,
  sketch: string,
  parts: Buffer | null,
];

/**
 * Rebuilds the index rows of contents with numbers above `after` in memory, when the database is opened. Contents of
 * deleted collections are skipped. Hashes and sketches are read as hexadecimal strings, because creating a buffer takes
 * five times as long.
 */
export function restoreContents(
  db: Database,
  { blocks, bands, contentsByFingerprint, contentsByHash, parts }: Indexes,
  after: number,
  collectionOf: (generation: number) => Collection | undefined,
): void {
  const select = db
    .prepare<[number, number], Row>(
      `SELECT number, collection, (fingerprint >> 32) & 0xffffffff, fingerprint & 0xffffffff,
         evidence IS NULL, hex(substr(exact_hash, 1, 6)), hex(sketch), parts
       FROM contents WHERE number > ? ORDER BY number LIMIT +?`,
    )
    .raw();
  const seen = new Set<number>();
  let sketch = new Uint8Array(sketchLength);
  for (let last = after; ; ) {
    const rows = select.all(last, restoredAtOnce);
    for (const [number, generation, high, low, bare, hash, sketchHex, sample] of rows) {
      const collection = collectionOf(generation);
      if (collection === undefined) continue;
      const { recipe } = collection;
      const fingerprint = { high, low };
      const isBare = bare === 1;
      const key = fingerprintKey(fingerprint, isBare);
      contentsByFingerprint.restore(generation, key, number);
      contentsByHash.restore(generation, Number.parseInt(hash, 16) - 2 ** 47, number);
      if (usesBlocks(recipe)) {
        const before = seen.size;
        const mayBeThere = seen.add(key).size === before;
        blocks.restore(generation, fingerprint, isBare, number, mayBeThere);
      }
      if (sketchHex !== '' && recipe.bands !== null) {
        const { count, rows: bytes } = recipe.bands;
        const length = sketchHex.length / 2;
        if (sketch.length !== length) sketch = new Uint8Array(length);
        readHex(sketchHex, sketch, 0, count * bytes);
        readHex(sketchHex, sketch, sketchLength, length);
        for (const each of familyKeys(sketch, recipe.bands))
          bands.restore(generation, each, number);
      }
      if (sample !== null) parts.restore(generation, number, readParts(sample).indexed);
    }
    if (rows.length < restoredAtOnce) return;
    [last] = rows.at(-1)!;
  }
}

/**
 * Decodes the bytes of a sketch from position `from` up to, but not including, `to`. Only bytes that index keys are
 * made from have to be decoded.
 */
function readHex(text: string, bytes: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    bytes[i] = (parseDigit(text.charCodeAt(2 * i)) << 4) | parseDigit(text.charCodeAt(2 * i + 1));
  }
}

/** Returns the value of a hex digit, `0` to `9` or `A` to `F`. */
function parseDigit(code: number): number {
  return code < 58 ? code - 48 : code - 55;
}
