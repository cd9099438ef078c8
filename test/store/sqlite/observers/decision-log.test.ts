import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Collection } from '../../../../src/store/contract/collections.js';
import type {
  DecisionFilter,
  DecisionLogLimits,
  DecisionPlace,
  DecisionRecord,
  ListDecisions,
} from '../../../../src/store/contract/decision-log.js';
import { loggedDecisions } from '../../../../src/store/contract/decision-log.js';
import {
  byCertainty,
  type NewDecision,
  toPlace,
} from '../../../../src/store/rules/decision-log.js';
import { hostFromId } from '../../../../src/store/rules/host.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { repair } from '../../../../src/store/sqlite/maintenance/repair.js';
import { verify } from '../../../../src/store/sqlite/maintenance/verify.js';
import { createDecisionLog } from '../../../../src/store/sqlite/observers/decision-log.js';
import type { Catalog } from '../../../../src/store/sqlite/tables/catalog.js';
import { repetitions } from '../../../repetitions.js';

const dayMs = 86_400_000;
/** Each lineage has one collection. */
const catalog: Pick<Catalog, 'findLineage' | 'isSuccessor'> = {
  findLineage: ({ generation }) => generation,
  isSuccessor: () => false,
};
const collectionOf = (lineage: number) => ({ generation: lineage }) as Collection;

function openLog(limits: DecisionLogLimits = { days: 30, rows: 1e6 }) {
  const db = openDatabase(':memory:');
  onTestFinished(() => {
    db.close();
  });
  return { db, log: createDecisionLog(db, catalog, limits) };
}

const refusal: NewDecision = {
  ...{ id: 'https://a.example/1', decision: 'duplicate', stored: false, reason: null },
  ...{ match: 'https://a.example/2', distance: 3, similarity: 0.8125, exact: false },
  adds: { nothing: true, words: 300, share: 0.031, numbers: 1, lines: 0 },
  ...{ certainty: 0.481, title: 'Ferry' },
};
const unjudged = { verdict: null, kept: false, gone: false };
const start = { after: null, before: null, position: null };
const all = { ...start, filter: {}, order: 'newest' } as const;
const idsIn = (log: ReturnType<typeof openLog>['log']) =>
  log.list(1, { ...all, limit: 1000 }).decisions.map(({ id }) => id);

describe('the decision log', () => {
  it('returns records as written, whatever ids have in common', () => {
    const { log } = openLog();
    const ids = ['', 'https://a.example/1', 'https://a.example/1/x', '\u{1f600}', '\u{1f601}'];
    for (const id of [...ids, null]) {
      for (const match of [...ids, null]) {
        const decision = { ...refusal, id, match };
        const number = log.add(collectionOf(1), decision, 5);
        expect(log.find(1, number)).toEqual({ ...decision, ...unjudged, number, at: 5 });
        expect(log.find(2, number)).toBeUndefined();
      }
    }
  });

  it('deletes records beyond the limits of days and rows', () => {
    const { log } = openLog({ days: 1, rows: 3 });
    for (let i = 0; i < 5; i++) log.add(collectionOf(1), { ...refusal, id: `${i}` }, i * 1000);
    while (log.prune(0));
    expect(idsIn(log)).toEqual(['4', '3', '2']);
    while (log.prune(dayMs + 4000));
    expect(idsIn(log)).toEqual(['4']);
    while (log.prune(dayMs + 4001));
    expect(idsIn(log)).toEqual([]);
  });

  it('deletes everything if it is off', () => {
    const { log, db } = openLog();
    log.add(collectionOf(1), refusal, 1);
    const off = createDecisionLog(db, catalog, { days: 0, rows: 10 });
    expect(off.observer.isUsedIn(collectionOf(1))).toBe(false);
    while (off.prune(1));
    expect(idsIn(log)).toEqual([]);
  });

  it('keeps no content of a refused page whose record is deleted', () => {
    const { log, db } = openLog({ days: 1, rows: 10 });
    const keep = db.prepare("INSERT INTO refused_pages VALUES (?, 1e15, x'00', NULL)");
    const left = db.prepare('SELECT count(*) FROM refused_pages').pluck();
    const ways = {
      byId: () => log.forgetIds(collectionOf(1), [refusal.id!]),
      byPrefix: () => log.forgetPrefix(1, 'https://a.example/', 0),
      byAge: () => log.prune(2 * dayMs),
    };
    for (const [way, forget] of Object.entries(ways)) {
      keep.run(log.add(collectionOf(1), refusal, 1));
      expect([way, left.get()]).toEqual([way, 1]);
      forget();
      expect([way, left.get()]).toEqual([way, 0]);
    }
  });

  it('finds each similarity separately', () => {
    const { log } = openLog();
    const similarities = [0.0029, 0.0058, 0.29, 0.5726, 0.57, 0.9999];
    for (const similarity of similarities) log.add(collectionOf(1), { ...refusal, similarity }, 1);
    for (const value of similarities) {
      const filter = { minSimilarity: value, maxSimilarity: value };
      const { decisions } = log.list(1, { ...all, filter, limit: 10 });
      const found = decisions.map(({ similarity }) => similarity);
      expect(found).toEqual([value]);
    }
  });

  it('never reuses a number', () => {
    const { log } = openLog();
    const number = log.add(collectionOf(1), refusal, 1);
    log.forgetIds(collectionOf(1), [refusal.id!]);
    expect(log.add(collectionOf(1), refusal, 1)).toBe(number + 1);
  });

  it('keeps the last hundred records of an id', () => {
    const { log } = openLog();
    for (let i = 0; i < 105; i++) log.add(collectionOf(1), refusal, i);
    const { decisions } = log.list(1, { ...all, filter: { id: refusal.id! }, limit: 200 });
    expect(decisions.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, i) => 104 - i));
  });

  it('finds a record by the id that it was given later', () => {
    const { db, log } = openLog();
    const number = log.add(collectionOf(1), { ...refusal, id: null }, 1);
    fill(db, log, 5000);
    log.setId(number, 'https://later.example/1');
    const found = { number, id: 'https://later.example/1' };
    for (const filter of [{ id: found.id }, { host: 'later.example' }]) {
      expect(page(log, filter, 'newest', 5)).toMatchObject([found]);
      expect(page(log, filter, 'certainty', 5)).toMatchObject([found]);
    }
    log.forgetIds(collectionOf(1), [found.id]);
    expect(log.find(1, number)).toBeUndefined();
  });

  it('finds the same records after each opening and rollback', () => {
    const { db } = openLog();
    const open = () => createDecisionLog(db, catalog, limitless);
    let log = open();
    let added = 0;
    const numbers = new Map<string, number[]>();
    for (let step = 0; step < 60; step++) {
      const own: [id: string, number: number][] = [];
      const isRolledBack = step % 7 === 3;
      db.exec('BEGIN');
      for (let i = 0; i < 100 * (1 + (step % 3)); i++) {
        const id = `https://h${added % 3}.example/${Math.imul(added, 0x9e3779b1) >>> 23}`;
        own.push([id, log.add(collectionOf(1), { ...refusal, id }, added)]);
        added += 1;
      }
      const [id] = own[0]!;
      const isForgotten = step % 11 === 5;
      if (isForgotten) log.forgetIds(collectionOf(1), [id]);
      db.exec(isRolledBack ? 'ROLLBACK' : 'COMMIT');
      if (!isRolledBack) {
        for (const [each, number] of own) numbers.set(each, [...(numbers.get(each) ?? []), number]);
        if (isForgotten) numbers.delete(id);
      }
      if (step % 13 === 0) log = open();
      if (step % 20 !== 0) continue;
      for (const [each, expected] of numbers) {
        expect(numbersOf(log, { id: each })).toEqual(expected.toReversed());
      }
    }
    expect(numbersOf(log, {})[0]).toBeGreaterThan(4 * 2048);
    expect(faults(db)).toEqual([]);
  });

  it('indexes its records again', () => {
    const { db, log } = openLog();
    fill(db, log, 10_000);
    const filters = [{ id: 'https://h7.example/9000' }, { host: 'h7.example' }, {}];
    const lists = () =>
      filters.flatMap((filter) =>
        (['newest', 'certainty'] as const).map((order) => page(log, filter, order, 50)),
      );
    const before = lists();
    db.exec('UPDATE decision_log SET indexed = 0 WHERE number BETWEEN 5000 AND 5009');
    expect(faults(db)).toContain('10 decisions are not found by their keys');
    keepCollections(db);
    repair(db);
    expect(lists()).toEqual(before);
    expect(faults(db)).toEqual([]);
  });

  it('deletes the records of a lineage', () => {
    const { db, log } = openLog();
    fill(db, log, 10_000);
    while (log.eraseSome(1, 64) > 0);
    expect(page(log, {}, 'newest', 5)).toEqual([]);
    expect(db.prepare('SELECT DISTINCT lineage FROM decision_log').pluck().all()).toEqual([2]);
  });

  it('deletes the contents of refused pages some at a time before their records', () => {
    const { log, db } = openLog({ days: 1, rows: 1e6 });
    fill(db, log, 1000);
    db.exec("INSERT INTO refused_pages SELECT number, 1e15, x'00', NULL FROM decision_log");
    const left = db.prepare(
      'SELECT (SELECT count(*) FROM decision_log) - count(*) FROM refused_pages',
    );
    log.prune(3 * dayMs);
    expect(left.pluck().get()).toBe(4);
    while (log.prune(3 * dayMs));
    expect(page(log, {}, 'newest', 5)).toEqual([]);
  });

  it.each([
    ['newest', {}, 'id'],
    ['newest', { id: 'https://h7.example/1' }, 'id'],
    ['newest', { host: 'h7.example' }, 'id'],
    ['newest', { idPrefix: 'https://h7.example/' }, 'id'],
    ['newest', { match: refusal.match! }, 'match'],
    ['certainty', {}, 'certainty'],
    ['certainty', { verdict: 'none' }, 'certainty'],
    ['certainty', { host: 'h7.example' }, 'id'],
    ['certainty', { match: refusal.match! }, 'match'],
  ] as const)('searches the list %s %o by the index by %s', (order, filter, index) => {
    const { db, log } = openLog();
    log.add(collectionOf(1), { ...refusal, id: 'https://h7.example/1' }, 1);
    fill(db, log, 5000);
    const plans = plansDuring(db, () => page(log, filter, order, 5000));
    const searches = plans.filter((plan) => plan.includes('decision_log')).sort();
    expect(searches).toEqual([
      expect.stringMatching(`^SEARCH decision_log USING INDEX decision_log_by_${index} \\(<expr>=`),
      expect.stringMatching(/^SEARCH decision_log USING INTEGER PRIMARY KEY \(rowid>/),
    ]);
  });

  it('returns the same list as a search of all records, over many shelves and parts', () => {
    const { db, log } = openLog();
    fill(db, log, 30_000);
    const rows = log.list(1, { ...all, limit: 1 }).decisions;
    expect(rows[0]!.number).toBe(29_999);
    const everything = pages(log, {}, 'newest', 1000);
    expect(everything.length).toBe(20_000);
    fc.assert(
      fc.property(
        fc.record(
          {
            host: fc.constantFrom('h1.example', 'h7.example', 'none.example'),
            idPrefix: fc.constantFrom('https://h2.example/', 'https://h2', 'x'),
            match: fc.constantFrom('https://a.example/2', 'x'),
            decision: fc.constantFrom(...loggedDecisions),
            since: fc.integer({ min: 0, max: 31_000 }),
            until: fc.integer({ min: 0, max: 31_000 }),
            minSimilarity: fc.constantFrom(0.2, 0.99),
            maxSimilarity: fc.constantFrom(0.05, 0.9),
          },
          { requiredKeys: [] },
        ),
        fc.constantFrom('newest', 'certainty'),
        fc.integer({ min: 1, max: 1000 }),
        (filter, order, limit) => {
          const expected = everything.filter((record) => isWanted(record, filter));
          const refused = expected.filter(({ certainty }) => certainty !== null);
          const wanted = order === 'newest' ? expected : refused.sort(byCertainty);
          expect(page(log, filter, order, limit)).toEqual(wanted.slice(0, limit));
        },
      ),
      { numRuns: repetitions(60) },
    );
  });
});

describe('the least certain refusals', () => {
  /** Adds refusals whose certainty depends on their shelf, so that few shelves have the least certain ones. */
  function fillByTrend(db: Database, log: Log, count: number, trend: (shelf: number) => number) {
    db.transaction(() => {
      for (let i = 1; i <= count; i++) {
        const random = Math.imul(i, 0x9e3779b1) >>> 8;
        const certainty = Math.min(1000, trend(Math.floor(i / 2048)) + (random % 90)) / 1000;
        const isStored = random % 5 === 0;
        log.add(
          collectionOf(random % 7 === 0 ? 2 : 1),
          {
            ...{ ...refusal, id: `https://h${random % 50}.example/${i}` },
            ...{ stored: isStored, certainty: isStored ? null : certainty },
          },
          i,
        );
      }
    })();
  }

  it('come in the order of all records, after deletions as well', () => {
    const trends = [(shelf: number) => shelf * 100, (shelf: number) => 900 - shelf * 100];
    for (const trend of trends) {
      const { db, log } = openLog();
      fillByTrend(db, log, 9000, trend);
      const expected = () =>
        pages(log, {}, 'newest', 1000)
          .filter(({ certainty }) => certainty !== null)
          .sort(byCertainty);
      const first = expected();
      expect(page(log, {}, 'certainty', 50)).toEqual(first.slice(0, 50));
      expect(pages(log, {}, 'certainty', 1000)).toEqual(first);
      const forgotten = first.slice(0, 2000).map(({ id }) => id!);
      log.forgetIds(collectionOf(1), forgotten);
      const rest = first.slice(2000);
      expect(page(log, {}, 'certainty', 50)).toEqual(rest.slice(0, 50));
      expect(pages(log, {}, 'certainty', 1000)).toEqual(rest);
      expect(faults(db)).toEqual([]);
    }
  });

  it('are all found if less certain ones are added between the parts of a search', () => {
    const { db } = openLog();
    let time = 0;
    // Each reading of the clock ends a part.
    const log = createDecisionLog(db, catalog, limitless, () => (time += 100));
    fillByTrend(db, log, 13_000, (shelf) => 300 + 100 * shelf);
    const filter = { idPrefix: 'https://h7.' };
    const expected = page(log, filter, 'certainty', 1000);
    let parts = 0;
    const found = page(log, filter, 'certainty', 1000, null, () => {
      const id = `https://other.example/${++parts}`;
      log.add(collectionOf(1), { ...refusal, id, stored: false, certainty: 0.2 }, 13_000 + parts);
    });
    expect(parts).toBeGreaterThan(2);
    expect(found).toEqual(expected);
  });
});

const faults = (db: Database) =>
  verify(db)
    .faults.map(({ what }) => what)
    .filter((what) => !what.includes('without a collection'));

/** Makes the collections of the log, because a repair deletes the records of others. */
function keepCollections(db: Database): void {
  for (const lineage of [1, 2]) {
    db.exec(`INSERT INTO collections (lineage, recipe, recipe_id, max_distance, min_similarity, duplicate_if,
      keep_text, keep_refused, site_lines, refused_texts, created_at)
      VALUES (${lineage}, '', '', 3, 0.6, '', 0, 0, 1, 0, 0)`);
  }
}

const numbersOf = (log: Log, filter: DecisionFilter) =>
  page(log, filter, 'newest', 100).map(({ number }) => number);

/** Returns the query plans of the statements that are prepared during an action. */
function plansDuring(db: Database, action: () => void): string[] {
  const prepare = db.prepare.bind(db);
  const texts: string[] = [];
  db.prepare = ((sql: string) => {
    texts.push(sql);
    return prepare(sql);
  }) as typeof db.prepare;
  action();
  db.prepare = prepare;
  return texts.flatMap((sql) => {
    const values = Object.fromEntries([...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1]));
    return prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(values)
      .map(({ detail }) => detail);
  });
}

const limitless: DecisionLogLimits = { days: 30, rows: 1e9 };

/** Adds records to two collections, every third one to the other. */
function fill(db: ReturnType<typeof openDatabase>, log: Log, count: number): void {
  db.transaction(() => {
    for (let i = 1; i <= count; i++) {
      const random = Math.imul(i, 0x9e3779b1) >>> 8;
      const stored = random % 3 === 0;
      const decision: NewDecision = {
        ...refusal,
        id: random % 11 === 0 ? null : `https://h${random % 50}.example/${i}`,
        decision: loggedDecisions[random % 4]!,
        stored,
        similarity: (random % 1000) / 1000,
        certainty: stored ? null : (random % 701) / 1000,
      };
      log.add(collectionOf(i % 3 === 0 ? 2 : 1), decision, i);
    }
  })();
}

type Log = ReturnType<typeof openLog>['log'];

/** Returns a page merged from parts. */
function page(
  log: Log,
  filter: DecisionFilter,
  order: ListDecisions['order'],
  limit: number,
  after: DecisionPlace | null = null,
  betweenParts = () => {},
): DecisionRecord[] {
  let position: number | null = null;
  let found: DecisionRecord[] = [];
  do {
    const last = order === 'newest' || found.length < limit ? undefined : found.at(-1)!;
    const before = last === undefined ? null : toPlace(last);
    const part = log.list(1, { filter, order, after, before, position, limit });
    found.push(...part.decisions);
    if (order === 'certainty') found = found.sort(byCertainty).slice(0, limit);
    position = part.position;
    betweenParts();
  } while (position !== null && (order === 'certainty' || found.length < limit));
  return found.slice(0, limit);
}

function pages(log: Log, filter: DecisionFilter, order: ListDecisions['order'], limit: number) {
  const seen: DecisionRecord[] = [];
  for (;;) {
    const last = seen.at(-1);
    const next = page(log, filter, order, limit, last === undefined ? null : toPlace(last));
    if (next.length === 0) return seen;
    seen.push(...next);
  }
}

function isWanted(record: DecisionRecord, filter: DecisionFilter): boolean {
  const { id, at, decision, similarity } = record;
  return (
    (filter.host === undefined || (id !== null && hostFromId(id) === filter.host)) &&
    (filter.idPrefix === undefined || id?.startsWith(filter.idPrefix) === true) &&
    (filter.match === undefined || record.match === filter.match) &&
    (filter.decision === undefined || decision === filter.decision) &&
    at >= (filter.since ?? 0) &&
    at < (filter.until ?? Number.POSITIVE_INFINITY) &&
    similarity! >= (filter.minSimilarity ?? 0) &&
    similarity! <= (filter.maxSimilarity ?? 1)
  );
}
