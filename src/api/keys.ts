import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { NeardupError } from '../errors.js';
import { collectionName } from './fields.js';

/**
 * API keys: the rights of each, and how a request proves that it has one.
 *
 * Only SHA-256 digests of keys are kept. A digest that is fast to compute is right here, because
 * keys are random: `newKey` makes one of 2^256, so nobody can guess a key from its digest, however
 * fast the guessing. Slow password hashes protect passwords that people remember, and would cost
 * every request some milliseconds.
 */

/** Least first; each includes those before it. */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface Key {
  readonly name: string;
  /** SHA-256 of the key, 32 bytes. */
  readonly digest: Buffer;
  /** Its widest scope. */
  readonly scope: Scope;
  /** The only collections that it may touch; null: all of them, and what concerns all of them. */
  readonly collections: ReadonlySet<string> | null;
  /** In milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
}

/** The keys that are valid now; the service can replace them while it runs. */
export interface KeyRing {
  /** The key of an `Authorization` header; undefined: it carries none that is known. */
  find(authorization: string | undefined): Key | undefined;
  /** A key that was found earlier, as it is now; undefined: it is no longer known. */
  current(key: Key): Key | undefined;
  list(): readonly Key[];
  replace(keys: readonly Key[]): void;
}

const keysMax = 1000;

/**
 * Every digest is compared with every key, each in constant time, so that the time taken tells
 * neither whether a key is nearly right nor which one it is.
 */
export function createKeyRing(initial: readonly Key[]): KeyRing {
  let keys = initial;
  return {
    find(authorization) {
      const [, secret] = /^Bearer +([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
      if (secret === undefined) return undefined;
      const digest = digestOf(secret);
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

/** A key without limits, as NEARDUP_API_KEY is. */
export function adminKey(secret: string): Key {
  const name = 'NEARDUP_API_KEY';
  return { name, digest: digestOf(secret), scope: 'admin', collections: null, expiresAt: null };
}

/** One key as the file of keys lists it. */
const keyEntry = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ @ -'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits'),
  scopes: z.array(z.enum(scopes)).min(1),
  collections: z.array(collectionName).min(1).optional(),
  expires: z.iso.datetime({ offset: true, error: 'must be like 2027-01-31T00:00:00Z' }).optional(),
});
const keyFile = z.strictObject({ keys: z.array(keyEntry).max(keysMax) });

export type KeyEntry = z.infer<typeof keyEntry>;

/**
 * The keys of a file of keys.
 * @param text `{"keys": [{"name", "sha256", "scopes", "collections"?, "expires"?}, …]}`
 * @throws NeardupError `validation_failed` that names what is wrong, and repeats none of it
 */
export function parseKeyFile(text: string): Key[] {
  const parsed = keyFile.safeParse(jsonOf(text));
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
 * Makes a key and its entry for the file of keys, from which the key cannot be computed.
 * @throws NeardupError `validation_failed` if the file would not take the entry
 */
export function newKey(description: Omit<KeyEntry, 'sha256'>): { key: string; entry: KeyEntry } {
  const key = `neardup_${randomBytes(32).toString('base64url')}`;
  const { name, ...rest } = description;
  const entry = { name, sha256: digestOf(key).toString('hex'), ...rest };
  parseKeyFile(JSON.stringify({ keys: [entry] }));
  return { key, entry };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a key by mistake; so it is no cause
    // either.
    throw refusal('it is not JSON');
  }
}

function refusal(reason: string): NeardupError {
  return new NeardupError('validation_failed', `Cannot use these keys: ${reason}`);
}
