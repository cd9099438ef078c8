import { Piscina } from 'piscina';
import { NeardupError } from '../errors.js';
import type { ExtractLimits } from '../extract/extract.js';
import type { Comparable } from '../fingerprint/comparable.js';
import type { Signable } from '../fingerprint/signature.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { gatherSigning } from './gathered-signing.js';
import { watchThreads } from './lost-threads.js';
import { outputOf, type TaskMessage, type TaskResult } from './messages.js';
import { createPagePool, type PagePoolOptions } from './page-pool.js';
import { createPageTasks, type PageTasks } from './page-tasks.js';
import { createRoom } from './room.js';
import { shareSigning } from './shared-signing.js';
import type { Signer, SignerOperations } from './signer.js';
import { createTasks, type Tasks } from './tasks.js';

export interface SignerOptions {
  readonly dictionaries: Dictionaries;
  /** What threads load their own dictionaries from. */
  readonly wordTrie: SharedArrayBuffer;
  /** Contents up to this size, in UTF-16 units, are signed at once. */
  readonly inlineTextLengthMax: number;
  readonly threads: number;
  /** How many contents may wait for a thread. */
  readonly queueMax: number;
  /** The compiled `signing-task.js`. */
  readonly taskFile: URL;
  readonly pages: Omit<PagePoolOptions, 'wordTrie'>;
}

/** Does one task: at once, or on a thread. */
type Perform = <Name extends keyof Tasks>(
  name: Name,
  ...input: Parameters<Tasks[Name]>
) => Promise<ReturnType<Tasks[Name]>>;

/** Signs on the calling thread, and reads pages there. */
export function createInlineSigner(dictionaries: Dictionaries, limits: ExtractLimits): Signer {
  const pages = createPageTasks(dictionaries, limits);
  const load = () => ({
    signingQueue: 0,
    pageQueue: 0,
    lostSigningThreads: 0,
    lostPageThreads: 0,
  });
  const nothing = async () => {};
  const whole = { load, checkThreads: nothing, close: nothing };
  const signer = signerOf(performInline(createTasks(dictionaries)), pages, whole);
  return { ...signer, patient: signer };
}

/**
 * Signs short contents at once and long ones on threads of their own. A thread hop costs more than
 * a short page takes; a long page would make everybody wait. Pages that are to be read first are
 * never read on the calling thread.
 */
export function createSigner(options: SignerOptions): Signer {
  const tasks = createTasks(options.dictionaries);
  const atOnce = performInline(tasks);
  const pool = createPool(options);
  // Of its own, so that short texts never wait for long ones.
  const helper = createPool({ ...options, threads: 1 }, Number.POSITIVE_INFINITY);
  const signShort = shareSigning(tasks.sign, (contents, recipe) =>
    helper.perform('signTogether', contents, recipe),
  );
  const pages = createPagePool({ ...options.pages, wordTrie: options.wordTrie });
  const whole: SignerAsAWhole = {
    load: () => ({
      signingQueue: pool.waiting(),
      lostSigningThreads: pool.threads.count() + helper.threads.count(),
      ...pages.load(),
    }),
    async checkThreads() {
      await Promise.all([pool.threads.check(), helper.threads.check(), pages.checkThreads()]);
    },
    async close() {
      await Promise.all([pool.close(), helper.close(), pages.close()]);
    },
  };
  const signerBy = (onThread: Perform, readPages: PageTasks): SignerOperations => {
    const perform: Perform = (name, ...input) =>
      sizeOf(name, input) <= options.inlineTextLengthMax
        ? atOnce(name, ...input)
        : onThread(name, ...input);
    return {
      ...signerOf(perform, readPages, whole),
      sign: (content, recipe) =>
        sizeOfContent(content) <= options.inlineTextLengthMax
          ? signShort(content, recipe)
          : onThread('sign', content, recipe),
    };
  };
  return {
    ...signerBy(pool.perform, pages),
    patient: signerBy(pool.performPatiently, pages.patient),
  };
}

/** Signs all contents on threads, many in a message: for who has a million of them. */
export function createBatchSigner(options: SignerOptions): Signer {
  const pool = createPool(options);
  const signer = createSigner(options);
  const sign = gatherSigning((contents, recipe) => pool.perform('signTogether', contents, recipe));
  const signPatiently = gatherSigning((contents, recipe) =>
    pool.performPatiently('signTogether', contents, recipe),
  );
  const close = async () => {
    await Promise.all([pool.close(), signer.close()]);
  };
  return { ...signer, sign, close, patient: { ...signer.patient, sign: signPatiently } };
}

/** What concerns all of its threads. */
type SignerAsAWhole = Pick<Signer, 'load' | 'checkThreads' | 'close'>;

function signerOf(
  perform: Perform,
  { signPage, extract }: PageTasks,
  whole: SignerAsAWhole,
): SignerOperations {
  return {
    sign: (content, recipe) => perform('sign', content, recipe),
    packText: (text) => perform('packText', text),
    signPacked: (packed, recipe) => perform('signPacked', packed, recipe),
    compare: (a, b, recipe, withDiff) => perform('compare', a, b, recipe, withDiff),
    signPage,
    extract,
    ...whole,
  };
}

function performInline(tasks: Tasks): Perform {
  return async (name, ...input) => {
    // The compiler cannot see that input and output belong to the task of this name.
    const task = tasks[name] as (...input: unknown[]) => ReturnType<Tasks[typeof name]>;
    return task(...input);
  };
}

/**
 * Threads start with the first task: where none comes none starts, and none is ended while it loads,
 * which Node 20 does not survive.
 */
function createPool(
  { taskFile, wordTrie, threads: threadsMax, queueMax }: SignerOptions,
  idleTimeout = 60_000,
) {
  const pool = new Piscina<TaskMessage<keyof Tasks>, TaskResult>({
    filename: taskFile.href,
    workerData: wordTrie,
    minThreads: 0,
    maxThreads: threadsMax,
    maxQueue: queueMax,
    idleTimeout,
  });
  const room = createRoom(queueMax, () => pool.queueSize);
  const threads = watchThreads('texts', () => performNow('packText', 'ready'));
  // One that does nothing when it ends: without anybody who listens it would end the process.
  pool.on('error', threads.lost);
  const performNow: Perform = async (name, ...input) => {
    const result = await pool
      .run({ name, input })
      .catch((error: unknown) => {
        threads.lost(error);
        throw error;
      })
      .finally(room.left);
    threads.answered();
    return outputOf(result) as ReturnType<Tasks[typeof name]>;
  };
  const perform: Perform = async (name, ...input) => {
    if (pool.queueSize >= queueMax) {
      const message = `Cannot sign a long text now: ${queueMax} wait already`;
      throw new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    }
    return performNow(name, ...input);
  };
  const performPatiently: Perform = (name, ...input) =>
    room.enter(() => performNow(name, ...input));
  const waiting = () => pool.queueSize + room.outside();
  return { perform, performPatiently, waiting, threads, close: () => pool.close() };
}

/** How much text a task has to read, in UTF-16 units or bytes. */
function sizeOf<Name extends keyof Tasks>(name: Name, input: Parameters<Tasks[Name]>): number {
  const [first, second] = input as readonly unknown[];
  if (name !== 'compare') return sizeOfContent(first as Signable | string | Uint8Array);
  return sizeOfSide(first as Comparable) + sizeOfSide(second as Comparable);
}

function sizeOfSide(side: Comparable): number {
  if (side.kind === 'signature') return 0;
  return sizeOfContent(side.kind === 'packed' ? side.text : side.content);
}

function sizeOfContent(content: Signable | string | Uint8Array): number {
  if (typeof content === 'string' || content instanceof Uint8Array) return content.length;
  if (content.kind === 'text') return content.text.length;
  return content.features.reduce((size, { term }) => size + term.length, 0);
}
