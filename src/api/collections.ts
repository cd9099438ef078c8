import { z } from 'zod';
import type { PagedCollection } from '../detector/collection-pages.js';
import type { DescribedCollection } from '../detector/collections.js';
import { bandRowsMax } from '../fingerprint/minhash.js';
import {
  hashNames,
  methods,
  ownTextLengthMax,
  shingleWordsMax,
  weightings,
  withoutOwnTexts,
} from '../fingerprint/recipe.js';
import { refusals } from '../matching/match.js';
import { keepRefusedMax } from '../store/contract/clusters.js';
import {
  collectionName,
  decisionCounts,
  duplicateIf,
  keepPerFamily,
  maxDistance,
  minContainment,
  minSimilarity,
  optional,
  recipeIdHex,
  time,
  timeReply,
  ttlSeconds,
  withDefault,
} from './fields.js';

/** Collections and their recipes, in requests and replies. */

const ownText = z.string().max(ownTextLengthMax).nullish();

const recipeFields = {
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
      words: z.int().min(2).max(4).describe('number of words in a shingle'),
      oneIn: z.int().min(8).max(1024).describe('in a long text, one in n shingles is indexed'),
      least: z
        .int()
        .min(4)
        .max(256)
        .describe('minimum number of indexed shingles per text, unless it has fewer'),
    })
    .nullish()
    .describe('index for texts contained in others; null: none'),
  ownWords: ownText.describe(
    'additional words for the segmentation, one per line: `word [frequency] [tag]`, the format of jieba',
  ),
  ownStopWords: ownText.describe('stop words in addition to those of `stopWords`, one per line'),
  ownIdf: ownText.describe(
    'IDF table for `tfIdf` instead of the built-in one: lines of `word idf`',
  ),
  checksums: z.record(z.string(), recipeIdHex).readonly(),
};

export const partialRecipe = z
  .strictObject({
    ...recipeFields,
    parts: recipeFields.parts.unwrap().unwrap().partial().nullish(),
  })
  .partial()
  .meta({ id: 'RecipeChoice' })
  .describe('fields that differ from the default recipe');

const compareTitles = z
  .boolean()
  .describe(
    'whether pages with different titles count as different pages: each title has a word that the other lacks, apart from site names; by default true',
  );

const keepText = z.boolean().describe('whether texts are kept, for evidence and for reindexing');

const keepRefused = z
  .int()
  .min(0)
  .max(keepRefusedMax)
  .describe('number of refused ids that a cluster remembers, by default 100; 0: none');

/** Settings that are turned off by null. */
const limitsOrNone = {
  minContainment: minContainment
    .nullish()
    .describe(
      'with parts: lowest containment of either text in the other for a match; null: no match by parts',
    ),
  ttlSeconds: ttlSeconds
    .nullish()
    .describe('time to live of documents that name none; null: they are kept permanently'),
  keepPerFamily: keepPerFamily
    .nullish()
    .describe(
      'value of `family` from which a document that is only similar is not stored; null: all are stored',
    ),
  refusedPages: z
    .strictObject({
      days: z
        .int()
        .min(1)
        .max(3650)
        .describe('number of days that they are kept, at most as long as the log'),
      texts: withDefault(z.boolean(), false).describe(
        'whether their texts are kept as well; always true with `keepText`',
      ),
    })
    .meta({ id: 'RefusedPagesSetting' })
    .nullish()
    .describe(
      'keeps the signatures of refused pages, so that a refusal can be compared and undone; null: they are not kept',
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
  recipe: z.unknown().optional().describe('rejected: a recipe changes by reindexing'),
});

export const nameParams = z.strictObject({ name: collectionName });

const collectionStats = z
  .object({
    documents: z.int().describe('number of documents; expired ones count until they are swept'),
    contents: z
      .int()
      .describe(
        'number of distinct contents; those of deleted documents count until they are swept',
      ),
    decisions: z.object(decisionCounts).describe('decisions of all checks except dry runs'),
    lastDecisionHour: time
      .nullable()
      .describe('start of the hour of the last decision; null: none in 90 days'),
  })
  .meta({ id: 'CollectionStats' })
  .optional()
  .describe('in lists, with `include=stats`');

export const collection = z
  .object({
    name: z.string(),
    recipe: z.object(recipeFields).meta({ id: 'Recipe' }),
    recipeId: recipeIdHex,
    maxDistance: z.int(),
    minSimilarity: z.number(),
    minContainment: z
      .number()
      .nullable()
      .describe('lowest containment of a match by parts; null: parts do not match'),
    duplicateIf: z.enum(refusals).describe('which matches make a document a duplicate'),
    compareTitles: z
      .boolean()
      .describe('whether pages with different titles count as different pages'),
    ttlSeconds: z
      .int()
      .nullable()
      .describe('time to live of the documents; null: they are kept permanently'),
    keepText: z.boolean(),
    keepRefused: z.int().describe('number of refused ids that a cluster remembers'),
    keepPerFamily: z
      .int()
      .nullable()
      .describe(
        'value of `family` from which similar documents are not stored; null: all are stored',
      ),
    refusedPages: z
      .object({ days: z.int(), texts: z.boolean() })
      .meta({ id: 'RefusedPages' })
      .nullable()
      .describe(
        'how long refused pages are kept, and whether with their texts; null: they are not kept',
      ),
    createdAt: time,
    problem: z
      .string()
      .nullable()
      .describe('reason why the collection is closed; null if it is open'),
    recallAt: z
      .object({
        measure: z.enum(['jaccard', 'cosine']),
        points: z.array(z.object({ value: z.number(), recall: z.number() })).readonly(),
      })
      .nullable()
      .describe(
        'probability that two documents of this similarity find each other with the default thresholds',
      ),
    stats: collectionStats,
  })
  .meta({ id: 'Collection' });

export const briefCollection = z
  .object({
    name: collection.shape.name,
    method: recipeFields.method,
    ...collection.pick({ recipeId: true, keepText: true, createdAt: true, problem: true }).shape,
    stats: collectionStats,
  })
  .meta({ id: 'BriefCollection' });

export function collectionReply(collection: DescribedCollection) {
  const { generation: _, createdAt, ...described } = collection;
  return { ...described, createdAt: timeReply(createdAt) };
}

/** Returns a collection as it appears in lists. Checksums replace the custom texts of its recipe. */
export function listedCollectionReply({ stats, ...collection }: PagedCollection) {
  const { recipe, recallAt = null } = collection;
  const listed = { ...collection, recallAt, recipe: withoutOwnTexts(recipe) };
  return { ...collectionReply(listed), ...collectionStatsReply(stats) };
}

export function briefCollectionReply({ stats, ...collection }: PagedCollection) {
  const { name, recipe, recipeId, keepText, createdAt, problem } = collection;
  const brief = { name, method: recipe.method, recipeId, keepText };
  const created = timeReply(createdAt);
  return { ...brief, createdAt: created, problem, ...collectionStatsReply(stats) };
}

function collectionStatsReply(stats: PagedCollection['stats']) {
  if (stats === undefined) return {};
  const { lastDecisionHour: hour, ...counts } = stats;
  return { stats: { ...counts, lastDecisionHour: hour === null ? null : timeReply(hour) } };
}
