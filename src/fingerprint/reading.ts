import type { Dictionaries } from '../text/dictionaries.js';
import { evidenceWords, sentUnits } from '../text/evidence-words.js';
import { dictionariesFor } from '../text/own-dictionaries.js';
import { prepareText, readPrepared } from '../text/read-symbols.js';
import { type Reading, readingOf } from './evidence.js';
import type { Recipe } from './recipe.js';

/** Reads a text by a recipe, for a comparison of what it says. */
export function readText(text: string, recipe: Recipe, shared: Dictionaries): Reading {
  const dictionaries = dictionariesFor(recipe, shared);
  const prepared = prepareText(text);
  const sent = sentUnits(prepared, recipe);
  const read = readPrepared(prepared, recipe, dictionaries.traditional);
  return readingOf(evidenceWords(read, sent, recipe, dictionaries));
}
