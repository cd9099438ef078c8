import { randomUUID } from 'node:crypto';
import { hashFunctions, NeardupError, type TermStore, termLengthMax } from 'neardup/engine';
import { forEachConcurrently } from './concurrency.js';
import type { Connection } from './connection.js';

/**
 * Stores the terms of texts, and the number of texts with each term (Zhang Min 2014 keeps them in HBase).
 *
 *   term_texts  (recipe, name) hash    the terms of a text, with their counts; a name may have several texts
 *   terms       (recipe, shard) term   number of texts with the term, and the run that counted them
 *   term_runs   (recipe)               the last finished run, with its numbers of texts and terms
 *
 * A run is one count of all texts. Repeating a write has no further effect: a text has one row, and the counts are
 * derived from these rows. If a process dies while it is counting, it has already overwritten some counts of the run
 * that `term_runs` names. That run then has fewer terms than `term_runs` records, so the counts cannot be read until
 * another run has finished.
 */
export const termTables = [
  `term_texts (recipe text, name text, exact_hash text, terms frozen<list<text>>,
    counts frozen<list<int>>, PRIMARY KEY ((recipe, name), exact_hash))`,
  `terms (recipe text, shard int, term text, texts int, run text,
    PRIMARY KEY ((recipe, shard), term))`,
  'term_runs (recipe text PRIMARY KEY, run text, texts int, terms int)',
];

const shards = Array.from({ length: 64 }, (_, shard) => shard);
const chooseShard = (term: string) => Number(hashFunctions.xxh64(term) & 63n);
const termsABatch = 50;
const batchesAtOnce = 16;
const rowsAPage = 500;
/** Maximum size of a row. Cassandra rejects writes larger than half a segment of its commit log, 16 MiB by default. */
const rowBytesMax = 15 * 2 ** 20;
/**
 * Number of bytes that a term takes in addition to its text: the length prefix of the term, and its count of four
 * bytes, which has a length prefix as well.
 */
const bytesATerm = 12;

export function createTermStore(connection: Connection): TermStore {
  const table = (name: string) => `${connection.keyspace}.${name}`;

  async function storeCounts(recipe: string, counts: ReadonlyMap<string, number>, run: string) {
    const byShard = shards.map((): [string, number][] => []);
    for (const entry of counts) byShard[chooseShard(entry[0])]!.push(entry);
    const batches = byShard.flatMap((entries, shard) =>
      Array.from({ length: Math.ceil(entries.length / termsABatch) }, (_, batch) => ({
        shard,
        entries: entries.slice(batch * termsABatch, (batch + 1) * termsABatch),
      })),
    );
    const query = `INSERT INTO ${table('terms')} (recipe, shard, term, texts, run) VALUES (?, ?, ?, ?, ?)`;
    await forEachConcurrently(batches, batchesAtOnce, ({ shard, entries }) =>
      connection.writeAll(
        entries.map(([term, texts]) => ({ query, values: [recipe, shard, term, texts, run] })),
      ),
    );
  }

  return {
    async write(recipe, { name, exactHash, terms, counts }) {
      const bytes = terms.reduce((sum, term) => sum + Buffer.byteLength(term) + bytesATerm, 0);
      if (bytes > rowBytesMax) {
        throw new NeardupError(
          'payload_too_large',
          `Cannot store the terms of "${name}": ${bytes} bytes exceed the row limit of ${rowBytesMax}`,
        );
      }
      await connection.write(
        `INSERT INTO ${table('term_texts')} (recipe, name, exact_hash, terms, counts) VALUES (?, ?, ?, ?, ?)`,
        [recipe, name, exactHash, terms, counts],
      );
    },
    async read(recipe, name, exactHash) {
      const select = `SELECT terms, counts FROM ${table('term_texts')} WHERE recipe = ? AND name = ? AND exact_hash = ?`;
      const [row] = await connection.read(select, [recipe, name, exactHash]);
      return row === undefined ? null : { terms: row.terms, counts: row.counts };
    },
    async count(recipe) {
      const seen = new Set<string>();
      const counts = new Map<string, number>();
      const select = `SELECT recipe, exact_hash, terms FROM ${table('term_texts')}`;
      for await (const row of connection.walk(select, [], rowsAPage)) {
        if (row.recipe !== recipe || seen.has(row.exact_hash)) continue;
        seen.add(row.exact_hash);
        for (const term of row.terms as string[]) {
          if (term.length <= termLengthMax) counts.set(term, (counts.get(term) ?? 0) + 1);
        }
      }
      const run = randomUUID();
      await storeCounts(recipe, counts, run);
      await connection.write(
        `INSERT INTO ${table('term_runs')} (recipe, run, texts, terms) VALUES (?, ?, ?, ?)`,
        [recipe, run, seen.size, counts.size],
      );
      return { texts: seen.size, counts };
    },
    async counts(recipe) {
      const last = `SELECT run, texts, terms FROM ${table('term_runs')} WHERE recipe = ?`;
      const [finished] = await connection.read(last, [recipe]);
      const counts = new Map<string, number>();
      const select = `SELECT term, texts, run FROM ${table('terms')} WHERE recipe = ? AND shard = ?`;
      await forEachConcurrently(shards, batchesAtOnce, async (shard) => {
        for await (const { term, texts, run } of connection.walk(select, [recipe, shard], 10_000)) {
          if (run === finished?.run) counts.set(term, texts);
        }
      });
      const isComplete = counts.size > 0 && counts.size === finished?.terms;
      if (isComplete) return { texts: finished!.texts, counts };
      throw new NeardupError(
        'not_ready',
        `Cannot read the term counts in keyspace "${connection.keyspace}": they are missing or incomplete; run \`neardup batch terms --count\``,
      );
    },
    close: () => connection.close(),
  };
}
