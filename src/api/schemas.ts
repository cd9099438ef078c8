import { z } from 'zod';
import { exactDistanceMax, refusals } from '../matching/match.js';
import { labelNames } from '../store/contract/labels.js';
import { historyHoursMax } from '../store/rules/decision-counts.js';
import { jsonObject } from './json-object.js';
import { longListOf } from './validation.js';

/**
 * The shapes of requests: the one source of validation, of types and of openapi.json. Objects are
 * strict, so an unknown field is an error and nothing is accepted and ignored.
 */

const metadataBytesMax = 16 * 1024;
const limitMax = 1000;
/** Evidence takes an analysis of both texts a match, and so do passages. */
const explainedMax = 50;

/** Bounds that the operator sets. */
export interface RequestLimits {
  readonly featuresMax: number;
}

const hasControlCharacter = /[\u0000-\u001f\u007f-\u009f]/;

const beginningOfId = z
  .string()
  .min(1)
  .max(2048)
  .refine((id) => !hasControlCharacter.test(id), 'must not contain control characters')
  .refine((id) => id.isWellFormed(), 'must not contain lone surrogates');

export const documentId = beginningOfId
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

export const recipeIdHex = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits');

const feature = z.strictObject({
  term: z.string().min(1).max(1024),
  weight: z.number().positive().max(1_000_000),
});

/** As the schema says it, in a tenth of the time. */
function isFeature(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { term, weight } = value as Record<string, unknown>;
  if (typeof term !== 'string' || term.length < 1 || term.length > 1024) return false;
  if (typeof weight !== 'number' || !(weight > 0 && weight <= 1_000_000)) return false;
  let names = 0;
  for (const _ in value) names += 1;
  return names === 2;
}

export const metadata = jsonObject(metadataBytesMax).describe(
  'a JSON object of at most 16 KiB and 64 levels, given back with matches',
);

export const maxDistance = z
  .int()
  .min(0)
  .max(64)
  .describe(`largest Hamming distance of a match; up to ${exactDistanceMax} is supported`);

export const minSimilarity = z
  .number()
  .min(0)
  .max(1)
  .describe('least similarity of a match, where both sides have a sketch');

export const minContainment = z
  .number()
  .min(0.05)
  .max(1)
  .describe('from which share on a text that stands in another one matches');

export const refuse = z
  .enum(refusals)
  .describe('which matches refuse a document: exact ones, those that are the same, or all');

const limit = z.int().min(0).max(limitMax).describe('how many matches are listed');

const matchLimits = {
  maxDistance: maxDistance.optional(),
  minSimilarity: minSimilarity.optional(),
  minContainment: minContainment
    .nullish()
    .describe(
      'with parts: least containment of either text in the other; null: none matches by parts',
    ),
  limit: limit.optional(),
};

/** A hundred years. */
const ttlSecondsMax = 3_153_600_000;

/** A day. */
const claimSecondsMax = 86_400;

const claimant = z.string().min(1).max(128);

export const ttlSeconds = z.int().min(1).max(ttlSecondsMax);

export const extractorName = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible ASCII characters');

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
  const html = z.string().describe('HTML of the page, of which the main text is taken');
  const features = longListOf(feature, featuresMax, isFeature).describe(
    'words and weights of an analysis of your own',
  );
  const recipe = recipeIdHex.describe('id of the recipe that `fingerprint` was made with');
  const content = { text: text.optional(), html: html.optional(), features: features.optional() };
  const contentOrFingerprint = {
    ...content,
    fingerprint: fingerprintHex.optional(),
    recipe: recipe.optional(),
  };
  const inCollection = { collection: collectionField };
  const about = {
    id: documentId.optional(),
    ...inCollection,
    metadata: metadata.optional(),
    ttlSeconds: ttlSeconds
      .optional()
      .describe('for how long it is kept, if not as the collection says'),
  };
  const document = {
    ...about,
    ...contentOrFingerprint,
    extractor: extractorName
      .optional()
      .describe('name and version of what took the text that `fingerprint` was made of'),
  };
  const checking = {
    store: z
      .enum(['ifNew', 'always', 'never'])
      .default('ifNew')
      .describe('when the document is stored'),
    refuse: refuse.optional(),
    onDuplicate: z
      .enum(['keep', 'replace'])
      .default('keep')
      .describe('what stays of a duplicate: what is stored, or the document that comes'),
    keepFormer: z
      .boolean()
      .default(false)
      .describe('whether a stored id keeps its content if the new one is a duplicate of another'),
    claimSeconds: z
      .int()
      .min(1)
      .max(claimSecondsMax)
      .optional()
      .describe('what is stored goes by itself after this time, unless it is confirmed'),
    claimant: claimant
      .optional()
      .describe('who claims it, under a name that survives a restart; by default the key'),
    ...matchLimits,
  };
  const querying = {
    ...inCollection,
    ...matchLimits,
    explain: z
      .boolean()
      .default(false)
      .describe(`why each match is one; with a limit of at most ${explainedMax}`),
  };
  const overlapping = {
    ...inCollection,
    minContainment: minContainment
      .default(0.05)
      .describe('least containment of either text in the other, for a document to be looked into'),
    minWords: z.int().min(1).max(1000).default(8).describe('how many words a passage has at least'),
    limit: z
      .int()
      .min(1)
      .max(explainedMax)
      .default(10)
      .describe('how many documents are looked into, best first'),
    texts: z
      .boolean()
      .default(false)
      .describe('also give the first 500 characters of each passage'),
  };
  const oneOfDocument = exactlyOne('text', 'html', 'features', 'fingerprint');
  const oneOfProbe = exactlyOne('text', 'html', 'features', 'fingerprint', 'id');
  const side = z
    .strictObject({ ...contentOrFingerprint, id: documentId.optional() })
    .superRefine(oneOfProbe)
    .superRefine(goesWithFingerprint('recipe'));
  return {
    document: {
      json: z
        .strictObject(document)
        .superRefine(oneOfDocument)
        .superRefine(goesWithFingerprint('recipe', 'extractor')),
      query: z.strictObject(about),
    },
    check: {
      json: z
        .strictObject({ ...document, ...checking })
        .superRefine(oneOfDocument)
        .superRefine(goesWithFingerprint('recipe', 'extractor')),
      query: z.strictObject({ ...about, ...checking }),
    },
    query: {
      json: z
        .strictObject({ ...contentOrFingerprint, id: documentId.optional(), ...querying })
        .superRefine(oneOfProbe)
        .superRefine(goesWithFingerprint('recipe'))
        .superRefine(explainsFew),
      query: z.strictObject(querying).superRefine(explainsFew),
    },
    compare: z.strictObject({
      a: side,
      b: side,
      ...inCollection,
      explain: z.boolean().default(false).describe('also give terms, bits and the difference'),
    }),
    overlap: {
      json: z
        .strictObject({
          ...{ text: text.optional(), html: html.optional(), id: documentId.optional() },
          ...overlapping,
        })
        .superRefine(exactlyOne('text', 'html', 'id')),
      query: z.strictObject(overlapping),
    },
    fingerprint: {
      json: z
        .strictObject({ ...content, ...inCollection })
        .superRefine(exactlyOne('text', 'html', 'features')),
      query: z.strictObject(inCollection),
    },
    extract: { json: z.strictObject({ html }), query: z.strictObject({}) },
  };
}

/** Refuses fields that say something about a fingerprint where there is none. */
function goesWithFingerprint(...names: string[]) {
  return (value: object, context: z.RefinementCtx) => {
    const given = value as Record<string, unknown>;
    if (given.fingerprint !== undefined) return;
    for (const name of names) {
      if (given[name] === undefined) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'goes only with a fingerprint' });
    }
  };
}

function explainsFew(
  { explain, limit }: { readonly explain: boolean; readonly limit?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (!explain || (limit ?? 0) <= explainedMax) return;
  const message = `must be at most ${explainedMax} with explain`;
  context.addIssue({ code: 'custom', path: ['limit'], message });
}

export type RequestSchemas = ReturnType<typeof requestSchemas>;

export const backupRequest = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be 1 to 128 letters, digits or . _ -')
    .refine((name) => !name.endsWith('.part'), 'must not end in .part, as what is unfinished does')
    .optional()
    .describe('file name of the copy in NEARDUP_BACKUP_DIR; made of the time by default'),
});

export const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
});

export const confirmRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  claimant: claimant.optional().describe('who claimed them; by default the key'),
  collection: collectionField,
});

const idPrefix = beginningOfId.describe('what the ids begin with, such as the address of a site');

export const deleteRequest = z
  .strictObject({
    ids: z.array(documentId).min(1).max(1000).optional(),
    idPrefix: idPrefix.optional(),
    collection: collectionField,
  })
  .superRefine(exactlyOne('ids', 'idPrefix'));

export const documentQuery = z.strictObject({
  collection: collectionField,
  include: z.literal('text').optional().describe('also give the kept text'),
});
export const collectionQuery = z.strictObject({ collection: collectionField });
export const optionalCollectionQuery = z.strictObject({ collection: collectionName.optional() });
const page = {
  collection: collectionField,
  cursor: z.string().max(20_000).optional().describe('`nextCursor` of the page before'),
  limit: z.coerce.number().int().min(1).max(limitMax).default(100),
};
export const clusterId = z.string().min(1).max(64);
export const listQuery = z
  .strictObject({
    ...page,
    idPrefix: idPrefix.optional(),
    cluster: clusterId.optional().describe('only members of this cluster, as they came'),
  })
  .refine(
    ({ idPrefix, cluster }) => idPrefix === undefined || cluster === undefined,
    'idPrefix and cluster do not go together',
  );
export const clustersQuery = z.strictObject({
  ...page,
  minSize: z.coerce
    .number()
    .int()
    .min(1)
    .default(2)
    .describe('least number of members, refused ones counted'),
});
export const clusterParams = z.strictObject({ id: clusterId });
export const pageQuery = z.strictObject(page);
export const separationRequest = z.strictObject({
  a: documentId,
  b: documentId,
  collection: collectionField,
});
export const labelRequest = z.strictObject({
  a: documentId,
  b: documentId,
  label: z.enum(labelNames).describe('what the two are: `version` is another state of one page'),
  separate: z
    .boolean()
    .default(false)
    .describe('with `different`: also declare them separate, for all later checks'),
  collection: collectionField,
});
export const borderQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('how many pairs at most'),
});
export const historyQuery = z.strictObject({
  collection: collectionName.optional(),
  hours: z.coerce.number().int().min(1).max(historyHoursMax).default(24),
});
export const idParams = z.strictObject({ id: documentId });
export const jobParams = z.strictObject({ id: z.string().max(64) });
