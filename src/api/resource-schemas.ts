import { z } from 'zod';
import { errorMeanings } from '../errors.js';
import { newKinds } from '../fingerprint/comparable.js';
import { relations } from '../matching/containment.js';
import { refusals } from '../matching/match.js';
import { labelNames } from '../store/contract/labels.js';
import { recipeFields } from './collection-schemas.js';
import { fingerprintHex, recipeIdHex } from './schemas.js';

/** The things that answers are made of, for openapi.json and for the types of the handlers. */

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z
      .string()
      .meta({ 'x-extensible-enum': Object.keys(errorMeanings) })
      .describe(
        'which problem it is; later versions may add codes, the status tells what they are',
      ),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }).meta({ id: 'FieldError' }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'Problem' });

export const time = z.iso.datetime().describe('RFC 3339, UTC');
export const featureCount = z
  .int()
  .nullable()
  .describe('number of distinct features; null for a posted fingerprint');
export const shortText = z.boolean().describe('whether there is too little text to be sure');
export const extractor = z.string().describe('name and version of what took the text from a page');
export const extractorOfPage = extractor
  .optional()
  .describe('of a page: what took its text, and its version');

/** Fields for the facts that a page states about itself and that are stored with its document. */
const keptFacts = {
  title: z
    .string()
    .nullable()
    .describe('without the name of the site, as far as the page shows which part that is'),
  siteName: z.string().nullable().describe('name of the site'),
  canonical: z
    .string()
    .nullable()
    .describe(
      'address that the page declares as its own; a relative one needs the address of the page',
    ),
  language: z.string().nullable().describe('BCP 47, as in `en` or `zh-CN`'),
  publishedAt: z
    .string()
    .nullable()
    .describe('ISO 8601, with the precision of the page: `2027-01-31`, or with time and offset'),
};

/** Fields for all facts that a page states about itself. */
export const pageFacts = {
  ...keptFacts,
  headings: z.array(z.string()).readonly().describe('headings of the text, at most 50'),
};

export const describedPage = z
  .object({
    ...pageFacts,
    canonicalOf: z
      .string()
      .nullable()
      .describe(
        'id of the other stored document that `canonical` names; it decides nothing. null: none',
      ),
  })
  .meta({ id: 'DescribedPage' })
  .nullable()
  .optional()
  .describe(
    'with `include: ["page"]`: facts that the page states about itself; null: the content is no page',
  );

const anyMetadata = z.record(z.string(), z.unknown());

export const missingText = z
  .literal('text_not_kept')
  .optional()
  .describe('why something is null: of a stored document no text was kept');

const termList = z
  .object({
    count: z.int().describe('how many there are; the heaviest are listed'),
    terms: z
      .array(
        z
          .object({ term: z.string(), weightA: z.number(), weightB: z.number() })
          .meta({ id: 'WeightedTerm' }),
      )
      .readonly(),
  })
  .meta({ id: 'TermList' });

const bit = z.int().min(0).max(63).describe('63 is the highest');

export const evidenceFields = {
  terms: z
    .object({ shared: termList, onlyA: termList, onlyB: termList })
    .meta({ id: 'TermsOfBoth' })
    .nullable()
    .describe('words with their weights; null where words are not known'),
  differingBits: z.array(bit).readonly(),
  flips: z
    .array(
      z
        .object({
          bit,
          document: z.enum(['a', 'b']),
          terms: z.array(z.string()).readonly(),
        })
        .meta({ id: 'Flip' }),
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

const addsNothing = z
  .boolean()
  .describe('whether this document says nothing that the match does not say');

const count = z.int().min(0);

/** Place of a passage in a text. */
export const stretch = {
  start: z.int().describe('in UTF-16 code units of the text, as JavaScript counts them'),
  end: z.int().describe('exclusive'),
  text: z.string().optional().describe('with `texts` or `explain`: at most 500 characters of it'),
};

/** Also of a comparison, and of events. */
export const difference = {
  adds: z
    .object({
      nothing: z.boolean().describe('whether all of this counts as nothing'),
      words: count.describe(
        'new words; between two stored documents without texts, new pairs of words',
      ),
      share: z.number().min(0).max(1).describe('their share of the text'),
      longest: count.nullable().describe('words of the longest new passage'),
      numbers: count.describe('new numbers, and numbers between other words than before'),
      names: count.nullable().describe('new names'),
      negations: count
        .nullable()
        .describe('negations that only one of the two has, or that stand beside something new'),
      lines: count
        .nullable()
        .describe('whole lines or sentences that are new, but for those at the start and end'),
      title: z
        .boolean()
        .nullable()
        .describe(
          'whether the title is another: each has a word that the other lacks; null: one of the two has none',
        ),
      passages: z
        .array(
          z
            .object({
              ...stretch,
              words: count.describe('its length; a character of Han is two thirds of a word'),
              kinds: z
                .array(z.enum(newKinds))
                .readonly()
                .describe('what is in it besides ordinary words'),
            })
            .meta({ id: 'AddedPassage' }),
        )
        .readonly()
        .nullable()
        .optional()
        .describe(
          'with `explain`: the passages of new words, in the order of the text; of more than 100 the longest; null: the text is not kept, or the match has just gone',
        ),
      passagesTruncated: z
        .boolean()
        .optional()
        .describe('with `passages`: whether there are more than it lists'),
    })
    .meta({ id: 'Additions' })
    .nullable()
    .describe(
      'what this text says and the match does not; `longest`, `names`, `negations` and `lines` are null where neither text is at hand, and the whole where one has only a fingerprint, or where eight others are nearer',
    ),
  covers: z
    .boolean()
    .nullable()
    .describe(
      'whether this text says all that the match says; where it adds nothing, but for a word; null: not known',
    ),
};

const share = z.number().min(0).max(1);
const bothShares = { ofThis: share, ofMatch: share };

/** Also of members and of events. */
export const contained = {
  containment: z
    .object({
      ofThis: share.describe('part of the shingles of this text that the match has, too'),
      ofMatch: share.describe('part of the shingles of the match that this text has, too'),
      error: z
        .object(bothShares)
        .meta({ id: 'ContainmentError' })
        .describe('half of the 95 % interval around each'),
    })
    .meta({ id: 'Containment' })
    .nullable()
    .describe('estimated by the sketches; null: not known'),
  relation: z
    .enum(relations)
    .nullable()
    .describe('what this text is to the match, if at least 0.8 of a side is in the other'),
};

export const match = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    addsNothing,
    ...difference,
    ...contained,
    fingerprint: fingerprintHex,
    metadata: anyMetadata.optional(),
    storedAt: time,
    evidence: evidence
      .nullable()
      .optional()
      .describe('with `explain`; null if the document has just gone'),
  })
  .meta({ id: 'Match' });

/** Of a document that goes by itself unless it is confirmed. */
export const claim = z
  .object({ expiresAt: time.describe('when it goes, unless it is confirmed before') })
  .meta({ id: 'Claim' });

export const storedDocument = z
  .object({
    id: z.string(),
    collection: z.string(),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    metadata: anyMetadata.optional(),
    page: z
      .object(keptFacts)
      .meta({ id: 'StoredFacts' })
      .nullable()
      .describe('facts that its page states about itself; null: none is known'),
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
    claim: claim.optional().describe('there only while it is claimed'),
    excerpt: z
      .string()
      .nullable()
      .optional()
      .describe('in lists, with `include=excerpt`: how the kept text begins; null: none is kept'),
  })
  .meta({ id: 'StoredDocument' });

export const cluster = z
  .object({
    id: z.string(),
    collection: z.string(),
    size: z.int().describe('members that are stored'),
    refused: z.int().describe('members that are not: ids that were refused as duplicates'),
    representative: z
      .string()
      .describe('id of the stored member that came first, or that a person chose'),
    createdAt: time,
    updatedAt: time.describe('when a member last came or left'),
  })
  .meta({ id: 'Cluster' });

export const memberMatch = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    addsNothing,
    ...contained,
    at: time,
  })
  .meta({ id: 'MemberMatch' });

export const member = z
  .object({
    id: z.string(),
    stored: z.boolean(),
    representative: z.boolean(),
    match: memberMatch
      .nullable()
      .describe('what it was found to match when it came; null: it was here before the others'),
    measuredAgainstRepresentative: z
      .boolean()
      .describe(
        'whether `match` is the representative as it is; true of the representative itself',
      ),
  })
  .meta({ id: 'Member' });

/** A member, and the cluster that it left or is back in. */
export const placeInCluster = z
  .object({ id: z.string(), cluster: z.string().describe('id of the cluster') })
  .meta({ id: 'PlaceInCluster' });

export const separation = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    createdAt: time,
    left: placeInCluster
      .nullable()
      .describe(
        'who left which cluster by it; null: nobody, as the two were in no cluster together',
      ),
  })
  .meta({ id: 'Separation' });

export const label = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    label: z.enum(labelNames),
    createdAt: time,
  })
  .meta({ id: 'Label' });

/** A pair whose label would tell something. */
export const borderPair = z
  .object({
    a: z.string().describe('by UTF-8 bytes the first of the two'),
    b: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    match: z.boolean().describe('whether the two match by the settings of the collection'),
    addsNothing,
  })
  .meta({ id: 'BorderPair' });

export const decisionCounts = {
  new: z.int(),
  similar: z.int(),
  duplicate: z.int(),
  changed: z.int(),
  unchanged: z.int(),
};

const scanResult = z
  .object({
    documents: z.int().describe('documents that were compared'),
    duplicates: z.int().describe('documents that are duplicates of their best match'),
    similar: z.int().describe('documents with another best match'),
    seated: z.int().describe('documents that took a seat in a cluster'),
    deleted: z.int(),
    left: z.int().describe('documents left alone, as they or their matches changed meanwhile'),
    pairs: z
      .array(
        z.object({
          id: z.string(),
          duplicateOf: z.string().nullable(),
          similarTo: z.string().nullable(),
        }),
      )
      .readonly()
      .nullable()
      .describe('of a dry run: the first that were found; null in lists of jobs'),
    truncated: z.boolean().describe('whether more were found than `pairs` lists'),
  })
  .meta({ id: 'ScanResult' });

export const job = z
  .object({
    id: z.string(),
    kind: z.enum(['reindex', 'delete', 'scan']),
    collection: z.string(),
    state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('documents; `total` is null where nobody has counted them'),
    documentsPerSecond: z.int().describe('documents done a second, so far or in all'),
    result: scanResult.nullable().describe('what a scan found; null unless one succeeded'),
    error: problem.nullable().describe('why it failed; null unless it did'),
    startedAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Job' });

const collectionStats = z
  .object({
    documents: z.int().describe('expired ones until they are swept'),
    contents: z.int().describe('those of deleted documents until they are swept'),
    decisions: z.object(decisionCounts).describe('of all checks but dry runs'),
    lastDecisionHour: time
      .nullable()
      .describe('when the hour began in which a check decided last; null: none in 90 days'),
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
      .describe('from which containment on parts match; null: they do not'),
    duplicateIf: z.enum(refusals).describe('which matches make a document a duplicate'),
    compareTitles: z.boolean().describe('whether pages with other titles are other pages'),
    ttlSeconds: z.int().nullable().describe('for how long documents are kept; null: for good'),
    keepText: z.boolean(),
    keepRefused: z.int().describe('how many refused ids a cluster remembers'),
    keepPerFamily: z
      .int()
      .nullable()
      .describe('least `family` at which a similar document is not stored; null: each is'),
    createdAt: time,
    problem: z.string().nullable().describe('why the collection is closed; null if it is open'),
    recallAt: z
      .object({
        measure: z.enum(['jaccard', 'cosine']),
        points: z.array(z.object({ value: z.number(), recall: z.number() })).readonly(),
      })
      .nullable()
      .describe('how likely two documents of this likeness find each other by the defaults'),
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
