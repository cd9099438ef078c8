import type { Content } from '../../detector/compute.js';
import { createCompute } from '../../detector/compute.js';
import { NeardupError } from '../../errors.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { DataForm } from '../../input/data-line.js';
import { createFaultReports, faultsOfLines } from '../../input/faults-of-lines.js';
import { keptSignature } from '../../matching/match-rule.js';
import type { openBatchSigner } from '../../open-detector.js';
import { printable } from '../../printable.js';
import type { Collection } from '../../store/contract/collections.js';
import { type Checkpoint, type OpenJob, removeJob, saveCheckpoint } from './job.js';
import { type AgainstMatch, type DocumentNote, type KeepRule, preferenceOf } from './notes.js';
import { type Item, type ReadItemsOptions, readItems } from './read-items.js';
import { openSignedDocuments, type SignedDocument } from './signed-documents.js';

type BatchSigner = ReturnType<typeof openBatchSigner>['signer'];

/** Progress of signing. */
export interface SigningState {
  /** Number of input bytes read so far. */
  readonly bytes: number;
  /** Number of records read and not yet done. */
  readonly waiting: number;
  readonly documents: number;
  readonly failed: number;
  /** Number of records that are not documents. */
  readonly skipped: number;
}

export interface SignInputsOptions
  extends Omit<ReadItemsOptions, 'after' | 'onBytes' | 'onNote' | 'spoolDirectory'>,
    OpenJob {
  /** True if records are stored for the files of kept documents. */
  readonly keepsLines: boolean;
  readonly keep: KeepRule;
  /** Compares a document with the existing ones; null if there are none. */
  readonly against: ((body: object) => Promise<AgainstMatch>) | null;
  readonly collection: Collection;
  readonly signer: BatchSigner;
  /** Starts the progress display and reports faults of lines and pages. */
  readonly startProgress: (state: () => SigningState) => {
    note(line: string): void;
    stop(): void;
  };
}

type Readable = Extract<Item, { kind: 'line' | 'page' }>;

/** Outcome of an item. */
type Outcome = Pick<Item, 'place' | 'input' | 'item'> &
  (
    | { readonly signed: SignedDocument; readonly form: DataForm; readonly isUnnamed: boolean }
    | { readonly fault: NeardupError }
    | { readonly fatal: unknown }
    | { readonly skipped: true }
  );

/**
 * Maximum number of documents in flight: more than the threads need, so that a slow document does not delay the others.
 */
const underWayMax = 1024;
const underWayBytesMax = 64 * 1024 * 1024;
/** Bounds the work that a killed process loses. */
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
      spill.add(outcome.signed);
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
    } else state.skipped += 1;
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

  try {
    const onBytes = (count: number) => {
      state.bytes += count;
    };
    const sign = createSigning(options);
    const queue: { readonly size: number; readonly outcome: Promise<Outcome> }[] = [];
    let bytes = 0;
    const takeNext = async () => {
      const { size, outcome } = queue.shift()!;
      bytes -= size;
      take(await outcome);
      state.waiting = queue.length;
    };
    const onNote = (note: string) => progress.note(printable(note));
    const reading = { after: { input, item }, spoolDirectory: directory };
    for await (const each of readItems({ ...options, ...reading, onBytes, onNote })) {
      const size = sizeOf(each);
      queue.push({ size, outcome: sign(each) });
      state.waiting = queue.length;
      bytes += size;
      while (queue.length >= underWayMax || bytes > underWayBytesMax) await takeNext();
    }
    while (queue.length > 0) await takeNext();
    return save(true);
  } catch (error) {
    // No work is lost, and the next run can start over with other options.
    if (state.documents === 0) removeJob(directory);
    throw error;
  } finally {
    faults.end();
    progress.stop();
    spill.close();
  }
}

function sizeOf(item: Item): number {
  if (item.kind === 'line') return item.size;
  return item.kind === 'page' ? item.page.page.content.length : 0;
}

/** Format of the lines written for pages: {"id","title","text"}. */
const pageForm: DataForm = { format: 'ndjson', packing: null, isPage: true };

function createSigning({ signer, collection, keepsLines, keep, against }: SignInputsOptions) {
  const compute = createCompute(signer);

  async function signatureOf(content: Content, title: string | undefined) {
    const { signature } = await compute(content, collection, false, { title });
    return keptSignature(signature, collection.recipe);
  }

  async function noteOf(
    signature: Signature,
    metadata: string | null,
    body: object,
  ): Promise<DocumentNote | undefined> {
    const preference = preferenceIn(signature, metadata);
    if (against === null) return preference === undefined ? undefined : { preference };
    return { preference: preference ?? null, against: await against(body) };
  }

  function preferenceIn(signature: Signature, metadata: string | null): number | null | undefined {
    if (keep.kind === 'longest') return signature.shingles ?? signature.featureCount;
    if (keep.kind !== 'field') return undefined;
    const fields = metadata === null ? {} : (JSON.parse(metadata) as Record<string, unknown>);
    return preferenceOf(fields[keep.path]);
  }

  async function sign(item: Readable) {
    if (item.kind === 'line') {
      const { document, isUnnamed, form, line } = item;
      const signature = await signatureOf(document.content, document.title);
      return {
        form,
        isUnnamed,
        signed: {
          ...{ id: document.id!, line: keepsLines ? line : '', signature },
          note: await noteOf(signature, document.metadata, item.body),
        },
      };
    }
    const { page, id } = item.page;
    const {
      page: { title },
      text,
    } = await signer.extract({ ...page, address: id });
    const line = JSON.stringify({ id, ...(title !== null && { title }), text });
    const signature = await signatureOf({ kind: 'text', text }, title ?? undefined);
    return {
      form: pageForm,
      isUnnamed: false,
      signed: {
        ...{ id, line: keepsLines ? line : '', signature },
        note: await noteOf(signature, null, JSON.parse(line) as object),
      },
    };
  }

  /** Never rejects: an outcome waits for the outcomes before it. */
  return async (item: Item): Promise<Outcome> => {
    const { place, input, item: number } = item;
    const at = { place, input, item: number };
    if (item.kind === 'skipped') return { ...at, skipped: true };
    try {
      if (item.kind === 'fault') throw item.error;
      return { ...at, ...(await sign(item)) };
    } catch (error) {
      const isFault = error instanceof NeardupError && faultsOfLines.has(error.code);
      return isFault ? { ...at, fault: error } : { ...at, fatal: error };
    }
  };
}

function atPlace(place: string, error: unknown): unknown {
  if (!(error instanceof NeardupError)) return error;
  return new NeardupError(error.code, `Stopped at ${place}: ${error.message}`, { cause: error });
}
