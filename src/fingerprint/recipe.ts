import { hash } from 'node:crypto';
import type { DictionaryName } from '../text/dictionaries.js';
import type { StopWordLanguage } from '../text/stop-words.js';

/**
 * A recipe is everything between a text and its signature, as data: two signatures can be compared
 * if and only if their recipes are equal. It is immutable and stored with its collection.
 */
export interface Recipe {
  /** Version of the rules that the other fields are read by. */
  readonly version: 1;
  readonly method: 'simhash';
  /** Unicode version whose assigned code points count; others separate words. */
  readonly unicode: '16.0';
  /** Who cuts runs of Han, with the exact version of its dictionary. */
  readonly segmenter: 'jieba-2.0.3';
  /** Whether the cut guesses words that the dictionary lacks (hidden Markov model). */
  readonly hmm: boolean;
  /** Whether traditional Chinese is turned into simplified before the cut. */
  readonly simplify: boolean;
  readonly lowerCase: boolean;
  /** Words of fewer code points are dropped. */
  readonly minTermLength: number;
  /** Languages whose stop words are dropped. */
  readonly stopWords: readonly StopWordLanguage[];
  readonly weighting: 'none' | 'tf' | 'logTf' | 'tfIdf';
  /** What `tfIdf` takes for a word that is not in the table. */
  readonly unknownIdf: 'median' | 'mean';
  /** Only this many words of the highest weight are used; null: all. */
  readonly topTerms: number | null;
  readonly hash: 'xxh64';
  /** A text with fewer features is reported as `shortText`. */
  readonly shortTextBelow: number;
  /** Reserved for sketches: null until a method uses them. */
  readonly shingle: null;
  readonly sketch: null;
  readonly bands: null;
  /** Of the data that shapes a signature, by name: 16 hex digits each. */
  readonly checksums: Readonly<Record<string, string>>;
}

/**
 * The recipe of collections that ask for nothing else, with the checksums of this build.
 *
 * `shortTextBelow` is 16: where one of n equally heavy words is replaced, 64 arccos(1 − 1/n) / π bits
 * are expected to change. For 16 words that is 7, the widest distance that a query can ever name, so
 * in a shorter text a single other word hides the likeness.
 */
export function defaultRecipe(checksums: Readonly<Record<DictionaryName, string>>): Recipe {
  return {
    version: 1,
    method: 'simhash',
    unicode: '16.0',
    segmenter: 'jieba-2.0.3',
    hmm: false,
    simplify: true,
    lowerCase: true,
    minTermLength: 1,
    stopWords: ['zh', 'en'],
    weighting: 'logTf',
    unknownIdf: 'median',
    topTerms: null,
    hash: 'xxh64',
    shortTextBelow: 16,
    shingle: null,
    sketch: null,
    bands: null,
    checksums,
  };
}

/** A partial recipe over a default; fields that are undefined count as absent. */
export function completeRecipe(partial: Partial<Recipe>, base: Recipe): Recipe {
  const given = Object.entries(partial).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}

/**
 * 16 hex digits that name a recipe: the start of the SHA-256 of its canonical JSON without the
 * fields at their neutral value. Neutral is what the service did before the field existed, so a
 * field that is added later changes no id. A checksum counts where the recipe uses its data.
 */
export function recipeId(recipe: Recipe): string {
  const fields = Object.entries(recipe).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(neutral[name]),
  );
  const checksums = usedChecksums(recipe);
  const stopWords = [...recipe.stopWords].sort();
  const named = { ...Object.fromEntries(fields), checksums };
  return hash(
    'sha256',
    canonicalJson(stopWords.length > 0 ? { ...named, stopWords } : named),
    'hex',
  ).slice(0, 16);
}

/**
 * Why this build cannot serve a recipe, as a sentence with what to do; null: it can. The recipe may
 * come from a database that another release wrote, so its fields may be of any value.
 * @param checksums of this build
 */
export function recipeProblem(
  recipe: Recipe,
  checksums: Readonly<Record<string, string>>,
): string | null {
  for (const [name, value] of Object.entries(recipe)) {
    const allowed = known[name as keyof Recipe];
    if (allowed === undefined) return problem(`"${name}", which this build does not know`);
    if (!allowed(value)) {
      return problem(`${name} ${JSON.stringify(value)}, which this build cannot serve`);
    }
  }
  for (const name of Object.keys(known)) {
    if (!Object.hasOwn(recipe, name)) return problem(`no "${name}"`);
  }
  for (const [name, checksum] of Object.entries(usedChecksums(recipe))) {
    if (checksum !== checksums[name]) {
      return problem(
        `data "${name}" with checksum ${checksum ?? 'none'}, this build has ${checksums[name]}`,
      );
    }
  }
  return null;
}

function problem(what: string): string {
  return `its recipe has ${what}. Use the release that made it, or import its documents into a new collection`;
}

const neutral: Readonly<Record<string, unknown>> = {
  hmm: false,
  simplify: false,
  lowerCase: false,
  minTermLength: 1,
  stopWords: [],
  unknownIdf: 'median',
  topTerms: null,
  shortTextBelow: 0,
  shingle: null,
  sketch: null,
  bands: null,
};

const known: Readonly<Record<keyof Recipe, (value: unknown) => boolean>> = {
  version: oneOf(1),
  method: oneOf('simhash'),
  unicode: oneOf('16.0'),
  segmenter: oneOf('jieba-2.0.3'),
  hmm: oneOf(true, false),
  simplify: oneOf(true, false),
  lowerCase: oneOf(true, false),
  minTermLength: isCount,
  stopWords: (value) => Array.isArray(value) && value.every(oneOf('zh', 'en')),
  weighting: oneOf('none', 'tf', 'logTf', 'tfIdf'),
  unknownIdf: oneOf('median', 'mean'),
  topTerms: (value) => value === null || (isCount(value) && value !== 0),
  hash: oneOf('xxh64'),
  shortTextBelow: isCount,
  shingle: oneOf(null),
  sketch: oneOf(null),
  bands: oneOf(null),
  checksums: (value) => typeof value === 'object' && value !== null,
};

function oneOf(...values: unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Checksums of the data that this recipe's signatures depend on. */
function usedChecksums(recipe: Recipe): Record<string, string | undefined> {
  const names: DictionaryName[] = ['unicode', 'chinese'];
  if (recipe.simplify) names.push('simplify');
  if (recipe.stopWords.includes('zh')) names.push('stopWordsZh');
  if (recipe.stopWords.includes('en')) names.push('stopWordsEn');
  if (recipe.weighting === 'tfIdf') names.push('idf');
  return Object.fromEntries(names.map((name) => [name, recipe.checksums[name]]));
}

/** JSON without spaces, the fields of every object in the order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
