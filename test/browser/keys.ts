import { createHash } from 'node:crypto';

/** A read-only key, in addition to the one with full permissions. */
export const readKey = 'a-key-that-may-only-read-0123456789-0123456789';
export const adminKey = 'a-key-that-may-do-everything-0123456789-012345';

/** Settings of a service with both keys. */
export const bothKeys = {
  NEARDUP_API_KEY: adminKey,
  NEARDUP_KEYS: JSON.stringify({
    keys: [
      {
        name: 'reader',
        sha256: createHash('sha256').update(readKey).digest('hex'),
        scopes: ['read'],
      },
    ],
  }),
};
