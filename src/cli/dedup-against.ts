import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pickThresholds } from '../archive/export-lines.js';
import { createLineReader } from '../batch/dedup/line-reader.js';
import type { AgainstMatch } from '../batch/dedup/notes.js';
import { type Item, type ReadItemsOptions, readItems } from '../batch/dedup/read-items.js';
import { readConfig } from '../config.js';
import { NeardupError } from '../errors.js';
import { createFaultReports, faultsOfLines } from '../input/faults-of-lines.js';
import { findInputs, type Input } from '../input/find-inputs.js';
import type { Collection } from '../store/contract/collections.js';
import { openService, refuseMissingFile } from './service/open-service.js';
import type { CollectionFacts, DryRunLimits, Service } from './service/service.js';

export interface AgainstFlags {
  /** Names of document files, or the name of one database file. */
  readonly against?: readonly string[];
  readonly url?: string;
  readonly collection?: string;
}

/** Stored documents that the input is compared with. */
export interface Against {
  /** Name of the stored documents in reports. */
  readonly name: string;
  /**
   * Collection whose rules apply; null if the documents are from files, for which the rules of the command line apply.
   */
  readonly facts: CollectionFacts | null;
  readonly inputs: readonly Input[];
  /** Number of records in `inputs` that could not be read or stored as documents; 0 until `storeAgainst` has run. */
  readonly leftOut: number;
  /** Compares a document with the stored documents. @param body document in the format of the API */
  compare(body: object): Promise<AgainstMatch>;
  close(): Promise<void>;
}

/**
 * Maximum number of documents per request and of concurrent requests, and the maximum time in milliseconds that a
 * document waits for others to fill its request.
 */
const batch = { documents: 100, atOnce: 2, lingerMs: 5 };
/** Maximum number of documents from files that are stored together. */
const storedAtOnce = 512;

/**
 * Opens the documents that `--against` or `--url` names; null if neither is given.
 * @throws NeardupError `validation_failed`, `not_ready`, `collection_not_found`
 */
export async function openAgainst(
  flags: AgainstFlags,
  limits: DryRunLimits,
): Promise<Against | null> {
  const { against = [], url, collection = 'default' } = flags;
  const database = against.find(isDatabase);
  if (url === undefined && database === undefined) {
    if (flags.collection !== undefined) {
      throw refusal('Cannot use --collection: give a database file with --against, or a --url');
    }
    if (against.length === 0) return null;
    if (against.includes('-')) {
      throw refusal('Cannot compare with standard input: name a file with --against');
    }
    const { inputs } = findInputs(against);
    return { ...closed, name: against.join(', '), facts: null, inputs, leftOut: 0 };
  }
  if (against.length > (database === undefined ? 0 : 1) || (url && database)) {
    throw refusal(
      'Cannot compare with several sources: give files of documents, one database file or a --url',
    );
  }
  const place = { ...(url !== undefined && { url }), ...(database && { data: database }) };
  const config = readConfig({ dataFile: database });
  refuseMissingFile('compare with', place, config);
  const service = await openService(place, config);
  try {
    const facts = await service.getCollection(collection);
    const compare = comparing(service, collection, limits);
    const name = `collection ${collection} of ${url ?? database}`;
    return { name, facts, inputs: [], leftOut: 0, compare, close: service.close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

const closed = {
  compare: () => Promise.reject(new Error('Files are compared with after they were stored')),
  close: async () => {},
};

/**
 * Stores the documents of files in a database in the job directory, so that the input can be compared with them. An
 * incomplete database of an interrupted run is rebuilt.
 * @throws NeardupError for a failure that is not the fault of one line or page
 */
export async function storeAgainst(
  against: Against,
  {
    directory,
    collection,
    ...reading
  }: Pick<ReadItemsOptions, 'fields' | 'defaultRecipe' | 'request' | 'limits' | 'onNote'> & {
    readonly directory: string;
    readonly collection: Collection;
  },
): Promise<Against> {
  if (against.inputs.length === 0) return against;
  const file = join(directory, 'against.db');
  const done = join(directory, 'against.done');
  const isDone = existsSync(done);
  if (!isDone) for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  const service = await openService({ data: file }, readConfig({ dataFile: file }));
  try {
    if (!isDone) {
      await service.createCollection({ name, ...pickSettings(collection) });
      const options = { ...reading, inputs: against.inputs, spoolDirectory: directory };
      const all = { ...options, after: { input: 0, item: 0 }, onBytes: () => {} };
      writeFileSync(done, String(await storeAll(service, all)));
    }
    const leftOut = Number(readFileSync(done, 'utf8'));
    return { ...against, leftOut, compare: comparing(service, name, {}), close: service.close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

const name = 'against';

type Readable =
  | Exclude<Item, { kind: 'line' }>
  | (Extract<Item, { kind: 'line' }> & { readonly body: object });

/**
 * Stores the documents of all files. @returns number of records that were left out because they cannot be read or
 * stored
 */
async function storeAll(service: Service, options: ReadItemsOptions): Promise<number> {
  const faults = createFaultReports((line) =>
    options.onNote(`left out of what is compared with: ${line}`),
  );
  const read = createLineReader(options, options.request);
  let leftOut = 0;
  let batch: Readable[] = [];

  function take({ place }: Item, outcome: unknown): void {
    if (!(outcome instanceof Error)) {
      faults.succeeded();
      return;
    }
    if (!(outcome instanceof NeardupError && faultsOfLines.has(outcome.code))) throw outcome;
    leftOut += 1;
    faults.failed(place, outcome);
  }

  function parseItem(item: Item): Readable | null {
    if (item.kind !== 'line') return item;
    try {
      const found = read(item.source, item.line);
      return found === null || found === 'skipped' ? null : { ...item, body: found.body };
    } catch (error) {
      return { ...item, kind: 'fault', error };
    }
  }

  async function flush(): Promise<void> {
    const items = batch;
    batch = [];
    const bodies = items.flatMap((item) =>
      item.kind === 'line' ? [{ ...item.body, collection: name }] : [],
    );
    const outcomes = (await service.send(bodies, 'add')).values();
    for (const item of items) {
      if (item.kind === 'line') take(item, outcomes.next().value);
      if (item.kind === 'fault') take(item, item.error);
      if (item.kind !== 'page') continue;
      const page = { ...item.page, collection: name };
      take(item, await service.sendPage(page, 'add').catch((error: unknown) => error));
    }
  }

  try {
    for await (const item of readItems(options)) {
      const readable = parseItem(item);
      if (readable !== null) batch.push(readable);
      if (batch.length === storedAtOnce) await flush();
    }
    await flush();
    return leftOut;
  } finally {
    faults.end();
  }
}

function pickSettings(collection: Collection) {
  const { recipe, siteLines } = collection;
  return { recipe, ...pickThresholds(collection), siteLines, keepText: recipe.parts != null };
}

/**
 * Returns a function that compares a document with a collection. Documents of several calls are grouped into one
 * request.
 */
function comparing(service: Service, collection: string, limits: DryRunLimits): Against['compare'] {
  interface Waiting {
    readonly body: object;
    readonly resolve: (match: AgainstMatch) => void;
    readonly reject: (error: Error) => void;
  }
  let waiting: Waiting[] = [];
  let sending = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0 && sending < batch.atOnce) {
      const taken = waiting.slice(0, batch.documents);
      waiting = waiting.slice(batch.documents);
      sending += 1;
      void send(taken).finally(() => {
        sending -= 1;
        flush();
      });
    }
  }

  async function send(taken: readonly Waiting[]): Promise<void> {
    try {
      const bodies = taken.map(({ body }) => ({ ...body, collection }));
      const checked: readonly (AgainstMatch | Error)[] = await service.tryChecks(bodies, limits);
      for (const [i, { resolve, reject }] of taken.entries()) {
        const outcome = checked[i]!;
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of taken) reject(error as Error);
    }
  }

  return (body) =>
    new Promise((resolve, reject) => {
      waiting.push({ body, resolve, reject });
      if (waiting.length >= batch.documents) flush();
      else timer ??= setTimeout(flush, batch.lingerMs);
    });
}

function isDatabase(file: string): boolean {
  if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? false)) return false;
  const descriptor = openSync(file, 'r');
  const start = Buffer.alloc(16);
  readSync(descriptor, start);
  closeSync(descriptor);
  return start.toString('latin1') === 'SQLite format 3\0';
}

function refusal(message: string): NeardupError {
  return new NeardupError('validation_failed', message);
}
