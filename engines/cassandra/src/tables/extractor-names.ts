import type { Connection } from '../connection.js';

/** Names of all extractors that were ever given with a document. */
export function createExtractorNames(connection: Connection) {
  const table = `${connection.keyspace}.extractors`;
  const known = new Set<string>();
  return {
    async remember(name: string | null): Promise<void> {
      if (name === null || known.has(name)) return;
      await connection.write(`INSERT INTO ${table} (space, name) VALUES (?, ?)`, ['all', name]);
      known.add(name);
    },
    async all(): Promise<string[]> {
      const rows = await connection.read(`SELECT name FROM ${table} WHERE space = ?`, ['all']);
      return rows.map((row) => row.name as string);
    },
  };
}
