import type { Dictionaries } from '../text/dictionaries.js';
import { type EvidenceWords, evidenceWords } from '../text/evidence-words.js';
import { dictionariesFor } from '../text/own-dictionaries.js';
import { prepareText, readPrepared } from '../text/read-symbols.js';
import { sentUnits } from '../text/sent-units.js';
import { spelled } from '../text/spelling.js';
import { evidenceWordPlaces, type WordPlaces } from '../text/word-places.js';
import { createReading, type Reading } from './evidence.js';
import type { Recipe } from './recipe.js';

/** Reads a text by a recipe, to compare its statements. */
export function readText(text: string, recipe: Recipe, shared: Dictionaries): Reading {
  return createReading(wordsOfText(text, recipe, shared));
}

/** Returns the words of a reading. They are valid until the next text. */
export function wordsOfText(text: string, recipe: Recipe, shared: Dictionaries): EvidenceWords {
  const dictionaries = dictionariesFor(recipe, shared);
  const prepared = prepareText(text);
  const options = readingOptions(recipe);
  const sent = sentUnits(prepared, options);
  const read = readPrepared(prepared, options, dictionaries.traditional);
  return evidenceWords(spelled(read, sent, recipe), recipe, dictionaries);
}

/** Locates the words of a reading in its text. */
export function readingPlaces(text: string, recipe: Recipe, shared: Dictionaries): WordPlaces {
  const dictionaries = dictionariesFor(recipe, shared);
  const options = readingOptions(recipe);
  const read = readPrepared(prepareText(text), options, dictionaries.traditional);
  return evidenceWordPlaces(text, spelled(read, null, recipe), options, dictionaries);
}

/** Lower case even if the recipe distinguishes capitals; otherwise sent and read forms of all words would be equal. */
const readingOptions = (recipe: Recipe) => ({ ...recipe, lowerCase: true });
