import { readFileSync } from 'node:fs';
import { adminKey, type Key, type KeyRing, parseKeyFile } from '../api/keys.js';
import type { Config } from '../config.js';
import { describeFileError, NeardupError } from '../errors.js';

interface Log {
  info(message: string): void;
  error(message: string): void;
}

type KeySettings = Pick<Config, 'apiKey' | 'keys' | 'keysFile'>;

/**
 * Reads the keys of the settings; undefined if NEARDUP_API_KEY, NEARDUP_KEYS and NEARDUP_KEYS_FILE are all
 * unset.
 * @throws NeardupError `validation_failed` if the file or variable cannot be read or used
 */
export function readKeys({ apiKey, keys, keysFile }: KeySettings): Key[] | undefined {
  if ([apiKey, keys, keysFile].every((each) => each === undefined)) return undefined;
  return [
    ...(apiKey === undefined ? [] : [adminKey(apiKey)]),
    ...(keys === undefined ? [] : parseKeys('NEARDUP_KEYS', () => keys)),
    ...(keysFile === undefined
      ? []
      : parseKeys('NEARDUP_KEYS_FILE', () => readFileSync(keysFile, 'utf8'))),
  ];
}

/**
 * Reloads the keys on every SIGHUP if the settings name a file of keys; otherwise, returns false. An invalid file
 * changes nothing, so that a typing error does not lock out any client.
 */
export function followKeyFile(settings: KeySettings, ring: KeyRing, log: Log): boolean {
  if (settings.keysFile === undefined) return false;
  process.on('SIGHUP', () => {
    try {
      const keys = readKeys(settings) as Key[];
      ring.replace(keys);
      log.info(`reloaded the keys: ${keys.length} are valid now`);
    } catch (error) {
      log.error(`${(error as Error).message}; the previous keys remain valid`);
    }
  });
  return true;
}

function parseKeys(variable: string, read: () => string): Key[] {
  try {
    return parseKeyFile(read());
  } catch (error) {
    const reason = describeFileError(error as Error);
    throw new NeardupError('validation_failed', `Cannot read ${variable}: ${reason}`, {
      cause: error,
    });
  }
}
