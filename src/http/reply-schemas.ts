import { z } from 'zod';
import { type ErrorCode, errorMeanings } from '../errors.js';
import { fingerprintHex, recipeFields, recipeIdHex } from './schemas.js';

/** The shapes of answers, for openapi.json and for the types of the handlers. */

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(Object.keys(errorMeanings) as ErrorCode[]),
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
const extractor = z.string().describe('name and version of what took the text from a page');
const extractorOfPage = extractor
  .optional()
  .describe('of a page: what took its text, and its version');
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
    extractor: extractor
      .nullable()
      .describe('what took the text of this content; null: it came as text'),
    revision: z.int().min(1),
    storedAt: time,
    updatedAt: time,
    lastSeenAt: time,
    seenCount: z.int().min(1),
    expiresAt: time.nullable().describe('from when on it counts as absent; null: never'),
    cluster: z.string().nullable().describe('id of its cluster; null: it is in none'),
  })
  .meta({ id: 'StoredDocument' });

const cluster = z
  .object({
    id: z.string(),
    collection: z.string(),
    size: z.int().describe('members that are stored'),
    refused: z.int().describe('members that are not: ids that were refused as duplicates'),
    representative: z.string().describe('id of the stored member that came first'),
    createdAt: time,
    updatedAt: time.describe('when a member last came or left'),
  })
  .meta({ id: 'Cluster' });

const member = z
  .object({
    id: z.string(),
    stored: z.boolean(),
    representative: z.boolean(),
    match: z
      .object({
        id: z.string(),
        distance: z.int().min(0).max(64),
        similarity: z.number().min(0).max(1).nullable(),
        exact: z.boolean(),
        at: time,
      })
      .nullable()
      .describe('what it was found to duplicate when it came; null: it was here before the others'),
    measuredAgainstRepresentative: z
      .boolean()
      .describe(
        'whether `match` is the representative as it is; true of the representative itself',
      ),
  })
  .meta({ id: 'Member' });

const separation = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    createdAt: time,
  })
  .meta({ id: 'Separation' });

const decisionCounts = {
  new: z.int(),
  duplicate: z.int(),
  changed: z.int(),
  unchanged: z.int(),
};

const job = z
  .object({
    id: z.string(),
    kind: z.enum(['reindex', 'delete']),
    collection: z.string(),
    state: z.enum(['running', 'succeeded', 'failed']),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('documents; `total` is null where nobody has counted them'),
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
    ttlSeconds: z.int().nullable().describe('for how long documents are kept; null: for good'),
    keepText: z.boolean(),
    keepRefused: z.int().describe('how many refused ids a cluster remembers'),
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
    extractor: extractorOfPage,
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
      extractor: extractorOfPage,
      duplicateOf: z.string().nullable().describe('id of the best match of a duplicate'),
      previous: z
        .object({ distance: z.int(), similarity: z.number().nullable() })
        .nullable()
        .describe('how far the earlier version of this id is; null if there was none'),
      cluster: z
        .string()
        .nullable()
        .describe('id of the cluster of an unchanged document, or of what a duplicate duplicates'),
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
    shortText: shortText.describe('whether one of the two is short, so that a match needs more'),
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
    extractor: extractorOfPage,
    recipe: recipeIdHex,
  }),
  extracted: z.object({
    title: z.string().nullable(),
    text: z.string(),
    charset: z.string().nullable().describe('null where no bytes were decoded'),
    charsetSource: z.enum(['bom', 'header', 'meta', 'detected', 'default']).nullable(),
    extractor,
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
    documents: z.int().describe('expired ones until they are swept'),
    contents: z.int(),
    fingerprints: z.int(),
    bytes: z.int().nullable().describe('size of the database files; null for one collection'),
    decisions: z.object(decisionCounts).describe('of all checks but those with `store: never`'),
    distances: z
      .array(z.int())
      .length(65)
      .describe('duplicates by the distance of their best match, 0 to 64'),
    similarities: z
      .array(z.int())
      .length(20)
      .describe('duplicates by the similarity of their best match, in bins of 0.05'),
  }),
  history: z.object({
    stepSeconds: z.literal(3600),
    points: z
      .array(z.object({ at: time.describe('when the hour began'), ...decisionCounts }))
      .describe('oldest first; hours without a decision are left out'),
  }),
  clusters: z.object({ clusters: z.array(cluster), nextCursor: z.string().nullable() }),
  cluster: cluster.extend({
    members: z.array(member).describe('stored ones first, each kind in the order of their coming'),
    nextCursor: z.string().nullable(),
  }),
  separations: z.object({ separations: z.array(separation), nextCursor: z.string().nullable() }),
  backup: z.object({
    name: z.string().describe('file name of the copy in NEARDUP_BACKUP_DIR'),
    bytes: z.int(),
    tookMs: z.int(),
  }),
  health: z.object({ status: z.literal('ok'), version: z.string() }),
  ready: z.object({
    status: z.literal('ready'),
    checks: z.object({ store: z.literal('ok'), signing: z.literal('ok') }),
  }),
};

const whole = z.int().min(0);

/** One line of the answer to POST /documents/bulk. */
export const bulkLine = z
  .union([
    z.object({ line: z.int().min(1), ok: z.literal(true), ...replies.added.shape }),
    z.object({ line: z.int().min(1), ok: z.literal(true), ...replies.checked.shape }),
    z.object({ line: z.int().min(1), ok: z.literal(false), error: problem }),
    z.object({
      summary: z.object({
        total: whole,
        ok: whole,
        failed: whole,
        created: whole,
        replaced: whole,
        new: whole,
        duplicate: whole,
        changed: whole,
        unchanged: whole,
        tookMs: z.number(),
      }),
      error: problem.optional().describe('why lines after `total` were not read'),
    }),
  ])
  .meta({ id: 'BulkLine' })
  .describe('a result, or as the last line the summary');
