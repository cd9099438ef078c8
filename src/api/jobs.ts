import { z } from 'zod';
import type { Job } from '../detector/jobs.js';
import { time, timeReply } from './fields.js';
import { problemOf, problemSchema } from './problem.js';

/** Jobs in replies. */

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
          similarity: z.number().nullable().describe('null: not known, as with `simhash`'),
          distance: z.int().nullable().describe('bits that differ; null: not known'),
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
    error: problemSchema.nullable().describe('why it failed; null unless it did'),
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

/** Reply for a job in a list: omits the pairs, which may be many. */
export function listedJobReply(job: Job) {
  const { result } = job;
  return jobReply({ ...job, result: result && { ...result, pairs: null } });
}
