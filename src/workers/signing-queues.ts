import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Client, Errand } from '../quota/errand.js';
import { createFairQueue } from '../quota/fair-queue.js';
import { outputOf, type TaskResult } from './messages.js';

/** Signs contents with one recipe; returns the results in the same order. */
export type SignTogether = (
  contents: readonly Signable[],
  recipe: Recipe,
) => Promise<readonly TaskResult[]>;

interface Waiting {
  readonly content: Signable;
  readonly recipe: Recipe;
  readonly resolve: (signature: Signature) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Maximum size of the contents of one turn, in UTF-16 units, about 5 ms; a larger content gets its own turn.
 */
const turnSizeMax = 32_768;
/** Minimum work of a content, in UTF-16 units. */
const sizeMin = 1024;
/** Client of the service's own contents. */
const service: Client = { owner: '', connection: '' };

/**
 * Signs short contents on this thread, a bounded number per turn of the event loop, so that refusals and
 * replies are not delayed. Clients take turns by the size of their contents: a client with a hundred long texts
 * delays a client with one short text by one turn. Contents of clients that have left are dropped.
 *
 * @param sign throws if a content cannot be signed
 */
export function signInTurns(
  sign: (content: Signable, recipe: Recipe) => Signature,
): (content: Signable, recipe: Recipe, errand?: Errand) => Promise<Signature> {
  const waiting = createFairQueue<Waiting>(waitingSize);

  function signTurn(): void {
    for (let size = 0; size < turnSizeMax; ) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (next.signal?.aborted) next.reject(next.signal.reason);
      else {
        size += waitingSize(next);
        settle(next, () => sign(next.content, next.recipe));
      }
    }
    if (waiting.length > 0) setImmediate(signTurn);
  }

  return (content, recipe, { client = service, signal } = {}) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(signTurn);
      waiting.push(client, { content, recipe, resolve, reject, signal });
    });
}

function waitingSize({ content }: Waiting): number {
  return Math.max(sizeMin, sizeOfContent(content));
}

function settle({ resolve, reject }: Gathered, sign: () => Signature): void {
  try {
    resolve(sign());
  } catch (error) {
    reject(error);
  }
}

type Gathered = Pick<Waiting, 'content' | 'resolve' | 'reject'>;

/** Maximum number of contents in one message to a thread. */
const messageMax = 64;

/**
 * Signs on threads only, many contents per message. Suits input of millions of documents where no client waits
 * for a single one: the calling thread is busy reading them.
 * @param signThere signs on any free thread
 */
export function gatherSigning(
  signThere: SignTogether,
): (content: Signable, recipe: Recipe) => Promise<Signature> {
  let waiting: Gathered[] = [];
  let recipeOfWaiting: Recipe | undefined;

  function send(): void {
    const sent = waiting;
    const recipe = recipeOfWaiting;
    waiting = [];
    if (sent.length > 0) void signAll(sent, recipe!);
  }

  async function signAll(sent: readonly Gathered[], recipe: Recipe): Promise<void> {
    try {
      const results = await signThere(
        sent.map(({ content }) => content),
        recipe,
      );
      for (const [i, each] of sent.entries()) {
        settle(each, () => outputOf(results[i]!) as Signature);
      }
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }

  return (content, recipe) =>
    new Promise((resolve, reject) => {
      if (recipe !== recipeOfWaiting) send();
      recipeOfWaiting = recipe;
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ content, resolve, reject });
      if (waiting.length === messageMax) send();
    });
}

/** Work of signing a feature, in UTF-16 units of text. */
const featureSize = 8;

/** Work of signing a content, in UTF-16 units of text. */
export function sizeOfContent(content: Signable): number {
  if (content.kind === 'text') return content.text.length;
  return content.features.reduce((size, { term }) => size + term.length + featureSize, 0);
}
