import { hash } from 'node:crypto';
import type { types } from 'cassandra-driver';
import { type Geometry, geometryKey, needsFlip } from '../../../fingerprint/geometry.js';
import { bandKeys } from '../../../fingerprint/minhash.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Signature } from '../../../fingerprint/signature.js';
import type { Collection } from '../../contract/collections.js';
import type { Connection, Statement } from '../connection.js';
import type { Announced } from '../protocol/protocol.js';
import { signatureCells, signatureOf } from './registers.js';

/** An attempt as its rows describe it: which document would be stored with which content. */
export interface AttemptRow extends Announced {
  /** When its document was first stored, if this attempt is the one. */
  readonly storedAt: number;
  readonly signature: Signature;
}

/**
 * The rows that announce an attempt: one under its content, one under each key, one for lists.
 * They are written once and never changed. They are deleted only when the attempt is known to be
 * dead.
 */
export interface IndexRows {
  /** @param text to be kept with the content; null: none */
  write(
    generation: number,
    recipe: Recipe,
    attempt: AttemptRow,
    text: Uint8Array | null,
    seconds: number,
  ): Promise<void>;
  remove(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** The row in `ids` stays: who walks through that table deletes it last. */
  removeAllButId(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** The text of a content, as the first attempt brought it. */
  textOf(generation: number, content: string): Promise<Uint8Array | null>;
  /** Contents under any of these keys. @param by a quorum, or one replica, which may miss some */
  contentsUnder(
    generation: number,
    keys: readonly string[],
    by: 'quorum' | 'one',
  ): Promise<Map<string, KeyedContent>>;
  /** Attempts to store a content: in the order of matches, the oldest document first. */
  attemptsOf(generation: number, content: string): AsyncIterable<AttemptRow>;
  /** Ids from after `after` on that begin in `[from, to)`, sorted; some may be of no document. */
  idsIn(generation: number, bucket: number, range: IdRange, limit: number): Promise<string[]>;
}

/** What the rows under a key say of a content. */
export interface KeyedContent {
  /** As 16 hex digits. */
  readonly fingerprint: string;
  /** The attempts to store it; of more than a page some are missing. */
  readonly attempts: Set<string>;
}

export interface IdRange {
  /** This one included. */
  readonly from: string;
  readonly after: string | null;
  /** null: to the end. */
  readonly to: string | null;
}

/** The ids of a collection are spread over so many partitions. */
export const bucketCount = 16;
const attemptsAPage = 20;
const keyRowsAPage = 1000;
/** As many as give one page of the driver, however many rows are under each. */
const keysAStatement = 10;
/** Cassandra warns of requests that write to more. */
const partitionsABatch = 10;

export function createIndexRows(connection: Connection, geometry: Geometry): IndexRows {
  const { keyspace } = connection;
  const into = (table: string, columns: string) => {
    const places = columns.replaceAll(/\w+/g, '?');
    return `INSERT INTO ${keyspace}.${table} (${columns}) VALUES (${places}) USING TTL ?`;
  };
  const insertAttempt = into(
    'attempts',
    'generation, content, stored_at, id, attempt, base, priority, fingerprint, feature_count, short_text, sketch, shingles, evidence',
  );
  const insertKey = into('keys', 'generation, key, content, attempt, fingerprint');
  const insertId = into('ids', 'generation, bucket, id, attempt, content, stored_at');
  const insertText = into('texts', 'generation, content, attempt, text');
  const from = (table: string, columns: string) => {
    const conditions = columns.split(', ').map((name) => `${name} = ?`);
    return `DELETE FROM ${keyspace}.${table} WHERE ${conditions.join(' AND ')}`;
  };
  const deleteAttempt = from('attempts', 'generation, content, stored_at, id, attempt');
  const deleteKey = from('keys', 'generation, key, content, attempt');
  const deleteId = from('ids', 'generation, bucket, id, attempt');
  const deleteText = from('texts', 'generation, content, attempt');
  const keyColumns = `SELECT key, content, attempt, fingerprint FROM ${keyspace}.keys`;
  const selectKeys = `${keyColumns} WHERE generation = ? AND key IN ? PER PARTITION LIMIT ${keyRowsAPage}`;
  const selectKeyAfter = `${keyColumns} WHERE generation = ? AND key = ? AND content > ? LIMIT ${keyRowsAPage}`;
  const selectAttempts =
    'SELECT content, stored_at, id, attempt, base, priority, fingerprint, feature_count, ' +
    `short_text, sketch, shingles, evidence FROM ${keyspace}.attempts WHERE generation = ? AND content = ?`;
  const selectText = `SELECT text FROM ${keyspace}.texts WHERE generation = ? AND content = ? LIMIT 1`;
  const selectIds = (end: boolean, after: boolean) =>
    `SELECT id FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? AND id ${after ? '>' : '>='} ?` +
    `${end ? ' AND id < ?' : ''} GROUP BY id LIMIT ?`;

  /** The first rows under each of some keys; of a key that has more, the others, too. */
  async function underKeys(
    generation: number,
    keys: readonly string[],
    read: Connection['read'],
    found: Found,
  ) {
    const rows = await read(selectKeys, [generation, [...keys]]);
    noteAll(rows, found);
    if (rows.length < keyRowsAPage) return;
    const full = keys.flatMap((key) => {
      const under = rows.filter((row) => row.key === key);
      return under.length < keyRowsAPage ? [] : [under.at(-1)!];
    });
    await Promise.all(full.map((last) => behind(generation, last, read, found)));
  }

  /** Continues behind the last content of a page, however many attempts have it. */
  async function behind(
    generation: number,
    row: types.Row,
    read: Connection['read'],
    found: Found,
  ) {
    for (let last: types.Row | null = row; last !== null; ) {
      const rows = await read(selectKeyAfter, [generation, last.key, last.content]);
      noteAll(rows, found);
      last = rows.length < keyRowsAPage ? null : rows.at(-1)!;
    }
  }

  function noteAll(rows: readonly types.Row[], found: Found) {
    for (const row of rows) {
      const content = row.content as string;
      const known = found.get(content);
      if (known !== undefined) known.attempts.add(row.attempt as string);
      else {
        const attempts = new Set([row.attempt as string]);
        found.set(content, { fingerprint: row.fingerprint as string, attempts });
      }
    }
  }

  /** In requests of some partitions each; statements of one partition must follow each other. */
  async function writeAll(statements: readonly Statement[]) {
    await Promise.all(inChunks(statements, partitionsABatch).map(connection.writeAll));
  }

  async function remove(
    generation: number,
    recipe: Recipe,
    { attempt, id, storedAt, signature }: AttemptRow,
    listed: readonly Statement[],
  ) {
    const content = signature.exactHash;
    await writeAll([
      ...listed,
      { query: deleteText, values: [generation, content, attempt] },
      ...keysOf(signature, recipe, geometry).map((key) => ({
        query: deleteKey,
        values: [generation, key, content, attempt],
      })),
    ]);
    // Last, for it leads to the others.
    await connection.write(deleteAttempt, [generation, content, BigInt(storedAt), id, attempt]);
  }

  return {
    async write(generation, recipe, row, text, seconds) {
      const { attempt, id, base, priority, storedAt, signature } = row;
      const { content, fingerprint, ...cells } = signatureCells(signature);
      const { feature_count, short_text, sketch, shingles, evidence } = cells;
      const place = [generation, content, BigInt(storedAt), id, attempt, base, priority];
      const details = [fingerprint, feature_count, short_text, sketch, shingles, evidence];
      const kept = text && [generation, content, attempt, Buffer.from(text), seconds];
      const listed = [generation, bucketOf(id), id, attempt, content, BigInt(storedAt), seconds];
      await writeAll([
        { query: insertAttempt, values: [...place, ...details, seconds] },
        ...(kept === null ? [] : [{ query: insertText, values: kept }]),
        { query: insertId, values: listed },
        ...keysOf(signature, recipe, geometry).map((key) => ({
          query: insertKey,
          values: [generation, key, content, attempt, fingerprint, seconds],
        })),
      ]);
    },
    async remove(generation, recipe, row) {
      const { attempt, id } = row;
      const listed = { query: deleteId, values: [generation, bucketOf(id), id, attempt] };
      await remove(generation, recipe, row, [listed]);
    },
    removeAllButId: (generation, recipe, row) => remove(generation, recipe, row, []),
    async textOf(generation, content) {
      const [row] = await connection.read(selectText, [generation, content]);
      return row === undefined ? null : new Uint8Array(row.text as Buffer);
    },
    async contentsUnder(generation, keys, by) {
      const found: Found = new Map();
      const read = by === 'one' ? connection.readOne : connection.read;
      const chunks = inChunks(keys, keysAStatement);
      await Promise.all(chunks.map((some) => underKeys(generation, some, read, found)));
      return found;
    },
    async *attemptsOf(generation, content) {
      const rows = connection.walk(selectAttempts, [generation, content], attemptsAPage);
      for await (const row of rows) {
        yield {
          attempt: row.attempt as string,
          id: row.id as string,
          base: row.base as string | null,
          priority: row.priority as string,
          storedAt: Number(row.stored_at),
          signature: signatureOf(row),
        };
      }
    },
    async idsIn(generation, bucket, { from: first, after, to }, limit) {
      const isAfter = after !== null && after >= first;
      const start = isAfter ? after : first;
      const values = [generation, bucket, start, ...(to === null ? [] : [to]), limit];
      const rows = await connection.read(selectIds(to !== null, isAfter), values);
      return rows.map((row) => row.id as string);
    },
  };
}

type Found = Map<string, KeyedContent>;

function inChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  const each = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, at) => items.slice(at * each, (at + 1) * each));
}

/** What a content is found by: parts of its fingerprint, bands of its sketch. */
function keysOf({ fingerprint, sketch }: Signature, recipe: Recipe, geometry: Geometry) {
  const parts =
    recipe.method === 'minhash'
      ? []
      : geometry.tables.map((table, index) => partKey(index, geometryKey(fingerprint, table)));
  return [...parts, ...bandsOf(sketch, recipe)];
}

/** What an operation touches. */
interface Touched {
  readonly collection: Collection;
  readonly id: string;
  /** Null: no content. */
  readonly signature: Signature | null;
}

/** Keys that two operations share if they may conflict: a document, or contents that may match. */
export function meetingKeys({ collection, id, signature }: Touched, geometry: Geometry): string[] {
  const { generation, recipe } = collection;
  const keys = signature === null ? [] : keysOf(signature, recipe, geometry);
  return [`id ${id}`, ...keys].map((key) => `${generation} ${key}`);
}

/** Where every content within the distance, or with a band in common, is found. */
export function probesOf(
  { fingerprint, sketch }: Signature,
  recipe: Recipe,
  geometry: Geometry,
  maxDistance: number,
): { readonly parts: string[]; readonly bands: string[] } {
  if (recipe.method === 'minhash') return { parts: [], bands: bandsOf(sketch, recipe) };
  const flips = needsFlip(geometry, maxDistance);
  const parts = geometry.tables.flatMap((table, index) => {
    const key = geometryKey(fingerprint, table);
    const bits = Array.from({ length: flips ? table.keyBits : 0 }, (_, bit) => 2 ** bit);
    const flipped = bits.map((bit) => (Math.floor(key / bit) % 2 === 1 ? key - bit : key + bit));
    return [key, ...flipped].map((each) => partKey(index, each));
  });
  return { parts, bands: bandsOf(sketch, recipe) };
}

function bandsOf(sketch: Uint8Array | null, { bands }: Recipe): string[] {
  if (sketch === null || bands === null) return [];
  return bandKeys(sketch, bands).map((key) => `band ${key.toString(36)}`);
}

const partKey = (table: number, key: number) => `${table} ${key.toString(36)}`;

function bucketOf(id: string): number {
  return Number.parseInt(hash('md5', id, 'hex').slice(0, 8), 16) % bucketCount;
}
