import type { Recipe } from '../fingerprint/recipe.js';
import { withoutOwnTexts } from '../fingerprint/recipe.js';
import { hasOwnTexts, ownNames } from '../text/own-texts.js';

/**
 * A recipe in a message to a thread or process. Its custom texts may take megabytes, which would be copied with every
 * message. Instead, threads share the bytes of these texts, and a thread decodes them only for the first message with
 * the recipe. A process gets a copy of the bytes.
 */
interface SharedRecipe {
  /**
   * All fields of the recipe except its custom texts, as JSON. These fields include checksums of the texts, so they
   * identify the recipe.
   */
  readonly shared: string;
  readonly texts: Readonly<Record<string, Uint8Array>>;
}

/** Maximum number of recipes that a thread caches, equal to the limit for their dictionaries in own-dictionaries.ts. */
const keptMax = 2;
const sharedRecipes = new WeakMap<object, SharedRecipe>();
let received: { readonly shared: string; readonly recipe: Recipe }[] = [];

/** Replaces each recipe with custom texts in the input of a task with a `SharedRecipe`. */
export function shareRecipes(input: readonly unknown[]): readonly unknown[] {
  return input.some(isWithOwnTexts)
    ? input.map((each) => (isWithOwnTexts(each) ? shareRecipe(each) : each))
    : input;
}

/** Restores the recipes in the input of a task. While a recipe is cached, each call returns the same object for it. */
export function receiveRecipes(input: readonly unknown[]): readonly unknown[] {
  return input.map((each) => (isShared(each) ? receive(each) : each));
}

function shareRecipe(recipe: Recipe): SharedRecipe {
  const found = sharedRecipes.get(recipe);
  if (found !== undefined) return found;
  const given = ownNames.filter((name) => recipe[name] != null);
  const texts = Object.fromEntries(given.map((name) => [name, encodeUnits(recipe[name]!)]));
  const shared = { shared: JSON.stringify(withoutOwnTexts(recipe)), texts };
  sharedRecipes.set(recipe, shared);
  return shared;
}

/** Encodes UTF-16 units instead of UTF-8, so that lone surrogates survive. */
function encodeUnits(text: string): Uint8Array {
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
