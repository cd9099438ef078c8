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
import { levels } from '../matching/match.js';
import { keepRefusedMax } from '../store/contract/clusters.js';
import {
  collectionName,
  decisionCounts,
  documentCounts,
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
      words: z
        .int()
        .min(2)
        .max(4)
        .describe('Number of words in a shingle, a sequence of consecutive words.'),
      oneIn: z
        .int()
        .min(8)
        .max(1024)
        .describe('One in this many shingles of a long text is indexed.'),
      least: z
        .int()
        .min(4)
        .max(256)
        .describe(
          'Minimum number of shingles indexed per text. A text with fewer shingles is indexed by all of them.',
        ),
    })
    .nullish()
    .describe('Index that finds texts contained in other texts. Null if there is no such index.'),
  ownWords: ownText.describe(
    'Additional words for splitting Chinese text, one per line, in the dictionary format of jieba: `word [frequency] [tag]`.',
  ),
  ownStopWords: ownText.describe(
    'Stop words in addition to the built-in lists in `stopWords`, one per line.',
  ),
  ownIdf: ownText.describe(
    'IDF table that replaces the built-in one for `tfIdf` weighting. Each line has the form `word idf`.',
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
  .describe('Fields that differ from the default recipe.');

const keepText = z
  .boolean()
  .describe(
    'Whether the texts of new documents are kept. They are needed for differences, evidence and reindexing.',
  );

const keepRefused = z
  .int()
  .min(0)
  .max(keepRefusedMax)
  .describe('Maximum number of refused ids that a cluster lists. Defaults to 100.');

const siteLines = z
  .boolean()
  .describe(
    'Whether lines that a site repeats, such as menus and notices, are left out when its pages are compared. Defaults to true.',
  );

/** Settings that are turned off by null. */
const limitsOrNone = {
  minContainment: minContainment
    .nullish()
    .describe(
      'Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off.',
    ),
  ttlSeconds: ttlSeconds
    .nullish()
    .describe(
      'Time to live of documents that are sent without one, in seconds. Null if they never expire.',
    ),
  keepPerFamily: keepPerFamily
    .nullish()
    .describe(
      'Number of similar stored documents (`family` in decisions) from which a further similar one is not stored. Null to store them all.',
    ),
  refusedPages: z
    .strictObject({
      days: z
        .int()
        .min(1)
        .max(3650)
        .describe(
          'Number of days for which refused pages are kept. They are never kept longer than the decisions about them.',
        ),
      texts: withDefault(z.boolean(), false).describe(
        'Whether their texts are kept as well. With `keepText`, they always are.',
      ),
    })
    .meta({ id: 'RefusedPagesSetting' })
    .nullish()
    .describe(
      'Keeps the signatures of refused pages, so that they can still be compared and stored. Null if they are not kept.',
    ),
};

export const collectionRequest = z.strictObject({
  name: collectionName,
  recipe: optional(partialRecipe),
  maxDistance: optional(maxDistance),
  minSimilarity: optional(minSimilarity),
  duplicateIf: optional(duplicateIf),
  keepText: optional(keepText),
  keepRefused: optional(keepRefused),
  siteLines: optional(siteLines),
  ...limitsOrNone,
});

export const collectionChanges = z.strictObject({
  maxDistance: maxDistance.optional(),
  minSimilarity: minSimilarity.optional(),
  duplicateIf: duplicateIf.optional(),
  keepText: keepText.optional(),
  keepRefused: keepRefused.optional(),
  siteLines: siteLines.optional(),
  ...limitsOrNone,
  recipe: z
    .unknown()
    .optional()
    .describe('Always rejected. To change the recipe of a collection, reindex it.'),
});

export const nameParams = z.strictObject({ name: collectionName });

const collectionStats = z
  .object({
    ...documentCounts,
    decisions: z.object(decisionCounts).describe('Number of checks by decision, without dry runs.'),
    lastDecisionHour: time
      .nullable()
      .describe(
        'Start of the hour of the last decision. Null if there was none in the last 90 days.',
      ),
  })
  .meta({ id: 'CollectionStats' })
  .optional()
  .describe('Counts of documents and decisions. Only in lists with `include=stats`.');

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
      .describe(
        'Two texts also match if at least this share of one of them is contained in the other. Null if containment alone does not make a match.',
      ),
    duplicateIf: z.enum(levels).describe('Level at which a match makes a document a duplicate.'),
    ttlSeconds: z
      .int()
      .nullable()
      .describe(
        'Time to live of documents that are sent without one, in seconds. Null if they never expire.',
      ),
    keepText: z.boolean(),
    keepRefused: z.int().describe('Maximum number of refused ids that a cluster lists.'),
    keepPerFamily: z
      .int()
      .nullable()
      .describe(
        'Number of similar stored documents (`family` in decisions) from which a further similar one is not stored. Null if they are all stored.',
      ),
    siteLines: z
      .boolean()
      .describe('Whether lines that a site repeats are left out when its pages are compared.'),
    refusedPages: z
      .object({ days: z.int(), texts: z.boolean() })
      .meta({ id: 'RefusedPages' })
      .nullable()
      .describe(
        'How long refused pages are kept, and whether their texts are kept as well. Null if refused pages are not kept.',
      ),
    createdAt: time,
    problem: z
      .string()
      .nullable()
      .describe('Reason why this release cannot use the collection. Null if it can.'),
    recallAt: z
      .object({
        measure: z.enum(['jaccard', 'cosine']),
        points: z.array(z.object({ value: z.number(), recall: z.number() })).readonly(),
      })
      .nullable()
      .describe(
        'Recall: the probability that a search finds a document with the given similarity, with the thresholds of the collection. Null if it is not known.',
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
  const { generation: _, createdAt, recallAt, ...described } = collection;
  return { ...described, recallAt: recallReply(recallAt), createdAt: timeReply(createdAt) };
}

/** Returns a curve with four decimals: a recall of 1e-154 is 0. */
function recallReply(curve: DescribedCollection['recallAt']): DescribedCollection['recallAt'] {
  const points = curve?.points.map(({ value, recall }) => ({
    value,
    recall: Math.round(recall * 10_000) / 10_000,
  }));
  return curve && points ? { ...curve, points } : null;
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
