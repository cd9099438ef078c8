import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { NeardupError } from '../errors.js';

/**
 * A function that tells whether an `Authorization` header carries the key. Digests are compared, so
 * that the time taken tells nothing of the key, its length included.
 */
export function createKeyCheck(
  apiKey: string | undefined,
): (authorization: string | undefined) => boolean {
  if (apiKey === undefined) return () => true;
  const expected = digest(apiKey);
  return (authorization) => {
    const [, key] = /^Bearer +([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
    return key !== undefined && timingSafeEqual(digest(key), expected);
  };
}

/**
 * Without a key the service is for this machine alone.
 * @throws `validation_failed` if the address is reachable from elsewhere and nothing protects it
 */
export function refuseOpenAddress(
  host: string,
  access: { readonly apiKey: string | undefined; readonly allowAnonymous: boolean },
): void {
  if (access.apiKey !== undefined || access.allowAnonymous || isLoopback(host)) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot listen on "${host}" without a key: set NEARDUP_API_KEY, listen on 127.0.0.1, or set NEARDUP_ALLOW_ANONYMOUS=true`,
  );
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost';
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
