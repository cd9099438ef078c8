import type { ExportHeader } from '../archive/export-format.js';
import { type BatchLimits, splitBatches } from '../client/batches.js';
import { NeardupError } from '../errors.js';
import type { DocumentLine, LineOptions } from '../input/document-lines.js';
import { createFaultReports, faultsOfLines } from '../input/faults-of-lines.js';
import { type FoundInputs, sumBytes } from '../input/find-inputs.js';
import { inRuns } from '../input/in-runs.js';
import type { OpenDataOptions } from '../input/open-data.js';
import { printable } from '../printable.js';
import { type Item, readItems } from './import-items.js';
import { formatCount, formatRate, type ImportState, startProgress } from './import-progress.js';
import type { Outcome, Service } from './service/service.js';

export interface Import extends FoundInputs {
  readonly lineOptions: Omit<LineOptions, 'whole'>;
  readonly service: Service;
  readonly limits: OpenDataOptions['limits'];
  readonly mode: 'add' | 'check';
  /** Maximum number of pages, or of single entries of an export, that are sent concurrently. */
  readonly concurrency: number;
}

interface Imported extends ImportState {
  /** Number of documents stored without a check. */
  readonly added: number;
  /** Number of documents from an earlier version that only make other pages similar, because their text is unknown. */
  readonly unproven: number;
  /** True if the inputs contained nothing to store. */
  readonly isNothing: boolean;
}

/** Limits of a batch of documents from lines, or of clusters from an export. */
const batchLimits = { items: 500, size: 1024 * 1024, lingerMs: 100 };
/** Approximate size of a cluster member in a batch, in bytes. */
const memberBytes = 1024;

/**
 * Sends the documents of all inputs to the service. Reports progress and faulty lines on standard error. At the end,
 * even after a failure, prints a summary to standard output.
 * @throws NeardupError for failures that are not the fault of a line, with the position in the input at which the run
 *   stopped
 */
export async function importDocuments(options: Import): Promise<Imported> {
  const { inputs, limits, lineOptions, service, mode, concurrency } = options;
  const whole = service.archive !== null && mode === 'add';
  const startedAt = performance.now();
  const state = { bytes: 0, waiting: 0, documents: 0, failed: 0, skipped: options.skipped };
  const outcomes = new Map<string, number>();
  const beside = { separations: 0, labels: 0, members: 0 };
  const bytesTotal = sumBytes(inputs);
  const progress = startProgress({ stream: process.stderr, bytesTotal, state: () => state });
  const faults = createFaultReports((line) => progress.note(printable(line)));
  let hasHeader = false;
  let unproven = 0;

  function fail(place: string, error: unknown): null {
    if (!(error instanceof NeardupError)) throw error;
    if (!faultsOfLines.has(error.code)) return stop(place, error);
    state.failed += 1;
    try {
      faults.failed(place, error);
    } catch (limit) {
      return stop(place, limit);
    }
    return null;
  }

  const items = readItems({
    inputs,
    lineOptions: { ...lineOptions, whole },
    limits,
    onBytes(count) {
      state.bytes += count;
    },
    onNote: (note) => progress.note(printable(note)),
    onSkipped() {
      state.skipped += 1;
    },
    fail,
    onHeader: (header) => {
      hasHeader = true; // an export, even if its collection is empty
      return openCollection(header, options);
    },
  });

  async function send(queue: AsyncGenerator<readonly { readonly item: Item }[]>) {
    for await (const sized of queue) {
      const batch = sized.map(({ item }) => item);
      state.waiting += batch.length;
      const results = await store(batch).catch((error) => stop(batch[0]!.place, error));
      state.waiting -= batch.length;
      for (const [i, result] of results.entries()) {
        const outcome = typeof result === 'string' ? result : fail(batch[i]!.place, result);
        if (outcome !== null) count(batch[i]!, outcome);
      }
    }
  }

  function count(item: Item, outcome: string): void {
    faults.succeeded();
    if ('seated' in item) beside.members += item.seated.members.length;
    else if ('separation' in item) beside.separations += 1;
    else if ('label' in item) beside.labels += 1;
    else {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      state.documents += 1;
      if ('whole' in item && item.whole.isEarlier && item.whole.text === null) unproven += 1;
    }
  }

  /** Stores a batch and returns the outcome of each item. @throws errors that are not caused by a single item */
  async function store(batch: readonly Item[]): Promise<readonly Outcome[]> {
    const documents = batch.flatMap((item) => ('document' in item ? [item.document] : []));
    if (documents.length > 0) return service.send(documents, mode);
    const seated = batch.flatMap((item) => ('seated' in item ? [item] : []));
    if (seated.length > 0) return restoreMembers(seated);
    return Promise.all(batch.map((item) => storeOther(item).catch((error: Error) => error)));
  }

  async function restoreMembers(batch: readonly Extract<Item, { seated: unknown }>[]) {
    const { collection } = batch[0]!;
    await service.archive?.restoreMembers(
      collection,
      batch.map(({ seated }) => seated),
    );
    return batch.map(() => 'restored');
  }

  async function storeOther(item: Item): Promise<string> {
    if ('page' in item) return service.sendPage(item.page, mode);
    if ('whole' in item) await service.archive?.restore(item.collection, item.whole);
    if ('separation' in item) await separate(item);
    if ('label' in item) await service.archive?.restoreLabel(item.collection, item.label);
    return 'restored';
  }

  function separate({ separation, collection }: Extract<Item, { separation: unknown }>) {
    const { a, b } = separation;
    return whole
      ? service.archive?.restoreSeparation(collection, separation)
      : service.separate(a, b, collection);
  }

  /** Runs several senders on one queue. If a sender throws an error, the queue is closed for all senders. */
  async function sendAll(first: Item, run: AsyncGenerator<Item, void>): Promise<void> {
    const senders = senderCount(first);
    const queue = splitBatches(withSizes(run), findBatchLimits(first));
    const ends = await Promise.allSettled(Array.from({ length: senders }, () => send(queue)));
    const failure = ends.find((end) => end.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  function senderCount(item: Item): number {
    if ('seated' in item) return 1;
    return 'document' in item ? service.sendsAtOnce[mode] : concurrency;
  }

  try {
    const name = lineOptions.collection ?? 'default';
    const isThere = (await findCollection(service, name)) !== undefined;
    for await (const { first, run } of inRuns(items, goTogether)) {
      // Only an export may create the collection that it is imported into.
      if (!isThere && !hasHeader) await service.getCollection(name);
      await sendAll(first, run);
    }
  } finally {
    faults.end();
    progress.stop();
    const tookMs = performance.now() - startedAt;
    process.stdout.write(`${summarize(state, outcomes, beside, tookMs)}\n`);
  }
  const countOfAll = (outcome: string) => outcomes.get(outcome) ?? 0;
  const others = beside.separations + beside.labels + beside.members;
  return {
    ...state,
    added: countOfAll('created') + countOfAll('replaced'),
    unproven,
    isNothing: state.documents + state.failed + others === 0 && !hasHeader,
  };
}

/**
 * Tests if two items may be sent concurrently: they must be of the same kind, and cluster members must also belong to
 * the same collection. An item of another kind waits for all earlier items, because cluster members, for example, can
 * be restored only once their documents are stored.
 */
function goTogether(one: Item, other: Item): boolean {
  if (nameKind(one) !== nameKind(other)) return false;
  return !('seated' in one && 'seated' in other) || one.collection === other.collection;
}

function nameKind(item: Item): string {
  return kinds.find((kind) => kind in item)!;
}

const kinds = ['document', 'page', 'whole', 'separation', 'label', 'seated'] as const;

async function* withSizes(run: AsyncGenerator<Item, void>) {
  for await (const item of run) yield { item, size: countItems(item) };
}

function countItems(item: Item): number {
  if ('seated' in item) return item.seated.members.length * memberBytes;
  return 'document' in item ? textLength(item.document) : 0;
}

/**
 * Returns the limits of a batch. Documents from lines are sent in batches, and so are cluster members; all other items
 * are sent one at a time.
 */
function findBatchLimits(item: Item): BatchLimits {
  return 'document' in item || 'seated' in item ? batchLimits : { ...batchLimits, items: 1 };
}

function textLength({ text, html }: DocumentLine): number {
  return [text, html].reduce(
    (sum: number, one) => sum + (typeof one === 'string' ? one.length : 0),
    0,
  );
}

/** Ends the run. @throws the error, with the position in the input at which the run stopped */
function stop(place: string, error: unknown): never {
  if (!(error instanceof NeardupError)) throw error;
  throw new NeardupError(error.code, `Stopped at ${place}: ${error.message}`, { cause: error });
}

/**
 * Prepares the collection into which an export is imported. @throws `recipe_mismatch` if an existing collection has
 * another recipe
 */
async function openCollection(header: ExportHeader, options: Import): Promise<void> {
  const { lineOptions, service } = options;
  const name = lineOptions.collection ?? header.collection;
  const { recipeId } =
    service.archive === null
      ? await openOfService(service, name, header)
      : await service.archive.openCollection(name, header);
  if (recipeId === header.recipeId) return;
  throw new NeardupError(
    'recipe_mismatch',
    `Cannot import into collection "${name}": its recipe is "${recipeId}", the export was made with "${header.recipeId}"; name a new collection with --collection, and the import creates it with the recipe of the export`,
  );
}

/** Returns a collection of the service. Creates it from the header if it is absent. */
async function openOfService(service: Service, name: string, header: ExportHeader) {
  const { recipe, settings } = header;
  return (
    (await findCollection(service, name)) ?? service.createCollection({ name, recipe, ...settings })
  );
}

/** Returns a collection; undefined if it is absent. */
async function findCollection(service: Service, name: string) {
  try {
    return await service.getCollection(name);
  } catch (error) {
    if (error instanceof NeardupError && error.code === 'collection_not_found') return undefined;
    throw error;
  }
}

function summarize(
  { documents, failed, skipped }: ImportState,
  outcomes: ReadonlyMap<string, number>,
  { separations, labels, members }: Readonly<Record<'separations' | 'labels' | 'members', number>>,
  tookMs: number,
): string {
  const parts = [...outcomes].sort().map(([outcome, count]) => `${count} ${outcome}`);
  if (separations > 0) parts.push(formatCount(separations, 'separation'));
  if (labels > 0) parts.push(formatCount(labels, 'label'));
  if (members > 0) parts.push(`${formatCount(members, 'member')} of clusters`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const list = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  const seconds = (tookMs / 1000).toFixed(1);
  return `${formatCount(documents, 'document')} in ${seconds} s (${formatRate(documents, tookMs)})${list}`;
}
