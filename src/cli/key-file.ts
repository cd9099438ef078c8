import { readFileSync } from 'node:fs';
import type { Config } from '../config.js';
import { NeardupError } from '../errors.js';
import { adminKey, type Key, type KeyRing, parseKeyFile } from '../http/keys.js';
import type { App } from '../http/route.js';

type KeySettings = Pick<Config, 'apiKey' | 'keysFile'>;

/**
 * The keys of the settings; undefined: neither NEARDUP_API_KEY nor NEARDUP_KEYS_FILE is set.
 * @throws NeardupError `validation_failed` if the file cannot be read or used
 */
export function readKeys({ apiKey, keysFile }: KeySettings): Key[] | undefined {
  if (apiKey === undefined && keysFile === undefined) return undefined;
  return [
    ...(apiKey === undefined ? [] : [adminKey(apiKey)]),
    ...(keysFile === undefined ? [] : keysOf(keysFile)),
  ];
}

/**
 * Reads the file of keys again on every SIGHUP, if there is one; tells whether there is. A file that
 * cannot be used changes nothing, so that a slip of the pen locks nobody out.
 */
export function followKeyFile(settings: KeySettings, ring: KeyRing, log: App['log']): boolean {
  if (settings.keysFile === undefined) return false;
  process.on('SIGHUP', () => {
    try {
      const keys = readKeys(settings) as Key[];
      ring.replace(keys);
      log.info(`read the keys again: ${keys.length} are valid from now on`);
    } catch (error) {
      log.error(`${(error as Error).message}; the keys from before stay valid`);
    }
  });
  return true;
}

function keysOf(file: string): Key[] {
  try {
    return parseKeyFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const { message } = error as Error;
    throw new NeardupError('validation_failed', `Cannot read NEARDUP_KEYS_FILE: ${message}`, {
      cause: error,
    });
  }
}
