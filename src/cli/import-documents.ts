import { type ErrorCode, NeardupError } from '../errors.js';
import { documentLines, type LineOptions, type ReadLine } from './document-lines.js';
import type { ExportHeader } from './export-format.js';
import type { FoundInputs, Input, PageFile } from './find-inputs.js';
import { countOf, type ImportState, rateOf, startProgress } from './import-progress.js';
import { inBatches } from './in-batches.js';
import { printable } from './printable.js';
import { readLines } from './read-lines.js';
import { readPage } from './read-page.js';
import { readWarc } from './read-warc.js';
import type { DocumentLine, Outcome, PageDocument, Service } from './service.js';

export interface Import extends FoundInputs {
  readonly lineOptions: Omit<LineOptions, 'whole'>;
  readonly service: Service;
  readonly mode: 'add' | 'check';
  /** How many documents are under way at the same moment. */
  readonly concurrency: number;
}

export const lineBytesMax = 16 * 1024 * 1024;

/** For a service: of documents that go in one request. */
const batchLimits = { countMax: 500, sizeMax: 1024 * 1024, waitMs: 100 };
/** Checks one after the other, so that the first of near-duplicates in a file is the first to come. */
const requestsAtOnce = { add: 2, check: 1 };

/** A document on its way, and where it came from. */
type Item = { readonly place: string } & (
  | Exclude<ReadLine, { header: unknown }>
  | { readonly page: PageDocument }
);

/** What is wrong with a line or a page and not with the run, which then goes on. */
export const faultsOfLines: ReadonlySet<ErrorCode> = new Set([
  'invalid_json',
  'validation_failed',
  'payload_too_large',
  'text_empty',
  'recipe_mismatch',
  'collection_not_found',
  'extraction_failed',
]);

/**
 * Sends the documents of all inputs to the service. Reports progress and faulty lines on standard
 * error, and a summary on standard output at the end, however it ends.
 * @throws NeardupError of whatever is no fault of a line, with the place that the run came to
 */
export async function importDocuments(options: Import): Promise<ImportState> {
  const { inputs, lineOptions, service, mode, concurrency } = options;
  const whole = service.whole !== null && mode === 'add';
  const startedAt = performance.now();
  const state = { bytes: 0, documents: 0, failed: 0, skipped: options.skipped };
  const outcomes = new Map<string, number>();
  const bytesTotal = totalOf(inputs);
  const progress = startProgress({ stream: process.stderr, bytesTotal, state: () => state });

  function fail(place: string, error: unknown): null {
    if (!(error instanceof NeardupError)) throw error;
    if (!faultsOfLines.has(error.code)) return stop(place, error);
    state.failed += 1;
    progress.note(printable(`${place}: ${error.message}`));
    return null;
  }

  const onBytes = (count: number) => {
    state.bytes += count;
  };
  const collection = lineOptions.collection ?? 'default';

  async function* items(some: readonly Input[]): AsyncGenerator<Item, void> {
    for (const input of some) {
      if (input.kind === 'page') yield* file(input);
      else if (input.kind === 'warc') yield* records(input.name);
      else yield* lines(input.name);
    }
  }

  async function* lines(name: string): AsyncGenerator<Item> {
    const read = documentLines({ ...lineOptions, whole });
    for await (const line of readLines(name, lineBytesMax, onBytes)) {
      const place = `${name}:${line.number}`;
      const item = attempt(
        () => read(line),
        (error) => fail(place, error),
      );
      if (item === null) continue;
      if ('header' in item) await openCollection(item.header, options);
      else yield { place, ...item };
    }
  }

  async function* records(name: string): AsyncGenerator<Item> {
    for await (const record of readWarc(name, onBytes)) {
      const place = `${name}:${record.number}`;
      if ('error' in record) fail(place, record.error);
      else if (record.page === null) state.skipped += 1;
      else yield { place, page: { id: record.page.url, collection, page: record.page.page } };
    }
  }

  async function* file(input: PageFile): AsyncGenerator<Item> {
    const page = await readPage(input, onBytes).catch((error) => fail(input.name, error));
    if (page !== null) yield { place: input.name, page: { id: input.id, collection, page } };
  }

  async function send(queue: AsyncGenerator<readonly Item[]>) {
    for await (const batch of queue) {
      const results = await store(batch).catch((error) => stop(batch[0]!.place, error));
      for (const [i, result] of results.entries()) {
        const outcome = typeof result === 'string' ? result : fail(batch[i]!.place, result);
        if (outcome === null) continue;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        state.documents += 1;
      }
    }
  }

  /** What became of each. @throws what is no fault of any of them */
  async function store(batch: readonly Item[]): Promise<readonly Outcome[]> {
    const documents = batch.flatMap((item) => ('document' in item ? [item.document] : []));
    if (documents.length > 0) return service.send(documents, mode);
    return Promise.all(batch.map((item) => storeOther(item).catch((error: Error) => error)));
  }

  async function storeOther(item: Item): Promise<string> {
    if ('page' in item) return service.sendPage(item.page, mode);
    if ('whole' in item) await service.whole?.restore(item.collection, item.whole);
    return 'restored';
  }

  /** What does not share a request goes alone. */
  const sizeOf = (item: Item) =>
    service.sharesRequests && 'document' in item ? lengthOf(item.document) : null;

  /** Senders take turns at one queue; the first that throws closes it for all. */
  async function sendAll(some: readonly Input[], senders: number): Promise<void> {
    const queue = inBatches(items(some), sizeOf, batchLimits);
    const ends = await Promise.allSettled(Array.from({ length: senders }, () => send(queue)));
    const failure = ends.find((end) => end.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  const lineSenders = service.sharesRequests ? requestsAtOnce[mode] : concurrency;
  try {
    for (const [kind, some] of runsOf(inputs)) {
      await sendAll(some, kind === 'lines' ? lineSenders : concurrency);
    }
  } finally {
    progress.stop();
    process.stdout.write(`${summaryOf(state, outcomes, performance.now() - startedAt)}\n`);
  }
  return state;
}

/** Neighbours of one kind together: lines, or what has a page each. */
function runsOf(inputs: readonly Input[]): ['lines' | 'pages', Input[]][] {
  const runs: ['lines' | 'pages', Input[]][] = [];
  for (const input of inputs) {
    const kind = input.kind === 'lines' ? 'lines' : 'pages';
    const last = runs.at(-1);
    if (last?.[0] === kind) last[1].push(input);
    else runs.push([kind, [input]]);
  }
  return runs;
}

function lengthOf({ text, html }: DocumentLine): number {
  return [text, html].reduce(
    (sum: number, one) => sum + (typeof one === 'string' ? one.length : 0),
    0,
  );
}

/** @throws with the place that the run came to */
function stop(place: string, error: unknown): never {
  if (!(error instanceof NeardupError)) throw error;
  throw new NeardupError(error.code, `Stopped at ${place}: ${error.message}`, { cause: error });
}

export function attempt<T>(action: () => T, onError: (error: unknown) => T): T {
  try {
    return action();
  } catch (error) {
    return onError(error);
  }
}

/** Creates the collection of a whole export, if it is absent; refuses one of another recipe. */
async function openCollection(header: ExportHeader, options: Import): Promise<void> {
  const { lineOptions, service } = options;
  const name = lineOptions.collection ?? header.collection;
  const { recipeId } = await service.getCollection(name).catch((error: unknown) => {
    const isAbsent = error instanceof NeardupError && error.code === 'collection_not_found';
    if (!isAbsent || service.whole === null || header.version === 1) throw error;
    return service.whole.createCollection(name, header);
  });
  if (recipeId === header.recipeId) return;
  throw new NeardupError(
    'recipe_mismatch',
    `Cannot import into collection "${name}": its recipe is "${recipeId}", the export was made with "${header.recipeId}"; choose, or create, a collection with the recipe that stands in the first line of the export`,
  );
}

export function totalOf(inputs: readonly Input[]): number | null {
  let total = 0;
  for (const { size } of inputs) {
    if (size === null) return null;
    total += size;
  }
  return total;
}

function summaryOf(
  { documents, failed, skipped }: ImportState,
  outcomes: ReadonlyMap<string, number>,
  tookMs: number,
): string {
  const parts = [...outcomes].sort().map(([outcome, count]) => `${count} ${outcome}`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const list = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  const seconds = (tookMs / 1000).toFixed(1);
  return `${countOf(documents, 'document')} in ${seconds} s (${rateOf(documents, tookMs)})${list}`;
}
