import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';

/**
 * Rejects a file whose schema differs from the result of its migrations. An added trigger could rewrite stored rows. A
 * generated column or a different CHECK could change results, and no verification of the rows would notice. SQLite
 * keeps the text of each schema statement. These texts are compared with the texts in an in-memory database that is
 * built by the same migrations.
 *
 * Cost: several milliseconds for the first file that a process opens. The expected schema is cached for later files.
 * @param steps SQL statements that created the schema, in order
 * @throws NeardupError `not_ready` with the first difference
 */
export function refuseForeignSchema(db: Database.Database, steps: readonly string[]): void {
  const expected = schemaAfter(steps);
  const found = readSchema(db);
  for (const [name, object] of found) {
    if (isStatistics(object)) continue;
    const ours = expected.get(name);
    if (ours === undefined) throw differs(db, `has ${object.type} ${quoted(object)} added`);
    if (ours.type !== object.type || ours.sql !== object.sql || ours.table !== object.table) {
      throw differs(db, `has another definition of ${object.type} ${quoted(object)}`);
    }
  }
  for (const [name, object] of expected) {
    if (!found.has(name)) throw differs(db, `lacks ${object.type} ${quoted(object)}`);
  }
}

interface SchemaObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view';
  readonly name: string;
  /** Table to which the index or trigger belongs. */
  readonly table: string;
  readonly sql: string | null;
}

type Schema = ReadonlyMap<string, SchemaObject>;

const known = new Map<string, Schema>();

function schemaAfter(steps: readonly string[]): Schema {
  const all = steps.join('\n;\n');
  const before = known.get(all);
  if (before !== undefined) return before;
  const db = new Database(':memory:');
  try {
    for (const step of steps) db.exec(step);
    const schema = readSchema(db);
    known.set(all, schema);
    return schema;
  } finally {
    db.close();
  }
}

function readSchema(db: Database.Database): Schema {
  const objects = db
    .prepare<[], SchemaObject>('SELECT type, name, tbl_name AS "table", sql FROM sqlite_schema')
    .all();
  return new Map(objects.map((object) => [`${object.type} ${object.name}`, object]));
}

/** Returns true for a table created by ANALYZE. Such tables guide the query planner and have no other effect. */
function isStatistics({ type, sql }: SchemaObject): boolean {
  return type === 'table' && /^CREATE TABLE sqlite_stat[14]\([a-z,]+\)$/.test(sql ?? '');
}

/** Quotes a name, which is untrusted input. */
function quoted({ name }: SchemaObject): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}

function differs({ name }: Database.Database, how: string): NeardupError {
  return new NeardupError(
    'not_ready',
    `Cannot open "${name}": it ${how}, which neardup did not create; remove it if you know what it is, or restore a backup with \`neardup restore\``,
  );
}
