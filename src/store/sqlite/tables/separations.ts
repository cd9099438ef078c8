import type { Database } from 'better-sqlite3';
import { type ListSeparations, type Separation, separationsMax } from '../../contract/clusters.js';
import { pageOf, separationBytes } from '../../rules/reply-bytes.js';
import { pairOf, tooManySeparations } from '../../rules/separations.js';

/** Pairs that a person declared to be no duplicates. */
export function createSeparations(db: Database) {
  const insert = db.prepare<[number, string, string, number]>(
    'INSERT INTO separations (lineage, a, b, created_at) VALUES (?, ?, ?, ?)',
  );
  const select = db
    .prepare<[number, string, string], number>(
      'SELECT 1 FROM separations WHERE lineage = ? AND a = ? AND b = ?',
    )
    .pluck();
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM separations WHERE lineage = ? AND a = ? AND b = ?',
  );
  const selectPartners = db
    .prepare<[number, string, number, string], string>(
      `SELECT b FROM separations WHERE lineage = ? AND a = ?
       UNION ALL SELECT a FROM separations WHERE lineage = ? AND b = ?`,
    )
    .pluck();
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM separations WHERE lineage = ? LIMIT 1')
    .pluck();
  const selectPage = db.prepare<[number, string, string, number], Separation>(
    `SELECT a, b, created_at AS createdAt FROM separations
     WHERE lineage = ? AND (a, b) > (?, ?) ORDER BY a, b LIMIT +?`,
  );
  /** By lineage, whether it may have separations. */
  const known = new Map<number, boolean>();

  /** The documents from which a document is separated. */
  function partnersOf(lineage: number, id: string): readonly string[] {
    let any = known.get(lineage);
    if (any === undefined) {
      any = selectAny.get(lineage) !== undefined;
      known.set(lineage, any);
    }
    return any ? selectPartners.all(lineage, id, lineage, id) : [];
  }

  /** @throws `validation_failed` if one of the two has too many */
  function add(lineage: number, one: string, other: string, now: number): void {
    const { a, b } = pairOf(one, other);
    if (select.get(lineage, a, b) !== undefined) return;
    for (const id of [one, other]) {
      if (partnersOf(lineage, id).length >= separationsMax) throw tooManySeparations(id);
    }
    insert.run(lineage, a, b, now);
    known.set(lineage, true);
  }

  return {
    partnersOf,
    add,
    /** @returns whether there was one */
    remove(lineage: number, one: string, other: string): boolean {
      const { a, b } = pairOf(one, other);
      return remove.run(lineage, a, b).changes > 0;
    },
    page: (lineage: number, { after, limit }: Pick<ListSeparations, 'after' | 'limit'>) =>
      pageOf(
        selectPage.iterate(lineage, after?.a ?? '', after?.b ?? '', limit),
        limit,
        separationBytes,
      ),
  };
}
