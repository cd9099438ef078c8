import { expect, it } from 'vitest';
import { storedEvidence } from '../../../../src/fingerprint/packed-reading.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createContentCache } from '../../../../src/store/sqlite/search/content-cache.js';
import { addition, newCollection, signature, sketched, withEvidence } from '../../samples.js';

it('returns contents as stored, however many share a slot', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  runBatch([{ kind: 'createCollection', input: newCollection('pages', 'hybrid') }]);
  const signatures = [
    signature(),
    withEvidence(signature(), 1),
    sketched(withEvidence(signature(), 2)),
    { ...signature(), exactHash: 'a'.repeat(32), featureCount: null, shortText: true },
  ];
  for (const [index, each] of signatures.entries()) {
    const input = addition(pages, `${index}`, { signature: each });
    runBatch([{ kind: 'add', input }]);
  }
  const cache = createContentCache(db, 2);
  for (const read of [cache.read, cache.read]) {
    for (const [index, each] of signatures.entries()) {
      const { exactHash, fingerprint, featureCount, shortText, sketch, evidence } = each;
      const bytes = (given: Uint8Array | null) => given && Buffer.from(given);
      expect(read(index + 1)).toEqual({
        number: index + 1,
        fingerprint,
        exactHash: featureCount === null ? '' : exactHash.toUpperCase(),
        ...{
          shortText,
          sketch: bytes(sketch),
          evidence: bytes(evidence && storedEvidence(evidence)),
          parts: null,
        },
      });
    }
  }
  expect(cache.read(9)).toBeUndefined();
  db.close();
});

it('reads no cached content again, and returns no deleted one', () => {
  const db = openDatabase(':memory:');
  const { runBatch } = createEngine(db);
  const pages = { name: 'pages', generation: 1 };
  runBatch([
    { kind: 'createCollection', input: newCollection('pages', 'hybrid') },
    { kind: 'add', input: addition(pages, 'a') },
  ]);
  const cache = createContentCache(db);
  const content = cache.read(1);
  db.exec('DELETE FROM contents');
  expect(cache.read(1)).toBe(content);
  cache.forget(2 ** 12 + 1);
  expect(cache.read(1)).toBe(content);
  cache.forget(1);
  expect(cache.read(1)).toBeUndefined();
  db.close();
});
