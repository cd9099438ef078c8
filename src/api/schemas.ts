import { z } from 'zod';
import { memberOrders } from '../detector/cluster-walk.js';
import { changeActions, coveredActions, duplicateActions } from '../matching/decide.js';
import { familyMax } from '../matching/family.js';
import { exactDistanceMax, refusals } from '../matching/match.js';
import { decisions } from '../store/contract/documents.js';
import { labelNames } from '../store/contract/labels.js';
import { historyHoursMax } from '../store/rules/decision-counts.js';
import { jsonObject } from './json-object.js';
import { longListOf } from './validation.js';

/**
 * The shapes of requests: the one source of validation, of types and of openapi.json. Objects are
 * strict, so an unknown field is an error and nothing is accepted and ignored.
 */

const metadataBytesMax = 16 * 1024;
/** Longest title, in UTF-16 units: that of one found in a page. */
const titleLengthMax = 1000;
const limitMax = 1000;
/** Evidence takes an analysis of both texts a match, and so do passages. */
const explainedMax = 50;

/** Bounds that the operator sets. */
export interface RequestLimits {
  readonly featuresMax: number;
}

const controlCharacters = '\\u0000-\\u001f\\u007f-\\u009f';
const hasControlCharacter = new RegExp(`[${controlCharacters}]`);

const beginningOfId = z
  .string()
  .min(1)
  .max(2048)
  .refine((id) => !hasControlCharacter.test(id), 'must not contain control characters')
  .refine((id) => id.isWellFormed(), 'must not contain lone surrogates')
  .meta({ pattern: `^[^${controlCharacters}]*$` });

export const documentId = beginningOfId
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or "..", which no URL can carry')
  .describe('1 to 2,048 characters, often the URL of the page');

export const collectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must match ^[a-z0-9][a-z0-9_-]{0,63}$');

const collectionField = withDefault(collectionName, 'default');

export const fingerprintHex = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits')
  .describe('64 bits as 16 lower-case hex digits');

export const recipeIdHex = z.string().regex(/^[0-9a-f]{16}$/, 'must be 16 lower-case hex digits');

const feature = z
  .strictObject({
    term: z.string().min(1).max(1024),
    weight: z.number().positive().max(1_000_000),
  })
  .meta({ title: 'Feature' });

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
  .meta({ maximum: exactDistanceMax })
  .describe('largest Hamming distance of a match');

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

export const duplicateIf = z
  .enum(refusals)
  .describe(
    'which matches make a document a duplicate: exact ones, also those to which it adds nothing, or all',
  );

const limit = z.int().min(0).max(limitMax).describe('how many matches are listed');

const matchLimits = {
  maxDistance: optional(maxDistance),
  minSimilarity: optional(minSimilarity),
  minContainment: minContainment
    .nullish()
    .describe(
      'with parts: least containment of either text in the other; null: none matches by parts',
    ),
  limit: optional(limit),
};

/** A hundred years. */
const ttlSecondsMax = 3_153_600_000;

/** A day. */
const claimSecondsMax = 86_400;

const claimant = z.string().min(1).max(128);

export const keepPerFamily = z.int().min(1).max(familyMax);

export const ttlSeconds = z.int().min(1).max(ttlSecondsMax);

export const extractorName = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible ASCII characters');

/** A field that may be left out. Null counts as left out, as many clients send it for what they lack. */
export function optional<T extends z.ZodType>(schema: T) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** The same of a field that has a value by default. */
function withDefault<T extends z.ZodType>(schema: T, value: z.output<T>) {
  return schema
    .default(value as never)
    .nullable()
    .transform((given) => (given ?? value) as z.output<T>);
}

/** JSON Schema of an object in which a field is there, and not null. */
const present = (name: string) => ({
  required: [name],
  properties: { [name]: { not: { type: 'null' } } },
});

/**
 * Says in JSON Schema which combinations of fields are refused. As a denial, because generators of
 * clients make other types of an object with `oneOf`, and read over `not`.
 */
const refused = (...combinations: object[]) => ({ not: anyOf(combinations) });

const anyOf = ([first, ...others]: object[]) =>
  others.length === 0 ? first! : { anyOf: [first, ...others] };

const notExactlyOne = (...names: string[]) => ({ not: { oneOf: names.map(present) } });

const without = (other: string, ...names: string[]) => ({
  allOf: [anyOf(names.map(present)), { not: present(other) }],
});

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

const includedPage = optional(
  z
    .array(z.literal('page'))
    .max(1)
    .describe(
      'adds `page`: facts that the page states about itself; in a query string `include=page`',
    ),
);

/** The request bodies whose bounds depend on the settings. */
export function requestSchemas({ featuresMax }: RequestLimits) {
  const text = z.string().describe('plain text of the page');
  const html = z.string().describe('HTML of the page, of which the main text is taken');
  const features = longListOf(feature, featuresMax, isFeature).describe(
    'words and weights of an analysis of your own',
  );
  const recipe = recipeIdHex.describe('id of the recipe that `fingerprint` was made with');
  const content = { text: optional(text), html: optional(html), features: optional(features) };
  const contentOrFingerprint = {
    ...content,
    fingerprint: optional(fingerprintHex),
    recipe: optional(recipe),
  };
  const inCollection = { collection: collectionField };
  const about = {
    id: optional(documentId),
    ...inCollection,
    metadata: optional(metadata),
    title: optional(
      z
        .string()
        .trim()
        .min(1)
        .max(titleLengthMax)
        .describe('title of the page; replaces the one found in it'),
    ),
    include: includedPage,
    ttlSeconds: optional(
      ttlSeconds.describe('for how long it is kept, if not as the collection says'),
    ),
  };
  const document = {
    ...about,
    ...contentOrFingerprint,
    extractor: optional(
      extractorName.describe(
        'name and version of what took the text that `fingerprint` was made of',
      ),
    ),
  };
  const checking = {
    duplicateIf: optional(duplicateIf),
    onDuplicate: withDefault(
      z
        .enum(duplicateActions)
        .describe(
          'what becomes of a duplicate: it is skipped, stored, or takes the place of the documents that it covers',
        ),
      'skip',
    ),
    onChange: withDefault(
      z
        .enum(changeActions)
        .describe(
          'what becomes of other content of a stored id: it is stored, or the former version is kept if it is a duplicate of another document',
        ),
      'store',
    ),
    onCovered: withDefault(
      z
        .enum(coveredActions)
        .describe('what becomes of documents that a stored one covers, though it adds something'),
      'keep',
    ),
    dryRun: withDefault(z.boolean().describe('decides only, and stores nothing'), false),
    claimSeconds: optional(
      z
        .int()
        .min(1)
        .max(claimSecondsMax)
        .describe('what is stored goes by itself after this time, unless it is confirmed'),
    ),
    claimant: optional(
      claimant.describe('who claims it, under a name that survives a restart; by default the key'),
    ),
    ...matchLimits,
  };
  const querying = {
    ...inCollection,
    ...matchLimits,
    explain: withDefault(
      z.boolean().describe(`why each match is one; with a limit of at most ${explainedMax}`),
      false,
    ),
    include: includedPage,
  };
  const overlapping = {
    ...inCollection,
    minContainment: withDefault(
      minContainment.describe(
        'least containment of either text in the other, for a document to be looked into',
      ),
      0.05,
    ),
    minWords: withDefault(
      z.int().min(1).max(1000).describe('how many words a passage has at least'),
      8,
    ),
    limit: withDefault(
      z.int().min(1).max(explainedMax).describe('how many documents are looked into, best first'),
      10,
    ),
    texts: withDefault(
      z.boolean().describe('also give the first 500 characters of each passage'),
      false,
    ),
  };
  const extracting = {
    url: optional(
      z
        .string()
        .max(2048)
        .describe('address of the page: resolves relative ones, and names its host'),
    ),
  };
  const contents = ['text', 'html', 'features', 'fingerprint'];
  const documentRules = refused(
    notExactlyOne(...contents),
    without('fingerprint', 'recipe', 'extractor'),
  );
  const probeRules = refused(notExactlyOne(...contents, 'id'), without('fingerprint', 'recipe'));
  const oneOfDocument = exactlyOne(...contents);
  const oneOfProbe = exactlyOne(...contents, 'id');
  const side = z
    .strictObject({ ...contentOrFingerprint, id: optional(documentId) })
    .superRefine(oneOfProbe)
    .superRefine(goesWithFingerprint('recipe'))
    .meta({ id: 'Side', ...probeRules });
  return {
    document: {
      json: z
        .strictObject(document)
        .superRefine(oneOfDocument)
        .superRefine(goesWithFingerprint('recipe', 'extractor'))
        .meta(documentRules),
      query: z.strictObject(about),
    },
    check: {
      json: z
        .strictObject({ ...document, ...checking })
        .superRefine(oneOfDocument)
        .superRefine(goesWithFingerprint('recipe', 'extractor'))
        .meta(documentRules),
      query: z.strictObject({ ...about, ...checking }),
    },
    query: {
      json: z
        .strictObject({ ...contentOrFingerprint, id: optional(documentId), ...querying })
        .superRefine(oneOfProbe)
        .superRefine(goesWithFingerprint('recipe'))
        .superRefine(explainsFew)
        .meta(probeRules),
      query: z.strictObject(querying).superRefine(explainsFew),
    },
    compare: z.strictObject({
      a: side,
      b: side,
      ...inCollection,
      explain: withDefault(z.boolean().describe('also give terms, bits and the difference'), false),
    }),
    overlap: {
      json: z
        .strictObject({
          ...{ text: optional(text), html: optional(html), id: optional(documentId) },
          ...overlapping,
        })
        .superRefine(exactlyOne('text', 'html', 'id'))
        .meta(refused(notExactlyOne('text', 'html', 'id'))),
      query: z.strictObject(overlapping),
    },
    fingerprint: {
      json: z
        .strictObject({ ...content, ...inCollection })
        .superRefine(exactlyOne('text', 'html', 'features'))
        .meta(refused(notExactlyOne('text', 'html', 'features'))),
      query: z.strictObject(inCollection),
    },
    extract: {
      json: z.strictObject({ html, ...extracting }),
      query: z.strictObject(extracting),
    },
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

const excerptName = z
  .literal('excerpt')
  .describe('also give the first 240 characters of each kept text');

export const backupRequest = z.strictObject({
  name: optional(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'must be 1 to 128 letters, digits or . _ -')
      .refine(
        (name) => !name.endsWith('.part'),
        'must not end in .part, as what is unfinished does',
      )
      .describe('file name of the copy in NEARDUP_BACKUP_DIR; made of the time by default'),
  ),
});

export const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
  include: optional(z.array(excerptName).max(1)),
});

export const confirmRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  claimant: optional(claimant.describe('who claimed them; by default the key')),
  collection: collectionField,
});

const idPrefix = beginningOfId.describe('what the ids begin with, such as the address of a site');

export const deleteRequest = z
  .strictObject({
    ids: optional(z.array(documentId).min(1).max(1000)),
    idPrefix: optional(idPrefix),
    collection: collectionField,
  })
  .superRefine(exactlyOne('ids', 'idPrefix'))
  .meta(refused(notExactlyOne('ids', 'idPrefix')));

export const documentQuery = z.strictObject({
  collection: collectionField,
  include: z
    .enum(['text', 'match', 'text,match', 'match,text'])
    .optional()
    .describe('also give the kept text, or what the document was found to match when it came'),
});
export const collectionQuery = z.strictObject({ collection: collectionField });
export const optionalCollectionQuery = z.strictObject({ collection: collectionName.optional() });
const page = {
  collection: collectionField,
  cursor: z.string().max(20_000).optional().describe('`nextCursor` of the page before'),
  limit: z.coerce.number().int().min(1).max(limitMax).default(100),
};
export const clusterId = z.string().min(1).max(64);
const moment = z.iso
  .datetime({ offset: true, error: 'must be like 2027-01-31T00:00:00Z' })
  .transform((text) => Date.parse(text));

export const listQuery = z
  .strictObject({
    ...page,
    idPrefix: idPrefix.optional(),
    cluster: clusterId.optional().describe('only members of this cluster, as they came'),
    order: z
      .enum(['id', 'newest'])
      .default('id')
      .describe('`newest`: by their coming into the collection, the last that came first'),
    storedAfter: moment
      .optional()
      .describe('with `order=newest`: only what was first stored then or later'),
    storedBefore: moment
      .optional()
      .describe('with `order=newest`: only what was first stored before'),
    include: excerptName.optional(),
  })
  .refine(
    ({ idPrefix, cluster }) => idPrefix === undefined || cluster === undefined,
    'idPrefix and cluster do not go together',
  )
  .refine(
    ({ order, idPrefix, cluster }) =>
      order === 'id' || (idPrefix === undefined && cluster === undefined),
    'order=newest does not go with idPrefix or cluster',
  )
  .refine(
    ({ order, storedAfter, storedBefore }) =>
      order === 'newest' || (storedAfter === undefined && storedBefore === undefined),
    'storedAfter and storedBefore go only with order=newest',
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
export const clusterQuery = z
  .strictObject({
    ...page,
    order: z
      .enum(memberOrders)
      .default('seat')
      .describe('the order of the members; by seat, stored ones come first'),
    direction: z
      .enum(['ascending', 'descending'])
      .optional()
      .describe(
        'with `similarity` or `time`, by default `descending`: most similar or newest first',
      ),
    host: z
      .string()
      .max(260)
      .optional()
      .describe('only members whose id is a URL of this host; empty: whose id is no URL'),
  })
  .refine(
    ({ order, direction }) => order !== 'seat' || direction !== 'descending',
    'direction goes only with order similarity or time',
  );
export const representativeRequest = z.strictObject({
  id: documentId,
  collection: collectionField,
});
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
  separate: withDefault(
    z.boolean().describe('with `different`: also declare them separate, for all later checks'),
    false,
  ),
  collection: collectionField,
});
export const borderQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).describe('how many pairs at most'),
});
export const historyQuery = z.strictObject({
  collection: collectionName.optional(),
  hours: z.coerce.number().int().min(1).max(historyHoursMax).default(24),
});
const decision = `(${decisions.join('|')})`;
export const eventsQuery = optionalCollectionQuery.extend({
  decision: z
    .string()
    .regex(
      new RegExp(`^${decision}(,${decision})*$`),
      `must be some of ${decisions.join(', ')}, with commas between them`,
    )
    .optional()
    .describe('only these decisions, with commas between them, as in `duplicate,similar`'),
});
export const idParams = z.strictObject({ id: documentId });
export const jobParams = z.strictObject({ id: z.string().max(64) });
