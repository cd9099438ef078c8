import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import { outputOf, type TaskResult } from './messages.js';
import { sizeOfContent } from './size-of-content.js';

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
}

/** Most contents in one message to the thread. */
const togetherMax = 16;
/** Most contents of one turn: half of them go to the thread, half are signed here. */
const turnMax = 2 * togetherMax;
/** Most UTF-16 units of the contents of one turn: some 20 ms of this thread. */
const turnSizeMax = 131_072;

/**
 * Signs short contents here and on another thread at the same time. Sending one content alone costs
 * more than signing it. So the contents that one turn of the event loop brings are divided: if the
 * thread is idle, half of them go there in one message, and the others are signed here.
 *
 *   this turn:  a b c d e f g h ──► a c e g   signed here
 *                              └──► b d f h   one message to the thread, one back
 *
 * If more wait, the next turn goes on with them: the thread gets half of those, too, and refusals
 * and replies need not wait until all are signed.
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
): (content: Signable, recipe: Recipe) => Promise<Signature> {
  const waiting: Waiting[] = [];
  let threadIsBusy = false;
  let threadHasStarted = false;

  function signTurn(): void {
    const turn = waiting.splice(0, lengthOfTurn(waiting));
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

  return (content, recipe) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(signTurn);
      waiting.push({ content, recipe, resolve, reject });
    });
}

function lengthOfTurn(waiting: readonly Waiting[]): number {
  const most = Math.min(waiting.length, turnMax);
  let length = 0;
  for (let size = 0; length < most && size < turnSizeMax; length++) {
    size += sizeOfContent(waiting[length]!.content);
  }
  return length;
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
