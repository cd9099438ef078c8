import type { Database } from 'better-sqlite3';
import { type BandLayout, bandKeys } from '../../fingerprint/minhash.js';
import type { Recipe } from '../../fingerprint/recipe.js';

/**
 * The index of sketches: finds the contents that have a band in common with a sketch.
 *
 * The keys of a content lie all over the index. Written one by one, 8 bands of a content change 8
 * pages, which is more than everything else that is stored of a document. So new rows gather in
 * memory, and move into the table on disk in the order of the table, many to a page:
 *
 *   recent_bands (temporary, in memory)         bands (on disk)
 *   ┌───────────────────────────────┐           ┌───────────────────────────────┐
 *   │ ·  · ·  ·│:: :. ::. ::: .: :: │  ──────►  │ :::::::::::::::::::::::::::::: │
 *   └──────────┴───────────────────┘           └───────────────────────────────┘
 *     swept    ▲ position: the next rows to move; at the end a new round begins
 *
 * For every row that comes one moves, so nobody waits for a merge. What is in memory only is made
 * again from the sketches when the database is opened: `unmerged` names the contents. One that came in
 * an earlier round than the one that ends has been passed by the position, all of it.
 *
 * Rows, position and round are all in tables, temporary or not, so a transaction that is rolled back
 * takes everything back. (The idea is that of a log-structured merge tree: O'Neil, Cheng, Gawlick,
 * O'Neil, 1996; the rolling merge of its section 2.) Figures and what was rejected: docs/decisions/0061.
 */
export interface BandIndex {
  /** @param content is not in the index yet */
  insert(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  remove(collection: number, content: number, sketch: Uint8Array, layout: BandLayout): void;
  /**
   * Numbers of contents, each once, in no particular order. Holds 8 bytes for each content of the
   * fullest band and about 40 for each that it finds, and reads nothing else of them.
   */
  search(collection: number, sketch: Uint8Array, layout: BandLayout): Set<number>;
}

/** Rows that gather before they begin to move: about 3 MB. */
const recentRowsDefault = 2 ** 17;
const loadedAtOnce = 1000;

/**
 * @param recentRows how many rows gather in memory
 * @param movedAtOnce how many rows move at a time
 */
export function createBandIndex(
  db: Database,
  recentRows = recentRowsDefault,
  movedAtOnce = 512,
): BandIndex {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS recent_bands (
      collection INTEGER NOT NULL, key INTEGER NOT NULL, content INTEGER NOT NULL,
      PRIMARY KEY (collection, key, content)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE IF NOT EXISTS merging (
      round INTEGER NOT NULL,
      collection INTEGER NOT NULL, key INTEGER NOT NULL, content INTEGER NOT NULL
    ) STRICT;`);
  const insertRecent = db.prepare<Row>('INSERT OR IGNORE INTO recent_bands VALUES (?, ?, ?)');
  const insertUnmerged = db.prepare<[number]>(
    'INSERT OR IGNORE INTO unmerged SELECT round, ? FROM merging',
  );
  const deleteFrom = ['recent_bands', 'bands'].map((table) =>
    db.prepare<Row>(`DELETE FROM ${table} WHERE collection = ? AND key = ? AND content = ?`),
  );
  const selectFrom = ['recent_bands', 'bands'].map((table) =>
    db
      .prepare<[number, number], number>(
        `SELECT content FROM ${table} WHERE collection = ? AND key = ?`,
      )
      .pluck(),
  );

  const selectPosition = db.prepare<[], Row>('SELECT collection, key, content FROM merging').raw();
  const selectAfter = db
    .prepare<[...Row, number], Row>(`SELECT * FROM recent_bands WHERE ${after} ${inOrder} OFFSET ?`)
    .raw();
  const copyBetween = db.prepare<[...Row, ...Row]>(
    `INSERT OR IGNORE INTO bands SELECT * FROM recent_bands WHERE ${after} AND ${upTo}`,
  );
  const deleteBetween = db.prepare<[...Row, ...Row]>(
    `DELETE FROM recent_bands WHERE ${after} AND ${upTo}`,
  );
  const moveTo = db.prepare<Row>('UPDATE merging SET collection = ?, key = ?, content = ?');
  const deleteMerged = db.prepare('DELETE FROM unmerged WHERE round < (SELECT round FROM merging)');
  const nextRound = db.prepare('UPDATE merging SET round = round + 1');
  const countRecent = db.prepare<[], number>('SELECT count(*) FROM recent_bands').pluck();

  db.transaction(load)();
  /** Only paces the merge: after a rollback it is wrong by a little, until the next round. */
  let recent = countRecent.get()!;

  function load(): void {
    db.exec(`
      DELETE FROM recent_bands;
      DELETE FROM merging;
      INSERT INTO merging SELECT coalesce(max(round), 0) + 1, ${start} FROM unmerged`);
    const select = db.prepare<[number, number, number], UnmergedRow>(unmergedContents);
    const layouts = layoutsOf(db);
    for (let last = { round: 0, content: 0 }; ; ) {
      const rows = select.all(last.round, last.content, loadedAtOnce);
      for (const { collection, content, sketch } of rows) {
        const layout = layouts.get(collection);
        if (layout == null || sketch === null) continue;
        for (const key of bandKeys(sketch, layout)) insertRecent.run(collection, key, content);
      }
      if (rows.length < loadedAtOnce) return;
      last = rows.at(-1)!;
    }
  }

  /** Moves the next rows, at most `movedAtOnce`; at the end of the table a new round begins. */
  function move(): void {
    const position = selectPosition.get()!;
    const last = selectAfter.get(...position, movedAtOnce - 1);
    copyBetween.run(...position, ...(last ?? end));
    deleteBetween.run(...position, ...(last ?? end));
    recent -= movedAtOnce;
    if (last !== undefined) {
      moveTo.run(...last);
      return;
    }
    deleteMerged.run();
    nextRound.run();
    moveTo.run(...beginning);
    recent = countRecent.get()!;
  }

  return {
    insert(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) insertRecent.run(collection, key, content);
      insertUnmerged.run(content);
      recent += layout.count;
      while (recent >= recentRows + movedAtOnce) move();
    },
    remove(collection, content, sketch, layout) {
      for (const key of bandKeys(sketch, layout)) {
        for (const statement of deleteFrom) statement.run(collection, key, content);
      }
    },
    search(collection, sketch, layout) {
      const found = new Set<number>();
      for (const key of bandKeys(sketch, layout)) {
        for (const statement of selectFrom) {
          for (const content of statement.all(collection, key)) found.add(content);
        }
      }
      return found;
    },
  };
}

type Row = [collection: number, key: number, content: number];

const beginning: Row = [0, 0, 0];
const end: Row = [Number.MAX_SAFE_INTEGER, 0, 0];
const start = beginning.join(', ');
const after = '(collection, key, content) > (?, ?, ?)';
const upTo = '(collection, key, content) <= (?, ?, ?)';
const inOrder = 'ORDER BY collection, key, content LIMIT 1';

/** Contents that are gone are left out; a number that was given again costs some rows twice. */
const unmergedContents = `
  SELECT round, content, contents.collection AS collection, sketch
  FROM unmerged JOIN contents ON contents.number = content
  WHERE (round, content) > (?, ?) ORDER BY round, content LIMIT ?`;

interface UnmergedRow {
  readonly round: number;
  readonly content: number;
  readonly collection: number;
  readonly sketch: Buffer | null;
}

/** How each collection, deleted ones included, cuts its sketches. */
function layoutsOf(db: Database): Map<number, BandLayout | null> {
  const rows = db
    .prepare<[], [number, string]>('SELECT generation, recipe FROM collections')
    .raw()
    .all();
  return new Map(
    rows.map(([generation, json]) => [generation, (JSON.parse(json) as Recipe).bands]),
  );
}
