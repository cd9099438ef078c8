import { randomBytes } from 'node:crypto';
import type { Connection } from '../src/connection.js';
import { processorSeconds } from './processor.js';

/** Row size of a table like `documents`, reduced to the minimum. */
const rowBytes = 200;

export interface BareRates {
  /** Conditional writes per second, each to a separate row. */
  readonly conditional: number;
  /** Processor time of nodes and client per conditional write. */
  readonly conditionalMs: number;
  /** Unconditional writes per second. */
  readonly plain: number;
}

/** Measures write rates of an otherwise idle cluster, with a given number of statements in flight. */
export async function bareWrites(
  connection: Connection,
  nodes: readonly number[],
  seconds: number,
  atOnce: number,
): Promise<BareRates> {
  const table = `${connection.keyspace}.bare`;
  await connection.define(
    `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, version text, value blob)`,
  );
  const set = `UPDATE ${table} SET version = ?, value = ? WHERE id = ?`;
  const value = randomBytes(rowBytes);
  const pids = [...nodes, process.pid];
  const measured = async (write: (id: string) => Promise<unknown>) => {
    const [start, before] = [performance.now(), processorSeconds(pids)];
    const prefix = randomBytes(8).toString('hex');
    let written = 0;
    const worker = async () => {
      while (performance.now() - start < seconds * 1000) {
        await write(`${prefix} ${written++}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const ms = ((processorSeconds(pids) - before) * 1000) / written;
    return { rate: (written * 1000) / (performance.now() - start), ms };
  };
  const plain = await measured((id) => connection.write(set, ['1', value, id]));
  const conditional = await measured((id) =>
    connection.change(`${set} IF version = ?`, ['1', value, id, null], { isIdempotent: true }),
  );
  return { plain: plain.rate, conditional: conditional.rate, conditionalMs: conditional.ms };
}
