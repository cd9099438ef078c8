import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { createFilePlace } from '../../../../src/store/sqlite/file/log-owner.js';
import { temporaryFile } from '../temporary.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

/** Opens a database and returns it with the function that checks its place. */
function openPlace(file: string) {
  const db = openDatabase(file);
  onTestFinished(() => {
    db.close();
  });
  return { db, refuseIfReplaced: createFilePlace(db) };
}

function replace(file: string): void {
  renameSync(file, `${file}-moved`);
  writeFileSync(file, '');
}

it.each([
  ['the file was replaced', '', replace],
  ['the file was removed', '', rmSync],
  ['the log was replaced', '-wal', replace],
  ['the log was removed', '-wal', rmSync],
])('refuses to continue once %s', (_, suffix, act) => {
  const file = temporaryFile();
  const { refuseIfReplaced } = openPlace(file);
  vi.advanceTimersByTime(100);
  refuseIfReplaced();
  act(`${file}${suffix}`);
  vi.advanceTimersByTime(100);
  expect(refuseIfReplaced).toThrow(`"${file}${suffix}" was replaced or removed while`);
});

it('checks the file every 100 ms', () => {
  const file = temporaryFile();
  const { refuseIfReplaced } = openPlace(file);
  replace(file);
  vi.advanceTimersByTime(99);
  refuseIfReplaced();
  vi.advanceTimersByTime(1);
  expect(refuseIfReplaced).toThrow('was replaced or removed');
});

it('accepts writes, checkpoints, and a database in memory', () => {
  for (const file of [temporaryFile(), ':memory:']) {
    const { db, refuseIfReplaced } = openPlace(file);
    db.exec('CREATE TABLE some (bytes); INSERT INTO some VALUES (zeroblob(100000))');
    db.pragma('wal_checkpoint(RESTART)');
    vi.advanceTimersByTime(100);
    refuseIfReplaced();
  }
});
