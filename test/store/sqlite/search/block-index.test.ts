import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHex } from '../../../../src/fingerprint/blocks.js';
import { hammingDistance } from '../../../../src/fingerprint/hamming.js';
import type { Fingerprint } from '../../../../src/fingerprint/signature.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { createBlockIndex } from '../../../../src/store/sqlite/search/block-index.js';
import { createWriteBuffer } from '../../../../src/store/sqlite/write-buffer/write-buffer.js';
import { flip } from '../../samples.js';

const uint32 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff0000, 0x0000ffff, 0x8000),
);
const fingerprint = fc.record({ high: uint32, low: uint32 });
const bits = fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 9 });

it('finds within every distance up to 7 exactly what brute force finds, each once', () => {
  const db = new Database(':memory:');
  migrate(db);
  const writeBuffer = createWriteBuffer(db, () => true, { buffered: () => 8 });
  const index = createBlockIndex(writeBuffer.blocks);
  const clustered = fc.record({ centre: fingerprint, around: fc.array(bits, { maxLength: 40 }) });
  fc.assert(
    fc.property(
      clustered,
      fc.array(fingerprint, { maxLength: 20 }),
      bits,
      (cluster, others, flips) => {
        const stored = distinct([...cluster.around.map((b) => flip(cluster.centre, b)), ...others]);
        for (const each of stored) {
          index.insert(1, each);
          writeBuffer.nextContent();
          writeBuffer.moveDue();
          writeBuffer.committed();
        }
        index.insert(2, cluster.centre);
        const probe = flip(cluster.centre, flips);
        for (let maxDistance = 0; maxDistance <= 7; maxDistance++) {
          expect(described(index.search(1, probe, maxDistance))).toEqual(
            described(
              stored
                .map((each) => ({ fingerprint: each, distance: hammingDistance(each, probe) }))
                .filter(({ distance }) => distance <= maxDistance),
            ),
          );
        }
        for (const each of stored) index.remove(1, each);
        index.remove(2, cluster.centre);
        expect(index.search(1, probe, 7)).toEqual([]);
      },
    ),
  );
  db.close();
});

function distinct(fingerprints: readonly Fingerprint[]): Fingerprint[] {
  return [...new Map(fingerprints.map((each) => [toHex(each), each])).values()];
}

function described(found: readonly { fingerprint: Fingerprint; distance: number }[]): string[] {
  return found.map(({ fingerprint: each, distance }) => `${toHex(each)} ${distance}`).sort();
}
