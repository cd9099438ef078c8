import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { findSimilar } from '../../api/suggestion.js';
import { type Config, readConfig } from '../../config.js';
import { NeardupError } from '../../errors.js';
import { printable } from '../../printable.js';
import type { Service } from './service.js';

/** Command-line flags that select a service or a database file. If a flag is absent, the setting is used. */
export interface ServiceFlags {
  readonly url?: string;
  readonly data?: string;
}

export const urlFlag = ['--url <url>', 'address of a running service'] as const;
export const dataFlag = [
  '--data <file>',
  'database file that no service has open (NEARDUP_DATA, default ./data/neardup.db)',
] as const;

/** Adds `--url` and `--data`. A command takes only one of them. */
export function withServiceFlags(command: Command): Command {
  return command.addOption(new Option(...urlFlag).conflicts('data')).option(...dataFlag);
}

/**
 * Opens the service or database file for an action, and closes it afterwards.
 * @param name verb for the action in error messages; null if the action may create the database file
 */
export async function withService<Result>(
  name: string | null,
  flags: ServiceFlags,
  act: (service: Service, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig({ dataFile: flags.data });
  if (name !== null) refuseMissingFile(name, flags, config);
  const isNew = flags.url === undefined && flags.data === undefined && !existsSync(config.dataFile);
  const service = await openService(flags, config);
  try {
    const result = await act(service, config);
    if (isNew) process.stderr.write(newFileNote(config));
    return result;
  } catch (error) {
    throw await withGuess(error, service);
  } finally {
    await service.close();
  }
}

/** Returns an error with the name of a similar collection, if it is about one that does not exist. */
async function withGuess(error: unknown, service: Service): Promise<unknown> {
  if (!(error instanceof NeardupError && error.code === 'collection_not_found')) return error;
  const [, name = ''] = /^No collection is named "(.+?)"/.exec(error.message) ?? [];
  const known = await service.listCollections().catch(() => []);
  const similar = findSimilar(
    name,
    known.map((each) => each.name),
  );
  if (similar === null) return error;
  const message = `No collection is named "${name}"; did you mean "${similar}"?`;
  return new NeardupError(error.code, message, { cause: error });
}

/**
 * Returns a note for the user that a new database was created. Without this note, a command run in the wrong folder
 * could create a second database there unnoticed.
 */
function newFileNote({ dataFile }: Config): string {
  return `${printable(dataFile)} is a new database. For a running service, add --url\n`;
}

/**
 * Opens the service at `--url` or, without this flag, the database file. Loads only the modules that are needed for the
 * one that is opened.
 */
export async function openService({ url }: ServiceFlags, config: Config): Promise<Service> {
  if (url === undefined) return (await import('./file-service.js')).openFileService(config);
  refuseWrongUrl(url);
  return (await import('./remote-service.js')).openRemoteService(url, config.apiKey);
}

/** Rejects an invalid value of `--url`. @throws NeardupError `validation_failed` */
export function refuseWrongUrl(url: string): void {
  if (url.includes('@')) {
    throw new NeardupError(
      'validation_failed',
      'Cannot use this --url: it must not contain a user or a password; set the key in NEARDUP_API_KEY',
    );
  }
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new NeardupError(
      'validation_failed',
      `Cannot use --url "${url}": it must be a URL such as http://127.0.0.1:8080`,
    );
  }
}

/**
 * Rejects a missing database file, because opening it would create a new one.
 * @param wayOut advice to the user
 * @throws NeardupError `not_ready` if there is neither `--url` nor a database file
 */
export function refuseMissingFile(
  action: string,
  { url }: ServiceFlags,
  { dataFile }: Config,
  wayOut = 'name it with --data, or a running service with --url',
): void {
  if (url !== undefined || existsSync(dataFile)) return;
  throw new NeardupError(
    'not_ready',
    `Cannot ${action} "${dataFile}": there is no such file; ${wayOut}`,
  );
}
