import type { types } from 'cassandra-driver';
import {
  fromHex,
  type Signature,
  type StoredDocument,
  storedEvidence,
  toHex,
} from 'neardup/engine';
import type { Connection } from '../connection.js';
import type { ChangeResult } from '../protocol/attempt.js';
import { type Announced, noRegister, type Register, resolved } from '../protocol/protocol.js';

/** Row of a document id: its register (protocol.ts), and its document, expired or not. */
export interface DocumentRow {
  readonly register: Register;
  /** Document that the row contains, expired or not; null if it contains none. */
  readonly document: StoredDocument | null;
  /**
   * Age of the content: `since` of the attempt that stored the document (`AttemptRow`); null if there is no document.
   */
  readonly since: string | null;
  /**
   * Row of the document that is to replace this one, if an undecided attempt has marked this document for replacement;
   * otherwise null.
   */
  readonly marker: DocumentRow | null;
}

export const noRow: DocumentRow = {
  ...{ register: noRegister, document: null, since: null, marker: null },
};

/** Rows of the table `documents`. While their collection exists, every change to a row is conditional. */
export interface Registers {
  /** Reads a row at a quorum and resolves its mark, if any: a document that was replaced is absent. */
  read(generation: number, id: string): Promise<DocumentRow>;
  readSerially(generation: number, id: string): Promise<DocumentRow>;
  /** Returns the version of a register, read at a quorum; null if there is no row. */
  versionOf(generation: number, id: string): Promise<string | null>;
  /**
   * Replaces a row if its version is `expected`. All cells must get the same time to live: a cell that outlived the
   * version would become part of the next document with this id.
   */
  change(
    generation: number,
    id: string,
    expected: string | null,
    next: DocumentRow,
    now: number,
  ): Promise<ChangeResult>;
}

/*
 * Times after which Cassandra deletes rows that the service no longer uses. They must be far longer than an attempt may
 * last. Otherwise, a register could be deleted during an attempt, and look as if its row had never existed.
 */

/** Time for which an expired document is kept, because the clocks of processes may differ. */
const slackSeconds = 60 * 60;

/** Time for which a register without a document is kept, after its document was deleted or an attempt was killed. */
const tombstoneSeconds = 24 * 60 * 60;

/** Maximum time to live that Cassandra supports: 20 years. A time to live of 0 means no limit. */
const secondsMax = 630_720_000;

/** Returns the time to live of the rows of a document that expires at `expiresAt`; 0 for no limit. */
export function secondsToLive(expiresAt: number | null, now: number): number {
  if (expiresAt === null) return 0;
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000)) + slackSeconds;
  return seconds > secondsMax ? 0 : seconds;
}

const columns = [
  ...['version', 'current', 'recent', 'expires_at', 'revision', 'stored_at', 'updated_at'],
  'lifetime_ms',
  ...['last_seen_at', 'seen_count', 'content', 'fingerprint', 'feature_count', 'short_text'],
  ...['sketch', 'shingles', 'evidence', 'metadata', 'page', 'extractor', 'since', 'mark'],
];

export function createRegisters(connection: Connection): Registers {
  const table = `${connection.keyspace}.documents`;
  const select = `SELECT ${columns.join(', ')} FROM ${table} WHERE generation = ? AND id = ?`;
  const assignments = columns.map((name) => `${name} = ?`).join(', ');
  const update =
    `UPDATE ${table} USING TTL ? SET ${assignments} ` +
    'WHERE generation = ? AND id = ? IF version = ?';

  const selectVersion = `SELECT version FROM ${table} WHERE generation = ? AND id = ?`;

  type Read = (generation: number, id: string) => Promise<DocumentRow>;
  const readBare: Read = async (generation, id) => {
    const [row] = await connection.read(select, [generation, id]);
    return documentRow(row, id);
  };
  const readBareSerially: Read = async (generation, id) =>
    documentRow(await connection.readSerially(select, [generation, id]), id);

  const lookedUp =
    (read: Read): Read =>
    async (generation, id) => {
      const row = await read(generation, id);
      const { mark } = row.register;
      if (mark === null) return row;
      const marker = await read(generation, mark.id);
      const register = resolved(row.register, marker.register);
      if (register.current === null) return { ...noRow, register };
      return { ...row, register, marker: register.mark && marker };
    };
  const readSerially = lookedUp(readBareSerially);

  return {
    read: lookedUp(readBare),
    readSerially,
    async versionOf(generation, id) {
      const [row] = await connection.read(selectVersion, [generation, id]);
      return (row?.version as string | null | undefined) ?? null;
    },
    async change(generation, id, expected, next, now) {
      const cells = toCells(next);
      const seconds =
        next.register.current === null
          ? tombstoneSeconds
          : secondsToLive(next.register.expiresAt, now);
      const values = [seconds, ...columns.map((name) => cells[name]), generation, id, expected];
      // Versions are never reused, so the condition cannot hold again, and the statement may be sent twice.
      const applied = await connection.change(update, values, { isIdempotent: true });
      if (applied === null) return { kind: 'unknown' };
      if (applied) return { kind: 'applied' };
      const { register } = await readSerially(generation, id);
      return register.version === next.register.version
        ? { kind: 'applied' }
        : { kind: 'refused', register };
    },
  };
}

function documentRow(row: types.Row | undefined, id: string): DocumentRow {
  if (row === undefined || row.version === null) return noRow;
  const expiresAt = row.expires_at === null ? null : Number(row.expires_at);
  const register: Register = {
    version: row.version as string,
    current: row.current as string | null,
    recent: (row.recent as string[] | null) ?? [],
    expiresAt,
    mark: row.mark === null ? null : (JSON.parse(row.mark as string) as Announced),
  };
  if (register.current === null) return { ...noRow, register };
  const document: StoredDocument = {
    id,
    signature: toSignature(row),
    metadata: row.metadata as string | null,
    page: row.page as string | null,
    extractor: row.extractor as string | null,
    revision: row.revision as number,
    storedAt: Number(row.stored_at),
    updatedAt: Number(row.updated_at),
    lastSeenAt: Number(row.last_seen_at),
    seenCount: row.seen_count as number,
    expiresAt,
    lifetimeMs: row.lifetime_ms === null ? null : Number(row.lifetime_ms),
  };
  return { ...noRow, register, document, since: row.since as string };
}

/** Reads the signature from a row of `documents` or `attempts`. */
export function toSignature(row: types.Row): Signature {
  return {
    exactHash: row.content as string,
    fingerprint: fromHex(row.fingerprint as string),
    featureCount: row.feature_count as number | null,
    shortText: row.short_text as boolean,
    sketch: toBytes(row.sketch as Buffer | null),
    shingles: row.shingles as number | null,
    parts: null,
    evidence: toBytes(row.evidence as Buffer | null),
  };
}

const toBytes = (cell: Buffer | null) => cell && new Uint8Array(cell);
const toBuffer = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes);

/** Returns the cells that contain a signature in rows of `documents` and `attempts`. */
export function signatureCells(signature: Signature): Record<string, unknown> {
  return {
    content: signature.exactHash,
    fingerprint: toHex(signature.fingerprint),
    feature_count: signature.featureCount,
    short_text: signature.shortText,
    sketch: toBuffer(signature.sketch),
    shingles: signature.shingles,
    evidence: toBuffer(signature.evidence && storedEvidence(signature.evidence)),
  };
}

function toCells({ register, document, since }: DocumentRow): Record<string, unknown> {
  const { version, current, recent, expiresAt, mark } = register;
  const times = { recent: [...recent], expires_at: toBigint(expiresAt) };
  const cells = { version, current, ...times, mark: mark && JSON.stringify(mark) };
  if (document === null) return { ...noDocument, ...cells };
  return {
    ...cells,
    ...signatureCells(document.signature),
    revision: document.revision,
    stored_at: BigInt(document.storedAt),
    updated_at: BigInt(document.updatedAt),
    last_seen_at: BigInt(document.lastSeenAt),
    seen_count: document.seenCount,
    lifetime_ms: toBigint(document.lifetimeMs),
    metadata: document.metadata,
    page: document.page,
    extractor: document.extractor,
    since,
  };
}

const noDocument = Object.fromEntries(columns.map((name) => [name, null]));

const toBigint = (time: number | null) => (time === null ? null : BigInt(time));
