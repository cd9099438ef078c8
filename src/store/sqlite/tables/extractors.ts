import type { Database } from 'better-sqlite3';

/**
 * Numbered names of extractors, to which contents refer. There are few, and a name stays when the last content that
 * refers to it is removed.
 */
export function createExtractors(db: Database) {
  const insert = db.prepare<[string]>('INSERT INTO extractors (name) VALUES (?)');
  const select = db
    .prepare<[string], number>('SELECT number FROM extractors WHERE name = ?')
    .pluck();
  const selectNames = db.prepare<[], string>('SELECT name FROM extractors ORDER BY name').pluck();

  return {
    /** Returns the number of a name and stores a new name. */
    numberOf(name: string): number {
      const known = select.get(name);
      return known ?? Number(insert.run(name).lastInsertRowid);
    },
    names: () => selectNames.all(),
  };
}
