/**
 * What crowded keys cost: `npm run bench -- hot-keys [--documents 200000] [--fingerprints 50000]`
 *
 * 200,000 documents have one content, like copies of one error page; 50,000 fingerprints share one
 * block, which an attacker could make. Queries of these keys take turns with queries of unique
 * ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figure, quantile, table } from '../harness/measure.js';
import { randomFingerprint, randomWords } from '../harness/random.js';
import type { Fingerprint, Signature } from '../src/fingerprint/signature.js';
import { createInlineRunner } from '../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import { createGroupedStore } from '../src/store/sqlite/sqlite-store.js';
import { newCollection, recipeFor } from './random-documents.js';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '200000' },
    fingerprints: { type: 'string', default: '50000' },
    queries: { type: 'string', default: '2000' },
  },
});
const documents = Number(options.documents);
const fingerprints = Number(options.fingerprints);
const word = randomWords(11);
const crowded: Fingerprint = { high: 0x12345678, low: 0x9abcdef0 };
/** Block 0 of all these fingerprints, which are far from each other. */
const sharedBlock = 0xbeef;
const rule = { maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.84 };

const directory = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
const db = openDatabase(join(directory, 'hot.db'));
db.pragma('synchronous = OFF'); // only queries are measured
const store = createGroupedStore(createInlineRunner(db), 100_000);
try {
  const pages = await store.createCollection(newCollection('pages', recipeFor('simhash', null)));
  const inBlock = Array.from({ length: fingerprints }, () => {
    const { high, low } = randomFingerprint(word);
    return { high: ((sharedBlock << 16) | (high & 0xffff)) >>> 0, low };
  });
  const unique = Array.from({ length: fingerprints }, () => randomFingerprint(word));
  await addAll(
    'copies',
    Array.from({ length: documents }, () => [crowded, 0]),
  );
  await addAll(
    'block',
    inBlock.map((fingerprint) => [fingerprint, 0]),
  );
  await addAll(
    'unique',
    unique.map((fingerprint) => [fingerprint, 0]),
  );

  const times = new Map<string, number[]>();
  for (let i = 0; i < Number(options.queries); i++) {
    await query('a unique fingerprint', unique[i % unique.length]!, 1);
    await query(`one of ${documents} documents`, crowded, documents);
    await query(`one of ${fingerprints} in a block`, inBlock[i % inBlock.length]!, 1);
  }
  const base = quantile(times.get('a unique fingerprint')!, 0.99);
  const rows = [...times].map(([name, values]) => [
    name,
    ...[0.5, 0.99].map((share) => figure(1000 * quantile(values, share))),
    figure(quantile(values, 0.99) / base),
  ]);
  process.stdout.write(`${table(['query of', 'p50 µs', 'p99 µs', 'p99 / unique'], rows)}\n`);
  process.stdout.write('aim: p99 of one of many documents at most 2 times that of a unique one\n');

  /** @throws if the decision is wrong: the probe has a content of its own */
  async function query(name: string, fingerprint: Fingerprint, atLeast: number): Promise<void> {
    const start = performance.now();
    const outcome = await store.query({
      collection: pages,
      rule,
      probe: { signature: signatureOf(fingerprint, -1) },
      limit: 10,
      now: 0,
    });
    const took = performance.now() - start;
    times.set(name, [...(times.get(name) ?? []), took]);
    const wanted = Math.min(10, atLeast);
    if (outcome!.matches.length < wanted || outcome!.matches[0]!.distance !== 0) {
      throw new Error(`A query of ${name} found ${outcome!.matches.length} matches`);
    }
  }

  async function addAll(
    kind: string,
    contents: readonly (readonly [Fingerprint, number])[],
  ): Promise<void> {
    for (let from = 0; from < contents.length; from += 20_000) {
      await Promise.all(
        contents.slice(from, from + 20_000).map(([fingerprint, content], i) =>
          store.add({
            collection: pages,
            id: `${kind}/${from + i}`,
            signature: signatureOf(fingerprint, content),
            metadata: null,
            text: null,
            expiresAt: null,
            extractor: null,
            now: 1000,
          }),
        ),
      );
    }
  }
} finally {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
}

function signatureOf({ high, low }: Fingerprint, content: number): Signature {
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return {
    // The first bits differ as in a real hash, because contents are found by the first 48.
    exactHash: hex(low) + hex(high) + hex(content) + hex(0),
    fingerprint: { high, low },
    featureCount: 200,
    shortText: false,
    sketch: null,
    shingles: null,
    traits: null,
    parts: null,
  };
}
