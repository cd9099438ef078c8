import { z } from 'zod';
import { bandRowsMax, shingleWordsMax } from '../fingerprint/recipe.js';
import { exactDistanceMax } from '../store/store.js';

/**
 * The shapes of the API: the one source of validation, of types and of openapi.json. Objects are
 * strict, so an unknown field is an error and nothing is accepted and ignored.
 */

const metadataBytesMax = 16 * 1024;
const limitMax = 1000;
/** Evidence takes an analysis of both texts a match. */
const explainedMax = 50;

/** Bounds that the operator sets. */
export interface RequestLimits {
  readonly featuresMax: number;
}

const hasControlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

const documentId = z
  .string()
  .min(1)
  .max(2048)
  .refine((id) => !hasControlCharacter.test(id), 'must not contain control characters')
  .refine((id) => id.isWellFormed(), 'must not contain lone surrogates')
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or "..", which no URL can carry')
  .describe('1 to 2,048 characters, often the URL of the page');

const collectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must match ^[a-z0-9][a-z0-9_-]{0,63}$');

const collectionField = collectionName.default('default');

const fingerprintHex = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits')
  .describe('64 bits as 16 lower-case hex digits');

const recipeIdHex = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits');

const feature = z.strictObject({
  term: z.string().min(1).max(1024),
  weight: z.number().positive().max(1_000_000),
});

const metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= metadataBytesMax,
    'must be at most 16 KiB as JSON',
  )
  .describe('a JSON object of at most 16 KiB, given back with matches');

const maxDistance = z
  .int()
  .min(0)
  .max(64)
  .describe(`largest Hamming distance of a match; up to ${exactDistanceMax} is supported`);

const minSimilarity = z
  .number()
  .min(0)
  .max(1)
  .describe('least similarity of a match, where both sides have a sketch');

const limit = z.int().min(0).max(limitMax).describe('how many matches are listed');

/** Fields of which a request must carry exactly one. */
function exactlyOne(...names: string[]) {
  return (value: object, context: z.RefinementCtx) => {
    const present = names.filter((name) => (value as Record<string, unknown>)[name] !== undefined);
    if (present.length === 1) return;
    const found = present.length === 0 ? 'none is there' : `${present.join(' and ')} are there`;
    context.addIssue({
      code: 'custom',
      message: `exactly one of ${names.join(', ')} is needed, but ${found}`,
    });
  };
}

/** The request bodies whose bounds depend on the settings. */
export function requestSchemas({ featuresMax }: RequestLimits) {
  const text = z.string().describe('plain text of the page');
  const features = z
    .array(feature)
    .min(1)
    .max(featuresMax)
    .describe('words and weights of an analysis of your own');
  const recipe = recipeIdHex.describe('id of the recipe that `fingerprint` was made with');
  const content = { text: text.optional(), features: features.optional() };
  const contentOrFingerprint = {
    ...content,
    fingerprint: fingerprintHex.optional(),
    recipe: recipe.optional(),
  };
  const recipeNeedsFingerprint = (value: object, context: z.RefinementCtx) => {
    const { recipe: id, fingerprint } = value as { recipe?: string; fingerprint?: string };
    if (id === undefined || fingerprint !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['recipe'],
      message: 'goes only with a fingerprint',
    });
  };
  const document = {
    id: documentId.optional(),
    ...contentOrFingerprint,
    collection: collectionField,
    metadata: metadata.optional(),
  };
  const matchLimits = {
    maxDistance: maxDistance.optional(),
    minSimilarity: minSimilarity.optional(),
    limit: limit.optional(),
  };
  const side = z
    .strictObject({ ...contentOrFingerprint, id: documentId.optional() })
    .superRefine(exactlyOne('text', 'features', 'fingerprint', 'id'))
    .superRefine(recipeNeedsFingerprint);
  return {
    document: z
      .strictObject(document)
      .superRefine(exactlyOne('text', 'features', 'fingerprint'))
      .superRefine(recipeNeedsFingerprint),
    check: z
      .strictObject({
        ...document,
        store: z
          .enum(['ifNew', 'always', 'never'])
          .default('ifNew')
          .describe('when the document is stored'),
        ...matchLimits,
      })
      .superRefine(exactlyOne('text', 'features', 'fingerprint'))
      .superRefine(recipeNeedsFingerprint),
    query: z
      .strictObject({
        ...contentOrFingerprint,
        id: documentId.optional(),
        collection: collectionField,
        ...matchLimits,
        explain: z
          .boolean()
          .default(false)
          .describe(`why each match is one; with a limit of at most ${explainedMax}`),
      })
      .superRefine(exactlyOne('text', 'features', 'fingerprint', 'id'))
      .superRefine(recipeNeedsFingerprint)
      .refine((query) => !query.explain || (query.limit ?? 0) <= explainedMax, {
        path: ['limit'],
        message: `must be at most ${explainedMax} with explain`,
      }),
    compare: z.strictObject({
      a: side,
      b: side,
      collection: collectionField,
      explain: z.boolean().default(false).describe('also give terms, bits and the difference'),
    }),
    fingerprint: z
      .strictObject({ ...content, collection: collectionField })
      .superRefine(exactlyOne('text', 'features')),
  };
}

export type RequestSchemas = ReturnType<typeof requestSchemas>;

const recipeFields = {
  version: z.literal(1),
  method: z.enum(['simhash', 'minhash', 'hybrid']),
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
  weighting: z.enum(['none', 'tf', 'logTf', 'tfIdf', 'textRank']),
  unknownIdf: z.enum(['median', 'mean']),
  topTerms: z.int().min(1).max(1_000_000).nullable(),
  hash: z.enum(['xxh64', 'fnv1a64', 'md5', 'sha1', 'jenkins']),
  shortTextBelow: z.int().min(0).max(1000),
  shortMinSimilarity: z.number().min(0).max(1).nullish(),
  shingle: z.strictObject({ words: z.int().min(1).max(shingleWordsMax) }).nullable(),
  sketch: z.strictObject({ length: z.literal(128), bits: z.literal(8) }).nullable(),
  bands: z
    .strictObject({
      count: z.int().min(1).max(128),
      rows: z.int().min(1).max(bandRowsMax),
    })
    .nullable(),
  checksums: z.record(z.string(), recipeIdHex).readonly(),
};

const partialRecipe = z.strictObject(recipeFields).partial();

export const collectionRequest = z.strictObject({
  name: collectionName,
  recipe: partialRecipe.optional(),
  maxDistance: maxDistance.optional(),
  minSimilarity: minSimilarity.optional(),
  keepText: z
    .boolean()
    .optional()
    .describe('whether normalised texts are kept, for evidence and for reindexing'),
});

export const reindexRequest = z.strictObject({ recipe: partialRecipe });

export const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
});

export const documentQuery = z.strictObject({
  collection: collectionField,
  include: z.literal('text').optional().describe('also give the kept text'),
});
export const collectionQuery = z.strictObject({ collection: collectionField });
export const optionalCollectionQuery = z.strictObject({ collection: collectionName.optional() });
export const confirmQuery = z.strictObject({
  confirm: z.string().describe('the name of the collection once more'),
});
export const listQuery = z.strictObject({
  collection: collectionField,
  cursor: z.string().max(20_000).optional().describe('`nextCursor` of the page before'),
  limit: z.coerce.number().int().min(1).max(limitMax).default(100),
});
export const idParams = z.strictObject({ id: documentId });
export const jobParams = z.strictObject({ id: z.string().max(64) });
export const nameParams = z.strictObject({ name: collectionName });

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'Problem' });

const time = z.iso.datetime().describe('RFC 3339, UTC');
const featureCount = z
  .int()
  .nullable()
  .describe('number of distinct features; null for a posted fingerprint');
const shortText = z.boolean().describe('whether there is too little text to be sure');
const anyMetadata = z.record(z.string(), z.unknown());

const missingText = z
  .literal('text_not_kept')
  .optional()
  .describe('why something is null: of a stored document no text was kept');

const termList = z.object({
  count: z.int().describe('how many there are; the heaviest are listed'),
  terms: z
    .array(z.object({ term: z.string(), weightA: z.number(), weightB: z.number() }))
    .readonly(),
});

const bit = z.int().min(0).max(63).describe('63 is the highest');

const evidenceFields = {
  terms: z
    .object({ shared: termList, onlyA: termList, onlyB: termList })
    .nullable()
    .describe('words with their weights; null where words are not known'),
  differingBits: z.array(bit).readonly(),
  flips: z
    .array(
      z.object({
        bit,
        document: z.enum(['a', 'b']),
        terms: z.array(z.string()).readonly(),
      }),
    )
    .readonly()
    .describe('for a differing bit the fewest words without which this document had the other bit'),
  equalBlocks: z.array(z.int()).readonly().describe('16-bit blocks that agree, 0 the highest'),
  sharedBands: z.array(z.int()).readonly().nullable().describe('bands of the sketches that agree'),
  reason: missingText,
};

const evidence = z
  .object(evidenceFields)
  .meta({ id: 'Evidence' })
  .describe('why a match is one; a is the probe, b the match');

const match = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    fingerprint: fingerprintHex,
    metadata: anyMetadata.optional(),
    storedAt: time,
    evidence: evidence
      .nullable()
      .optional()
      .describe('with `explain`; null if the document has just gone'),
  })
  .meta({ id: 'Match' });

const storedDocument = z
  .object({
    id: z.string(),
    collection: z.string(),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    metadata: anyMetadata.optional(),
    revision: z.int().min(1),
    storedAt: time,
    updatedAt: time,
    lastSeenAt: time,
    seenCount: z.int().min(1),
  })
  .meta({ id: 'StoredDocument' });

const job = z
  .object({
    id: z.string(),
    kind: z.enum(['reindex']),
    collection: z.string(),
    state: z.enum(['running', 'succeeded', 'failed']),
    progress: z.object({ done: z.int(), total: z.int() }),
    error: problem.nullable().describe('why it failed; null unless it did'),
    startedAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Job' });

const collection = z
  .object({
    name: z.string(),
    recipe: z.object(recipeFields),
    recipeId: recipeIdHex,
    maxDistance: z.int(),
    minSimilarity: z.number(),
    keepText: z.boolean(),
    createdAt: time,
    problem: z.string().nullable().describe('why the collection is closed; null if it is open'),
    recallAt: z
      .object({
        measure: z.enum(['jaccard', 'cosine']),
        points: z.array(z.object({ value: z.number(), recall: z.number() })).readonly(),
      })
      .nullable()
      .describe('how likely two documents of this likeness find each other by the defaults'),
  })
  .meta({ id: 'Collection' });

/** What each operation answers when it succeeds. */
export const replies = {
  added: z.object({
    id: z.string(),
    collection: z.string(),
    status: z.enum(['created', 'replaced', 'unchanged']),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    revision: z.int().min(1),
  }),
  checked: z
    .object({
      decision: z.enum(['new', 'duplicate', 'changed', 'unchanged']),
      stored: z.boolean().describe('whether this check stored the document'),
      id: z.string().nullable(),
      collection: z.string(),
      fingerprint: fingerprintHex,
      featureCount,
      shortText,
      duplicateOf: z.string().nullable().describe('id of the best match of a duplicate'),
      previous: z
        .object({ distance: z.int(), similarity: z.number().nullable() })
        .nullable()
        .describe('how far the earlier version of this id is; null if there was none'),
      matches: z.array(match),
      truncated: z.boolean(),
    })
    .meta({ id: 'Decision' }),
  queried: z.object({
    fingerprint: fingerprintHex,
    matches: z.array(match),
    candidates: z.int().describe('distinct contents within the distance or with a band in common'),
    truncated: z.boolean(),
    tookMs: z.number(),
  }),
  compared: z.object({
    match: z.boolean().describe('whether the two match by the defaults of the collection'),
    exact: z.boolean(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    jaccard: z.number().nullable(),
    containment: z.object({ aInB: z.number(), bInA: z.number() }).nullable(),
    setsOf: z
      .enum(['shingles', 'terms'])
      .nullable()
      .describe('what `jaccard` and `containment` count'),
    cosine: z.number().nullable(),
    euclidean: z.number().nullable(),
    correlation: z.number().nullable(),
    fingerprints: z.object({ a: fingerprintHex, b: fingerprintHex }),
    reason: missingText,
    ...z.object(evidenceFields).omit({ reason: true }).partial().shape,
    diff: z
      .array(z.object({ in: z.enum(['both', 'a', 'b']), text: z.string() }))
      .readonly()
      .nullable()
      .optional()
      .describe('with `explain`: the normalised texts, piece by piece'),
  }),
  fingerprinted: z.object({
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    recipe: recipeIdHex,
  }),
  document: storedDocument.extend({
    text: z.string().nullable().optional().describe('with `include=text`: the kept text'),
    reason: z.literal('text_not_kept').optional().describe('why `text` is null'),
  }),
  lookedUp: z.object({ documents: z.array(storedDocument), missing: z.array(z.string()) }),
  deleted: z.object({
    deleted: z.array(z.string()).readonly(),
    missing: z.array(z.string()).readonly(),
  }),
  listed: z.object({ documents: z.array(storedDocument), nextCursor: z.string().nullable() }),
  collection,
  collections: z.object({ collections: z.array(collection) }),
  job,
  jobs: z.object({ jobs: z.array(job) }),
  stats: z.object({
    documents: z.int(),
    contents: z.int(),
    fingerprints: z.int(),
    bytes: z.int().nullable().describe('size of the database files; null for one collection'),
  }),
  health: z.object({ status: z.literal('ok'), version: z.string() }),
  ready: z.object({ status: z.literal('ready') }),
};
