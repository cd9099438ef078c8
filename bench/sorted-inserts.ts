import type { Database } from 'better-sqlite3';
import { blockCount, blockOf, restOf } from '../src/fingerprint/blocks.js';
import type { Fingerprint } from '../src/fingerprint/signature.js';
import { blockTables, type Key, storedBlock, storedRest } from '../src/store/sqlite/block-index.js';

/** Inserts a batch table by table in the order of its key, so that a page is touched once. */
export function sortedInserts(db: Database): (batch: readonly Fingerprint[]) => void {
  const inserts = blockTables.map((name) =>
    db.prepare<Key>(`INSERT OR IGNORE INTO ${name} (collection, block, rest) VALUES (?, ?, ?)`),
  );
  return (batch) => {
    const keys = new BigUint64Array(batch.length);
    // The two halves of each key, little endian: sorted as 64-bit integers without making BigInts.
    const halves = new Uint32Array(keys.buffer);
    for (let block = 0; block < blockCount; block++) {
      for (const [i, fingerprint] of batch.entries()) {
        const rest = restOf(fingerprint, block);
        halves[2 * i] = rest;
        halves[2 * i + 1] = (blockOf(fingerprint, block) << 16) | Math.floor(rest / 2 ** 32);
      }
      keys.sort();
      for (let i = 0; i < batch.length; i++) {
        const high = halves[2 * i + 1]!;
        const rest = (high & 0xffff) * 2 ** 32 + halves[2 * i]!;
        inserts[block]!.run(1, storedBlock(high >>> 16), storedRest(rest));
      }
    }
  };
}
