import { NeardupError } from '../../errors.js';
import { createFaultReports } from '../../input/faults-of-lines.js';
import { printable } from '../../printable.js';
import { type Checkpoint, type OpenJob, removeJob, saveCheckpoint } from './job.js';
import { type Item, type ReadItemsOptions, readItems } from './read-items.js';
import { createBlockSigning, type SignThreads } from './sign-blocks.js';
import { createItemSigning, type ItemSigningOptions, type Outcome } from './sign-item.js';
import { openSignedDocuments } from './signed-documents.js';

/** Progress of signing. */
export interface SigningState {
  /** Number of input bytes read so far. */
  readonly bytes: number;
  /** Number of records that were read but are not finished. */
  readonly waiting: number;
  readonly documents: number;
  readonly failed: number;
  /** Number of records that are not documents. */
  readonly skipped: number;
}

export interface SignInputsOptions
  extends Omit<ReadItemsOptions, 'after' | 'onBytes' | 'onNote' | 'spoolDirectory'>,
    ItemSigningOptions,
    OpenJob {
  readonly threads: SignThreads;
  /** Starts the progress display. Its `note` shows a line to the user, such as a fault of an input line or page. */
  readonly startProgress: (state: () => SigningState) => {
    note(line: string): void;
    stop(): void;
  };
}

/**
 * Maximum number of documents in progress. It is larger than the threads need, so that a slow document does not delay
 * other documents.
 */
const inFlightMax = 2048;
const inFlightBytesMax = 64 * 1024 * 1024;
/**
 * Time and number of documents after which a checkpoint is saved, whichever is reached first. A killed process loses
 * only the work since the last checkpoint.
 */
const checkpointIntervalMs = 1000;
const checkpointDocuments = 8192;

/**
 * Signs all inputs into the files of a job, starting at the checkpoint of an interrupted run.
 * @returns the final checkpoint
 * @throws NeardupError `disk_full`, or for a failure not caused by a single line or page
 */
export async function signInputs(options: SignInputsOptions): Promise<Checkpoint> {
  const { directory, checkpoint, collection } = options;
  const spill = openSignedDocuments(directory, checkpoint.lengths, collection.recipe);
  const { documents, rejected, skipped } = checkpoint;
  const state = {
    bytes: 0,
    waiting: 0,
    documents,
    failed: rejected,
    skipped,
  } satisfies SigningState;
  let [input, item] = [checkpoint.input, checkpoint.item];
  const progress = options.startProgress(() => state);
  let savedAt = performance.now();
  let savedDocuments = documents;

  const faults = createFaultReports((line) => progress.note(printable(line)));
  let begun = -1;
  let { unnamed } = checkpoint;

  function take(outcome: Outcome): void {
    if ('fatal' in outcome) throw atPlace(outcome.place, outcome.fatal);
    if ('signed' in outcome) {
      faults.succeeded();
      if (outcome.input !== begun) {
        begun = outcome.input;
        spill.begin({ start: state.documents, form: outcome.form });
      }
      spill.addRow(outcome.signed.row, outcome.signed);
      state.documents += 1;
      if (outcome.isUnnamed) unnamed += 1;
    } else if ('fault' in outcome) {
      const { code, message } = outcome.fault;
      spill.reject(JSON.stringify({ place: outcome.place, code, message }));
      state.failed += 1;
      try {
        faults.failed(outcome.place, outcome.fault);
      } catch (limit) {
        throw atPlace(outcome.place, limit);
      }
    } else if ('skipped' in outcome) state.skipped += 1;
    ({ input, item } = outcome);
    const isEarly = performance.now() - savedAt < checkpointIntervalMs;
    if (isEarly && state.documents - savedDocuments < checkpointDocuments) return;
    save(false);
    savedAt = performance.now();
    savedDocuments = state.documents;
  }

  function save(complete: boolean): Checkpoint {
    const { failed: rejected, documents, skipped } = state;
    const saved = {
      ...{ documents, unnamed, rejected, skipped, input, item, complete },
      lengths: spill.sync(),
    };
    saveCheckpoint(directory, saved);
    return saved;
  }

  const signItem = createItemSigning(options);
  const blocks = createBlockSigning(options, signItem);
  const queue: Pending[] = [];
  let bytes = 0;

  function push(items: readonly Item[], outcomes: Promise<readonly Outcome[]>): void {
    const size = items.reduce((sum, each) => sum + estimateSize(each), 0);
    queue.push({ count: items.length, size, outcomes });
    state.waiting += items.length;
    bytes += size;
  }

  async function takeNext(): Promise<void> {
    const { count, size, outcomes } = queue.shift()!;
    for (const outcome of await outcomes) take(outcome);
    bytes -= size;
    state.waiting -= count;
  }

  try {
    const onBytes = (count: number) => {
      state.bytes += count;
    };
    const onNote = (note: string) => progress.note(printable(note));
    const reading = { after: { input, item }, spoolDirectory: directory };
    for await (const run of blocks.divide(readItems({ ...options, ...reading, onBytes, onNote }))) {
      push(run, blocks.sign(run));
      while (state.waiting >= inFlightMax || bytes > inFlightBytesMax) await takeNext();
    }
    while (queue.length > 0) await takeNext();
    return save(true);
  } catch (error) {
    // If no document was signed, no work is lost by removing the job. The next run may then use other options.
    if (state.documents === 0) removeJob(directory);
    throw error;
  } finally {
    faults.end();
    progress.stop();
    spill.close();
    await blocks.close();
  }
}

/** Items being signed together. */
interface Pending {
  readonly count: number;
  readonly size: number;
  /**
   * Never rejects. Outcomes are awaited in input order, so a promise that rejected before it was awaited would count as
   * an unhandled rejection.
   */
  readonly outcomes: Promise<readonly Outcome[]>;
}

function estimateSize(item: Item): number {
  if (item.kind === 'line') return item.line.bytes?.length ?? 0;
  return item.kind === 'page' ? item.page.page.content.length : 0;
}

function atPlace(place: string, error: unknown): unknown {
  if (!(error instanceof NeardupError)) return error;
  return new NeardupError(error.code, `Stopped at ${place}: ${error.message}`, { cause: error });
}
