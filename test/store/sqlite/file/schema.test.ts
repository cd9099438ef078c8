import { readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { restoreFile } from '../../../../src/store/sqlite/maintenance/restore-file.js';
import { verifyFile } from '../../../../src/store/sqlite/maintenance/verify-file.js';
import { temporaryFile } from '../temporary.js';

const rewrite = (table: string, before: string, after: string) =>
  `PRAGMA writable_schema = ON;
   UPDATE sqlite_schema SET sql = replace(sql, '${before}', '${after}') WHERE name = '${table}';
   PRAGMA writable_schema = RESET;`;

describe('a database file', () => {
  let file: string;
  beforeEach(() => {
    file = temporaryFile();
    openDatabase(file).close();
  });

  /** Changes the file as another program could while no service has it open. */
  function tamper(sql: string): void {
    const db = new Database(file);
    db.unsafeMode();
    db.exec(sql);
    db.close();
  }

  it.each([
    [
      'a trigger',
      `CREATE TRIGGER evil AFTER INSERT ON documents BEGIN UPDATE documents SET metadata = '{}'; END`,
      /has trigger "evil" added/,
    ],
    [
      'a trigger on the migrations',
      'CREATE TRIGGER evil AFTER INSERT ON migrations BEGIN DELETE FROM documents; END',
      /has trigger "evil" added/,
    ],
    ['a view', 'CREATE VIEW evil AS SELECT * FROM documents', /has view "evil" added/],
    [
      'a view in the place of a table',
      'DROP TABLE texts; CREATE VIEW texts AS SELECT 1 AS content, 2 AS text',
      /has view "texts" added/,
    ],
    ['a table', 'CREATE TABLE evil (x)', /has table "evil" added/],
    ['an index', 'CREATE UNIQUE INDEX evil ON documents (stored_at)', /has index "evil" added/],
    ['no index', 'DROP INDEX documents_by_content_age', /lacks index "documents_by_content_age"/],
    [
      'another index',
      'DROP INDEX documents_by_content_age; CREATE INDEX documents_by_content_age ON documents (metadata)',
      /another definition of index "documents_by_content_age"/,
    ],
    ['no table', 'DROP TABLE changes', /lacks table "changes"/],
    [
      'a generated column',
      'ALTER TABLE documents ADD COLUMN evil TEXT AS (upper(metadata))',
      /another definition of table "documents"/,
    ],
    [
      'another default',
      rewrite('collections', 'DEFAULT 0', 'DEFAULT 1'),
      /another definition of table "collections"/,
    ],
    [
      'a check',
      rewrite('texts', 'text BLOB NOT NULL', 'text BLOB NOT NULL CHECK (length(text) < 9)'),
      /another definition of table "texts"/,
    ],
    ['a name of terminal escapes', 'CREATE TABLE "\u001b[2J" (x)', /has table "\\u001b\[2J" added/],
  ])('with %s is refused wherever it is opened', async (_, sql, message) => {
    tamper(sql);
    const refused = { code: 'not_ready', message: expect.stringMatching(message) };
    const thrown = expect.objectContaining(refused) as Error;
    expect(() => openDatabase(file)).toThrow(thrown);
    expect(() => verifyFile(file, { repair: true, onProgress: () => {} })).toThrow(thrown);
    const target = temporaryFile('target.db');
    openDatabase(target).close();
    await expect(restoreFile({ backup: file, file: target, now: 0 })).rejects.toMatchObject(
      refused,
    );
    openDatabase(target).close();
  });

  it('is accepted after ANALYZE', () => {
    tamper('ANALYZE');
    openDatabase(file).close();
    expect(verifyFile(file, { repair: false, onProgress: () => {} }).faults).toEqual([]);
  });
});

it('is created by numbered migrations in order', () => {
  const files = readdirSync(new URL('../../../../migrations/', import.meta.url)).sort();
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
});
