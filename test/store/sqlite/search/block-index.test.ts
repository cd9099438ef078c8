import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Neighbour } from '../../../../src/fingerprint/blocks.js';
import { hammingDistance, toHex } from '../../../../src/fingerprint/blocks.js';
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

it('finds the same distinct fingerprints as brute force, for every distance up to 7', () => {
  const db = new Database(':memory:');
  migrate(db);
  const writeBuffer = createWriteBuffer(db, () => true, { buffered: () => 8 });
  const index = createBlockIndex(writeBuffer.blocks);
  const clustered = fc.record({ centre: fingerprint, around: fc.array(bits, { maxLength: 40 }) });
  fc.assert(
    fc.property(
      clustered,
      fc.uniqueArray(fingerprint, { maxLength: 20, selector: toHex }),
      bits,
      (cluster, others, flips) => {
        const stored = distinct([...cluster.around.map((b) => flip(cluster.centre, b)), ...others]);
        for (const each of stored) {
          index.insert(1, each, false);
          writeBuffer.nextContent();
          writeBuffer.flushDue();
          writeBuffer.committed();
        }
        index.insert(2, cluster.centre, false);
        // Contents without evidence are a second kind, which does not mix with the first.
        for (const each of others) index.insert(1, each, true);
        const probe = flip(cluster.centre, flips);
        for (let maxDistance = 0; maxDistance <= 7; maxDistance++) {
          expect(described(index.nearest(1, probe, false, maxDistance))).toEqual(
            described(
              stored
                .map((each) => ({ fingerprint: each, distance: hammingDistance(each, probe) }))
                .filter(({ distance }) => distance <= maxDistance),
            ),
          );
        }
        for (const most of [1, 3, 10]) {
          const all = index.nearest(1, probe, false, 7);
          expect(index.nearest(1, probe, false, 7, most)).toEqual(all.slice(0, most));
          for (const [at, from] of all.entries()) {
            const page = index.nearest(1, probe, false, 7, most, from);
            expect(page).toEqual(all.slice(at, at + most));
          }
          expect(all).toEqual([...all].sort(byDistanceAndValue));
          const within = stored.filter((each) => hammingDistance(each, probe) <= 7);
          const { fingerprints, isCut } = index.oldest(1, probe, false, 7, most);
          const found = fingerprints.map(toHex);
          expect(new Set(found).size).toBe(found.length);
          expect(within.map(toHex)).toEqual(expect.arrayContaining(found));
          expect(found).toEqual(expect.arrayContaining(within.slice(0, most).map(toHex)));
          if (!isCut) expect(found).toHaveLength(within.length);
        }
        for (const each of stored) index.remove(1, each, false);
        index.remove(2, cluster.centre, false);
        expect(index.nearest(1, probe, false, 7)).toEqual([]);
        const ofKind = index
          .nearest(1, probe, true, 7)
          .map(({ fingerprint }) => toHex(fingerprint));
        const bare = others.filter((each) => hammingDistance(each, probe) <= 7).map(toHex);
        expect(ofKind.sort()).toEqual(bare.sort());
        for (const each of others) index.remove(1, each, true);
      },
    ),
  );
  db.close();
});

it('finds the nearest among 100,000 fingerprints within 3 bits of each other', () => {
  const db = new Database(':memory:');
  migrate(db);
  const writeBuffer = createWriteBuffer(db, () => true, { buffered: () => 30_000 });
  const index = createBlockIndex(writeBuffer.blocks);
  const centre = { high: 0x1234_5678, low: 0x9abc_def0 };
  const stored = distinct(Array.from({ length: 110_000 }, (_, n) => flip(centre, threeBits(n))));
  for (const each of stored) {
    index.insert(1, each, false);
    writeBuffer.nextContent();
    writeBuffer.flushDue();
    writeBuffer.committed();
  }
  for (const probe of [
    centre,
    flip(centre, [3]),
    flip(centre, [1, 40]),
    flip(centre, [9, 30, 60]),
  ]) {
    const within = stored
      .map((each) => ({ fingerprint: each, distance: hammingDistance(each, probe) }))
      .filter(({ distance }) => distance <= 3)
      .sort(byDistanceAndValue);
    expect(index.nearest(1, probe, false, 3)).toEqual(within);
    expect(index.nearest(1, probe, false, 3, 64)).toEqual(within.slice(0, 64));
  }
  db.close();
});

/** Returns up to three of 64 bits, different for each number. */
function threeBits(n: number): number[] {
  return [n % 64, Math.floor(n / 64) % 64, Math.floor(n / 4096) % 64].filter(
    (bit, at, all) => all.indexOf(bit) === at,
  );
}

function byDistanceAndValue(a: Neighbour, b: Neighbour): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  return toHex(a.fingerprint) < toHex(b.fingerprint) ? -1 : 1;
}

function distinct(fingerprints: readonly Fingerprint[]): Fingerprint[] {
  return [...new Map(fingerprints.map((each) => [toHex(each), each])).values()];
}

function described(found: readonly { fingerprint: Fingerprint; distance: number }[]): string[] {
  return found.map(({ fingerprint: each, distance }) => `${toHex(each)} ${distance}`).sort();
}
