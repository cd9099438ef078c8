import { statSync } from 'node:fs';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createInlineRunner } from '../../../../src/store/sqlite/engine/engine.js';
import { createCheckpoints } from '../../../../src/store/sqlite/engine/transactions.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import type { Request } from '../../../../src/store/sqlite/operations/operations.js';
import { openThreadRunner } from '../../../../src/store/sqlite/thread/exchange.js';
import { addition, newCollection, signatureOf } from '../../samples.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

const pages = { name: 'pages', generation: 1 };
const pageBytes = 4096;
/** Page 1, which identifies the file of the log. */
const marked = 1;

it('moves a long log after the replies, so it never grows much beyond a thousand pages', async () => {
  const file = temporaryFile();
  const db = openDatabase(file);
  const runner = createInlineRunner(db);
  onTestFinished(() => runner.close());
  await runner.run([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
  let moves = 0;
  for (let group = 0; group < 20; group++) {
    await runner.run([addLong(group)]);
    const before = waitingPages(db);
    await endOfTurn();
    expect(waitingPages(db)).toBe(before < 1000 ? before : marked);
    if (before >= 1000) moves += 1;
  }
  expect(moves).toBeGreaterThan(2);
  expect(statSync(`${file}-wal`).size).toBeLessThan(1500 * pageBytes);
});

it.each([null, threadFile])(
  'moves the log between groups that follow each other without a break (thread: %s)',
  async (thread) => {
    const file = temporaryFile();
    const runner =
      thread === null
        ? createInlineRunner(openDatabase(file))
        : await openThreadRunner(file, thread);
    onTestFinished(() => runner.close());
    await runner.run([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
    await Promise.all(Array.from({ length: 30 }, (_, group) => runner.run([addLong(group)])));
    expect(statSync(`${file}-wal`).size).toBeLessThan(1500 * pageBytes);
  },
);

it('continues a backup between groups that are waiting', async () => {
  const file = temporaryFile();
  const runner = await openThreadRunner(file, threadFile);
  onTestFinished(() => runner.close());
  await runner.run([{ kind: 'createCollection', input: newCollection('pages', 'simhash') }]);
  let answered = 0;
  const groups = 900;
  const backedUp = runner.backup(`${file}.copy`).then(() => answered);
  const adding = Array.from({ length: groups }, async (_, group) => {
    const { replies } = await runner.run([addShort(group)]);
    answered += 1;
    expect(replies).toMatchObject([{ ok: true }]);
  });
  await Promise.all(adding);
  expect(await backedUp).toBeLessThan(groups);
});

it('moves pages later if they cannot be moved now', () => {
  const db = openDatabase(temporaryFile());
  onTestFinished(() => {
    db.close();
  });
  const checkpoint = createCheckpoints(db);
  db.exec('CREATE TABLE long (bytes)');
  const insert = db.prepare<[number]>('INSERT INTO long VALUES (zeroblob(?))');
  insert.run(1100 * pageBytes);
  expect(waitingPages(db)).toBeGreaterThan(1000);
  db.exec('BEGIN IMMEDIATE');
  checkpoint();
  db.exec('COMMIT');
  expect(waitingPages(db)).toBeGreaterThan(1000);
  checkpoint();
  expect(waitingPages(db)).toBe(marked);
});

/** Returns a request to add a document that takes about 250 pages of the file. */
function addLong(number: number): Request {
  const signature = signatureOf({ high: number, low: 1 });
  const text = Buffer.alloc(250 * pageBytes, number);
  return { kind: 'add', input: addition(pages, `${number}`, { signature, text }) };
}

function addShort(number: number): Request {
  const signature = signatureOf({ high: number, low: 1 });
  return { kind: 'add', input: addition(pages, `${number}`, { signature }) };
}

/** Returns the number of log pages not yet in the file. */
function waitingPages(db: Database): number {
  const [{ log, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [
    { log: number; checkpointed: number },
  ];
  return log - checkpointed;
}
