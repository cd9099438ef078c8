import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '../../../../src/matching/match-rule.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import {
  createDocumentIds,
  type DocumentIds,
} from '../../../../src/store/sqlite/tables/document-ids.js';
import { repetitions } from '../../../repetitions.js';

const pool = ['a', 'b', 'b/1', 'b/2', 'b/20', 'c', 'é', '\u{1F600}', '\uFFFD', 'x'.repeat(300)];
const collections = [1, 2];

const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      collection: fc.constantFrom(...collections),
      id: fc.constantFrom(...pool),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('roll back', 'kill').map((kind) => ({ kind })),
  },
  { weight: 2, arbitrary: fc.constantFrom('commit', 'commit early').map((kind) => ({ kind })) },
);
type Step = { readonly kind: string; readonly collection?: number; readonly id?: string };

it('finds and lists the ids added and not removed, through moves, rollbacks and kills', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      (steps, buffered, recentIds) => {
        const db = new Database(':memory:');
        migrate(db);
        const open = () => createDocumentIds(db, { buffered: () => buffered, recentIds });
        let ids = open();
        /** Numbers by collection and id. */
        let stored = new Map<string, number>();
        let committed = new Map(stored);
        const begin = () => db.exec('BEGIN');
        const commit = () => {
          db.exec('COMMIT');
          ids.committed();
          committed = new Map(stored);
        };
        const rollBack = () => {
          ids.flushDue();
          db.exec('ROLLBACK');
          ids.rolledBack();
          stored = new Map(committed);
        };
        begin();
        for (const { kind, collection = 0, id = '' } of steps as readonly Step[]) {
          if (kind === 'put') toggle(db, ids, stored, collection, id);
          else if (kind === 'roll back') {
            rollBack();
            begin();
          } else {
            if (kind === 'kill') {
              rollBack();
              ids = open();
              begin();
            }
            if (kind === 'commit early') ids.flushEarly();
            else ids.flushDue();
            commit();
            begin();
          }
          expectFound(ids, stored);
        }
        db.exec('ROLLBACK');
        db.close();
      },
    ),
    { numRuns: repetitions(120) },
  );
});

/** Adds a document, or removes it if it is there. */
function toggle(
  db: Database.Database,
  ids: DocumentIds,
  stored: Map<string, number>,
  collection: number,
  id: string,
): void {
  const place = `${collection} ${id}`;
  const number = stored.get(place);
  if (number === undefined) {
    const added = ids.add(collection, id);
    expect([...stored.values()].every((other) => other < added)).toBe(true);
    insert(db, added, collection, id);
    stored.set(place, added);
  } else {
    db.prepare('DELETE FROM documents WHERE number = ?').run(number);
    ids.remove(collection, id);
    stored.delete(place);
  }
}

function insert(db: Database.Database, number: number, collection: number, id: string): void {
  db.prepare(
    `INSERT INTO documents (number, collection, id, content, shared, revision, stored_at, updated_at,
       last_seen_at, seen_count) VALUES (?, ?, ?, 1, 1, 1, 1, 1, 1, 1)`,
  ).run(number, collection, id);
}

function expectFound(ids: DocumentIds, stored: ReadonlyMap<string, number>): void {
  const sorted = pool.toSorted(compareUtf8);
  for (const collection of collections) {
    const expected = sorted.flatMap((id) => {
      const document = stored.get(`${collection} ${id}`);
      return document === undefined ? [] : [{ id, document }];
    });
    for (const id of pool) expect(ids.find(collection, id)).toBe(stored.get(`${collection} ${id}`));
    const listed = (id: string, isBehind: boolean) => [...ids.from(collection, id, isBehind)];
    expect(listed('', false)).toEqual(expected);
    expect(listed('b/', false)).toEqual(expected.filter(({ id }) => compareUtf8(id, 'b/') >= 0));
    expect(listed('b/2', true)).toEqual(expected.filter(({ id }) => compareUtf8(id, 'b/2') > 0));
    expect(ids.page(collection, '', false, 2)).toEqual(expected.slice(0, 2));
  }
}

it('moves all but the newest ids to disk, and restores no more of them than a few passes add', () => {
  const db = new Database(':memory:');
  migrate(db);
  const buffered = 100;
  const open = () => createDocumentIds(db, { buffered: () => buffered, recentIds: 300 });
  let ids = open();
  let count = 0;
  const add = (documents: number) => {
    db.exec('BEGIN');
    for (let i = 0; i < documents; i++) {
      const id = `https://example.org/${Math.imul(count, 0x9e37_79b1) >>> 0}`;
      insert(db, ids.add(1, id), 1, id);
      count += 1;
    }
    ids.flushDue();
    db.exec('COMMIT');
    ids.committed();
  };
  const numberOf = (sql: string) => db.prepare<[], number>(sql).pluck().get()!;
  const madeAgain = () =>
    numberOf('SELECT count(*) FROM documents, ids_moved WHERE number > up_to');
  for (let group = 0; group < 100; group++) add(10);
  expect(madeAgain()).toBeLessThanOrEqual(2 * buffered);
  // Each of these processes is killed before its pass ends.
  for (let process = 0; process < 60; process++) {
    ids = open();
    add(10);
    expect(madeAgain()).toBeLessThanOrEqual(3 * buffered);
  }
  expect(numberOf('SELECT count(*) FROM recent_ids')).toBeLessThanOrEqual(2 * 300);
  expect(numberOf('SELECT count(*) FROM document_ids')).toBeGreaterThan(600);
  db.close();
});

it('moves ids of a killed process in steps that a group can wait for', () => {
  const db = new Database(':memory:');
  migrate(db);
  const documents = 20_000;
  db.exec('BEGIN');
  for (let number = 1; number <= documents; number++) insert(db, number, 1, `${number}`);
  db.exec('COMMIT');
  const ids = createDocumentIds(db, { buffered: () => 1000 });
  const moved = db.prepare<[], number>('SELECT count(*) FROM recent_ids').pluck();
  for (let before = 0, groups = 1; before < documents - 600; groups++) {
    ids.flushDue();
    ids.committed();
    expect(moved.get()! - before).toBeLessThanOrEqual(2048);
    expect(groups).toBeLessThan(30);
    before = moved.get()!;
  }
  db.close();
});

it('never records a document as moved if a rollback restored it', () => {
  const db = new Database(':memory:');
  migrate(db);
  const ids = createDocumentIds(db, { buffered: () => 40, recentIds: 50 });
  const lost = db
    .prepare<[], number>(
      `SELECT count(*) FROM documents WHERE number <= (SELECT up_to FROM ids_moved)
         AND number NOT IN (SELECT document FROM recent_ids UNION SELECT document FROM document_ids)`,
    )
    .pluck();
  let count = 0;
  for (let group = 0; group < 300; group++) {
    db.exec('BEGIN');
    for (let i = 0; i < 3; i++, count++) {
      const id = `${Math.imul(count, 0x9e37_79b1) >>> 0}`;
      insert(db, ids.add(1, id), 1, id);
    }
    ids.flushDue();
    if (group % 3 === 0) {
      db.exec('ROLLBACK');
      ids.rolledBack();
    } else {
      db.exec('COMMIT');
      ids.committed();
    }
    expect(lost.get()).toBe(0);
  }
  expect(db.prepare('SELECT up_to FROM ids_moved').pluck().get()).toBeGreaterThan(500);
  db.close();
});
