import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import { outputOf } from './messages.js';
import type { SignTogether } from './shared-signing.js';

interface Waiting {
  readonly content: Signable;
  readonly resolve: (signature: Signature) => void;
  readonly reject: (error: unknown) => void;
}

/** Most contents in one message to a thread. */
const togetherMax = 64;

/**
 * Signs on threads only, many contents per message. This suits input of millions of documents where
 * no client waits for a single one: the calling thread is busy with reading them.
 * @param signThere signs on any free thread
 */
export function gatherSigning(
  signThere: SignTogether,
): (content: Signable, recipe: Recipe) => Promise<Signature> {
  let waiting: Waiting[] = [];
  let recipeOfWaiting: Recipe | undefined;

  function send(): void {
    const sent = waiting;
    const recipe = recipeOfWaiting;
    waiting = [];
    if (sent.length > 0) void signAll(sent, recipe!);
  }

  async function signAll(sent: readonly Waiting[], recipe: Recipe): Promise<void> {
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
      if (waiting.length === togetherMax) send();
    });
}
