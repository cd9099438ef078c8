import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBandIndex } from '../../../src/store/sqlite/band-index.js';
import { migrate } from '../../../src/store/sqlite/migrate.js';

/** Few values, so that bands are often shared. */
const sketch = fc.uint8Array({ minLength: 128, maxLength: 128, max: 2 });
const layout = fc.constantFrom(
  { count: 1, rows: 5 },
  { count: 8, rows: 3 },
  { count: 128, rows: 1 },
  { count: 25, rows: 5 },
);

it('finds exactly the sketches that share a band, each once', () => {
  const db = new Database(':memory:');
  migrate(db);
  const index = createBandIndex(db);
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 30 }), sketch, layout, (stored, probe, layout) => {
      db.exec('DELETE FROM bands');
      for (const [content, each] of stored.entries()) index.insert(1, content, each, layout);
      index.insert(2, 1000, probe, layout);
      const expected = [...stored.keys()].filter((content) => {
        for (let band = 0; band < layout.count; band++) {
          const slice = (each: Uint8Array) =>
            each.slice(band * layout.rows, (band + 1) * layout.rows).join();
          if (slice(stored[content]!) === slice(probe)) return true;
        }
        return false;
      });
      expect([...index.search(1, probe, layout)].sort((a, b) => a - b)).toEqual(expected);
      for (const [content, each] of stored.entries()) index.remove(1, content, each, layout);
      expect(index.search(1, probe, layout).size).toBe(0);
    }),
  );
  db.close();
});

it('keeps keys of the widest bands apart', () => {
  const db = new Database(':memory:');
  migrate(db);
  const index = createBandIndex(db);
  const layout = { count: 25, rows: 5 };
  const full = new Uint8Array(128).fill(255);
  index.insert(1, 7, full, layout);
  const differing = full.map((byte, i) => (i % 5 === 4 ? 254 : byte));
  expect(index.search(1, differing, layout).size).toBe(0);
  expect([...index.search(1, full, layout)]).toEqual([7]);
  db.close();
});
