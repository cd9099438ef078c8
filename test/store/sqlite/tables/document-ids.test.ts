import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareUtf8 } from '../../../../src/matching/match-order.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { textOfBytes } from '../../../../src/store/sqlite/runs/text-chunk.js';
import {
  createDocumentIds,
  type DocumentIds,
} from '../../../../src/store/sqlite/tables/document-ids.js';
import { repetitions } from '../../../repetitions.js';
import { documentRowsIn } from '../integrity.js';
import { tinyRuns } from '../tiny-runs.js';

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
    arbitrary: fc
      .constantFrom('savepoint', 'roll back to it', 'roll back', 'learn', 'shrink', 'kill')
      .map((kind) => ({ kind })),
  },
  { weight: 2, arbitrary: fc.constantFrom('commit', 'commit early').map((kind) => ({ kind })) },
);
type Step = { readonly kind: string; readonly collection?: number; readonly id?: string };

it('finds and lists what was added and not removed, through moves, undos and kills', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      (steps, buffered) => {
        const db = new Database(':memory:');
        migrate(db);
        const open = () => createDocumentIds(db, { buffered: () => buffered, runs: tinyRuns });
        let ids = open();
        /** Numbers by collection and id. */
        let stored = new Map<string, number>();
        let committed = new Map(stored);
        let saved = new Map(stored);
        const begin = () => {
          db.exec('BEGIN; SAVEPOINT s');
          ids.savepoint();
          saved = new Map(stored);
        };
        const commit = () => {
          db.exec('COMMIT');
          ids.committed();
          committed = new Map(stored);
        };
        const rollBack = () => {
          ids.moveDue();
          db.exec('ROLLBACK');
          ids.rolledBack();
          stored = new Map(committed);
        };
        begin();
        for (const { kind, collection = 0, id = '' } of steps as readonly Step[]) {
          if (kind === 'put') toggle(db, ids, stored, collection, id);
          else if (kind === 'savepoint') {
            db.exec('RELEASE s; SAVEPOINT s');
            ids.savepoint();
            saved = new Map(stored);
          } else if (kind === 'roll back to it') {
            db.exec('ROLLBACK TO s');
            ids.rollbackToSavepoint();
            stored = new Map(saved);
          } else if (kind === 'roll back') {
            rollBack();
            begin();
          } else {
            if (kind === 'kill') {
              rollBack();
              ids = open();
              begin();
            }
            if (kind === 'shrink') ids.shrink();
            if (kind === 'commit early') ids.moveEarly();
            else ids.moveDue();
            commit();
            if (kind === 'learn') ids.learn();
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
    ids.remove(collection, id, number);
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
    const listed = (id: string, isBehind: boolean) =>
      [...ids.from(collection, id, isBehind)].map(({ key, document }) => ({
        id: textOfBytes(key),
        document,
      }));
    expect(listed('', false)).toEqual(expected);
    expect(listed('b/', false)).toEqual(expected.filter(({ id }) => compareUtf8(id, 'b/') >= 0));
    expect(listed('b/2', true)).toEqual(expected.filter(({ id }) => compareUtf8(id, 'b/2') > 0));
    const paged: number[] = [];
    let after: string | undefined;
    do {
      const { documents, last } = ids.page(collection, after, { documents: 2, rows: 3 });
      expect(documents.length).toBeLessThanOrEqual(2);
      paged.push(...documents);
      after = last;
    } while (after !== undefined);
    expect(paged).toEqual(expected.map(({ document }) => document));
  }
}

it('moves all but the newest ids to runs, and makes no more of them again than a few moves bring', () => {
  const db = new Database(':memory:');
  migrate(db);
  const buffered = 100;
  const open = () => createDocumentIds(db, { buffered: () => buffered });
  let ids = open();
  let count = 0;
  const add = (documents: number) => {
    db.exec('BEGIN');
    for (let i = 0; i < documents; i++) {
      const id = `https://example.org/${Math.imul(count, 0x9e37_79b1) >>> 0}`;
      insert(db, ids.add(1, id), 1, id);
      count += 1;
    }
    ids.moveDue();
    db.exec('COMMIT');
    ids.committed();
  };
  const inNoRun = () =>
    db
      .prepare<[], number>(
        `SELECT count(*) FROM documents
         WHERE number > (SELECT coalesce(max(up_to), 0) FROM document_runs WHERE is_complete)`,
      )
      .pluck()
      .get()!;
  for (let group = 0; group < 100; group++) add(10);
  expect(inNoRun()).toBeLessThanOrEqual(2 * buffered);
  // Each of these processes is killed before its move is done.
  for (let process = 0; process < 60; process++) {
    ids = open();
    add(10);
    expect(inNoRun()).toBeLessThanOrEqual(3 * buffered);
  }
  expect(documentRowsIn(db).length).toBeGreaterThan(1000);
  db.close();
});
