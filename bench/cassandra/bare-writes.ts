import { randomBytes } from 'node:crypto';
import type { Connection } from '../../src/store/cassandra/connection.js';

/** A table in the form of `documents`, with nothing that is not needed. */
const rowBytes = 200;

export interface BareRates {
  /** Conditional writes a second, each to a row of its own. */
  readonly conditional: number;
  /** Writes without a condition. */
  readonly plain: number;
}

/** What the cluster does if nothing else is asked of it, with so many statements under way. */
export async function bareWrites(
  connection: Connection,
  seconds: number,
  atOnce: number,
): Promise<BareRates> {
  const table = `${connection.keyspace}.bare`;
  await connection.define(
    `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, version text, value blob)`,
  );
  const set = `UPDATE ${table} SET version = ?, value = ? WHERE id = ?`;
  const value = randomBytes(rowBytes);
  const rate = async (write: (id: string) => Promise<unknown>) => {
    const [start, prefix] = [performance.now(), randomBytes(8).toString('hex')];
    let written = 0;
    const lane = async () => {
      while (performance.now() - start < seconds * 1000) {
        await write(`${prefix} ${written++}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return written / ((performance.now() - start) / 1000);
  };
  const plain = await rate((id) => connection.write(set, ['1', value, id]));
  const conditional = await rate((id) =>
    connection.change(`${set} IF version = ?`, ['1', value, id, null], { isIdempotent: true }),
  );
  return { conditional, plain };
}
