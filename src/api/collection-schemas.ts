import { z } from 'zod';
import { collectionOrders } from '../detector/collection-pages.js';
import { bandRowsMax } from '../fingerprint/minhash.js';
import {
  hashNames,
  methods,
  ownTextLengthMax,
  shingleWordsMax,
  weightings,
} from '../fingerprint/recipe.js';
import { keepRefusedMax } from '../store/contract/clusters.js';
import {
  collectionName,
  duplicateIf,
  keepPerFamily,
  maxDistance,
  minContainment,
  minSimilarity,
  optional,
  recipeIdHex,
  ttlSeconds,
} from './schemas.js';

/** The shapes of requests about collections and their recipes. */

const ownText = z.string().max(ownTextLengthMax).nullish();

export const recipeFields = {
  version: z.literal(3),
  method: z.enum(methods),
  unicode: z.literal('16.0'),
  segmenter: z.literal('jieba-2.0.3'),
  hmm: z.boolean(),
  simplify: z.boolean(),
  lowerCase: z.boolean(),
  minTermLength: z.int().min(1).max(64),
  stopWords: z
    .array(z.enum(['zh', 'en']))
    .max(2)
    .readonly(),
  weighting: z.enum(weightings),
  unknownIdf: z.enum(['median', 'mean']),
  topTerms: z.int().min(1).max(1_000_000).nullable(),
  hash: z.enum(hashNames),
  shortTextBelow: z.int().min(0).max(1000),
  shortMinSimilarity: z.number().min(0).max(1).nullable(),
  shingle: z
    .strictObject({ words: z.int().min(1).max(shingleWordsMax) })
    .meta({ id: 'Shingle' })
    .nullable(),
  sketch: z
    .strictObject({ length: z.literal(128), bits: z.literal(8) })
    .meta({ id: 'Sketch' })
    .nullable(),
  bands: z
    .strictObject({
      count: z.int().min(1).max(128),
      rows: z.int().min(1).max(bandRowsMax),
    })
    .meta({ id: 'Bands' })
    .nullable(),
  parts: z
    .strictObject({
      words: z.int().min(2).max(4).describe('how many words make a shingle'),
      oneIn: z.int().min(8).max(1024).describe('one in so many shingles of a long text is indexed'),
      least: z.int().min(4).max(256).describe('so many at least, or all that there are'),
    })
    .nullish()
    .describe('what finds texts inside others; null: nothing'),
  ownWords: ownText.describe(
    'words for the cut, a line each: `word [frequency] [tag]`, as jieba has it',
  ),
  ownStopWords: ownText.describe('words that are dropped beside those of `stopWords`, a line each'),
  ownIdf: ownText.describe(
    'the idf of `tfIdf` in the place of the built-in one, lines of `word idf`',
  ),
  checksums: z.record(z.string(), recipeIdHex).readonly(),
};

const partialRecipe = z
  .strictObject({
    ...recipeFields,
    parts: recipeFields.parts.unwrap().unwrap().partial().nullish(),
  })
  .partial()
  .meta({ id: 'RecipeChoice' })
  .describe('what differs from the recipe by default');

const compareTitles = z
  .boolean()
  .describe(
    'whether pages with other titles are other pages: each title has a word that the other lacks, site names taken off; true by default',
  );

const keepText = z.boolean().describe('whether texts are kept, for evidence and for reindexing');

const keepRefused = z
  .int()
  .min(0)
  .max(keepRefusedMax)
  .describe('how many refused ids a cluster remembers, 100 by default; 0: none');

/** Settings of which null is a value. */
const limitsOrNone = {
  minContainment: minContainment
    .nullish()
    .describe(
      'with parts: least containment of either text in the other; null: none matches by parts',
    ),
  ttlSeconds: ttlSeconds
    .nullish()
    .describe('for how long documents are kept that name no time; null: for good'),
  keepPerFamily: keepPerFamily
    .nullish()
    .describe(
      'least `family` at which a document that is only similar is not stored; null: each is stored',
    ),
};

export const collectionRequest = z.strictObject({
  name: collectionName,
  recipe: optional(partialRecipe),
  maxDistance: optional(maxDistance),
  minSimilarity: optional(minSimilarity),
  duplicateIf: optional(duplicateIf),
  compareTitles: optional(compareTitles),
  keepText: optional(keepText),
  keepRefused: optional(keepRefused),
  ...limitsOrNone,
});

export const collectionChanges = z.strictObject({
  maxDistance: maxDistance.optional(),
  minSimilarity: minSimilarity.optional(),
  duplicateIf: duplicateIf.optional(),
  compareTitles: compareTitles.optional(),
  keepText: keepText.optional(),
  keepRefused: keepRefused.optional(),
  ...limitsOrNone,
  recipe: z.unknown().optional().describe('is refused: a recipe never changes'),
});

export const reindexRequest = z.strictObject({ recipe: partialRecipe });

export const scanRequest = z.strictObject({
  deleteDuplicates: optional(
    z
      .boolean()
      .describe('whether documents go that are duplicates of one that stays; by default none goes'),
  ),
  dryRun: optional(z.boolean().describe('whether it only tells what it would do')),
});

export const collectionsQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('how many a page has; by default all there are'),
  cursor: z.string().max(1000).optional().describe('`nextCursor` of the page before'),
  search: z.string().max(64).default('').describe('part of a name'),
  sort: z
    .enum(collectionOrders)
    .default('name')
    .describe('`lastDecision`: by the hour in which a check decided last'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  include: z.literal('stats').optional().describe('also count documents, contents and decisions'),
  fields: z.literal('brief').optional().describe('only the name and few fields'),
});

export const nameParams = z.strictObject({ name: collectionName });

export const confirmQuery = z.strictObject({
  confirm: z.string().describe('the name of the collection once more'),
});
