import { hash } from 'node:crypto';
import type { types } from 'cassandra-driver';
import { type Geometry, geometryKey, needsFlip } from '../../../fingerprint/geometry.js';
import { bandKeys } from '../../../fingerprint/minhash.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Signature } from '../../../fingerprint/signature.js';
import { familyKeys } from '../../../matching/family.js';
import type { Collection } from '../../contract/collections.js';
import type { Connection, Statement } from '../connection.js';
import type { Announced } from '../protocol/protocol.js';
import { signatureCells, signatureOf } from './registers.js';

/** An attempt as recorded in its rows: a document to store, and its content. */
export interface AttemptRow extends Announced {
  /** Time at which its document was first stored, if this attempt is committed. */
  readonly storedAt: number;
  /** First attempt known to have stored the content. It determines the order of contents. */
  readonly since: string;
  readonly signature: Signature;
}

/**
 * Rows that announce an attempt: one under its content, one under each key, one for lists. They are written once, never
 * changed, and deleted only when the attempt is known to be dead.
 */
export interface IndexRows {
  /**
   * @param text kept with the content; null: none
   */
  write(
    generation: number,
    recipe: Recipe,
    attempt: AttemptRow,
    text: Uint8Array | null,
    seconds: number,
  ): Promise<void>;
  remove(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** Keeps the row in `ids`, because the walk over that table deletes it last. */
  removeAllButId(generation: number, recipe: Recipe, attempt: AttemptRow): Promise<void>;
  /** Text of a content, as stored by the first attempt. */
  textOf(generation: number, content: string): Promise<Uint8Array | null>;
  /**
   * Returns the contents in the first `rowsMax` rows of each key, oldest first.
   * @param by reads at a quorum, or from one replica, which may miss some
   */
  under(
    generation: number,
    keys: readonly string[],
    by: 'quorum' | 'one',
    rowsMax: RowsMax,
  ): Promise<UnderKey[]>;
  /** Returns the contents after those of `page`. */
  behind(generation: number, page: UnderKey, by: 'quorum' | 'one'): Promise<UnderKey>;
  /** Returns true if an attempt was neither withdrawn nor found dead. */
  isThere(generation: number, attempt: AttemptRow): Promise<boolean>;
  /** Attempts to store a content, in match order: oldest document first. */
  attemptsOf(generation: number, content: string): AsyncIterable<AttemptRow>;
  /** Returns sorted ids in `[from, to)` from `after` on. Some may have no document. */
  idsIn(generation: number, bucket: number, range: IdRange, limit: number): Promise<string[]>;
}

/** Page size for reads of a key: 1000 rows to count all contents, 40 to find the oldest. */
export type RowsMax = 1000 | 40;

export interface UnderKey {
  readonly key: string;
  readonly contents: readonly KeyedContent[];
  readonly rowsMax: RowsMax;
  /** Age of the last content; null: no more contents. */
  readonly last: string | null;
}

/** Rows of one content under one key. */
export interface KeyedContent {
  readonly content: string;
  readonly since: string;
  /** 16 hex digits. */
  readonly fingerprint: string;
  /** Attempts to store the content. */
  readonly attempts: readonly string[];
  /** False: further attempts may exist. */
  readonly isWhole: boolean;
}

export interface IdRange {
  /** Inclusive. */
  readonly from: string;
  readonly after: string | null;
  /** null: unbounded. */
  readonly to: string | null;
}

/** Number of partitions over which the ids of a collection are spread. */
export const bucketCount = 16;
const attemptsAPage = 20;
/** Number of keys whose rows certainly fit into one page of the driver. */
const keysAStatement = 10;
/** Maximum number of partitions in a batch; Cassandra logs a warning above it. */
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

  const readerOf = (by: 'quorum' | 'one') => (by === 'one' ? connection.readOne : connection.read);

  /** Writes in requests of several partitions each. Statements of one partition must be adjacent. */
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
      ...keysOf(signature, recipe, geometry).map((key) => ({
        query: deleteKey,
        values: [generation, key, since, content, attempt],
      })),
    ]);
    // Deleted last, because this row is needed to find the others.
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
      const listed = [generation, bucketOf(id), id, attempt, content, BigInt(storedAt), seconds];
      await writeAll([
        { query: insertAttempt, values: [...place, ...details, seconds] },
        ...(kept === null ? [] : [{ query: insertText, values: kept }]),
        { query: insertId, values: listed },
        ...keysOf(signature, recipe, geometry).map((key) => ({
          query: insertKey,
          values: [generation, key, since, content, attempt, fingerprint, seconds],
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
    async under(generation, keys, by, rowsMax) {
      const chunks = inChunks(keys, keysAStatement).map(async (some) => {
        const rows = await readerOf(by)(selectKeys(rowsMax), [generation, some]);
        const ofKeys = groupBy(rows, (row) => row.key as string);
        return some.map((key) => pageOf(key, ofKeys.get(key) ?? [], rowsMax));
      });
      return (await Promise.all(chunks)).flat();
    },
    async behind(generation, { key, last, rowsMax }, by) {
      const rows = await readerOf(by)(selectBehind(rowsMax), [generation, key, last]);
      return pageOf(key, rows, rowsMax);
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

/** Groups the rows of a key by content. The next page skips further attempts of the last content. */
function pageOf(key: string, rows: readonly types.Row[], rowsMax: RowsMax): UnderKey {
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

/** Groups items by key and keeps their order. */
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

/** Returns the keys under which a content is indexed: parts of its fingerprint, bands and landmarks of its sketch. */
function keysOf(signature: Signature, recipe: Recipe, geometry: Geometry) {
  const { sketch } = signature;
  const alike = sketch && recipe.bands ? familyKeys(sketch, recipe.bands).map(familyKey) : [];
  return [...partsOf(signature, recipe, geometry), ...alike];
}

function partsOf({ fingerprint }: Signature, { method }: Recipe, { tables }: Geometry): string[] {
  if (method === 'minhash') return [];
  return tables.map((table, index) => partKey(index, geometryKey(fingerprint, table)));
}

/** Rows read or written by an operation. */
interface Touched {
  readonly collection: Collection;
  readonly id: string;
  /** null: no content. */
  readonly signature: Signature | null;
}

/**
 * Returns the keys of an operation. Operations that may conflict share a key, because they have the same document, or
 * contents that may match. Landmarks are left out, because pages that share only a title need not wait for each other.
 */
export function meetingKeys({ collection, id, signature }: Touched, geometry: Geometry): string[] {
  const { generation, recipe } = collection;
  const { sketch } = signature ?? { sketch: null };
  const bands = sketch && recipe.bands ? bandKeys(sketch, recipe.bands).map(familyKey) : [];
  const parts = signature === null ? [] : partsOf(signature, recipe, geometry);
  return [`id ${id}`, ...parts, ...bands].map((key) => `${generation} ${key}`);
}

/** Returns the keys that find every content within the distance. */
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

/** Key of a band or landmark (matching/family.ts). */
export const familyKey = (key: number) => `band ${key.toString(36)}`;

const partKey = (table: number, key: number) => `${table} ${key.toString(36)}`;

function bucketOf(id: string): number {
  return Number.parseInt(hash('md5', id, 'hex').slice(0, 8), 16) % bucketCount;
}
