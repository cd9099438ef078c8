import { hash } from 'node:crypto';
import type { DictionaryName } from '../text/dictionaries.js';
import { hasOwnTexts, type OwnTexts, ownNames } from '../text/own-texts.js';
import type { StopWordLanguage } from '../text/stop-words.js';
import { landmarksBytes } from './landmarks.js';
import { tailBytes } from './minhash.js';
import { defaultParts, type PartsLayout } from './parts.js';

/**
 * A recipe: a complete description, as data, of how a text becomes a signature. Two signatures can be compared if and
 * only if their recipes are equal. A recipe never changes and is stored with its collection.
 */
export interface Recipe extends OwnTexts {
  /** Version of the rules for interpreting the other fields. */
  readonly version: 3;
  /**
   * Criterion by which candidates are found: a fingerprint within the distance (`simhash`), a shared band of sketches
   * (`minhash`), or either (`hybrid`). If there are sketches, their similarity decides whether a candidate matches.
   */
  readonly method: Method;
  /** Unicode version that determines which code points are assigned; unassigned ones separate words. */
  readonly unicode: '16.0';
  /** Segmenter of Han text, with the exact version of its dictionary. */
  readonly segmenter: 'jieba-2.0.3';
  /** True if the segmenter guesses words missing from the dictionary (hidden Markov model). */
  readonly hmm: boolean;
  /** True if traditional Chinese is converted to simplified before segmentation. */
  readonly simplify: boolean;
  readonly lowerCase: boolean;
  /** Minimum length of a word in code points; shorter words are dropped. */
  readonly minTermLength: number;
  /** Languages whose stop words are removed. */
  readonly stopWords: readonly StopWordLanguage[];
  readonly weighting: Weighting;
  /** Idf that `tfIdf` uses for a word missing from the idf table. */
  readonly unknownIdf: 'median' | 'mean';
  /** Number of words that become features, heaviest first; null for all words. */
  readonly topTerms: number | null;
  readonly hash: HashName;
  /** Number of shingles (or features if there are no shingles) below which a text counts as short. */
  readonly shortTextBelow: number;
  /**
   * Minimum similarity of a match if either text is short, even if a lower one was requested; null for no special
   * minimum.
   */
  readonly shortMinSimilarity: number | null;
  /** Number of words in a shingle, including stop words; null if there are no sketches. */
  readonly shingle: { readonly words: number } | null;
  /** Number of values in a sketch, and bits per value. */
  readonly sketch: { readonly length: 128; readonly bits: 8 } | null;
  /** Number of bands, each of which is an index key, and number of values per band (`rows`). */
  readonly bands: { readonly count: number; readonly rows: number } | null;
  /** Sampling of shingles for the index of parts (parts.ts). Null or absent if there is no such index. */
  readonly parts?: PartsLayout | null;
  /** Checksums of the data that determines a signature, by name: 16 hex digits each. */
  readonly checksums: Readonly<Record<string, string>>;
}

export const methods = ['simhash', 'minhash', 'hybrid'] as const;
export type Method = (typeof methods)[number];
export const weightings = ['none', 'tf', 'logTf', 'tfIdf', 'textRank'] as const;
type Weighting = (typeof weightings)[number];
export const hashNames = ['xxh64', 'fnv1a64', 'md5', 'sha1', 'jenkins'] as const;
export type HashName = (typeof hashNames)[number];
/** Maximum number of words in a shingle. Longer sequences rarely survive an edit. */
export const shingleWordsMax = 10;
/**
 * Maximum length of each custom text, in UTF-16 units. The limit exists because a recipe is kept in memory and included
 * in responses and exports as a whole.
 */
export const ownTextLengthMax = 2 ** 20;
/** Default minimum similarity of a match; see docs/internals/decisions/0004. */
export const defaultMinSimilarity = 0.6;

/** Bytes of a sketch, including band tails and landmarks; 0 if there are no sketches. */
export function sketchBytes({ sketch, bands }: Pick<Recipe, 'sketch' | 'bands'>): number {
  if (sketch === null) return 0;
  return sketch.length + (bands === null ? 0 : bands.count * tailBytes(bands)) + landmarksBytes;
}

/** Returns the recipe of collections that do not specify one, with the checksums of this build. */
export function defaultRecipe(checksums: Readonly<Record<DictionaryName, string>>): Recipe {
  return {
    version: 3,
    method: 'hybrid',
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
    ...fieldsOfMethod.hybrid,
    checksums,
  };
}

/** Fields of a recipe that replace defaults. The field `parts` may also be partial. */
export type PartialRecipe = Partial<Omit<Recipe, 'parts'>> & {
  readonly parts?: Partial<PartsLayout> | null | undefined;
};

/**
 * Completes a partial recipe with the fields of `base`. An undefined field counts as absent. If the method differs from
 * that of `base`, the fields for sketches and short texts get the defaults of the method. A recipe with version and
 * checksums is already complete: an optional field that it lacks stays absent, even if `base` has that field.
 */
export function completeRecipe({ parts, ...partial }: PartialRecipe, base: Recipe): Recipe {
  const isWhole = partial.version !== undefined && partial.checksums !== undefined;
  const named = parts
    ? { ...partial, parts: { ...defaultParts, ...parts } }
    : { ...partial, parts };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  const { method = base.method } = partial;
  const ofMethod = method === base.method ? {} : fieldsOfMethod[method];
  const { parts: partsOfBase, ...required } = withoutOwnTexts(base);
  const before = isWhole ? required : base;
  const completed: Recipe = { ...before, ...ofMethod, ...Object.fromEntries(given) };
  return hasOwnTexts(completed)
    ? { ...completed, checksums: { ...ownChecksums(completed), ...completed.checksums } }
    : completed;
}

/** Tests if a recipe has custom words, stop words or idf values. */
export function hasWords(recipe: Recipe): boolean {
  return hasOwnTexts(recipe);
}

/** Total length of the custom texts, in UTF-16 units. */
export function ownTextsLength(recipe: Recipe): number {
  return ownNames.reduce((sum, name) => sum + (recipe[name]?.length ?? 0), 0);
}

/** Returns a recipe as lists show it, with checksums instead of custom texts. */
export function withoutOwnTexts(recipe: Recipe): Recipe {
  const { ownWords, ownStopWords, ownIdf, ...others } = recipe;
  return others;
}

/** Checksums of the custom texts. */
export function ownChecksums(recipe: OwnTexts): Record<string, string> {
  const given = ownNames.filter((name) => recipe[name] != null);
  return Object.fromEntries(given.map((name) => [name, checksum(recipe[name]!)]));
}

/** Returns the first 16 hex digits of the SHA-256, the form of all checksums in a recipe. */
const checksum = (text: string) => hash('sha256', text, 'hex').slice(0, 16);

type MethodFields = Pick<
  Recipe,
  'shortTextBelow' | 'shortMinSimilarity' | 'shingle' | 'sketch' | 'bands'
>;

const withSketch = {
  shortTextBelow: 24,
  shortMinSimilarity: 0.84,
  shingle: { words: 2 },
  sketch: { length: 128, bits: 8 },
} as const;

/**
 * Defaults of the fields that depend on the method.
 *
 * Without sketches, a text is short below 16 features. If one of n equally heavy words is replaced, about
 * 64 arccos(1 − 1/n) / π bits change. For 16 words, that is 7 bits, the largest distance that a query accepts. In a
 * shorter text, a single replaced word therefore hides the similarity.
 *
 * With sketches, a text is short below 24 shingles. The similarity of such texts is too sensitive: two headlines of 8
 * word pairs have a similarity of 7/9 if their last words differ ("history", "physics"), and 8/9 if one of them has an
 * additional word. The minimum of 0.84 is between the two. Headlines of up to 30 characters have at most 19 pairs.
 */
const fieldsOfMethod: Readonly<Record<Method, MethodFields>> = {
  simhash: {
    shortTextBelow: 16,
    shortMinSimilarity: null,
    shingle: null,
    sketch: null,
    bands: null,
  },
  minhash: { ...withSketch, bands: { count: 16, rows: 3 } },
  hybrid: { ...withSketch, bands: { count: 8, rows: 3 } },
};

/**
 * Returns an id of 16 hex digits: the start of the SHA-256 of the recipe's canonical JSON. A field with its neutral
 * value is left out. The neutral value stands for the behaviour before the field existed, so a new field does not
 * change existing ids. A checksum is included only if the recipe uses its data. Custom texts are represented by their
 * checksums.
 */
export function recipeId(recipe: Recipe): string {
  const fields = Object.entries(withoutOwnTexts(recipe)).filter(
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

const neutral: Readonly<Record<string, unknown>> = {
  hmm: false,
  simplify: false,
  lowerCase: false,
  minTermLength: 1,
  stopWords: [],
  unknownIdf: 'median',
  topTerms: null,
  shortTextBelow: 0,
  shortMinSimilarity: null,
  shingle: null,
  sketch: null,
  bands: null,
  parts: null,
};

/** Returns checksums of the data that this recipe's signatures depend on. */
export function usedChecksums(recipe: Recipe): Record<string, string | undefined> {
  const names: string[] = ['unicode', 'chinese', 'disguise', 'symbols', 'spelling'];
  if (recipe.simplify) names.push('simplify');
  if (recipe.stopWords.includes('zh')) names.push('stopWordsZh');
  if (recipe.stopWords.includes('en')) names.push('stopWordsEn');
  if (recipe.weighting === 'tfIdf' && recipe.checksums.ownIdf === undefined) names.push('idf');
  names.push(
    ...ownNames.filter((name) => recipe.checksums[name] !== undefined || recipe[name] != null),
  );
  return Object.fromEntries(names.map((name) => [name, recipe.checksums[name]]));
}

/** Returns JSON without spaces, with the fields of every object sorted by name. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
