import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { applicationId, openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import { temporaryFile } from '../temporary.js';
import { threadFile } from '../thread-file.js';

const pragma = (db: Database.Database, name: string) => db.pragma(name, { simple: true });
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'not_ready', message: expect.stringMatching(message) });

describe('Opening a database file', () => {
  it('creates the file and its directory, durable and locked', () => {
    const file = join(dirname(temporaryFile()), 'some', 'where', 'pages.db');
    const db = openDatabase(file);
    expect(pragma(db, 'application_id')).toBe(applicationId);
    expect(pragma(db, 'auto_vacuum')).toBe(2);
    expect(pragma(db, 'journal_mode')).toBe('wal');
    expect(pragma(db, 'synchronous')).toBe(2);
    expect(pragma(db, 'locking_mode')).toBe('exclusive');
    db.close();
    const again = openDatabase(file);
    expect(pragma(again, 'synchronous')).toBe(2);
    expect(pragma(again, 'auto_vacuum')).toBe(2);
    again.close();
  });

  it('gives new files a private mode, and keeps the mode of existing ones', () => {
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const file = join(dirname(temporaryFile()), 'some', 'where', 'pages.db');
    const db = openDatabase(file);
    expect(modeOf(dirname(file))).toBe('700');
    expect([modeOf(file), modeOf(`${file}-wal`)]).toEqual(['600', '600']);
    db.close();
    chmodSync(file, 0o640);
    const again = openDatabase(file);
    expect([modeOf(file), modeOf(`${file}-wal`)]).toEqual(['640', '640']);
    again.close();
  });

  it('refuses a file that this process has open', () => {
    const file = temporaryFile();
    const db = openDatabase(file);
    expect(() => openDatabase(file)).toThrow(refused(/another process has it open; stop that one/));
    db.close();
    openDatabase(file).close();
  });

  it('refuses a file that another process has open', () => {
    const file = temporaryFile();
    const db = openDatabase(file);
    const script = `
      const { openDatabase } = await import(process.argv[1]);
      try { openDatabase(process.argv[2]); } catch ({ code, message }) { console.log(code, message); }`;
    const module = new URL('../../../../src/store/sqlite/file/connection.ts', import.meta.url).href;
    const other = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script, module, file],
      { encoding: 'utf8' },
    );
    expect(other.stderr).toBe('');
    expect(other.stdout).toMatch(/^not_ready Cannot open ".*": another process has it open/);
    db.close();
  });

  it('refuses a file that is not a database, and does not change it', () => {
    const file = temporaryFile();
    const text = 'This is a text file. '.repeat(100);
    writeFileSync(file, text);
    expect(() => openDatabase(file)).toThrow(refused(/is not a database, .*; name another file/));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it("refuses another application's database, and does not change it", () => {
    const file = temporaryFile();
    const theirs = new Database(file);
    theirs.exec('CREATE TABLE theirs (x)');
    theirs.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(refused(/belongs to another application/));
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('refuses a path where no file can be created', () => {
    const file = temporaryFile();
    mkdirSync(file);
    expect(() => openDatabase(file)).toThrow(refused(/can be read and written/));
    expect(() => openDatabase(join(temporaryFile('plain'), 'x', '\0'))).toThrow(
      refused(/Cannot open/),
    );
  });

  it.each([null, threadFile])(
    'is refused by the store in the same way (thread: %s)',
    async (thread) => {
      const file = temporaryFile();
      const db = openDatabase(file);
      const opening = openSqliteStore({ file, threadFile: thread, queueMax: 10 });
      await expect(opening).rejects.toEqual(refused(/another process has it open/));
      db.close();
    },
  );
});

describe('Migrations', () => {
  const directoryOf = (files: Record<string, string>): URL => {
    const directory = dirname(temporaryFile());
    for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
    return pathToFileURL(`${directory}/`);
  };
  const first = { '0001_first.sql': 'CREATE TABLE first (x); INSERT INTO first VALUES (1);' };
  const second = { '0002_second.sql': 'UPDATE first SET x = 2;' };
  const x = (db: Database.Database) => db.prepare('SELECT x FROM first').pluck().get();
  const ofAnother = (schema: string) =>
    refused(new RegExp(`another release .*"${schema}"; export`));

  it('run in order, each once', () => {
    const db = new Database(':memory:');
    migrate(db, directoryOf(first));
    expect(x(db)).toBe(1);
    migrate(db, directoryOf({ ...first, ...second }));
    expect(x(db)).toBe(2);
    db.exec('UPDATE first SET x = 3');
    migrate(db, directoryOf({ ...first, ...second }));
    expect(x(db)).toBe(3);
  });

  it('refuse a file with an unknown migration', () => {
    const db = new Database(':memory:');
    migrate(db, directoryOf({ ...first, ...second }));
    expect(() => migrate(db, directoryOf(first))).toThrow(ofAnother('0002_second.sql'));
    expect(() => migrate(db, directoryOf(second))).toThrow(ofAnother('0002_second.sql'));
    expect(x(db)).toBe(2);
  });

  it('refuse a file with a changed migration', () => {
    const db = new Database(':memory:');
    migrate(db, directoryOf(first));
    const changed = { '0001_first.sql': 'CREATE TABLE first (x, y);' };
    expect(() => migrate(db, directoryOf({ ...changed, ...second }))).toThrow(
      ofAnother('0001_first.sql'),
    );
    expect(x(db)).toBe(1);
  });

  it('are rolled back as a whole if they fail', () => {
    const db = new Database(':memory:');
    const broken = { '0002_second.sql': 'UPDATE first SET x = 9; SELECT nonsense;' };
    expect(() => migrate(db, directoryOf({ ...first, ...broken }))).toThrow(/nonsense/);
    expect(x(db)).toBe(1);
    migrate(db, directoryOf({ ...first, ...second }));
    expect(x(db)).toBe(2);
  });
});

describe('A file of an earlier schema', () => {
  /**
   * Minimal file as an earlier, unreleased version would have created it: its application id, its list of migrations,
   * and one document.
   */
  const earlier = `
    PRAGMA application_id = ${applicationId};
    CREATE TABLE migrations (
      number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL
    ) STRICT;
    INSERT INTO migrations VALUES (1, '0001_documents.sql', '${'0'.repeat(64)}');
    INSERT INTO migrations VALUES (2, '0002_sketches.sql', '${'1'.repeat(64)}');
    CREATE TABLE documents (
      number INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id TEXT NOT NULL,
      content INTEGER NOT NULL, metadata TEXT
    ) STRICT;
    INSERT INTO documents VALUES (1, 1, 'a', 1, NULL);`;
  const sentence =
    /^Cannot open ".*": another release of neardup wrote it, with the schema "0002_sketches.sql"; export its collections with `neardup export` of that release, and import them into a new file with `neardup import` of this one$/;

  function makeEarlier(): string {
    const file = temporaryFile();
    const db = new Database(file);
    db.exec(earlier);
    db.close();
    return file;
  }

  const rowsOf = (file: string) => {
    const db = new Database(file, { readonly: true });
    const rows = ['sqlite_schema', 'migrations', 'documents'].map((table) =>
      db.prepare(`SELECT * FROM ${table}`).all(),
    );
    db.close();
    return rows;
  };

  it('is refused with a way out, and stays unchanged', () => {
    const file = makeEarlier();
    const before = rowsOf(file);
    expect(() => openDatabase(file)).toThrow(refused(sentence));
    expect(() => openDatabase(file)).toThrow(refused(sentence));
    expect(rowsOf(file)).toEqual(before);
  });

  it.each([null, threadFile])('is also refused by the store (thread: %s)', async (thread) => {
    const opening = openSqliteStore({ file: makeEarlier(), threadFile: thread, queueMax: 10 });
    await expect(opening).rejects.toEqual(refused(sentence));
  });
});
