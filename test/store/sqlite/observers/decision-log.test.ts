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
import {
  indexDecisions,
  verifyDecisions,
} from '../../../../src/store/sqlite/maintenance/decision-index.js';
import { createDecisionLog } from '../../../../src/store/sqlite/observers/decision-log.js';
import type { Catalog } from '../../../../src/store/sqlite/tables/catalog.js';
import { repetitions } from '../../../repetitions.js';
import { tinyRuns } from '../tiny-runs.js';

const dayMs = 86_400_000;
/** Each lineage has one collection. */
const catalog: Pick<Catalog, 'findLineage' | 'isSuccessor' | 'isLineage'> = {
  findLineage: ({ generation }) => generation,
  isSuccessor: () => false,
  isLineage: () => true,
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
const unjudged = { verdict: null, kept: false };
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

  it('finds the same records after each kill, rollback and move of their ids', () => {
    const { db } = openLog();
    const open = () => createDecisionLog(db, catalog, limitless, tiny);
    let log = open();
    let added = 0;
    const numbers = new Map<string, number[]>();
    for (let step = 0; step < 200; step++) {
      const own: [id: string, number: number][] = [];
      const isRolledBack = step % 7 === 3;
      db.exec('BEGIN');
      for (let i = 0; i < 1 + (step % 5); i++) {
        const id = `https://h${added % 3}.example/${Math.imul(added, 0x9e3779b1) >>> 28}`;
        own.push([id, log.add(collectionOf(1), { ...refusal, id }, added)]);
        added += 1;
      }
      const [id] = own[0]!;
      const isForgotten = step % 11 === 5;
      if (isForgotten) log.forgetIds(collectionOf(1), [id]);
      log.flushDue();
      db.exec(isRolledBack ? 'ROLLBACK' : 'COMMIT');
      if (isRolledBack) log.rolledBack();
      else {
        log.committed();
        for (const [each, number] of own) numbers.set(each, [...(numbers.get(each) ?? []), number]);
        if (isForgotten) numbers.delete(id);
      }
      if (step % 13 === 0) log = open();
      while (step % 3 === 0 && log.loadFilters());
      if (step % 5 !== 0) continue;
      for (const [each, expected] of numbers) {
        const filter = { id: each };
        const { decisions } = log.list(1, { ...all, filter, limit: 100 });
        expect(decisions.map(({ number }) => number)).toEqual(expected.toReversed());
      }
    }
    expect(db.prepare('SELECT max(level) FROM decision_runs').pluck().get()).toBeGreaterThan(1);
    const faults: string[] = [];
    verifyDecisions(db, (count, what) => count > 0 && faults.push(what));
    expect(faults).toEqual([]);
  });

  it('rebuilds its indexes', () => {
    const { db, log } = openLog();
    fill(db, log, 10_000);
    const filters = [{ id: 'https://h7.example/9000' }, { host: 'h7.example' }, {}];
    const lists = (from: Log) =>
      filters.flatMap((filter) =>
        (['newest', 'certainty'] as const).map((order) => page(from, filter, order, 50)),
      );
    const before = lists(log);
    db.exec('DELETE FROM decision_segments');
    const faults: string[] = [];
    verifyDecisions(db, (count, what) => count > 0 && faults.push(what));
    expect(faults).toEqual(['decisions are missing in the directory of their segment']);
    indexDecisions(db);
    expect(lists(createDecisionLog(db, catalog, limitless))).toEqual(before);
  });

  it('rebuilds the directory of the last records if later ones are deleted', () => {
    const { db, log } = openLog();
    for (let i = 1; i <= 4100; i++) log.add(collectionOf(1), { ...refusal, id: `${i}` }, i);
    log.forgetIds(collectionOf(1), ['4096', '4097', '4098', '4099', '4100']);
    const before = page(log, {}, 'newest', 5);
    expect(before).toHaveLength(5);
    indexDecisions(db);
    expect(page(createDecisionLog(db, catalog, limitless), {}, 'newest', 5)).toEqual(before);
    verifyDecisions(db, (count, what) => expect([count, what]).toEqual([0, what]));
  });

  it('deletes the directories once all records are deleted', () => {
    const { db, log } = openLog();
    // Directories of lineages without collections are deleted with the lineage.
    db.exec(`INSERT INTO collections (lineage, recipe, recipe_id, max_distance, min_similarity, duplicate_if,
      keep_text, keep_refused, site_lines, refused_texts, created_at)
      VALUES (1, '', '', 3, 0.6, '', 0, 0, 1, 0, 0)`);
    for (let i = 0; i < 9000; i++) log.add(collectionOf(1), refusal, i);
    const directories = db.prepare('SELECT count(*) FROM decision_segments').pluck();
    expect(directories.get()).toBe(2);
    for (let after: number | null = 0; after !== null; ) {
      after = log.forgetPrefix(1, 'https://a.example/', after).after;
    }
    while (log.prune(0));
    expect(directories.get()).toBe(0);
  });

  it('deletes the records and directories of a lineage', () => {
    const { db, log } = openLog();
    fill(db, log, 10_000);
    while (log.eraseSome(1, 64) > 0);
    expect(page(log, {}, 'newest', 5)).toEqual([]);
    const lineages = 'SELECT DISTINCT lineage FROM decision_';
    for (const table of ['log', 'segments']) {
      expect(db.prepare(`${lineages}${table}`).pluck().all()).toEqual([2]);
    }
  });

  it('returns the same list as a search of all records, over many segments and parts', () => {
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
  /** Adds refusals whose certainty depends on their segment, so that few segments have the least certain ones. */
  function fillByTrend(db: Database, log: Log, count: number, trend: (segment: number) => number) {
    db.transaction(() => {
      for (let i = 1; i <= count; i++) {
        const random = Math.imul(i, 0x9e3779b1) >>> 8;
        const certainty = Math.min(1000, trend(Math.floor(i / 4096)) + (random % 90)) / 1000;
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

  it('come from few segments, in the order of all records, after deletions as well', () => {
    const trends = [(segment: number) => segment * 100, (segment: number) => 900 - segment * 100];
    for (const trend of trends) {
      const { db, log } = openLog();
      fillByTrend(db, log, 13_000, trend);
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
      verifyDecisions(db, (count, what) => expect([count, what]).toEqual([0, what]));
    }
  });

  it('are all found if less certain ones are added between the parts of a search', () => {
    const { db, log } = openLog();
    fillByTrend(db, log, 13_000, (segment) => 300 + 100 * segment);
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

  it('read only the directories that can have one of them', () => {
    const { db, log } = openLog();
    fillByTrend(db, log, 33_000, (segment) => 900 - segment * 100);
    // Only the last directories, one of which is in memory, have certainties below 0.3.
    db.exec("UPDATE decision_segments SET entries = x'' WHERE least_certainty >= 300");
    const found = page(log, {}, 'certainty', 1000);
    expect(found).toHaveLength(1000);
    expect(found.at(-1)!.certainty).toBeLessThan(0.3);
    const faults: string[] = [];
    verifyDecisions(db, (count, what) => count > 0 && faults.push(what));
    expect(faults).toContain('directories of decisions have another least certainty');
  });
});

const limitless: DecisionLogLimits = { days: 30, rows: 1e9 };
/** Moves and merges after a few records. */
const tiny = { buffered: () => 8, runs: tinyRuns };

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
