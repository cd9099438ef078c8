import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { recipeId } from '../../../../src/fingerprint/recipe.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { restoreFile } from '../../../../src/store/sqlite/maintenance/restore-file.js';
import { addition, newCollection, recipeOf } from '../../samples.js';
import { temporaryFile } from '../temporary.js';

const now = Date.UTC(2026, 0, 31, 9, 30);
const aside = 'replaced-20260131T093000Z';

const recipe = recipeOf('hybrid');
const sound = { ...newCollection('pages', 'hybrid'), recipeId: recipeId(recipe) };

/** Creates and closes a database with one document of this id. Returns the bytes of its file. */
function makeDatabase(file: string, id: string): Buffer {
  const db = openDatabase(file);
  const pages = { name: 'pages', generation: 1 };
  createEngine(db).runBatch([
    { kind: 'createCollection', input: sound },
    { kind: 'add', input: addition(pages, id) },
  ]);
  db.close();
  return readFileSync(file);
}

const idsIn = (file: string): string[] => {
  const db = openDatabase(file);
  const ids = db.prepare<[], string>('SELECT id FROM documents').pluck().all();
  db.close();
  return ids;
};

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'not_ready', message: expect.stringMatching(message) });

describe('Restoring a backup', () => {
  it('creates a missing database and its directory', async () => {
    const backup = temporaryFile('backup.db');
    const bytes = makeDatabase(backup, 'a');
    const file = join(dirname(backup), 'new', 'pages.db');
    expect(await restoreFile({ backup, file, now })).toEqual({ documents: 1, replaced: null });
    expect(idsIn(file)).toEqual(['a']);
    expect(readdirSync(dirname(file))).toEqual(['pages.db']);
    expect(readFileSync(backup)).toEqual(bytes);
  });

  it('keeps the replaced file, each time under another name', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const file = temporaryFile('pages.db');
    makeDatabase(file, 'former');
    expect(await restoreFile({ backup, file, now })).toMatchObject({
      replaced: `${file}.${aside}`,
    });
    expect(await restoreFile({ backup, file, now })).toMatchObject({
      replaced: `${file}.${aside}-2`,
    });
    expect(readdirSync(dirname(file)).sort()).toEqual([
      'pages.db',
      `pages.db.${aside}`,
      `pages.db.${aside}-2`,
    ]);
    expect(idsIn(file)).toEqual(['new']);
    expect(idsIn(`${file}.${aside}`)).toEqual(['former']);
  });

  it('moves the log that a crash left aside with its database', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const crashed = temporaryFile('crashed.db');
    const db = openDatabase(crashed);
    createEngine(db).runBatch([
      { kind: 'createCollection', input: sound },
      { kind: 'add', input: addition({ name: 'pages', generation: 1 }, 'in the log') },
    ]);
    const file = temporaryFile('pages.db');
    writeFileSync(file, readFileSync(crashed));
    writeFileSync(`${file}-wal`, readFileSync(`${crashed}-wal`));
    db.close();
    await restoreFile({ backup, file, now });
    expect(idsIn(file)).toEqual(['new']);
    expect(idsIn(`${file}.${aside}`)).toEqual(['in the log']);
  });

  it('replaces a file that is damaged beyond opening', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const file = temporaryFile('pages.db');
    writeFileSync(file, 'no database any more'.repeat(99));
    writeFileSync(`${file}-wal`, 'its log');
    await restoreFile({ backup, file, now });
    expect(idsIn(file)).toEqual(['new']);
    expect(readFileSync(`${file}.${aside}`, 'utf8')).toMatch(/^no database any more/);
    expect(readFileSync(`${file}.${aside}-wal`, 'utf8')).toBe('its log');
  });

  it('replaces the target of a symbolic link, not the link', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const file = temporaryFile('pages.db');
    makeDatabase(file, 'former');
    const link = temporaryFile('link.db');
    symlinkSync(file, link);
    expect(await restoreFile({ backup, file: link, now })).toMatchObject({
      replaced: `${file}.${aside}`,
    });
    expect(idsIn(file)).toEqual(['new']);
  });

  it('is refused while a process has the file open, or if it belongs to another application', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const file = temporaryFile('pages.db');
    makeDatabase(file, 'former');
    const db = openDatabase(file);
    await expect(restoreFile({ backup, file, now })).rejects.toEqual(
      refused(/^Cannot replace ".*": another process has it open; stop that one first$/),
    );
    db.close();
    expect(idsIn(file)).toEqual(['former']);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);

    const theirs = temporaryFile('theirs.db');
    const other = new Database(theirs);
    other.exec('CREATE TABLE theirs (x)');
    other.close();
    const before = readFileSync(theirs);
    await expect(restoreFile({ backup, file: theirs, now })).rejects.toEqual(
      refused(/another application/),
    );
    expect(readFileSync(theirs)).toEqual(before);
  });

  it('neither replaces nor reads a file that is not regular', async () => {
    const backup = temporaryFile('backup.db');
    makeDatabase(backup, 'new');
    const pipe = temporaryFile('pipe');
    execFileSync('mkfifo', [pipe]);
    const before = statSync(pipe).ino;
    await expect(restoreFile({ backup, file: pipe, now })).rejects.toEqual(
      refused(/^Cannot replace ".*": it is not a regular file$/),
    );
    await expect(restoreFile({ backup: pipe, file: backup, now })).rejects.toEqual(
      refused(/^Cannot restore ".*": it is not a regular file$/),
    );
    expect(readdirSync(dirname(pipe))).toEqual(['pipe']);
    expect(statSync(pipe).ino).toBe(before);
    expect(idsIn(backup)).toEqual(['new']);
  });

  it('refuses a file that is not a valid backup, and changes nothing', async () => {
    const file = temporaryFile('pages.db');
    const before = makeDatabase(file, 'former');
    const good = temporaryFile('good.db');
    const bytes = makeDatabase(good, 'new');
    const newer = temporaryFile('newer.db');
    makeDatabase(newer, 'new');
    const db = openDatabase(newer);
    db.exec("INSERT INTO migrations VALUES (9999, '9999_future.sql', 'x')");
    db.close();
    const theirs = temporaryFile('theirs.db');
    const other = new Database(theirs);
    other.exec('CREATE TABLE theirs (x)');
    other.close();
    const unfinished = temporaryFile('unfinished.db');
    writeFileSync(unfinished, bytes);
    writeFileSync(`${unfinished}-wal`, '');
    const written = (content: Buffer | string) => {
      const name = temporaryFile('backup.db');
      writeFileSync(name, content);
      return name;
    };
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 3 * 4096, 12 * 4096);
    const unfit: [string, RegExp][] = [
      [join(dirname(file), 'absent'), /the file does not exist/],
      [file, /it is the file to replace/],
      [written(''), /it is empty/],
      [written('text '.repeat(1000)), /not a database/],
      [written(bytes.subarray(0, bytes.length - 8 * 4096)), /; nothing was changed$/],
      [written(damaged), /; nothing was changed$/],
      [theirs, /another application/],
      [newer, /another release of neardup wrote it, .* `neardup export`/],
      [unfinished, /a database in use and not a backup/],
    ];
    for (const [backup, message] of unfit) {
      const restoring = restoreFile({ backup, file, now });
      await expect(restoring, backup).rejects.toEqual(refused(message));
      await expect(restoring).rejects.toEqual(refused(/^Cannot restore "/));
    }
    expect(readFileSync(file)).toEqual(before);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
    expect(existsSync(`${good}-wal`)).toBe(false);
  });
});
