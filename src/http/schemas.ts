import { z } from 'zod';
import { exactDistanceMax } from '../store/store.js';

/**
 * The shapes of the API: the one source of validation, of types and of openapi.json. Objects are
 * strict, so an unknown field is an error and nothing is accepted and ignored.
 */

const metadataBytesMax = 16 * 1024;
export const limitMax = 1000;

/** Bounds that the operator sets. */
export interface RequestLimits {
  readonly featuresMax: number;
}

const hasControlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

export const documentId = z
  .string()
  .min(1)
  .max(2048)
  .refine((id) => !hasControlCharacter.test(id), 'must not contain control characters')
  .refine((id) => id.isWellFormed(), 'must not contain lone surrogates')
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or "..", which no URL can carry')
  .describe('1 to 2,048 characters, often the URL of the page');

export const collectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must match ^[a-z0-9][a-z0-9_-]{0,63}$');

const collectionField = collectionName.default('default');

export const fingerprintHex = z
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
  const matchLimits = { maxDistance: maxDistance.optional(), limit: limit.optional() };
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
      })
      .superRefine(exactlyOne('text', 'features', 'fingerprint', 'id'))
      .superRefine(recipeNeedsFingerprint),
    fingerprint: z
      .strictObject({ ...content, collection: collectionField })
      .superRefine(exactlyOne('text', 'features')),
  };
}

export type RequestSchemas = ReturnType<typeof requestSchemas>;

const recipeFields = {
  version: z.literal(1),
  method: z.literal('simhash'),
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
  weighting: z.enum(['none', 'tf', 'logTf', 'tfIdf']),
  unknownIdf: z.enum(['median', 'mean']),
  topTerms: z.int().min(1).max(1_000_000).nullable(),
  hash: z.literal('xxh64'),
  shortTextBelow: z.int().min(0).max(1000),
  shingle: z.null(),
  sketch: z.null(),
  bands: z.null(),
  checksums: z.record(z.string(), recipeIdHex).readonly(),
};

export const collectionRequest = z.strictObject({
  name: collectionName,
  recipe: z.strictObject(recipeFields).partial().optional(),
  maxDistance: maxDistance.optional(),
});

export const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
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
export const nameParams = z.strictObject({ name: collectionName });

const time = z.iso.datetime().describe('RFC 3339, UTC');
const featureCount = z
  .int()
  .nullable()
  .describe('number of distinct features; null for a posted fingerprint');
const shortText = z.boolean().describe('whether there is too little text to be sure');
const anyMetadata = z.record(z.string(), z.unknown());

const match = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    fingerprint: fingerprintHex,
    metadata: anyMetadata.optional(),
    storedAt: time,
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

const collection = z
  .object({
    name: z.string(),
    recipe: z.object(recipeFields),
    recipeId: recipeIdHex,
    maxDistance: z.int(),
    createdAt: time,
    problem: z.string().nullable().describe('why the collection is closed; null if it is open'),
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
    candidates: z.int().describe('distinct contents within the distance'),
    truncated: z.boolean(),
    tookMs: z.number(),
  }),
  fingerprinted: z.object({
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    recipe: recipeIdHex,
  }),
  document: storedDocument,
  lookedUp: z.object({ documents: z.array(storedDocument), missing: z.array(z.string()) }),
  deleted: z.object({
    deleted: z.array(z.string()).readonly(),
    missing: z.array(z.string()).readonly(),
  }),
  listed: z.object({ documents: z.array(storedDocument), nextCursor: z.string().nullable() }),
  collection,
  collections: z.object({ collections: z.array(collection) }),
  stats: z.object({
    documents: z.int(),
    contents: z.int(),
    fingerprints: z.int(),
    bytes: z.int().nullable().describe('size of the database files; null for one collection'),
  }),
  health: z.object({ status: z.literal('ok'), version: z.string() }),
  ready: z.object({ status: z.literal('ready') }),
};

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
