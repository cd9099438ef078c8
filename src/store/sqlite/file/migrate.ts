import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { refuseForeignSchema } from './schema.js';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the migration file, in hex. */
  readonly checksum: string;
}

/** Resolves to the same directory from src/store/sqlite/file, dist/store/sqlite/file and the installed package. */
const migrationsDirectory = new URL('../../../../migrations/', import.meta.url);

/** SQL that must not change, not even in whitespace: its text is compared with the schema of existing files. */
const createMigrations = `CREATE TABLE IF NOT EXISTS migrations (
       number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL
     ) STRICT`;

/**
 * Creates the schema of a new file: runs the files `NNNN_name.sql` in order, each in a transaction, and records their
 * checksums. In an existing file, runs the missing ones.
 *
 * @throws NeardupError `not_ready` if the file has a migration that is unknown here or has another checksum, or if its
 *   schema differs from the result of its migrations; the file is then unchanged
 */
export function migrate(db: Database, directory: URL = migrationsDirectory): void {
  db.exec(createMigrations);
  const { applied, known } = refuseOtherSchema(db, directory);
  for (const migration of known.slice(applied.length)) runMigration(db, migration);
}

/**
 * Compares the migrations of a database file with those of this program, and the schema of the file with the schema
 * that its migrations produce. Writes nothing.
 * @throws NeardupError `not_ready` in the same cases as `migrate`
 */
export function refuseOtherSchema(db: Database, directory: URL = migrationsDirectory) {
  const applied = db
    .prepare<[], Omit<Migration, 'sql'>>(
      'SELECT number, name, checksum FROM migrations ORDER BY number',
    )
    .all();
  const known = readMigrations(directory);
  const isKnown = ({ number, checksum }: Omit<Migration, 'sql'>, index: number) =>
    known[index]?.number === number && known[index].checksum === checksum;
  if (!applied.every(isKnown)) {
    throw new NeardupError(
      'not_ready',
      `Cannot open "${db.name}": another release of neardup wrote it, with the schema "${applied.at(-1)?.name}"; export its collections with \`neardup export\` of that release, and import them into a new file with \`neardup import\` of this one`,
    );
  }
  const run = known.slice(0, applied.length).map(({ sql }) => sql);
  refuseForeignSchema(db, [createMigrations, ...run]);
  return { applied, known };
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

function runMigration(db: Database, { number, name, sql, checksum }: Migration): void {
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
