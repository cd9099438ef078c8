import { z } from 'zod';
import type { Job } from '../detector/jobs.js';
import { time, timeReply } from './fields.js';
import { problemOf, problemSchema } from './problem.js';

/** Jobs in replies. */

const scanResult = z
  .object({
    documents: z.int().describe('number of compared documents'),
    duplicates: z.int().describe('number of documents that are duplicates of their best match'),
    similar: z.int().describe('number of documents that are only similar to their best match'),
    seated: z.int().describe('number of documents added to clusters'),
    deleted: z.int(),
    left: z
      .int()
      .describe('number of documents skipped because they or their matches changed meanwhile'),
    pairs: z
      .array(
        z.object({
          id: z.string(),
          duplicateOf: z.string().nullable(),
          similarTo: z.string().nullable(),
          similarity: z.number().nullable().describe('null: not known, as with `simhash`'),
          distance: z.int().nullable().describe('number of differing bits; null: not known'),
        }),
      )
      .readonly()
      .nullable()
      .describe('of a dry run: the first pairs found; null in lists of jobs'),
    truncated: z.boolean().describe('whether `pairs` lists only some of the pairs'),
  })
  .meta({ id: 'ScanResult' });

export const job = z
  .object({
    id: z.string(),
    kind: z.enum(['reindex', 'delete', 'scan']),
    collection: z.string(),
    parameters: z
      .record(z.string(), z.unknown())
      .describe('options of the request; of a deletion none, so that no id is left'),
    state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
    progress: z
      .object({ done: z.int(), total: z.int().nullable() })
      .describe('number of documents; `total` is null if it is not known'),
    documentsPerSecond: z.int().describe('mean rate so far, or of the whole job'),
    result: scanResult.nullable().describe('result of a scan; null unless it has succeeded'),
    error: problemSchema.nullable().describe('reason for the failure; null unless the job failed'),
    startedAt: time,
    endedAt: time.nullable(),
  })
  .meta({ id: 'Job' });

export function jobReply({ error, startedAt, endedAt, ...job }: Job) {
  return {
    ...job,
    error: error && problemOf(error, `urn:neardup:job:${job.id}`),
    startedAt: timeReply(startedAt),
    endedAt: endedAt === null ? null : timeReply(endedAt),
  };
}

/** Returns a job as it appears in lists: without its pairs, because there may be many. */
export function listedJobReply(job: Job) {
  const { result } = job;
  return jobReply({ ...job, result: result && { ...result, pairs: null } });
}
