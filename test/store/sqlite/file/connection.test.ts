import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { blockOf, restOf } from '../../../../src/fingerprint/blocks.js';
import { bandKeys } from '../../../../src/fingerprint/minhash.js';
import { createEngine } from '../../../../src/store/sqlite/engine/engine.js';
import { applicationId, openDatabase } from '../../../../src/store/sqlite/file/connection.js';
import { migrate } from '../../../../src/store/sqlite/file/migrate.js';
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js';
import {
  checking,
  recipe,
  recipeOf,
  rule,
  signature,
  signatureOf,
  sketched,
} from '../../samples.js';
import { expectIntegrity } from '../integrity.js';
import { temporaryFile, threadFile } from '../temporary.js';

const pragma = (db: Database.Database, name: string) => db.pragma(name, { simple: true });
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'not_ready', message: expect.stringMatching(message) });

describe('Opening a database file', () => {
  it('creates the file and its directory, durable and to itself', () => {
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

  it('makes what it makes for this user alone, and leaves the modes of what is there', () => {
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

  it('refuses a file that is no database, and leaves it alone', () => {
    const file = temporaryFile();
    const text = 'This is a text file. '.repeat(100);
    writeFileSync(file, text);
    expect(() => openDatabase(file)).toThrow(refused(/is not a database, .*; name another file/));
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it("refuses another application's database, and leaves it alone", () => {
    const file = temporaryFile();
    const theirs = new Database(file);
    theirs.exec('CREATE TABLE theirs (x)');
    theirs.close();
    const before = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(refused(/a database of another application/));
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('refuses a place where no file can be', () => {
    const file = temporaryFile();
    mkdirSync(file);
    expect(() => openDatabase(file)).toThrow(refused(/can be read and written/));
    expect(() => openDatabase(join(temporaryFile('plain'), 'x', '\0'))).toThrow(
      refused(/Cannot open/),
    );
  });

  it.each([null, threadFile])('is refused by the store likewise (thread: %s)', async (thread) => {
    const file = temporaryFile();
    const db = openDatabase(file);
    const opening = openSqliteStore({ file, threadFile: thread, queueMax: 10 });
    await expect(opening).rejects.toEqual(refused(/another process has it open/));
    db.close();
  });
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

  it('refuse a schema of a newer program', () => {
    const db = new Database(':memory:');
    migrate(db, directoryOf({ ...first, ...second }));
    expect(() => migrate(db, directoryOf(first))).toThrow(refused(/newer neardup .*0002_second/));
  });

  it('refuse to go on where one of them has changed', () => {
    const db = new Database(':memory:');
    migrate(db, directoryOf(first));
    const changed = { '0001_first.sql': 'CREATE TABLE first (x, y);' };
    expect(() => migrate(db, directoryOf({ ...changed, ...second }))).toThrow(
      refused(/"0001_first.sql" was run with another content/),
    );
    expect(x(db)).toBe(1);
  });

  it('are undone as a whole if they fail', () => {
    const db = new Database(':memory:');
    const broken = { '0002_second.sql': 'UPDATE first SET x = 9; SELECT nonsense;' };
    expect(() => migrate(db, directoryOf({ ...first, ...broken }))).toThrow(/nonsense/);
    expect(x(db)).toBe(1);
    migrate(db, directoryOf({ ...first, ...second }));
    expect(x(db)).toBe(2);
  });

  it('keep what a file of the first schema holds', () => {
    const db = new Database(':memory:');
    const migrations = new URL('../../../../migrations/', import.meta.url);
    const name = '0001_documents.sql';
    migrate(db, directoryOf({ [name]: readFileSync(new URL(name, migrations), 'utf8') }));
    db.exec(`
      INSERT INTO collections (name, recipe, recipe_id, max_distance, created_at, documents,
        contents, fingerprints) VALUES ('pages', '${JSON.stringify(recipe)}', 'f00d', 2, 5, 1, 1, 1);
      INSERT INTO contents VALUES (1, 1, 0, zeroblob(16), 20, 0);
      INSERT INTO documents VALUES (1, 1, 'a', 1, NULL, 1, 10, 20, 30, 4);
      INSERT INTO blocks_0 VALUES (1, -32768, -140737488355328);
      INSERT INTO blocks_1 VALUES (1, -32768, -140737488355328);
      INSERT INTO blocks_2 VALUES (1, -32768, -140737488355328);
      INSERT INTO blocks_3 VALUES (1, -32768, -140737488355328);`);
    migrate(db);
    const { collections, runBatch } = createEngine(db);
    expect(collections).toMatchObject([
      { name: 'pages', maxDistance: 2, minSimilarity: 0.6, keepText: false },
    ]);
    const input = checking(collections[0]!, 'b', { signature: signature([1]) });
    expect(runBatch([{ kind: 'check', input }])).toMatchObject([
      { output: { decision: 'duplicate', duplicateOf: 'a' } },
    ]);
    expectIntegrity(db);
    db.close();
  });

  it('keep what a file of the second schema holds, merged or not', () => {
    const db = new Database(':memory:');
    const migrations = new URL('../../../../migrations/', import.meta.url);
    const names = ['0001_documents.sql', '0002_sketches.sql'];
    const files = names.map((name) => [name, readFileSync(new URL(name, migrations), 'utf8')]);
    migrate(db, directoryOf(Object.fromEntries(files)));
    const bands = recipeOf('hybrid').bands!;
    db.prepare(
      `INSERT INTO collections (name, recipe, recipe_id, max_distance, created_at, documents,
         contents, fingerprints) VALUES ('pages', ?, 'f00d', 3, 5, 3, 3, 2)`,
    ).run(JSON.stringify(recipeOf('hybrid')));
    const contents = [
      sketched(signatureOf({ high: 0xf1234567, low: 0x89abcdef })),
      sketched(signatureOf({ high: 0xf1234567, low: 0x89abcdef }, 4), { family: 1 }),
      sketched(signatureOf({ high: 0x01234567, low: 0xf9abcdef }), { family: 2 }),
    ];
    for (const [i, { exactHash, fingerprint, sketch, featureCount }] of contents.entries()) {
      const { high, low } = fingerprint;
      db.prepare('INSERT INTO contents VALUES (?, 1, (? << 32) | ?, unhex(?), ?, 0, ?)').run(
        i + 1,
        high,
        low,
        exactHash,
        featureCount,
        sketch,
      );
      db.prepare('INSERT INTO documents VALUES (?, 1, ?, ?, NULL, 1, 10, 20, 30, 4)').run(
        ...[i + 1, `page-${i + 1}`, i + 1],
      );
      for (let block = 0; block < 4; block++) {
        db.prepare(`INSERT OR IGNORE INTO blocks_${block} VALUES (1, ?, ?)`).run(
          blockOf(fingerprint, block) - 2 ** 15,
          restOf(fingerprint, block) - 2 ** 47,
        );
      }
      if (i === 2) continue;
      for (const key of bandKeys(sketch!, bands)) {
        db.prepare('INSERT INTO bands VALUES (1, ?, ?)').run(key, i + 1);
      }
    }
    db.exec('INSERT INTO unmerged VALUES (7, 3)');
    migrate(db);
    const { collections, runBatch } = createEngine(db);
    expectIntegrity(db);
    for (const [i, content] of contents.entries()) {
      const input = checking(collections[0]!, `other-${i}`, { signature: content });
      const output = { decision: 'duplicate', duplicateOf: `page-${i + 1}` };
      expect(runBatch([{ kind: 'check', input }])).toMatchObject([{ output }]);
      const shape = { family: i, from: 100, to: 128 };
      const far = sketched(signatureOf({ high: 0, low: 0 }), shape);
      const query = {
        collection: collections[0]!,
        probe: { signature: far },
        rule,
        limit: 9,
        now: 0,
      };
      expect(runBatch([{ kind: 'query', input: query }])).toMatchObject([
        { output: { matches: [{ id: `page-${i + 1}` }] } },
      ]);
    }
    db.close();
  });
});
