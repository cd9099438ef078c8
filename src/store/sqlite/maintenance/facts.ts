import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { applicationId } from '../file/connection.js';
import { adviceOnOpening } from '../file/damage.js';
import { refuseForeignLog } from '../file/log-owner.js';
import { refuseOtherSchema } from '../file/migrate.js';
import { adviceOnBinding } from '../file/native-binding.js';

/** Facts about a database file. */
export interface DatabaseFacts {
  readonly sqlite: string;
  readonly pages: number;
  readonly pageBytes: number;
  /** Name of the last migration that was applied. */
  readonly schema: string;
  readonly collections: readonly {
    readonly name: string;
    readonly recipeId: string;
    readonly recipeVersion: number;
    readonly documents: number;
  }[];
}

/**
 * Returns the version of SQLite without opening a file.
 * @throws NeardupError `not_ready` if SQLite cannot be loaded
 */
export function sqliteVersion(): string {
  try {
    const db = new Database(':memory:');
    const version = db.prepare<[], string>('SELECT sqlite_version()').pluck().get() as string;
    db.close();
    return version;
  } catch (error) {
    const reason = adviceOnBinding(error) ?? (error as Error).message;
    throw new NeardupError('not_ready', `Cannot load SQLite: ${reason}`, { cause: error });
  }
}

/**
 * Reads facts about a database file without changing it.
 * @throws NeardupError `not_ready` if the file is unreadable, is not a database of neardup, or has a schema that this
 * program refuses to open
 */
export function readFacts(file: string): DatabaseFacts {
  let db: Database.Database | undefined;
  try {
    refuseForeignLog(file);
    db = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 });
    const one = (sql: string) => db!.prepare<[], string | number>(sql).pluck().get();
    if (one('PRAGMA application_id') !== applicationId) {
      throw new NeardupError(
        'not_ready',
        `Cannot read "${file}": the database belongs to another application`,
      );
    }
    refuseOtherSchema(db);
    return {
      sqlite: one('SELECT sqlite_version()') as string,
      pages: one('PRAGMA page_count') as number,
      pageBytes: one('PRAGMA page_size') as number,
      schema: one('SELECT name FROM migrations ORDER BY number DESC LIMIT 1') as string,
      collections: db
        .prepare<[], DatabaseFacts['collections'][number]>(
          `SELECT name, recipe_id AS recipeId, recipe ->> '$.version' AS recipeVersion, documents
           FROM collections WHERE name IS NOT NULL ORDER BY name`,
        )
        .all(),
    };
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const busy = code.startsWith('SQLITE_BUSY');
    const reason = busy
      ? 'another process has it open; if it is a service, inspect it with --url'
      : (adviceOnOpening(error) ?? adviceOnBinding(error) ?? message);
    throw new NeardupError('not_ready', `Cannot read "${file}": ${reason}`, { cause: error });
  } finally {
    db?.close();
  }
}
