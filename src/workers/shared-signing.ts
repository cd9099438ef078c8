import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Client } from '../shares/client.js';
import { createFairQueue } from '../shares/fair-queue.js';
import type { Errand } from '../shares/lanes.js';
import { outputOf, type TaskResult } from './messages.js';

/** Signs contents by one recipe; gives a result for each, in their order. */
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

/** Most contents in one message to the thread. */
const togetherMax = 16;
/** Most contents of one turn: half of them go to the thread, half are signed here. */
const turnMax = 2 * togetherMax;
/** Most UTF-16 units of the contents of one turn, about 5 ms of this thread; a longer content has a turn of its own. */
const turnSizeMax = 32_768;
/** Work of the shortest content, in UTF-16 units. */
const sizeMin = 256;
/** The client of contents that the service itself signs. */
const service: Client = { owner: '', connection: '' };

/**
 * Signs short contents here and on another thread at the same time. Sending one content alone costs
 * more than signing it. So the contents that one turn of the event loop brings are divided: if the
 * thread is idle, half of them go there in one message, and the others are signed here.
 *
 *   this turn:  a b c d e f g h ──► a c e g   signed here
 *                              └──► b d f h   one message to the thread, one back
 *
 * If more wait, the next turn continues with them, so that refusals and replies need not wait until all
 * are signed. Clients take turns by the size of their contents: a client with a hundred long texts delays a
 * client with one short text by one turn. Contents of clients that have gone are dropped.
 *
 * A thread that gets no processor stays busy and is sent nothing. So if there is no spare core,
 * everything is signed here, as without the thread.
 *
 * @param signHere signs on this thread; throws if a content cannot be signed
 * @param signThere signs on the other thread
 */
export function shareSigning(
  signHere: (content: Signable, recipe: Recipe) => Signature,
  signThere: SignTogether,
): (content: Signable, recipe: Recipe, errand?: Errand) => Promise<Signature> {
  const waiting = createFairQueue<Waiting>(sizeOf);
  let threadIsBusy = false;
  let threadHasStarted = false;

  function takeTurn(): Waiting[] {
    const turn: Waiting[] = [];
    for (let size = 0; turn.length < turnMax && size < turnSizeMax; ) {
      const next = waiting.shift();
      if (next === undefined) break;
      if (next.signal?.aborted) next.reject(next.signal.reason);
      else {
        turn.push(next);
        size += sizeOf(next);
      }
    }
    return turn;
  }

  function signTurn(): void {
    const turn = takeTurn();
    if (waiting.length > 0) setImmediate(signTurn);
    const [first] = turn;
    if (first === undefined) return;
    if (!threadHasStarted && turn.length > 1) {
      // The thread loads its dictionaries while everything is signed here.
      threadHasStarted = true;
      void signOnThread([], first.recipe);
    }
    const sent = threadIsBusy ? [] : halfOf(turn, first.recipe);
    if (sent.length > 0) void signOnThread(sent, first.recipe);
    let there = 0;
    for (const each of turn) {
      if (each === sent[there]) there += 1;
      else settle(each, () => signHere(each.content, each.recipe));
    }
  }

  async function signOnThread(sent: readonly Waiting[], recipe: Recipe): Promise<void> {
    threadIsBusy = true;
    try {
      const results = await signThere(
        sent.map(({ content }) => content),
        recipe,
      );
      for (const [i, each] of sent.entries()) {
        settle(each, () => outputOf(results[i]!) as Signature);
      }
    } catch (error) {
      threadHasStarted = false;
      for (const { reject } of sent) reject(error);
    } finally {
      threadIsBusy = false;
    }
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

/** The first half of the contents of one recipe, in their order, at most one message. */
function halfOf(turn: readonly Waiting[], recipe: Recipe): readonly Waiting[] {
  const alike = turn.filter((each) => each.recipe === recipe);
  return alike.slice(0, Math.min(alike.length >> 1, togetherMax));
}

function settle({ resolve, reject }: Waiting, sign: () => Signature): void {
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
      for (const [i, { resolve, reject }] of sent.entries()) {
        try {
          resolve(outputOf(results[i]!) as Signature);
        } catch (error) {
          reject(error);
        }
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
