import { z } from 'zod';
import type { Job } from '../detector/jobs.js';
import { time, timeReply, withDefault } from './fields.js';
import { parseStoredKeepRule } from './keep-rule.js';
import { problemSchema, toProblem } from './problem.js';

/** Jobs in replies. */

/** Longest name of a rule, such as the path of a field. */
const keepLengthMax = 256;

const keep = withDefault(
  z
    .string()
    .max(keepLengthMax)
    .describe(
      'Copy of a group that stays: `first` or `last` stored, `longest`, `shortest`, `https`, `host:NAME`, or the one with the greatest number or time in a field of the metadata, such as `metadata.date`. Any but `first` requires `deleteDuplicates`.',
    ),
  'first',
).transform((name, context) => {
  try {
    return parseStoredKeepRule(name);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

export const scanRequest = z
  .strictObject({
    deleteDuplicates: withDefault(
      z.boolean().describe('Also delete documents that are duplicates of a document that is kept.'),
      false,
    ),
    keep,
    dryRun: withDefault(
      z.boolean().describe('Report what would be done, without changing anything.'),
      false,
    ),
  })
  .refine(({ deleteDuplicates, keep }) => deleteDuplicates || keep.kind === 'first', {
    path: ['keep'],
    message: 'chooses among copies that are deleted, so it requires `deleteDuplicates`',
  });

export type ScanRequest = z.input<typeof scanRequest>;

const scanResult = z
  .object({
    documents: z.int().describe('Number of documents compared.'),
    duplicates: z.int().describe('Number of documents that are duplicates of their best match.'),
    similar: z
      .int()
      .describe(
        'Number of documents that are similar to their best match, but not duplicates of it.',
      ),
    seated: z.int().describe('Number of documents added to clusters.'),
    deleted: z.int(),
    left: z
      .int()
      .describe(
        'Number of documents skipped because they or their matches changed in the meantime.',
      ),
    pairs: z
      .array(
        z.object({
          id: z.string(),
          duplicateOf: z.string().nullable(),
          similarTo: z.string().nullable(),
          similarity: z
            .number()
            .nullable()
            .describe(
              'Similarity of the two documents. Null if it is not known, as with the method `simhash`.',
            ),
          distance: z
            .int()
            .nullable()
            .describe('Number of bits in which the fingerprints differ. Null if it is not known.'),
        }),
      )
      .readonly()
      .nullable()
      .describe('First pairs that a dry run found. Null for other scans, and in lists of jobs.'),
    truncated: z.boolean().describe('Whether there are more pairs than `pairs` lists.'),
  })
  .meta({ id: 'ScanResult' });

export const job = z
  .object({
    id: z.string(),
    kind: z.enum(['reindex', 'delete', 'scan']),
    collection: z.string(),
    parameters: z
      .record(z.string(), z.unknown())
      .describe(
        'Options of the job: those of a scan, or the `recipeId` of the new recipe for a reindexing. Empty for a deletion, so that no id is recorded.',
      ),
    state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('Progress in documents. `total` is null if it is not known.'),
    documentsPerSecond: z
      .int()
      .describe('Mean rate since the job started or, if it has ended, over the whole job.'),
    result: scanResult
      .nullable()
      .describe('Result of the scan. Null unless the job is a scan that succeeded.'),
    error: problemSchema.nullable().describe('Reason why the job failed. Null unless it failed.'),
    startedAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Job' });

export function jobReply({ error, startedAt, endedAt, ...job }: Job) {
  return {
    ...job,
    error: error && toProblem(error, `urn:neardup:job:${job.id}`),
    startedAt: timeReply(startedAt),
    endedAt: endedAt === null ? null : timeReply(endedAt),
  };
}

/** Returns a job as it appears in lists: without its pairs, because there may be many. */
export function listedJobReply(job: Job) {
  const { result } = job;
  return jobReply({ ...job, result: result && { ...result, pairs: null } });
}
