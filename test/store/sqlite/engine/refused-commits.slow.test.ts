import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createRefusals,
  holdsCommitAfter,
} from '../../../../src/store/sqlite/engine/transactions.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { unknownOutcome } from '../../../../src/store/sqlite/requests.js';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { builtFile } from '../../../build/built-file.js';
import { type Life, live } from '../../../stress/faults/life.js';
import { beginning, collections, type Operation } from '../../../stress/faults/operations.js';
import { compileShim } from '../../../stress/faults/shim.js';
import { addition } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-shim-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const shim = compileShim(directory);

describe.skipIf(shim === undefined)('A commit that fails (needs Linux and a C compiler)', () => {
  const text = new Uint8Array(30_000);
  const add: Operation = {
    method: 'add',
    input: [addition(collections[0]!, 'x', { text })],
    wait: true,
  };
  const get: Operation = {
    method: 'get',
    input: [{ collection: collections[0]!, ids: ['x'], now: 0 }],
    wait: true,
  };

  let made: Buffer | undefined;
  /** Returns the bytes of a file after the first operations. */
  function begun(): Buffer {
    if (made === undefined) {
      const file = temporaryFile();
      live(file, 5, { operations: beginning, plan: '', end: 'closed' }, shim);
      made = readFileSync(file);
    }
    return made;
  }

  /**
   * Runs `add` in a process whose disk fails according to a plan. Returns its answer, and whether reopening finds the
   * document.
   */
  function attempt(plan: string) {
    const file = temporaryFile();
    writeFileSync(file, begun());
    const life: Life = { operations: [add, get, get], plan, end: 'killed' };
    const answers = live(file, 5, life, shim);
    const db = openDatabase(file);
    const isThere = db.prepare('SELECT 1 FROM documents').get() !== undefined;
    db.close();
    rmSync(dirname(file), { recursive: true, force: true });
    return { answers, isThere };
  }

  const numbers = Array.from({ length: 8 }, (_, i) => i + 1);

  it.each(numbers)('is not found after reopening if sync %i failed', (number) => {
    const { answers, isThere } = attempt(`s ${number} ${number} eio 0\n`);
    const [added, read] = answers;
    if (added === undefined) return expect(isThere).toBe(false); // it was not opened
    expect(isThere).toBe(added.failure === undefined);
    expect((read!.answer as unknown[]).length).toBe(Number(isThere));
  });

  it('has an unknown outcome if all syncs fail, and later operations fail', () => {
    const unknown = numbers.flatMap((number) => {
      const { answers } = attempt(`s ${number} 999 eio 0\n`);
      return answers[0]?.failure?.message === unknownOutcome.message ? [answers] : [];
    });
    expect(unknown.length).toBeGreaterThan(0);
    for (const [, ...later] of unknown) {
      for (const { failure } of later) expect(failure).toBeDefined();
    }
  });

  it('on a full disk is reported as disk_full, and reads continue', () => {
    const full = Array.from({ length: 12 }, (_, i) => 1 + i * 3).flatMap((number) => {
      const { answers, isThere } = attempt(
        `w ${number} ${number} short 0\nw ${number + 1} 999 enospc 0\n`,
      );
      const [added] = answers;
      expect(isThere).toBe(added !== undefined && added.failure === undefined);
      return added?.failure?.code === 'disk_full' ? [answers] : [];
    });
    expect(full.length).toBeGreaterThan(0);
    for (const [, read] of full) expect(read).toMatchObject({ answer: [] });
  });
});

it('a log holds a commit after earlier frames only if it is complete', () => {
  const file = temporaryFile();
  const db = openDatabase(file);
  db.exec('CREATE TABLE some (bytes)');
  const insert = db.prepare<[number]>('INSERT INTO some VALUES (zeroblob(?))');
  const frames = () => (db.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log;
  const before = frames();
  insert.run(20_000);
  const after = frames();
  const log = readFileSync(`${file}-wal`);
  const copy = join(dirname(file), 'copy');
  const holds = (bytes: Buffer, behind: number) => {
    writeFileSync(copy, bytes);
    return holdsCommitAfter(copy, behind);
  };
  expect(holds(log, 0)).toBe(true);
  expect(holds(log, before)).toBe(true);
  expect(holds(log, after - 1)).toBe(true);
  expect(holds(log, after)).toBe(false);
  for (let cut = 1; cut < 4096 * 3; cut += 997) {
    expect(holds(log.subarray(0, log.length - cut), before)).toBe(false);
  }
  for (const wrong of [0, 9, 17, 30, 5000].map((at) => 32 + before * 4120 + at)) {
    const damaged = Buffer.from(log);
    damaged[wrong]! ^= 1;
    expect(holds(damaged, before)).toBe(false);
  }
  db.close();
});

it('a refusal moves the whole log into the file if a sync failed', () => {
  const db = openDatabase(temporaryFile());
  db.exec('CREATE TABLE some (bytes); INSERT INTO some VALUES (zeroblob(50000))');
  const refuse = createRefusals(db);
  const refusedBy = (code: string) => refuse(Object.assign(new Error('failed'), { code }));
  const waiting = () => {
    const [{ log, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [
      { log: number; checkpointed: number },
    ];
    return log - checkpointed;
  };
  expect(refusedBy('SQLITE_FULL')).toBe(true);
  expect(waiting()).toBeGreaterThan(10);
  expect(refusedBy('SQLITE_IOERR_FSYNC')).toBe(true);
  // The page written by the refusal.
  expect(waiting()).toBe(1);
  db.close();
});

it('a thread that must stop sends its replies and ends', async () => {
  const server = builtFile('store/sqlite/thread/exchange.js');
  const thread = `
    import { serveRunner } from '${server}';
    serveRunner(() => ({
      collections: [],
      run: async (batch) => ({
        replies: batch.map(() => ({ ok: false, failure: { code: 'internal', message: 'unknown' } })),
        statistics: { operations: 1, commitMs: null, searches: [], expired: 0 },
      }),
      afterReplies() { throw new Error('nobody knows'); },
    }));`;
  const threadFile = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
  const store = await openSqliteStore({ file: ':memory:', threadFile, queueMax: 10 });
  await expect(store.sweep({ now: 0 })).rejects.toMatchObject({
    code: 'internal',
    message: 'unknown',
  });
  await expect
    .poll(() => store.stats({}).catch(({ message }: Error) => message))
    .toMatch(/The store has failed/);
  await store.close();
});
