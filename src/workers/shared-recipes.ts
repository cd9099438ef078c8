import type { Recipe } from '../fingerprint/recipe.js';
import { withoutOwnTexts } from '../fingerprint/recipe.js';
import { hasOwnTexts, ownNames } from '../text/own-texts.js';

/**
 * A recipe on its way to a thread. Its own texts may be megabytes, and every message would copy them.
 * So their bytes are in memory that threads share, and a thread reads them with the first message. To a process they
 * are copied.
 */
interface SharedRecipe {
  /** The rest of the recipe, as JSON; its checksums identify the texts. */
  readonly shared: string;
  readonly texts: Readonly<Record<string, Uint8Array>>;
}

/** As many as a thread keeps dictionaries for (own-dictionaries.ts). */
const keptMax = 2;
const sharedBy = new WeakMap<object, SharedRecipe>();
let received: { readonly shared: string; readonly recipe: Recipe }[] = [];

/** The input of a task as it is sent. */
export function shareRecipes(input: readonly unknown[]): readonly unknown[] {
  return input.some(isWithOwnTexts)
    ? input.map((each) => (isWithOwnTexts(each) ? sharedOf(each) : each))
    : input;
}

/** The input of a task as it was before; a recipe that was sent before is the same object. */
export function receiveRecipes(input: readonly unknown[]): readonly unknown[] {
  return input.map((each) => (isShared(each) ? receive(each) : each));
}

function sharedOf(recipe: Recipe): SharedRecipe {
  const found = sharedBy.get(recipe);
  if (found !== undefined) return found;
  const given = ownNames.filter((name) => recipe[name] != null);
  const texts = Object.fromEntries(given.map((name) => [name, bytesOf(recipe[name]!)]));
  const shared = { shared: JSON.stringify(withoutOwnTexts(recipe)), texts };
  sharedBy.set(recipe, shared);
  return shared;
}

/** Units, not UTF-8: a lone surrogate stays one. */
function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(2 * text.length));
  Buffer.from(bytes.buffer).write(text, 'utf16le');
  return bytes;
}

function receive({ shared, texts }: SharedRecipe): Recipe {
  const found = received.find((each) => each.shared === shared);
  if (found !== undefined) return found.recipe;
  const given = Object.entries(texts).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString('utf16le'),
  ]);
  const recipe = { ...(JSON.parse(shared) as Recipe), ...Object.fromEntries(given) } as Recipe;
  received = [{ shared, recipe }, ...received].slice(0, keptMax);
  return recipe;
}

function isWithOwnTexts(value: unknown): value is Recipe {
  return typeof value === 'object' && value !== null && hasOwnTexts(value);
}

function isShared(value: unknown): value is SharedRecipe {
  return typeof value === 'object' && value !== null && 'shared' in value && 'texts' in value;
}
