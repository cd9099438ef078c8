import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { readNear } from '../../../../src/store/sqlite/search/block-index.js';
import {
  createPostingLists,
  faultyLists,
  listRange,
} from '../../../../src/store/sqlite/write-buffer/posting-lists.js';
import { repetitions } from '../../../repetitions.js';

let db: Database;
beforeEach(() => {
  db = openDatabase(':memory:');
});
afterEach(() => {
  db.close();
});

const table = 'blocks_1';
/** Close together and at both ends of the range, so that lists grow long, split and end. */
const rest = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 2 ** 40, max: 2 ** 40 + 700 }) },
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 2 ** 48 - 3, max: 2 ** 48 - 1 }),
);
/** For no list, for those of one block, and for all. */
const keepMaxima = fc.constantFrom(100, 4000, 2 ** 20);
/** Inserted by transactions that are rolled back. */
const late = Array.from({ length: 400 }, (_, index) => 2 ** 41 + index);
/** The smallest and the largest collections, and blocks whose lists are next to those of another one. */
const key = fc.record({
  collection: fc.constantFrom(1, 2, 2 ** 28 - 1, -1, -2, 1 - 2 ** 28),
  block: fc.constantFrom(0, 7, 8, 65_535),
});
const change = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ key, insert: fc.array(rest, { maxLength: 400, size: 'max' }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ key, remove: fc.array(rest, { maxLength: 200, size: 'max' }) }),
  },
);

describe('posting lists', () => {
  it('hold the rests inserted and not removed', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20, size: 'max' }),
        keepMaxima,
        (changes, keepMax) => {
          db.exec(`DELETE FROM ${table}`);
          const lists = createPostingLists(db, table, { keepFrom: 1, keepMax });
          const expected = new Map<string, Set<number>>();
          for (const each of changes) {
            const { collection, block } = each.key;
            const name = `${collection} ${block}`;
            const values = expected.get(name) ?? new Set();
            expected.set(name, values);
            if ('insert' in each) {
              lists.insertMissing(each.insert.map((value) => [collection, block, value]));
              for (const value of each.insert) values.add(value);
            } else {
              for (const value of each.remove) {
                lists.remove(collection, block, value);
                values.delete(value);
                expect(lists.has(collection, block, value)).toBe(false);
              }
            }
            const ascending = [...values].sort((a, b) => a - b);
            // A process that opens the file later does not know of full lists.
            for (const each of [lists, createPostingLists(db, table)]) {
              const found = each.search(collection, block).sort((a, b) => a - b);
              expect(found).toEqual(ascending);
              for (const probe of [0, ...ascending.slice(0, 3)]) {
                const near: number[] = [];
                const read = (rests: Uint8Array) => readNear(rests, probe, 3, near);
                each.scan(collection, block, read);
                expect(near.sort((a, b) => a - b)).toEqual(
                  ascending.filter((value) => bitsBetween(value, probe) <= 3),
                );
              }
            }
            expect(ascending.every((value) => lists.has(collection, block, value))).toBe(true);
            expect(() =>
              db.transaction(() => {
                lists.insertMissing(late.map((value) => [collection, block, value]));
                for (const value of ascending.slice(0, 100)) lists.remove(collection, block, value);
                lists.search(collection, block);
                throw new Error('rolled back');
              })(),
            ).toThrow('rolled back');
            lists.rolledBack();
            expect(lists.search(collection, block).sort((a, b) => a - b)).toEqual(ascending);
            expect(faultyLists(db, table)).toBe(0);
          }
        },
      ),
      { numRuns: repetitions(60), endOnFailure: true },
    );
  });

  it('hold all rests of a block that fills many lists, one list after the other', () => {
    const lists = createPostingLists(db, table);
    const expected: number[] = [];
    for (let value = 0; value < 500; value++) {
      lists.insert([[1, 7, value]]);
      expected.push(value);
      if (value % 20 !== 0) continue;
      expect(lists.search(1, 7).sort((a, b) => a - b)).toEqual(expected);
    }
    expect(faultyLists(db, table)).toBe(0);
    for (const value of expected) lists.remove(1, 7, value);
    expect(lists.search(1, 7)).toEqual([]);
  });

  it('of a collection are in its range, and those of others outside', () => {
    const lists = createPostingLists(db, table);
    const collections = [1 - 2 ** 28, -2, -1, 1, 2, 2 ** 28 - 1];
    const rests = Array.from({ length: 200 }, (_, value) => value);
    for (const collection of collections) {
      for (const block of [0, 65_535]) lists.insert(rests.map((each) => [collection, block, each]));
    }
    const bytes = db
      .prepare<[number, number], number>(
        `SELECT sum(length(rests)) FROM ${table} WHERE number >= ? AND number < ?`,
      )
      .pluck();
    for (const each of collections) expect(bytes.get(...listRange(each))).toBe(2 * 200 * 6);
    const parts = db
      .prepare(`SELECT collection, level, block, list FROM ${table} ORDER BY number`)
      .raw()
      .all();
    expect(parts).toEqual(
      collections.flatMap((collection) => [
        [collection, 0, 0, 0],
        [collection, 0, 65_535, 0],
        [collection, 1, 0, 0],
        [collection, 1, 65_535, 0],
      ]),
    );
  });

  it('take all rests into the last list when a block has no numbers for more', () => {
    const lists = createPostingLists(db, table);
    const rests = Array.from({ length: 600 }, (_, value) => value);
    lists.insert(rests.slice(0, 60).map((each) => [1, 7, each]));
    db.exec(`UPDATE ${table} SET number = number | 262143 WHERE level = 1`);
    lists.insert(rests.slice(60).map((each) => [1, 7, each]));
    lists.insert([[1, 8, 1]]);
    expect(lists.search(1, 7).sort((a, b) => a - b)).toEqual(rests);
    expect(lists.search(1, 8)).toEqual([1]);
    expect(faultyLists(db, table)).toBe(0);
  });

  it('find no rest across the border of two', () => {
    const lists = createPostingLists(db, table);
    // 00 00 00 00 00 01 00 00 00 00 00 02 contains 01 00 00 00 00 00, which is not a rest.
    lists.insert([
      [1, 7, 1],
      [1, 7, 2],
    ]);
    expect(lists.has(1, 7, 2 ** 40)).toBe(false);
    lists.remove(1, 7, 2 ** 40);
    expect(lists.search(1, 7)).toEqual([1, 2]);
    lists.insert([[1, 7, 2 ** 40]]);
    expect(lists.has(1, 7, 2 ** 40)).toBe(true);
  });

  it('do not overflow their page', () => {
    const lists = createPostingLists(db, table);
    for (let value = 0; value < 2000; value++) lists.insert([[1, 0, (value * 7919) % 2000]]);
    const sizes = db.prepare<[], number>(`SELECT length(rests) FROM ${table}`).pluck().all();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(960);
    expect(sizes.length).toBeLessThan(2000 / 60);
    const overflow = db
      .prepare<[string], number>(
        "SELECT count(*) FROM dbstat WHERE name = ? AND pagetype = 'overflow'",
      )
      .pluck();
    expect(overflow.get(table)).toBe(0);
  });
});

function bitsBetween(a: number, b: number): number {
  return [...(BigInt(a) ^ BigInt(b)).toString(2)].filter((bit) => bit === '1').length;
}
