import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import { createReader, transferSignature } from '../fingerprint/transfer.js';
import { createFairQueue } from '../quota/fair-queue.js';
import { serviceClient, type TaskContext } from '../quota/task-context.js';
import type { PageText } from '../text/page-text.js';
import { toError } from './messages.js';
import type { SignedTogether } from './tasks.js';

/** Signs an input. */
export type Sign = (content: Signable, recipe: Recipe, context?: TaskContext) => Promise<Signature>;

/** Signs inputs with one recipe on a thread. */
export type SignTogether = (
  contents: readonly Signable[],
  recipe: Recipe,
) => Promise<SignedTogether>;

interface Waiting {
  readonly content: Signable;
  readonly recipe: Recipe;
  readonly resolve: (signature: Signature) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Total size of inputs, in UTF-16 units, after which a group, or a turn of the event loop, takes no further inputs.
 * Signing this much takes about 2 ms. The input that reaches the limit still belongs to the group or turn.
 */
const groupSizeMax = 8192;
/** Minimum size that is counted for an input, in UTF-16 units. */
const sizeMin = 512;
/** Number of waiting inputs from which on they go to the thread. A message costs as much as signing one or two pages. */
const groupLengthMin = 8;
/** Maximum number of groups at the thread: one that it signs, and one that is next. */
export const groupsMax = 2;

/**
 * Signs short inputs here, on the event loop, while it has time for them, and in groups on a thread when they pile up:
 * then the event loop has too much to do. Clients get equal amounts of text signed, so a client with a hundred long texts
 * delays a client with one short text by only a turn and `groupsMax` groups. No input is refused, because the number of
 * requests is limited. Inputs of clients that have disconnected are dropped.
 *
 *   turn 1   a b          few: signed here
 *   turn 2   c … k        many: a group at the thread
 *   turn 3   l m … z      two groups at the thread: those that fit into a turn are signed here, the others wait
 *
 * If the thread is lost, its inputs are signed here: they are short.
 *
 * @param signHere throws if an input cannot be signed; undefined if all inputs are signed on the thread
 */
export function signInGroups(
  signHere: ((content: Signable, recipe: Recipe) => Signature) | undefined,
  signThere: SignTogether,
): Sign {
  const lengthMin = signHere === undefined ? 1 : groupLengthMin;
  const waiting = createFairQueue<Waiting>(waitingSize);
  let atThread = 0;
  let willSend = false;

  function sendSoon(): void {
    if (willSend) return;
    willSend = true;
    setImmediate(() => {
      willSend = false;
      send();
    });
  }

  function send(): void {
    while (waiting.length >= lengthMin && atThread < groupsMax) {
      const group = takeGroup();
      if (group.length > 0) void signGroup(group);
    }
    if (waiting.length === 0 || signHere === undefined) return;
    signAllHere(takeGroup(), signHere);
    if (waiting.length > 0) sendSoon();
  }

  /** Takes inputs that have the same recipe, and rejects those of clients that have left. */
  function takeGroup(): Waiting[] {
    const group: Waiting[] = [];
    for (let size = 0; size < groupSizeMax; ) {
      const next = waiting.first();
      if (next === undefined || (group.length > 0 && next.recipe !== group[0]!.recipe)) break;
      waiting.shift();
      if (next.signal?.aborted) next.reject(next.signal.reason);
      else {
        size += waitingSize(next);
        group.push(next);
      }
    }
    return group;
  }

  async function signGroup(group: readonly Waiting[]): Promise<void> {
    atThread += 1;
    try {
      await signOnThread(group, signThere);
    } catch (error) {
      // The pool counts lost threads.
      if (signHere === undefined) for (const { reject } of group) reject(error);
      else signAllHere(group, signHere);
    }
    atThread -= 1;
    if (waiting.length > 0) sendSoon();
  }

  return (content, recipe, { client = serviceClient, signal } = {}) =>
    new Promise((resolve, reject) => {
      waiting.push(client, { content, recipe, resolve, reject, signal });
      sendSoon();
    });
}

function signAllHere(
  group: readonly Waiting[],
  signHere: (content: Signable, recipe: Recipe) => Signature,
): void {
  for (const { content, recipe, resolve, reject, signal } of group) {
    try {
      signal?.throwIfAborted();
      resolve(signHere(content, recipe));
    } catch (error) {
      reject(error);
    }
  }
}

function waitingSize({ content }: Waiting): number {
  return Math.max(sizeMin, sizeOfContent(content));
}

type Gathered = Pick<Waiting, 'content' | 'recipe' | 'resolve' | 'reject'>;

/** Signs inputs with the same recipe on a thread. @throws an error if the thread is lost; none of them is settled then */
async function signOnThread(group: readonly Gathered[], signThere: SignTogether): Promise<void> {
  const contents = group.map(({ content }) => content);
  const { failures, ...signatures } = await signThere(contents, group[0]!.recipe);
  const reader = createReader(signatures, 'slice');
  for (const [i, { resolve, reject }] of group.entries()) {
    const failure = failures[i];
    if (failure) reject(toError(failure));
    else resolve(transferSignature(reader, undefined));
  }
}

/** Maximum number of inputs in one message to a thread. */
const messageMax = 64;

/**
 * Signs inputs only on threads, many inputs per message. This suits imports of millions of documents, where no client
 * waits for a single document and the calling thread is busy reading.
 * @param signThere signs inputs on any free thread
 */
export function gatherSigning(signThere: SignTogether): Sign {
  let waiting: Gathered[] = [];

  function send(): void {
    const sent = waiting;
    waiting = [];
    if (sent.length === 0) return;
    signOnThread(sent, signThere).catch((error: unknown) => {
      for (const { reject } of sent) reject(error);
    });
  }

  return (content, recipe) =>
    new Promise((resolve, reject) => {
      if (waiting.length > 0 && recipe !== waiting[0]!.recipe) send();
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ content, recipe, resolve, reject });
      if (waiting.length === messageMax) send();
    });
}

/** Work for signing a feature besides the work for its term, in equivalent UTF-16 units of text. */
const featureSize = 8;

export const pageLength = ({ text, rest }: PageText): number => text.length + (rest?.length ?? 0);

/** Work for signing an input, in equivalent UTF-16 units of text. */
export function sizeOfContent(content: Signable): number {
  if (content.kind === 'text') return pageLength(content);
  return content.features.reduce((size, { term }) => size + term.length + featureSize, 0);
}
