import { readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Collection } from '../src/store/contract/collections.js';
import type { DecisionFilter, DecisionRecord } from '../src/store/contract/decision-log.js';
import { byCertainty, toPlace } from '../src/store/rules/decision-log.js';
import { openDatabase } from '../src/store/sqlite/file/connection.js';
import { createDecisionLog } from '../src/store/sqlite/observers/decision-log.js';
import { bytesByPart } from './bytes-by-part.js';

/*
 * Measures a decision log with many records: processor time and bytes per record, and the time of the first page of
 * each list, in total and of its longest part.
 *
 * npm run bench -- decisions --records 10000000
 */
const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const count = Number(values.records);
/** Number of records per transaction: as in a service, and while the log is filled. */
const groupLength = 128;
const filledAtOnce = 4096;
const groups = 256;
/** Size of a frame in SQLite's write-ahead log: a page and its header. */
const frameBytes = 4096 + 24;
const pageLength = 51;
const hosts = 20_000;

const file = join(tmpdir(), `neardup-decisions-${process.pid}.db`);
const db = openDatabase(file);
const collection = { generation: 1 } as Collection;
const log = createDecisionLog(
  db,
  { findLineage: ({ generation }) => generation, isSuccessor: () => false },
  { days: 30, rows: count * 2 },
);
let state = 1;

try {
  const pagesBefore = pageCount();
  const begun = process.cpuUsage();
  for (let first = 0; first < count; first += filledAtOnce) addGroup(first, filledAtOnce);
  const { user, system } = process.cpuUsage(begun);
  const written = (pageCount() - pagesBefore) * 4096;
  report('processor time of a record', `${((user + system) / count).toFixed(1)} µs`);
  report('bytes of a record', (written / count).toFixed(0));
  for (const [table, bytes] of bytesByPart(db)) {
    if (bytes > count) report(`  ${table}`, (bytes / count).toFixed(1));
  }
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('wal_autocheckpoint = 0');
  for (let group = 0; group < groups; group++) addGroup(count + group * groupLength, groupLength);
  const records = groups * groupLength;
  report('bytes written for a record', (statSync(`${file}-wal`).size / records).toFixed(0));
  for (const [table, frames] of framesByTable()) {
    report(`  ${table}`, ((frames * frameBytes) / records).toFixed(1));
  }
  firstPage('newest', {}, 'newest');
  firstPage('least certain', {}, 'certainty');
  firstPage('least certain, not judged', { verdict: 'none' }, 'certainty');
  firstPage(
    'the same of the last day of 30',
    { verdict: 'none', since: (count * 29) / 30 },
    'certainty',
  );
  firstPage('newest of a rare similarity', { minSimilarity: 0.99999 }, 'newest');
  firstPage('least certain of a rare similarity', { minSimilarity: 0.99999 }, 'certainty');
  firstPage('of a match', { match: 'https://nowhere.example/' }, 'newest');
  firstPage('of a host', { host: 'site-77.example' }, 'newest');
  firstPage('of an id', { id: 'https://site-1.example/news/5' }, 'newest');
} finally {
  db.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function addGroup(first: number, length: number): void {
  db.transaction(() => {
    for (let number = first; number < first + length; number++) addOne(number);
  })();
}

function addOne(number: number): void {
  const host = `site-${Math.floor(random() * hosts)}.example`;
  const stored = random() < 0.1;
  const matchHost = random() < 0.7 ? host : 'other.example';
  const adds = {
    ...{ nothing: true, words: 0, share: 0, numbers: 0, lines: 0 },
  };
  log.add(
    collection,
    {
      ...{ id: `https://${host}/news/${number}`, stored, reason: null, adds },
      decision: stored ? 'similar' : 'duplicate',
      match: `https://${matchHost}/news/${Math.floor(random() * count)}`,
      ...{ distance: 3, similarity: Math.round(random() * 1e4) / 1e4, exact: random() < 0.3 },
      certainty: stored ? null : Math.round(((random() + random() + random()) / 3) * 1000) / 1000,
      title: 'The ferry to the northern islands leaves',
    },
    number,
  );
}

function firstPage(name: string, filter: DecisionFilter, order: 'newest' | 'certainty'): void {
  const begun = performance.now();
  const processor = process.cpuUsage();
  let position: number | null = null;
  let found: DecisionRecord[] = [];
  let longest = 0;
  do {
    const start = performance.now();
    const last = order === 'newest' || found.length < pageLength ? undefined : found.at(-1)!;
    const before = last === undefined ? null : toPlace(last);
    const page = { filter, order, after: null, before, position, limit: pageLength };
    const part = log.list(collection.generation, page);
    longest = Math.max(longest, performance.now() - start);
    found.push(...part.decisions);
    if (order === 'certainty') found = found.sort(byCertainty).slice(0, pageLength);
    position = part.position;
  } while (position !== null && (order === 'certainty' || found.length < pageLength));
  const whole = (performance.now() - begun).toFixed(1);
  const { user, system } = process.cpuUsage(processor);
  const used = ((user + system) / 1000).toFixed(1);
  report(
    `first page, ${name}`,
    `${whole} ms, processor ${used} ms, longest part ${longest.toFixed(1)} ms`,
  );
}

/** Returns the number of pages of each table and index in SQLite's write-ahead log, largest first. */
function framesByTable(): [table: string, frames: number][] {
  const wal = readFileSync(`${file}-wal`);
  const tables = new Map(
    db.prepare<[], [number, string]>('SELECT pageno, name FROM dbstat').raw().all(),
  );
  const frames = new Map<string, number>();
  for (let at = 32; at + frameBytes <= wal.length; at += frameBytes) {
    const table = tables.get(wal.readUInt32BE(at)) ?? 'free pages';
    frames.set(table, (frames.get(table) ?? 0) + 1);
  }
  return [...frames].sort((a, b) => b[1] - a[1]);
}

function pageCount(): number {
  return db.pragma('page_count', { simple: true }) as number;
}

/** Returns numbers from 0 to 1, the same in each run. */
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return state / 2 ** 32;
}

function report(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(48)} ${value}\n`);
}
