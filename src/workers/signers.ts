import { setImmediate as nextTurn } from 'node:timers/promises';
import { NeardupError } from '../errors.js';
import type { ExtractLimits } from '../extract/extract-limits.js';
import type { Comparable } from '../fingerprint/comparable.js';
import type { PassagesWithSide } from '../fingerprint/overlap.js';
import type { MeasuredContent } from '../matching/compare.js';
import type { TaskContext } from '../quota/task-context.js';
import { createTaskSlots } from '../quota/task-slots.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { hasOwnTexts } from '../text/own-texts.js';
import type { PageText } from '../text/page-text.js';
import { watchThreads } from './lost-threads.js';
import { type TaskMessage, type TaskResult, unwrapOutput } from './messages.js';
import { createPagePool, type PagePoolOptions } from './page-pool.js';
import { shareRecipes } from './shared-recipes.js';
import type { Signer, SignerOperations } from './signer.js';
import {
  gatherSigning,
  groupsMax,
  pageLength,
  type SignTogether,
  signInGroups,
  sizeOfContent,
} from './signing-groups.js';
import { createTasks, type Tasks } from './tasks.js';
import { createThreadPool, lowPriority, NoThreadError, type PoolSettings } from './thread-pool.js';

export interface SignerOptions {
  readonly dictionaries: Dictionaries;
  /** Word trie from which threads load their dictionaries. */
  readonly wordTrie: SharedArrayBuffer;
  /** Maximum size of a short input (text or list of features), in UTF-16 units. */
  readonly shortTextLengthMax: number;
  /** Maximum number of inputs of one client that are signed concurrently. The pool has one more thread. */
  readonly threads: number;
  /** Maximum number of inputs waiting for a thread. */
  readonly queueMax: number;
  /** The compiled `signing-task.js`. */
  readonly taskFile: URL;
  readonly pages: PagePoolOptions;
}

/**
 * Settings of threads that sign many inputs per message. The inputs soon become garbage, so a small young generation of
 * the heap saves up to 36 MiB per thread without costing time.
 */
const smallHeap = { resourceLimits: { maxYoungGenerationSizeMb: 12 } };

/** Runs a task on the calling thread or on another one. */
type Perform = <Name extends keyof Tasks>(
  context: TaskContext | undefined,
  name: Name,
  ...input: Parameters<Tasks[Name]>
) => Promise<ReturnType<Tasks[Name]>>;

/** Signs texts and features and reads pages on the calling thread. */
export function createInlineSigner(dictionaries: Dictionaries, limits: ExtractLimits): Signer {
  // Parsers load slowly, so they are imported only when the first page is read.
  const pageTasks = async () =>
    (await import('./page-tasks.js')).createPageTasks(dictionaries, limits);
  const pages: PageOperations = {
    signPage: async (page, recipe, keepText) =>
      (await pageTasks()).signPage(page, recipe, keepText),
    extract: async (page) => (await pageTasks()).extract(page),
  };
  const load = () => ({
    signingQueue: 0,
    pageQueue: 0,
    lostSigningThreads: 0,
    lostPageThreads: 0,
  });
  const nothing = async () => {};
  const whole = { load, checkThreads: nothing, close: nothing };
  const signer = chooseSigner(performInline(createTasks(dictionaries)), pages, whole);
  return { ...signer, withBackpressure: signer };
}

/**
 * Signs inputs on threads; short ones in groups, and on the calling thread while few wait. Pages are always read in
 * other processes. Packed texts are always unpacked on other threads, because their length is unknown: a
 * few thousand bytes may unpack to two million characters.
 */
export function createSigner(options: SignerOptions): Signer {
  const tasks = createTasks(options.dictionaries);
  const atOnce = performInline(tasks);
  const pool = createPool(options);
  // Short inputs have threads of their own, where they never wait for long texts: one for all recipes without custom
  // texts, and one for the others, because building their dictionaries takes long.
  const single = { ...smallHeap, idleTimeout: Number.POSITIVE_INFINITY, maxThreads: 1 };
  const shortSettings = { ...single, concurrentTasksPerWorker: groupsMax, niceIncrement: 0 };
  const short = createThreads(options, shortSettings);
  const signShort = signInGroups(tasks.sign, signTogetherOn(short));
  const helper = createThreads(options, single);
  const signShortThere = signInGroups(undefined, signTogetherOn(helper));
  const pools = [pool, short, helper];
  const pages = createPagePool(options.pages);
  const whole: SignerAsAWhole = {
    load: () => ({
      signingQueue: pool.waiting(),
      lostSigningThreads: pools.reduce((sum, { threads }) => sum + threads.count(), 0),
      ...pages.load(),
    }),
    async checkThreads() {
      await Promise.all([...pools.map(({ threads }) => threads.check()), pages.checkThreads()]);
    },
    async close() {
      await Promise.all([...pools, pages].map((each) => each.close()));
    },
  };
  const createThreadSigner = (onThread: Perform, readPages: PageOperations): SignerOperations => {
    const perform: Perform = (context, name, ...input) =>
      isShort(name, input, options.shortTextLengthMax)
        ? atOnce(context, name, ...input)
        : onThread(context, name, ...input);
    return {
      ...chooseSigner(perform, readPages, whole),
      sign: (content, recipe, context) => {
        const isShort = sizeOfContent(content) <= options.shortTextLengthMax;
        if (isShort) {
          return (hasOwnTexts(recipe) ? signShortThere : signShort)(content, recipe, context);
        }
        const signThere = () => onThread(context, 'sign', content, recipe);
        // Copying many features to a thread takes as long as parsing them. They were parsed in the current turn of the
        // event loop, so the copy is made in the next turn.
        return content.kind === 'features' ? nextTurn().then(signThere) : signThere();
      },
    };
  };
  return {
    ...createThreadSigner(pool.perform, pages),
    withBackpressure: createThreadSigner(pool.performWithBackpressure, pages.withBackpressure),
  };
}

/**
 * Creates a signer for millions of documents. All inputs are signed on threads, many inputs per message.
 */
export function createBatchSigner(options: SignerOptions): Signer {
  const pool = createPool(options, smallHeap);
  const signer = createSigner({ ...options, pages: { ...options.pages, patience: batchPatience } });
  const sign = gatherSigning((contents, recipe) =>
    pool.perform(undefined, 'signTogether', contents, recipe),
  );
  const signWithBackpressure = gatherSigning((contents, recipe) =>
    pool.performWithBackpressure(undefined, 'signTogether', contents, recipe),
  );
  const close = async () => {
    await Promise.all([pool.close(), signer.close()]);
  };
  return {
    ...signer,
    sign,
    close,
    withBackpressure: { ...signer.withBackpressure, sign: signWithBackpressure },
  };
}

/**
 * Factor by which a batch waits longer for a page than a service, whose clients can send the page again: 10 minutes for
 * a process to start, and 5 minutes for a page of 1.5 s of processor time.
 */
const batchPatience = 20;

/** Operations that concern the signer as a whole. */
type SignerAsAWhole = Pick<Signer, 'load' | 'checkThreads' | 'close'>;

type PageOperations = Pick<Signer, 'signPage' | 'extract'>;

function chooseSigner(
  perform: Perform,
  { signPage, extract }: PageOperations,
  whole: SignerAsAWhole,
): SignerOperations {
  return {
    sign: (content, recipe, context) => perform(context, 'sign', content, recipe),
    packText: (text, context) => perform(context, 'packText', text),
    signPacked: (packed, recipe, context) => perform(context, 'signPacked', packed, recipe),
    compare: (a, b, recipe, withDiff, context) =>
      perform(context, 'compare', a, b, recipe, withDiff),
    compareMeasured: (closeness, page, content, sites, context) =>
      perform(context, 'compareMeasured', closeness, page, content, sites),
    explain: (probe, others, recipe, context) => perform(context, 'explain', probe, others, recipe),
    lineTexts: (packed, wanted, recipe, context) =>
      perform(context, 'lineTexts', packed, wanted, recipe),
    async overlap(text, others, recipe, options, context) {
      const page = await perform(context, 'placeText', text, recipe);
      const { hashes, distinct, size, wordCount } = page;
      const sides: PassagesWithSide[] = [];
      for await (const other of others) {
        const shingled = { hashes, distinct, size, wordCount };
        sides.push(await perform(context, 'passagesWith', shingled, other, recipe, options));
      }
      return perform(context, 'joinPassages', page, sides, options.withTexts);
    },
    signPage,
    extract,
    ...whole,
  };
}

function performInline(tasks: Tasks): Perform {
  return async (_context, name, ...input) => {
    // The compiler cannot infer that input and output belong to the task of this name.
    const task = tasks[name] as (...input: unknown[]) => ReturnType<Tasks[typeof name]>;
    return task(...input);
  };
}

type Threads = ReturnType<typeof createThreads>;

const signTogetherOn =
  ({ perform }: Threads): SignTogether =>
  (contents, recipe) =>
    perform('signTogether', contents, recipe);

/** Threads at which clients take turns, for tasks that may take long. */
function createPool(options: SignerOptions, settings?: PoolSettings) {
  const { threads: count, queueMax } = options;
  const { perform: performNow, ...threads } = createThreads(options, settings);
  const slots = createTaskSlots({
    count,
    queueMax,
    refusal: () => {
      const message = `Cannot sign a long text now: ${slots.waiting()} texts are already waiting`;
      return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    },
  });
  const perform: Perform = (context, name, ...input) =>
    slots.run(() => performNow(name, ...input), context);
  const performWithBackpressure: Perform = (context, name, ...input) =>
    slots.runWithBackpressure(() => performNow(name, ...input), context);
  return { ...threads, perform, performWithBackpressure, waiting: slots.waiting };
}

/**
 * Creates a pool that starts no thread before the first task. A service without tasks therefore has no threads, and
 * never ends a thread that is still loading, which would crash Node 20.
 */
function createThreads(
  { taskFile, wordTrie, threads: count }: SignerOptions,
  settings: PoolSettings = {},
) {
  const pool = createThreadPool<TaskMessage<keyof Tasks>, TaskResult>(
    {
      filename: taskFile.href,
      workerData: wordTrie,
      minThreads: 0,
      maxThreads: count + 1,
      niceIncrement: lowPriority,
      idleTimeout: 60_000,
      ...settings,
    },
    (cause) => threads.lost(cause),
  );
  const threads = watchThreads('texts', () => perform('packText', { text: 'ready' }));
  async function perform<Name extends keyof Tasks>(
    name: Name,
    ...input: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>> {
    const result = await pool.run({ name, input: shareRecipes(input) }).catch((error: unknown) => {
      if (!(error instanceof NoThreadError)) threads.lost(error); // the cause of a NoThreadError is already counted
      throw error;
    });
    threads.answered();
    return unwrapOutput(result) as ReturnType<Tasks[Name]>;
  }
  return { perform, threads, close: () => pool.close() };
}

/** Returns true if running a task takes less time than sending it to a thread. */
function isShort<Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>,
  lengthMax: number,
): boolean {
  const [first, second, third] = input as readonly unknown[];
  switch (name) {
    case 'packText':
      return pageLength(first as PageText) <= lengthMax;
    case 'compare':
      return [first, second].every((side) => isSignature(side as Comparable));
    case 'compareMeasured':
      return [second, third].every(
        (side) => ((side as MeasuredContent).evidence?.length ?? 0) <= lengthMax,
      );
    case 'explain':
      return (
        (second as readonly Comparable[]).every(isSignature) && isSignature(first as Comparable)
      );
    default:
      return false;
  }
}

const isSignature = ({ kind }: Comparable): boolean => kind === 'signature';
