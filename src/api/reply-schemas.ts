import { z } from 'zod';
import { checked } from './check-reply.js';
import {
  borderPair,
  briefCollection,
  cluster,
  collection,
  contained,
  decisionCounts,
  describedPage,
  difference,
  evidenceFields,
  extractor,
  extractorOfPage,
  featureCount,
  job,
  label,
  match,
  member,
  memberMatch,
  missingText,
  pageFacts,
  placeInCluster,
  problem,
  separation,
  shortText,
  storedDocument,
  stretch,
  time,
} from './resource-schemas.js';
import { fingerprintHex, recipeIdHex } from './schemas.js';

const passage = z
  .object({
    ...stretch,
    words: z.int(),
    match: z
      .object(stretch)
      .meta({ id: 'PassageMatch' })
      .nullable()
      .describe('where it stands in the other text; null: that is not kept'),
  })
  .meta({ id: 'Passage' });

const commonShare = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe(
    'with `minContainment`: the share of the shingles that 256 stored texts or more are indexed by, which find nothing; of texts of fewer than some 1,000 words at least that; null: not known',
  );

/** What each operation answers when it succeeds. */
export const replies = {
  added: z
    .object({
      id: z.string(),
      collection: z.string(),
      status: z.enum(['created', 'replaced', 'unchanged']),
      fingerprint: fingerprintHex,
      featureCount,
      shortText,
      extractor: extractorOfPage,
      revision: z.int().min(1),
      page: describedPage,
    })
    .meta({ id: 'AddedDocument' }),
  checked,
  queried: z
    .object({
      fingerprint: fingerprintHex,
      matches: z.array(match),
      candidates: z
        .int()
        .describe(
          'distinct contents that were compared: within the distance or with a band in common, of a family of pages a part',
        ),
      truncated: z.boolean(),
      commonShare,
      page: describedPage,
      tookMs: z.number(),
    })
    .meta({ id: 'QueryResult' }),
  compared: z
    .object({
      match: z.boolean().describe('whether the two match by the defaults of the collection'),
      exact: z.boolean(),
      addsNothing: z.boolean().describe('whether they match and a adds nothing to b'),
      ...difference,
      distance: z.int().min(0).max(64),
      similarity: z.number().min(0).max(1).nullable(),
      jaccard: z.number().nullable(),
      containment: z
        .object({
          aInB: z.number(),
          bInA: z.number(),
          error: z
            .object({ aInB: z.number(), bInA: z.number() })
            .describe('half of the 95 % interval around each; 0 if both are counted'),
        })
        .nullable()
        .describe('counted where `setsOf` says of what, else estimated by the sketches'),
      relation: contained.relation.describe(
        'what a is to b, if at least 0.8 of a side is in the other',
      ),
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
        .describe(
          'with `explain`: the texts as they were sent, piece by piece; what both have is told as it stands in b',
        ),
      passages: z
        .array(passage)
        .nullable()
        .optional()
        .describe(
          'with `explain`: what of a stands in b (`match`), eight words at least; null without both texts',
        ),
    })
    .meta({ id: 'Comparison' }),
  overlapped: z
    .object({
      words: z.int().describe('how many words the text has'),
      share: z
        .number()
        .min(0)
        .max(1)
        .describe('of these, the share that stands in passages of any of the documents'),
      passages: z
        .array(
          z.object({ ...stretch, words: z.int(), documents: z.array(z.string()).describe('ids') }),
        )
        .describe(
          'stretches of the text that passages cover without a gap, the longest first, at most 100, each with the documents that have most of it first',
        ),
      documents: z
        .array(
          z.object({
            id: z.string(),
            share: z.number().min(0).max(1).describe('of the words of the text'),
            exact: z
              .boolean()
              .describe('false: its text is not kept, and passages were found by a sample of it'),
            similarity: match.shape.similarity,
            ...contained,
            passages: z
              .array(passage)
              .describe('in the order of the text; of more than 100 the longest'),
          }),
        )
        .describe('best first'),
      truncated: z.boolean().describe('there are more documents than were looked into'),
      commonShare,
      tookMs: z.number(),
    })
    .meta({ id: 'Overlap' }),
  fingerprinted: z
    .object({
      fingerprint: fingerprintHex,
      featureCount,
      shortText,
      extractor: extractorOfPage,
      recipe: recipeIdHex,
    })
    .meta({ id: 'Fingerprint' }),
  extracted: z
    .object({
      ...pageFacts,
      text: z.string(),
      charset: z.string().nullable().describe('null where no bytes were decoded'),
      charsetSource: z.enum(['bom', 'header', 'meta', 'detected', 'default']).nullable(),
      extractor,
    })
    .meta({ id: 'ExtractedPage' }),
  document: storedDocument
    .omit({ excerpt: true })
    .extend({
      text: z.string().nullable().optional().describe('with `include=text`: the kept text'),
      reason: z.literal('text_not_kept').optional().describe('why `text` is null'),
      match: memberMatch
        .nullable()
        .optional()
        .describe(
          'with `include=match`: what it was found to match when it came; null: nothing, or it is in no cluster',
        ),
    })
    .meta({ id: 'Document' }),
  lookedUp: z
    .object({
      documents: z.array(storedDocument),
      missing: z.array(z.string()),
      remaining: z
        .array(z.string())
        .describe('ids that were not looked for, as the documents before have 1 MiB; ask for them'),
    })
    .meta({ id: 'LookupResult' }),
  deleted: z
    .object({
      deleted: z.array(z.string()).readonly(),
      missing: z.array(z.string()).readonly(),
    })
    .meta({ id: 'DeletionResult' }),
  confirmed: z
    .object({
      confirmed: z.array(z.string()).readonly().describe('stored for good, by this or before'),
      missing: z.array(z.string()).readonly().describe('absent, or claimed by somebody else'),
    })
    .meta({ id: 'ConfirmationResult' }),
  listed: z
    .object({ documents: z.array(storedDocument), nextCursor: z.string().nullable() })
    .meta({ id: 'DocumentPage' }),
  collection,
  collections: z
    .object({
      collections: z
        .array(z.union([collection, briefCollection]))
        .describe('with `fields=brief` the brief form of each'),
      nextCursor: z.string().nullable(),
      total: z.int().describe('how many fit `search` and the key, on all pages'),
      totals: z
        .object({ documents: z.int(), contents: z.int() })
        .optional()
        .describe('with `include=stats`: the sums over all of these'),
    })
    .meta({ id: 'CollectionList' }),
  job,
  jobs: z.object({ jobs: z.array(job) }).meta({ id: 'JobList' }),
  stats: z
    .object({
      documents: z.int().describe('expired ones until they are swept'),
      contents: z.int().describe('those of deleted documents until they are swept'),
      fingerprints: z.int().describe('likewise'),
      claims: z.int().describe('documents that are claimed, and not confirmed yet'),
      bytes: z.int().nullable().describe('size of the database files; null for one collection'),
      decisions: z.object(decisionCounts).describe('of all checks but dry runs'),
      distances: z
        .array(z.int())
        .length(65)
        .describe('documents with a match by the distance of the best one, 0 to 64'),
      similarities: z
        .array(z.int())
        .length(20)
        .describe('documents with a match by the similarity of the best one, in bins of 0.05'),
    })
    .meta({ id: 'Stats' }),
  history: z
    .object({
      stepSeconds: z.literal(3600),
      points: z
        .array(z.object({ at: time.describe('when the hour began'), ...decisionCounts }))
        .describe('oldest first; hours without a decision are left out'),
    })
    .meta({ id: 'DecisionHistory' }),
  clusters: z
    .object({ clusters: z.array(cluster), nextCursor: z.string().nullable() })
    .meta({ id: 'ClusterPage' }),
  cluster: cluster
    .extend({
      members: z
        .array(member)
        .describe('by default stored ones first, each kind in the order of their coming'),
      nextCursor: z.string().nullable(),
    })
    .meta({ id: 'ClusterWithMembers' }),
  clusterHosts: z
    .object({
      hosts: z
        .array(
          z
            .object({
              host: z.string().nullable().describe('null: ids that are no URLs'),
              stored: z.int(),
              refused: z.int(),
            })
            .meta({ id: 'HostMembers' }),
        )
        .readonly()
        .describe('those with the most members first, at most 100'),
      others: z.int().describe('how many hosts more there are'),
    })
    .meta({ id: 'ClusterHosts' }),
  separation,
  unseparated: z
    .object({
      restored: placeInCluster
        .nullable()
        .describe('who is back in its former seat of which cluster; null: nobody'),
    })
    .meta({ id: 'UndoneSeparation' }),
  separations: z
    .object({ separations: z.array(separation), nextCursor: z.string().nullable() })
    .meta({ id: 'SeparationPage' }),
  labels: z
    .object({ labels: z.array(label), nextCursor: z.string().nullable() })
    .meta({ id: 'LabelPage' }),
  border: z
    .object({
      pairs: z
        .array(borderPair)
        .readonly()
        .describe('those nearest to the middle of what is uncertain first; none: nothing to ask'),
    })
    .meta({ id: 'BorderPairs' }),
  recommendation: z
    .object({
      setting: z.enum(['minSimilarity', 'maxDistance']).describe('which setting is recommended'),
      threshold: z.number().describe('what the collection has now'),
      recommended: z
        .object({
          threshold: z.number(),
          interval: z
            .object({ low: z.number(), high: z.number() })
            .describe('where the threshold lies with a probability of 95 %'),
          answersNeeded: z
            .int()
            .describe('about how many more labels the interval takes to be 0.1 wide; 0: none'),
        })
        .nullable()
        .describe('null: fewer than five labels, or none of pairs that are different, or alike'),
      labels: z
        .object({ same: z.int(), version: z.int(), different: z.int() })
        .describe('that were used'),
      ignored: z
        .int()
        .describe('labels of pairs with a short text or without a sketch: other thresholds count'),
    })
    .meta({ id: 'ThresholdRecommendation' }),
  backup: z
    .object({
      name: z.string().describe('file name of the copy in NEARDUP_BACKUP_DIR'),
      bytes: z.int(),
      tookMs: z.int(),
    })
    .meta({ id: 'Backup' }),
  health: z.object({ status: z.literal('ok'), version: z.string() }).meta({ id: 'Health' }),
  ready: z
    .object({
      status: z.literal('ready'),
      checks: z.object({ store: z.literal('ok'), signing: z.literal('ok') }),
    })
    .meta({ id: 'Readiness' }),
};

const whole = z.int().min(0);

const lineNumber = z.int().min(1);

/** One line of the answer to POST /documents/bulk. */
export const bulkLine = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('added'),
        line: lineNumber,
        ok: z.literal(true),
        ...replies.added.shape,
      })
      .meta({ id: 'BulkAdded' }),
    z
      .object({
        kind: z.literal('checked'),
        line: lineNumber,
        ok: z.literal(true),
        ...checked.shape,
      })
      .meta({ id: 'BulkChecked' }),
    z
      .object({ kind: z.literal('failed'), line: lineNumber, ok: z.literal(false), error: problem })
      .meta({ id: 'BulkFailed' }),
    z
      .object({
        kind: z.literal('summary'),
        summary: z.object({
          total: whole,
          ok: whole,
          failed: whole,
          created: whole,
          replaced: whole,
          new: whole,
          similar: whole,
          duplicate: whole,
          changed: whole,
          unchanged: whole,
          tookMs: z.number(),
        }),
        error: problem.optional().describe('why lines after `total` were not read'),
      })
      .meta({ id: 'BulkSummary' }),
  ])
  .meta({
    id: 'BulkLine',
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(
        ['Added', 'Checked', 'Failed', 'Summary'].map((kind) => [
          kind.toLowerCase(),
          `#/components/schemas/Bulk${kind}`,
        ]),
      ),
    },
  })
  .describe('a result, or as the last line the summary');
