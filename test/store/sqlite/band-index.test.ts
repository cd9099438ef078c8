import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bandKeys } from '../../../src/fingerprint/minhash.js';
import { createBandIndex } from '../../../src/store/sqlite/band-index.js';
import { migrate } from '../../../src/store/sqlite/migrate.js';
import { newCollection } from '../samples.js';
import { expectIntegrity } from './integrity.js';

const layouts = [
  { count: 4, rows: 3 },
  { count: 25, rows: 5 },
];

/** Few values, so that bands are often shared. */
const sketch = fc.uint8Array({ minLength: 128, maxLength: 128, max: 2 });
const collection = fc.constantFrom(1, 2);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), collection, sketch }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), nth: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('search' as const), collection, sketch }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('roll back' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open again' as const) }) },
);

/*
 * Rows are few and move early, so that rounds of merging end, contents go while they are merged, and
 * transactions are rolled back in the middle of it.
 */
it('finds exactly the sketches that share a band, through merging, rollback and opening', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (steps, recentRows, movedAtOnce) => {
        const { db, insert, remove } = openContents();
        let index = createBandIndex(db, recentRows, movedAtOnce);
        let stored = new Map<number, Stored>();
        let committed = new Map(stored);
        db.exec('BEGIN');
        for (const each of steps) {
          if (each.kind === 'insert') {
            const number = insert(each.collection, each.sketch);
            stored.set(number, each);
            index.insert(each.collection, number, each.sketch, layoutOf(each.collection));
          } else if (each.kind === 'remove') {
            const [number, gone] = [...stored][each.nth % Math.max(1, stored.size)] ?? [0, null];
            if (gone === null) continue;
            stored.delete(number);
            remove(number);
            index.remove(gone.collection, number, gone.sketch, layoutOf(gone.collection));
          } else if (each.kind === 'search') {
            const found = index.search(each.collection, each.sketch, layoutOf(each.collection));
            expect([...found].sort((a, b) => a - b)).toEqual(sharing(stored, each));
          } else {
            db.exec(each.kind === 'roll back' ? 'ROLLBACK' : 'COMMIT');
            if (each.kind === 'roll back') stored = new Map(committed);
            else committed = new Map(stored);
            if (each.kind === 'open again') index = createBandIndex(db, recentRows, movedAtOnce);
            expectIntegrity(db);
            db.exec('BEGIN');
          }
        }
        db.exec('COMMIT');
        expectIntegrity(db);
        db.close();
      },
    ),
    { numRuns: 200 },
  );
});

it('moves all but the latest rows to the disk', () => {
  const { db, insert } = openContents();
  const index = createBandIndex(db, 100, 20);
  const count = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!;
  const last = Uint8Array.from({ length: 128 }, (_, i) => i);
  for (let n = 0; n < 500; n++) {
    const each = last.map((byte) => (Math.imul(byte + n * 131, 0x9e37_79b1) >>> 11) & 255);
    index.insert(1, insert(1, each), each, layoutOf(1));
    expect(count('recent_bands')).toBeLessThanOrEqual(120);
  }
  expect(count('bands') + count('recent_bands')).toBe(2000);
  // Contents of two rounds, each of twice as many rows as gather on average.
  expect(count('unmerged')).toBeLessThan(150);
  expectIntegrity(db);
  db.close();
});

interface Stored {
  readonly collection: number;
  readonly sketch: Uint8Array;
}

const layoutOf = (collection: number) => layouts[collection - 1]!;

/** Two collections, and contents that have a document each. */
function openContents() {
  const db = new Database(':memory:');
  migrate(db);
  const insertCollection = db.prepare(
    `INSERT INTO collections (name, recipe, recipe_id, max_distance, created_at)
     VALUES (?, ?, '', 3, 0)`,
  );
  for (const bands of layouts) {
    const { recipe } = newCollection('pages', 'minhash');
    insertCollection.run(`bands of ${bands.rows}`, JSON.stringify({ ...recipe, bands }));
  }
  const insertContent = db.prepare(
    `INSERT INTO contents (collection, fingerprint, exact_hash, short_text, sketch)
     VALUES (?, 0, randomblob(16), 0, ?)`,
  );
  const insertDocument = db.prepare(
    'INSERT INTO documents VALUES (NULL, ?, hex(randomblob(16)), ?, NULL, 1, 0, 0, 0, 1)',
  );
  const recount = db.prepare(
    `UPDATE collections SET fingerprints = min(1, contents),
       documents = (SELECT count(*) FROM documents WHERE collection = generation),
       contents = (SELECT count(*) FROM contents WHERE collection = generation)`,
  );
  const settle = () => {
    recount.run();
    recount.run();
  };
  return {
    db,
    insert(collection: number, sketch: Uint8Array): number {
      const number = Number(insertContent.run(collection, sketch).lastInsertRowid);
      insertDocument.run(collection, number);
      settle();
      return number;
    },
    remove(number: number): void {
      db.prepare('DELETE FROM contents WHERE number = ?').run(number);
      db.prepare('DELETE FROM documents WHERE content = ?').run(number);
      settle();
    },
  };
}

/** By brute force, in the order of their numbers. */
function sharing(stored: ReadonlyMap<number, Stored>, probe: Stored): number[] {
  const layout = layoutOf(probe.collection);
  const keys = new Set(bandKeys(probe.sketch, layout));
  return [...stored]
    .filter(([, { collection }]) => collection === probe.collection)
    .filter(([, { sketch }]) => bandKeys(sketch, layout).some((key) => keys.has(key)))
    .map(([number]) => number)
    .sort((a, b) => a - b);
}
