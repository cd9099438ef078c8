import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { refuseForeignSchema } from './schema.js';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** The same place from src/store/sqlite, from dist/store/sqlite and in the installed package. */
const migrationsDirectory = new URL('../../../../migrations/', import.meta.url);

/** To the last space as in the files that are there, whose schema is compared with it. */
const createMigrations = `CREATE TABLE IF NOT EXISTS migrations (
       number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL
     ) STRICT`;

/**
 * Brings the schema up to date: runs the files `NNNN_name.sql` that have not been run yet, in order,
 * each in a transaction of its own, and remembers their checksums.
 *
 * @throws NeardupError `not_ready` if the file has a migration that this program lacks, or one of
 *   another checksum, or a schema that those which were run do not make; nothing is changed then
 */
export function migrate(db: Database, directory: URL = migrationsDirectory): void {
  db.exec(createMigrations);
  const applied = db
    .prepare<[], Omit<Migration, 'sql'>>(
      'SELECT number, name, checksum FROM migrations ORDER BY number',
    )
    .all();
  const steps = [createMigrations];
  const known = new Map(
    readMigrations(directory).map((migration) => [migration.number, migration]),
  );
  for (const { number, name, checksum } of applied) {
    const ours = known.get(number);
    if (ours === undefined) {
      throw new NeardupError(
        'not_ready',
        `Cannot open "${db.name}": a newer neardup wrote it (migration "${name}" is unknown here); use that version`,
      );
    }
    if (ours.checksum !== checksum) {
      throw new NeardupError(
        'not_ready',
        `Cannot open "${db.name}": migration "${name}" was run with another content than this program has; use the version of neardup that wrote the file`,
      );
    }
    known.delete(number);
    steps.push(ours.sql);
  }
  refuseForeignSchema(db, steps);
  for (const migration of known.values()) run(db, migration);
}

function readMigrations(directory: URL): Migration[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, directory), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number: Number.parseInt(name, 10), name, sql, checksum };
    });
}

function run(db: Database, { number, name, sql, checksum }: Migration): void {
  const runInOne = db.transaction(() => {
    db.exec(sql);
    db.prepare('INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)').run(
      number,
      name,
      checksum,
    );
  });
  runInOne.immediate();
}
