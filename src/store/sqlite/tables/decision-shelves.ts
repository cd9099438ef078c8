import type { Database } from 'better-sqlite3';
import { hashId } from './decision-rows.js';

/**
 * Indexes of the decision log, divided into shelves of 8,192 adjacent numbers:
 *
 *   number     0 ─────── 8,191 │ 8,192 ─────── 16,383 │ ── now
 *   indexes    by id, by match, by certainty, each    │ none: the
 *              beginning with the number of a shelf   │ open shelf
 *
 * Ids and matches arrive in random order. In an ordinary index each of them would change a page of its own, 13 KB for
 * a record with three indexes. Here 2,048 records enter the indexes together, once the last of their numbers has been
 * given out, and share the pages of their shelf. In return, a search looks into each shelf: about a microsecond for
 * each. Of the newest numbers, the open shelf, it reads all records, unless it looks for an id, because each new record
 * looks for its own: ids of the open shelf are also in a table in memory. Figures: docs/internals/decisions/0028.
 */
export interface DecisionShelves {
  /** Indexes the records before `number` if there are enough. Must be called for each new record, in order. */
  add(number: number): void;
  /** Must be called if the id of a record has changed. */
  changedId(number: number): void;
  /**
   * Yields the shelves with numbers below `below` that have records of a lineage with a key, newest first. The open
   * shelf comes first, whatever it has; as a shelf like others if the key is `gone`.
   */
  of(lineage: number, key: IndexKey, below: number): Generator<Shelf>;
  /** Returns the numbers of the records of an id, newest first. @param from lowest number to look for */
  numbersOfId(lineage: number, id: string, from?: number): number[];
  /** Returns some numbers of records of a lineage. */
  numbersOf(lineage: number, limit: number): number[];
}

export interface Shelf {
  /** First number of the shelf. */
  readonly first: number;
  /** True if the records of the shelf are not in the indexes yet. */
  readonly isOpen: boolean;
}

/** Keys of an index. All keys of an index: `low` is 0, and `high` the largest integer. */
export interface IndexKey {
  readonly index: 'id' | 'match' | 'certainty' | 'lineage' | 'gone';
  readonly low: number;
  readonly high: number;
}

export const shelfLength = 8192;
/** Number of records that are indexed together. */
const indexedAtOnce = 2048;

/** SQL conditions on the key of a record. The index by id also finds all records of a lineage. */
const keyConditions: Readonly<Record<IndexKey['index'], string>> = {
  id: 'AND id_hash BETWEEN @low AND @high',
  match: 'AND match_hash BETWEEN @low AND @high',
  certainty: 'AND certainty IS NOT NULL',
  lineage: '',
  gone: 'AND flags & 32 <> 0',
};
const names: Readonly<Record<IndexKey['index'], string>> = {
  ...{ id: 'by_id', match: 'by_match', certainty: 'by_certainty', lineage: 'by_id', gone: 'gone' },
};

const ofShelf = 'number >> 13 = @shelf AND indexed = 1';
/** The index of records whose match is gone is small, so it does without shelves. */
const ofGoneShelf = `number >= @shelf * ${shelfLength} AND number < (@shelf + 1) * ${shelfLength}`;

/** SQL that selects the records of one shelf from the index of a key. */
export const shelfSource = (index: IndexKey['index']): string =>
  `decision_log INDEXED BY decision_log_${names[index]}
   WHERE ${index === 'gone' ? ofGoneShelf : ofShelf} AND lineage = @lineage ${keyConditions[index]}`;

/** SQL that selects the records of the open shelf. */
export const openSource = (index: IndexKey['index']): string =>
  `decision_log NOT INDEXED WHERE number >= @open AND lineage = @lineage ${keyConditions[index]}`;

const shelves = `WITH RECURSIVE shelves (shelf) AS
  (SELECT @last UNION ALL SELECT shelf - 1 FROM shelves WHERE shelf > @first)`;
const ofEachShelf = (index: IndexKey['index']) =>
  shelfSource(index).replace('@shelf', 'shelves.shelf');

export function createDecisionShelves(db: Database): DecisionShelves {
  db.exec(
    `DROP TABLE IF EXISTS temp.open_decisions;
     CREATE TEMP TABLE open_decisions (
       lineage INTEGER NOT NULL, id_hash INTEGER NOT NULL, number INTEGER NOT NULL,
       PRIMARY KEY (lineage, id_hash, number)
     ) WITHOUT ROWID`,
  );
  const insertOpen = db.prepare<[number, number]>(
    `INSERT OR IGNORE INTO temp.open_decisions SELECT lineage, id_hash, number FROM decision_log
     WHERE number BETWEEN ? AND ? AND id_hash IS NOT NULL`,
  );
  const clearOpen = db.prepare('DELETE FROM temp.open_decisions');
  const indexSome = db.prepare<[number, number]>(
    'UPDATE decision_log SET indexed = 1 WHERE number >= ? AND number < ?',
  );
  const selectFirst = db.prepare<[], number | null>('SELECT min(number) FROM decision_log').pluck();
  const selectShelves = (index: IndexKey['index']) =>
    db
      .prepare<[object], number>(
        `${shelves} SELECT shelf FROM shelves WHERE EXISTS (SELECT 1 FROM ${ofEachShelf(index)})`,
      )
      .pluck();
  const shelvesOf = {
    ...{ id: selectShelves('id'), match: selectShelves('match') },
    ...{ certainty: selectShelves('certainty'), lineage: selectShelves('lineage') },
  };
  const selectOfId = db
    .prepare<[object], number>(
      `${shelves} SELECT number FROM shelves CROSS JOIN ${ofEachShelf('id')}
       UNION SELECT number FROM temp.open_decisions WHERE lineage = @lineage AND id_hash = @low
       ORDER BY number DESC`,
    )
    .pluck();
  const selectOfLineage = db
    .prepare<[object], number>(
      `${shelves} SELECT number FROM shelves CROSS JOIN ${ofEachShelf('lineage')}
       UNION ALL SELECT number FROM ${openSource('lineage')} LIMIT +@limit`,
    )
    .pluck();
  const isOfId = db
    .prepare<[number, string], number>('SELECT 1 FROM decision_log WHERE number = ? AND id = ?')
    .pluck();

  // The last number given out, even if its record has been deleted.
  const selectLast = db
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'decision_log'")
    .pluck();

  const selectGone = db
    .prepare<[number, number], number | null>(
      `SELECT max(number) FROM decision_log INDEXED BY decision_log_gone
       WHERE lineage = ? AND flags & 32 <> 0 AND number < ?`,
    )
    .pluck();

  /** Returns the first number of the open shelf. */
  function firstOpen(): number {
    const last = selectLast.get() ?? 0;
    return last - (last % indexedAtOnce);
  }
  /** Returns the range of the indexed shelves between two numbers, and the first number of the open shelf. */
  const range = (from: number, below: number) => {
    const open = firstOpen();
    const last = shelfOf(Math.min(open, below) - 1);
    const first = shelfOf(Math.max(from, selectFirst.get() ?? 0));
    return { first, last, open };
  };

  insertOpen.run(firstOpen(), Number.MAX_SAFE_INTEGER);

  return {
    add(number) {
      if (number % indexedAtOnce === 0) {
        indexSome.run(number - indexedAtOnce, number);
        clearOpen.run();
      }
      insertOpen.run(number, number);
    },
    changedId: (number) => void insertOpen.run(number, number),
    *of(lineage, { index, low, high }, below) {
      if (index === 'gone') {
        for (let last = selectGone.get(lineage, below); last != null; ) {
          const first = shelfOf(last) * shelfLength;
          yield { first, isOpen: false };
          last = selectGone.get(lineage, first);
        }
        return;
      }
      const { open, ...span } = range(0, below);
      if (open < below) yield { first: open, isOpen: true };
      for (const shelf of shelvesOf[index].iterate({ lineage, low, high, ...span })) {
        yield { first: shelf * shelfLength, isOpen: false };
      }
    },
    numbersOfId(lineage, id, from = 0) {
      const key = hashId(id);
      const given = { lineage, low: key, high: key, ...range(from, Number.MAX_SAFE_INTEGER) };
      return selectOfId.all(given).filter((number) => isOfId.get(number, id) !== undefined);
    },
    numbersOf: (lineage, limit) =>
      selectOfLineage.all({ lineage, limit, ...range(0, Number.MAX_SAFE_INTEGER) }),
  };
}

const shelfOf = (number: number) => Math.floor(number / shelfLength);

/** SQL condition that is true for records whose `indexed` is wrong. */
export const isWronglyIndexed = `indexed <> (number < coalesce(
  (SELECT seq - seq % ${indexedAtOnce} FROM sqlite_sequence WHERE name = 'decision_log'), 0))`;
