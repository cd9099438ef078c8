import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Client } from '../shares/client.js';
import { createFairQueue } from '../shares/fair-queue.js';
import type { Errand } from '../shares/lanes.js';
import { outputOf, type TaskResult } from './messages.js';

/** Signs contents by one recipe; returns a result for each, in their order. */
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

/** Most UTF-16 units of the contents of one turn, about 5 ms; a longer content has a turn of its own. */
const turnSizeMax = 32_768;
/** Work of the shortest content, in UTF-16 units. */
const sizeMin = 1024;
/** The client of contents that the service itself signs. */
const service: Client = { owner: '', connection: '' };

/**
 * Signs short contents on this thread, a bounded number in each turn of the event loop, so that refusals and replies
 * need not wait until all are signed. Clients take turns by the size of their contents: a client with a hundred long
 * texts delays a client with one short text by one turn. Contents of clients that have gone are dropped.
 *
 * @param sign throws if a content cannot be signed
 */
export function signInTurns(
  sign: (content: Signable, recipe: Recipe) => Signature,
): (content: Signable, recipe: Recipe, errand?: Errand) => Promise<Signature> {
  const waiting = createFairQueue<Waiting>(sizeOf);

  function signTurn(): void {
    for (let size = 0; size < turnSizeMax; ) {
      const next = waiting.shift();
      if (next === undefined) return;
      if (next.signal?.aborted) next.reject(next.signal.reason);
      else {
        size += sizeOf(next);
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

function sizeOf({ content }: Waiting): number {
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

/** Most contents in one message to a thread. */
const messageMax = 64;

/**
 * Signs on threads only, many contents per message. This suits input of millions of documents where
 * no client waits for a single one: the calling thread is busy with reading them.
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

/** A feature takes about as long to sign as this many units of text. */
const featureSize = 8;

/** The work that signing a content takes, in UTF-16 units of text. */
export function sizeOfContent(content: Signable): number {
  if (content.kind === 'text') return content.text.length;
  return content.features.reduce((size, { term }) => size + term.length + featureSize, 0);
}
