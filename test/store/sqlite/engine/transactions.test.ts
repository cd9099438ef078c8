import { expect, it, onTestFinished } from 'vitest';
import { createTransactions } from '../../../../src/store/sqlite/engine/transactions.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { readingFile, validFrames } from '../../../../src/store/sqlite/file/log-frames.js';
import { isMarkDue, markLog } from '../../../../src/store/sqlite/file/log-owner.js';
import { temporaryFile } from '../temporary.js';

it('the first write after a failed mark of the log contains it', () => {
  const file = temporaryFile();
  const db = openDatabase(file);
  onTestFinished(() => {
    db.close();
  });
  db.exec('CREATE TABLE some (bytes)');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('query_only = ON');
  expect(() => markLog(db)).toThrow('readonly');
  db.pragma('query_only = OFF');
  expect(isMarkDue(db)).toBe(true);

  const { run } = createTransactions(db, []);
  const insert = db.prepare('INSERT INTO some VALUES (zeroblob(9))');
  const pages = () =>
    readingFile(`${file}-wal`, (read) => [...validFrames(read)].map(({ page }) => page));
  expect(() =>
    run(() => {
      insert.run();
      throw new Error('undone');
    }),
  ).toThrow('undone');
  expect(isMarkDue(db)).toBe(true);
  run(() => insert.run());
  expect(pages()).toContain(1);
  expect(isMarkDue(db)).toBe(false);
  const marked = pages().length;
  run(() => insert.run());
  expect(pages().slice(marked)).not.toContain(1);
});
