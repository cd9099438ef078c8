import type { Database } from 'better-sqlite3';
import {
  type Departure,
  type ListSeparations,
  type Separation,
  separationsMax,
} from '../../contract/clusters.js';
import { pageOf, separationBytes } from '../../rules/reply-bytes.js';
import { pairOf, tooManySeparations } from '../../rules/separations.js';

/** Pairs that a person declared to be no duplicates. */
export function createSeparations(db: Database) {
  const insert = db.prepare<[number, string, string, number]>(
    'INSERT INTO separations (lineage, a, b, created_at) VALUES (?, ?, ?, ?)',
  );
  const select = db.prepare<[number, string, string], Row>(
    `${selectRows} WHERE lineage = ? AND a = ? AND b = ?`,
  );
  const setDeparture = db.prepare<[string | null, number, string, string]>(
    'UPDATE separations SET departure = ? WHERE lineage = ? AND a = ? AND b = ?',
  );
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
  const selectPage = db.prepare<[number, string, string, number], Row>(
    `${selectRows} WHERE lineage = ? AND (a, b) > (?, ?) ORDER BY a, b LIMIT +?`,
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

  function find(lineage: number, one: string, other: string): Separation | undefined {
    const { a, b } = pairOf(one, other);
    const row = select.get(lineage, a, b);
    return row && separationOf(row);
  }

  /** @throws `validation_failed` if one of the two has too many for a separation of this pair */
  function refuseFull(lineage: number, one: string, other: string): void {
    const { a, b } = pairOf(one, other);
    if (select.get(lineage, a, b) !== undefined) return;
    for (const id of [one, other]) {
      if (partnersOf(lineage, id).length >= separationsMax) throw tooManySeparations(id);
    }
  }

  /** Adds a separation, if it is not there; after `refuseFull`. */
  function add(lineage: number, one: string, other: string, now: number): void {
    const { a, b } = pairOf(one, other);
    if (select.get(lineage, a, b) !== undefined) return;
    insert.run(lineage, a, b, now);
    known.set(lineage, true);
  }

  function* after(
    lineage: number,
    place: ListSeparations['after'],
    limit: number,
  ): Generator<Separation> {
    for (const row of selectPage.iterate(lineage, place?.a ?? '', place?.b ?? '', limit)) {
      yield separationOf(row);
    }
  }

  return {
    partnersOf,
    find,
    refuseFull,
    add,
    remove(lineage: number, { a, b }: Separation): void {
      remove.run(lineage, a, b);
    },
    setDeparture(lineage: number, { a, b }: Separation, departure: Departure | null): void {
      setDeparture.run(departure && JSON.stringify(departure), lineage, a, b);
    },
    page: (lineage: number, { after: place, limit }: Pick<ListSeparations, 'after' | 'limit'>) =>
      pageOf(after(lineage, place, limit), limit, separationBytes),
  };
}

export type Separations = ReturnType<typeof createSeparations>;

interface Row extends Omit<Separation, 'departure'> {
  readonly departure: string | null;
}

const selectRows = 'SELECT a, b, created_at AS createdAt, departure FROM separations';

function separationOf({ departure, ...separation }: Row): Separation {
  const told = departure === null ? null : (JSON.parse(departure) as Departure);
  return { ...separation, departure: told };
}
