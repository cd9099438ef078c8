import type { Dictionaries, OwnIdf } from './dictionaries.js';
import { extendWordTrie } from './extend-word-trie.js';
import { createLexicon, type Lexicon, wordNumberOfText } from './lexicon.js';
import { normalize } from './normalize.js';
import {
  hasOwnTexts,
  type OwnTexts,
  readOwnIdf,
  readOwnStopWords,
  readOwnWords,
} from './own-texts.js';
import { wordInOneRegion } from './regional-words.js';
import { spelledWord } from './spelling.js';
import { loadStopWords, ownStopWordBit } from './stop-words.js';

/** Maximum number of recipes whose custom dictionaries a thread caches, at about 40 MiB each. */
const keptMax = 2;

/** Fields of a recipe that determine its custom dictionaries. */
export interface OwnOptions extends OwnTexts {
  readonly simplify: boolean;
  readonly lowerCase: boolean;
}

interface Kept {
  readonly recipe: OwnOptions;
  readonly dictionaries: Dictionaries;
}

const keptBy = new WeakMap<Dictionaries, Kept[]>();

/**
 * Returns the dictionaries for signing with a recipe: the shared ones of the thread or, for a recipe with custom texts,
 * a set with a separate lexicon. Each thread caches the sets it used last.
 * @param recipe compared by identity
 * @throws NeardupError `validation_failed` that names the line at fault
 */
export function dictionariesFor(recipe: OwnOptions, dictionaries: Dictionaries): Dictionaries {
  return hasOwnTexts(recipe) ? keptOrBuilt(recipe, dictionaries) : dictionaries;
}

function keptOrBuilt(recipe: OwnOptions, dictionaries: Dictionaries): Dictionaries {
  const kept = keptBy.get(dictionaries) ?? [];
  const index = kept.findIndex((each) => each.recipe === recipe);
  const found =
    index < 0 ? { recipe, dictionaries: build(recipe, dictionaries) } : kept.splice(index, 1)[0]!;
  keptBy.set(dictionaries, [found, ...kept].slice(0, keptMax));
  return found.dictionaries;
}

function build(recipe: OwnOptions, dictionaries: Dictionaries): Dictionaries {
  const { ownWords, ownStopWords, ownIdf } = recipe;
  const normal = (word: string) => {
    const normalized = spelledWord(normalize(word, recipe));
    return recipe.simplify ? wordInOneRegion(dictionaries.simplify(normalized)) : normalized;
  };
  const words = ownWords == null ? [] : readOwnWords(ownWords, normal);
  const stopWords = new Map(loadStopWords());
  if (ownStopWords != null) {
    for (const word of readOwnStopWords(ownStopWords, normal)) {
      stopWords.set(word, (stopWords.get(word) ?? 0) | ownStopWordBit);
    }
  }
  const idf = ownIdf == null ? null : readOwnIdf(ownIdf, normal);
  // The words of the idf table are added to `stopWords`, because the lexicon never forgets those or changes their
  // numbers. They have 0 bits, so they do not count as stop words.
  for (const word of idf?.keys() ?? []) stopWords.set(word, stopWords.get(word) ?? 0);
  const { trie } = dictionaries.lexicon;
  const lexicon = createLexicon(words.length === 0 ? trie : extendWordTrie(trie, words), stopWords);
  return {
    ...dictionaries,
    lexicon,
    ownIdf: idf === null ? undefined : createOwnIdf(idf, lexicon),
  };
}

function createOwnIdf(idf: ReadonlyMap<string, number>, lexicon: Lexicon): OwnIdf {
  const numbers = Array.from(idf.keys(), (word) => wordNumberOfText(lexicon, word));
  const values = [...idf.values()];
  const byNumber = new Float64Array(lexicon.trie.wordCount + lexicon.stopWords.size);
  for (const [index, number] of numbers.entries()) byNumber[number] = values[index]!;
  return { byNumber, unknown: values.reduce((most, value) => Math.max(most, value), 0) };
}
