import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { NeardupError } from '../errors.js';
import { collectionName } from './fields.js';

/**
 * API keys: their rights, and how they are checked. The service keeps only SHA-256 digests of keys. A fast digest is
 * sufficient: a key from `newKey` is one of 2^256 random values, so nobody can find it from its digest by guessing.
 * Slow password hashes are for passwords that people remember, and would add some milliseconds to every request.
 */

/** Scopes of API keys, narrowest first. Each scope includes the ones before it. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Key {
  readonly name: string;
  /** SHA-256 of the key, 32 bytes. */
  readonly digest: Buffer;
  /** Widest scope of the key. */
  readonly scope: Scope;
  /** Collections that the key may access; null for all, including operations that concern all of them at once. */
  readonly collections: ReadonlySet<string> | null;
  /** Expiry in milliseconds since 1970; null if the key never expires. */
  readonly expiresAt: number | null;
}

/** The keys that are valid now. The service can replace them while it runs. */
export interface KeyRing {
  /** Returns the key in an `Authorization` header; undefined if the header is missing or the key is unknown. */
  find(authorization: string | undefined): Key | undefined;
  /** Returns the current state of a key that was found before; undefined if it is no longer valid. */
  current(key: Key): Key | undefined;
  list(): readonly Key[];
  replace(keys: readonly Key[]): void;
}

const keysMax = 1000;

/**
 * Creates a key ring. Its `find` compares a digest with every key in constant time, so that the duration reveals
 * neither which key matched nor how much of a key was right.
 */
export function createKeyRing(initial: readonly Key[]): KeyRing {
  let keys = initial;
  return {
    find(authorization) {
      const [, secret] = /^Bearer +([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
      if (secret === undefined) return undefined;
      const digest = digestKey(secret);
      let found: Key | undefined;
      for (const key of keys) {
        if (timingSafeEqual(key.digest, digest)) found = key;
      }
      return found;
    },
    current: ({ digest }) => keys.find((key) => key.digest.equals(digest)),
    list: () => keys,
    replace(others) {
      keys = others;
    },
  };
}

/** Returns the key of NEARDUP_API_KEY, which has the widest scope, access to all collections and no expiry. */
export function adminKey(secret: string): Key {
  const name = 'NEARDUP_API_KEY';
  return { name, digest: digestKey(secret), scope: 'admin', collections: null, expiresAt: null };
}

/** Entry of one key in the file of keys. */
const keyEntry = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ @ -'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits'),
  scopes: z.array(z.enum(scopes)).min(1),
  collections: z.array(collectionName).min(1).optional(),
  expires: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
    .optional(),
});
const keyFile = z.strictObject({ keys: z.array(keyEntry).max(keysMax) });

export type KeyEntry = z.infer<typeof keyEntry>;

/**
 * Parses a file of keys.
 * @param text `{"keys": [{"name", "sha256", "scopes", "collections"?, "expires"?}, …]}`
 * @throws NeardupError `validation_failed` that names the fault without quoting the file
 */
export function parseKeyFile(text: string): Key[] {
  const parsed = keyFile.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const reason = issue!.code === 'unrecognized_keys' ? 'has an unknown field' : issue!.message;
    throw refusal(`"/${issue!.path.join('/')}": ${reason}`);
  }
  const { keys } = parsed.data;
  for (const field of ['name', 'sha256'] as const) {
    const values = keys.map((key) => key[field]);
    const twice = values.findIndex((value, index) => values.indexOf(value) < index);
    if (twice >= 0) throw refusal(`"/keys/${twice}/${field}": another key has the same`);
  }
  return keys.map(({ name, sha256, scopes: given, collections, expires }) => ({
    name,
    digest: Buffer.from(sha256, 'hex'),
    scope: scopes.findLast((scope) => given.includes(scope)) as Scope,
    collections: collections === undefined ? null : new Set(collections),
    expiresAt: expires === undefined ? null : Date.parse(expires),
  }));
}

/**
 * Creates a key and its entry for the file of keys. The entry does not reveal the key.
 * @throws NeardupError `validation_failed` if the file would reject the entry
 */
export function newKey(description: Omit<KeyEntry, 'sha256'>): { key: string; entry: KeyEntry } {
  const key = `neardup_${randomBytes(32).toString('base64url')}`;
  const { name, ...rest } = description;
  const entry = { name, sha256: digestKey(key).toString('hex'), ...rest };
  parseKeyFile(JSON.stringify({ keys: [entry] }));
  return { key, entry };
}

function digestKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error is not even kept as a cause: its message quotes the text, which may contain a key by mistake.
    throw refusal('it is not JSON');
  }
}

function refusal(reason: string): NeardupError {
  return new NeardupError('validation_failed', `Cannot use these keys: ${reason}`);
}
