import { hash } from 'node:crypto';
import type { types } from 'cassandra-driver';
import {
  bandKeys,
  type Collection,
  familyKeys,
  type Geometry,
  geometryKey,
  needsFlip,
  type Recipe,
  type Signature,
} from 'neardup/engine';
import type { Connection, Statement } from '../connection.js';
import type { Announced } from '../protocol/protocol.js';
import { signatureCells, toSignature } from './registers.js';

/** An attempt to store a document (protocol.ts), as recorded in its rows. */
export interface AttemptRow extends Announced {
  /** Time at which the document was first stored; valid if the attempt is committed. */
  readonly storedAt: number;
  /**
   * Name of the first attempt that is known to have stored the content. Contents are sorted by this name, which begins
   * with a time, and so by age.
   */
  readonly since: string;
  readonly signature: Signature;
}

/**
 * Rows that announce an attempt to store a document: one under its content, one under each index key of the content,
 * and one for lists of ids. Their values never change; a renewal of the document writes them again with a longer time
 * to live. They are deleted when the attempt is withdrawn or found dead, or when its document is replaced or deleted.
 */
export interface IndexRows {
  /**
   * Writes the rows of an attempt.
   * @param text text to keep with the content; null if there is none
   * @param seconds time to live of the rows
   */
  write(
    generation: number,
    recipe: Recipe,
    attempt: AttemptRow,
    text: Uint8Array | null,
    seconds: number,
  ): Promise<void>;
  remove(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** Like `remove`, but keeps the row in the table `ids`. The sweep reads that table, and deletes the row itself. */
  removeAllButId(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** Returns the stored text of a content; null if there is none. */
  textOf(generation: number, content: string): Promise<Uint8Array | null>;
  /**
   * For each key, returns the contents in the first `rowsMax` rows under it, oldest first.
   * @param by `quorum`, or `one`: reads from a single replica, which may lack some rows
   */
  under(
    generation: number,
    keys: readonly string[],
    by: 'quorum' | 'one',
    rowsMax: RowsMax,
  ): Promise<UnderKey[]>;
  /** Returns the page of contents that follows `page` under the same key. */
  behind(generation: number, page: UnderKey, by: 'quorum' | 'one'): Promise<UnderKey>;
  /** Returns true if the rows of an attempt still exist. */
  isThere(generation: number, attempt: AttemptRow): Promise<boolean>;
  /**
   * Yields the attempts to store a content, oldest first: the order in which the documents of a content are listed as
   * matches.
   */
  attemptsOf(generation: number, content: string): AsyncIterable<AttemptRow>;
  /** Returns at most `limit` ids of a bucket within a range, sorted. Some may have no document. */
  idsIn(generation: number, bucket: number, range: IdRange, limit: number): Promise<string[]>;
}

/** Number of rows under a key that are read at a time: 1000 if all contents are needed, 40 if only the oldest are. */
export type RowsMax = 1000 | 40;

/** A page of the contents under a key. */
export interface UnderKey {
  readonly key: string;
  readonly contents: readonly KeyedContent[];
  readonly rowsMax: RowsMax;
  /** `since` of the last content, after which the next page starts; null if there are no more contents. */
  readonly last: string | null;
}

/** A content under a key, combined from its rows in the page. */
export interface KeyedContent {
  readonly content: string;
  readonly since: string;
  /** Fingerprint of the content, as 16 hex digits. */
  readonly fingerprint: string;
  /** Names of the attempts to store the content. */
  readonly attempts: readonly string[];
  /** False if the page ended within this content, so that there may be further attempts to store it. */
  readonly isWhole: boolean;
}

export interface IdRange {
  /** Inclusive lower bound. */
  readonly from: string;
  /** Exclusive lower bound, ignored if it is before `from`; null for no bound. */
  readonly after: string | null;
  /** Exclusive upper bound; null for no bound. */
  readonly to: string | null;
}

/** Number of buckets. Each bucket is a partition with some of the ids of a collection. */
export const bucketCount = 16;
const attemptsAPage = 20;
/**
 * Number of keys that one statement reads. One page of the driver (10,000 rows) has room for 10 keys with up to 1000
 * rows each.
 */
const keysAStatement = 10;
/** Maximum number of partitions in a batch. Cassandra logs a warning if there are more. */
const partitionsABatch = 10;

export function createIndexRows(connection: Connection, geometry: Geometry): IndexRows {
  const { keyspace } = connection;
  const into = (table: string, columns: string) => {
    const places = columns.replaceAll(/\w+/g, '?');
    return `INSERT INTO ${keyspace}.${table} (${columns}) VALUES (${places}) USING TTL ?`;
  };
  const insertAttempt = into(
    'attempts',
    'generation, content, stored_at, id, attempt, since, base, priority, fingerprint, feature_count, short_text, sketch, shingles, evidence',
  );
  const insertKey = into('keys', 'generation, key, since, content, attempt, fingerprint');
  const insertId = into('ids', 'generation, bucket, id, attempt, content, stored_at');
  const insertText = into('texts', 'generation, content, attempt, text');
  const equal = (columns: string) => columns.replaceAll(', ', ' = ? AND ').concat(' = ?');
  const from = (table: string, columns: string) =>
    `DELETE FROM ${keyspace}.${table} WHERE ${equal(columns)}`;
  const deleteAttempt = from('attempts', 'generation, content, stored_at, id, attempt');
  const deleteKey = from('keys', 'generation, key, since, content, attempt');
  const deleteId = from('ids', 'generation, bucket, id, attempt');
  const deleteText = from('texts', 'generation, content, attempt');
  const keyColumns = `SELECT key, since, content, attempt, fingerprint FROM ${keyspace}.keys`;
  const selectKeys = (rowsMax: RowsMax) =>
    `${keyColumns} WHERE generation = ? AND key IN ? PER PARTITION LIMIT ${rowsMax}`;
  const selectBehind = (rowsMax: RowsMax) =>
    `${keyColumns} WHERE generation = ? AND key = ? AND since > ? LIMIT ${rowsMax}`;
  const selectAttempts =
    'SELECT content, stored_at, id, attempt, since, base, priority, fingerprint, feature_count, ' +
    `short_text, sketch, shingles, evidence FROM ${keyspace}.attempts WHERE generation = ? AND content = ?`;
  const selectAttempt = `SELECT attempt FROM ${keyspace}.attempts WHERE ${equal('generation, content, stored_at, id, attempt')}`;
  const selectText = `SELECT text FROM ${keyspace}.texts WHERE generation = ? AND content = ? LIMIT 1`;
  const selectIds = (end: boolean, after: boolean) =>
    `SELECT id FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? AND id ${after ? '>' : '>='} ?` +
    `${end ? ' AND id < ?' : ''} GROUP BY id LIMIT ?`;

  const chooseReader = (by: 'quorum' | 'one') =>
    by === 'one' ? connection.readOne : connection.read;

  /** Writes statements in batches of up to `partitionsABatch`. */
  async function writeAll(statements: readonly Statement[]) {
    await Promise.all(inChunks(statements, partitionsABatch).map(connection.writeAll));
  }

  async function remove(
    generation: number,
    recipe: Recipe,
    { attempt, since, id, storedAt, signature }: AttemptRow,
    listed: readonly Statement[],
  ) {
    const content = signature.exactHash;
    await writeAll([
      ...listed,
      { query: deleteText, values: [generation, content, attempt] },
      ...listKeys(signature, recipe, geometry).map((key) => ({
        query: deleteKey,
        values: [generation, key, since, content, attempt],
      })),
    ]);
    // This row is deleted last, because after an interruption, the other rows are found through it.
    await connection.write(deleteAttempt, [generation, content, BigInt(storedAt), id, attempt]);
  }

  return {
    async write(generation, recipe, row, text, seconds) {
      const { attempt, since, id, base, priority, storedAt, signature } = row;
      const { content, fingerprint, ...cells } = signatureCells(signature);
      const { feature_count, short_text, sketch, shingles, evidence } = cells;
      const place = [generation, content, BigInt(storedAt), id, attempt, since, base, priority];
      const details = [fingerprint, feature_count, short_text, sketch, shingles, evidence];
      const kept = text && [generation, content, attempt, Buffer.from(text), seconds];
      const listed = [
        generation,
        chooseBucket(id),
        id,
        attempt,
        content,
        BigInt(storedAt),
        seconds,
      ];
      await writeAll([
        { query: insertAttempt, values: [...place, ...details, seconds] },
        ...(kept === null ? [] : [{ query: insertText, values: kept }]),
        { query: insertId, values: listed },
        ...listKeys(signature, recipe, geometry).map((key) => ({
          query: insertKey,
          values: [generation, key, since, content, attempt, fingerprint, seconds],
        })),
      ]);
    },
    async remove(generation, recipe, row) {
      const { attempt, id } = row;
      const listed = { query: deleteId, values: [generation, chooseBucket(id), id, attempt] };
      await remove(generation, recipe, row, [listed]);
    },
    removeAllButId: (generation, recipe, row) => remove(generation, recipe, row, []),
    async textOf(generation, content) {
      const [row] = await connection.read(selectText, [generation, content]);
      return row === undefined ? null : new Uint8Array(row.text as Buffer);
    },
    async under(generation, keys, by, rowsMax) {
      const chunks = inChunks(keys, keysAStatement).map(async (some) => {
        const rows = await chooseReader(by)(selectKeys(rowsMax), [generation, some]);
        const ofKeys = groupBy(rows, (row) => row.key as string);
        return some.map((key) => toPage(key, ofKeys.get(key) ?? [], rowsMax));
      });
      return (await Promise.all(chunks)).flat();
    },
    async behind(generation, { key, last, rowsMax }, by) {
      const rows = await chooseReader(by)(selectBehind(rowsMax), [generation, key, last]);
      return toPage(key, rows, rowsMax);
    },
    async isThere(generation, { attempt, id, storedAt, signature }) {
      const place = [generation, signature.exactHash, BigInt(storedAt), id, attempt];
      return (await connection.read(selectAttempt, place)).length > 0;
    },
    async *attemptsOf(generation, content) {
      const rows = connection.walk(selectAttempts, [generation, content], attemptsAPage);
      for await (const row of rows) {
        yield {
          attempt: row.attempt as string,
          since: row.since as string,
          id: row.id as string,
          base: row.base as string | null,
          priority: row.priority as string,
          storedAt: Number(row.stored_at),
          signature: toSignature(row),
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

/**
 * Groups the rows under a key by content. If the page ends within the attempts to store a content, the rest of these
 * attempts is missing from the next page as well (`isWhole`).
 */
function toPage(key: string, rows: readonly types.Row[], rowsMax: RowsMax): UnderKey {
  const isFull = rows.length >= rowsMax;
  const ofContents = [...groupBy(rows, (row) => row.content as string)];
  const contents = ofContents.map(([content, some]) => ({
    content,
    since: some[0]!.since as string,
    fingerprint: some[0]!.fingerprint as string,
    attempts: some.map(({ attempt }) => attempt as string),
    isWhole: !isFull || content !== rows.at(-1)!.content,
  }));
  return { key, contents, rowsMax, last: isFull ? (rows.at(-1)!.since as string) : null };
}

/** Groups items by key. Keys and items keep the order in which they first occur. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function inChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  const each = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, at) => items.slice(at * each, (at + 1) * each));
}

/**
 * Returns the keys under which a content is indexed: parts of its fingerprint, bands and landmarks of its sketch. Contents
 * without evidence have other keys for their fingerprints.
 */
function listKeys(signature: Signature, recipe: Recipe, geometry: Geometry) {
  const { sketch, evidence } = signature;
  const alike = sketch && recipe.bands ? familyKeys(sketch, recipe.bands).map(familyKey) : [];
  const parts = listParts(signature, recipe, geometry);
  return [...(evidence === null ? parts.map(bareKey) : parts), ...alike];
}

function listParts({ fingerprint }: Signature, { method }: Recipe, { tables }: Geometry): string[] {
  if (method === 'minhash') return [];
  return tables.map((table, index) => partKey(index, geometryKey(fingerprint, table)));
}

/** Document that an operation stores or deletes. */
interface Touched {
  readonly collection: Collection;
  readonly id: string;
  /** Signature of the stored content; null if the operation stores none. */
  readonly signature: Signature | null;
}

/**
 * Returns the keys by which an operation is locked (`createKeyedLock`). Operations that may conflict have a key in
 * common: that of their document id, or one of contents that may match. Landmarks are not among the keys, because pages
 * that share only a title need not wait for each other.
 */
export function meetingKeys({ collection, id, signature }: Touched, geometry: Geometry): string[] {
  const { generation, recipe } = collection;
  const { sketch } = signature ?? { sketch: null };
  const bands = sketch && recipe.bands ? bandKeys(sketch, recipe.bands).map(familyKey) : [];
  const parts = signature === null ? [] : listParts(signature, recipe, geometry);
  return [`id ${id}`, ...parts, ...bands].map((key) => `${generation} ${key}`);
}

/** Returns the index keys that must be looked up to find every content within the distance. */
export function nearKeys(
  { fingerprint }: Signature,
  { method }: Recipe,
  geometry: Geometry,
  maxDistance: number,
): string[] {
  if (method === 'minhash') return [];
  const flips = needsFlip(geometry, maxDistance);
  return geometry.tables.flatMap((table, index) => {
    const key = geometryKey(fingerprint, table);
    const bits = Array.from({ length: flips ? table.keyBits : 0 }, (_, bit) => 2 ** bit);
    const flipped = bits.map((bit) => (Math.floor(key / bit) % 2 === 1 ? key - bit : key + bit));
    return [key, ...flipped].map((each) => partKey(index, each));
  });
}

/** Returns the key of contents without evidence for a part of a fingerprint. */
export const bareKey = (partOf: string) => `bare ${partOf}`;

/** Returns the index key for a band or landmark (matching/family.ts). */
export const familyKey = (key: number) => `band ${key.toString(36)}`;

const partKey = (table: number, key: number) => `${table} ${key.toString(36)}`;

function chooseBucket(id: string): number {
  return Number.parseInt(hash('md5', id, 'hex').slice(0, 8), 16) % bucketCount;
}
