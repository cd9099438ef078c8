import { expect, it } from 'vitest';
import { createJobs } from '../../src/detector/jobs.js';
import { NeardupError } from '../../src/errors.js';
import type { KeptJob } from '../../src/store/contract/jobs.js';
import { countFreed } from '../freed.js';

it('remembers a failed job with its reason, but without its data', async () => {
  const reported: unknown[] = [];
  const onBroken = (id: string, cause: unknown) => reported.push([id, String(cause)]);
  const jobs = createJobs(() => 1, undefined, undefined, onBroken);
  const pages: WeakRef<object>[] = [];
  for (const fail of [failWithin, failUnexpectedly]) {
    jobs.start({ kind: 'delete', collection: 'pages', parameters: {} }, null, () => fail(pages));
  }
  await expect.poll(() => jobs.listJobs().map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(jobs.listJobs().map(({ error }) => [error?.code, error?.message])).toEqual([
    ['collection_not_found', 'gone'],
    ['internal', 'The job failed unexpectedly'],
  ]);
  expect(reported).toEqual([[jobs.listJobs()[1]!.id, expect.stringContaining('Error')]]);
  expect(await countFreed(pages)).toBe(2);
});

it('recalls ended jobs in a later process, and those that were running as failed', async () => {
  const kept = new Map<string, string>();
  const memory = {
    keepJob: async ({ id, record }: KeptJob) => void kept.set(id, record),
    jobs: async () => [...kept].map(([id, record]) => ({ id, record, hasEnded: true })),
  };
  const jobs = createJobs(() => 1, memory);
  const scan = { kind: 'scan', collection: 'pages', parameters: { dryRun: true } } as const;
  const pair = { id: 'a', duplicateOf: 'b', similarTo: null, similarity: 1, distance: 0 };
  const counts = { documents: 3, duplicates: 1, similar: 0, seated: 0, deleted: 0, left: 0 };
  jobs.start(scan, 3, async () => ({ ...counts, pairs: [pair], truncated: false }));
  jobs.start(scan, 3, async () => {
    throw new NeardupError('disk_full', 'no room');
  });
  jobs.start(scan, 3, () => new Promise(() => {}));
  await expect.poll(() => [...kept.values()].join()).toContain('disk_full');
  const later = createJobs(() => 2, memory);
  await later.recallJobs();
  expect(later.listJobs()).toMatchObject([
    { ...scan, state: 'succeeded', result: { ...counts, pairs: null }, endedAt: 1 },
    { state: 'failed', error: { code: 'disk_full', message: 'no room' } },
    { state: 'failed', error: { code: 'shutting_down' }, endedAt: null },
  ]);
  expect(later.getJob(later.listJobs()[0]!.id).error).toBeNull();
});

it('keeps the outcome of a job while its record cannot be written, and writes it with the next', async () => {
  const kept: KeptJob[] = [];
  let isFull = true;
  const keepJob = async (job: KeptJob) => {
    if (isFull) throw new NeardupError('disk_full', 'no room');
    kept.push(job);
  };
  const jobs = createJobs(() => 1, { keepJob, jobs: async () => [] });
  const start = () =>
    jobs.start(
      { kind: 'delete', collection: 'pages', parameters: {} },
      null,
      async () => undefined,
    );
  const { id } = start();
  await expect
    .poll(() => jobs.getJob(id))
    .toMatchObject({ state: 'succeeded', error: null, endedAt: 1 });
  expect(kept).toEqual([]);
  isFull = false;
  const later = start();
  await expect
    .poll(() => kept.filter(({ hasEnded }) => hasEnded).map((each) => each.id))
    .toEqual(expect.arrayContaining([id, later.id]));
});

it('reports why a record was not kept, unless the disk is full, and keeps the records of other jobs', async () => {
  const kept: string[] = [];
  const reported: unknown[] = [];
  const causes = new Map<string, Error>();
  const keepJob = async ({ id, hasEnded }: KeptJob) => {
    const cause = causes.get(id);
    if (cause !== undefined) throw cause;
    if (hasEnded) kept.push(id);
  };
  const memory = { keepJob, jobs: async () => [] };
  const jobs = createJobs(
    () => 1,
    memory,
    (id, cause) => reported.push([id, cause]),
  );
  const description = { kind: 'delete', collection: 'pages', parameters: {} } as const;
  const run = async (cause: Error) => {
    const job = jobs.start(description, null, async () => {
      await Promise.resolve(); // `start` returns first
      causes.set(job.id, cause);
      return undefined;
    });
    await expect.poll(() => jobs.getJob(job.id).state).toBe('succeeded');
    return job.id;
  };
  const full = await run(new NeardupError('disk_full', 'no room'));
  expect(reported).toEqual([]);
  causes.delete(full);
  const fault = new TypeError('inside');
  const failed = await run(fault);
  const later = jobs.start(description, null, async () => undefined);
  await expect.poll(() => kept).toEqual([full, later.id]);
  expect(new Set(reported.map(String))).toEqual(new Set([String([failed, fault])]));
  causes.clear();
  await jobs.close();
  expect(kept).toEqual([full, later.id, failed]);
});

it('remembers a long job that ended after many others', async () => {
  let now = 0;
  const jobs = createJobs(() => now++);
  const description = { kind: 'delete', collection: 'pages', parameters: {} } as const;
  let end: () => void = () => {};
  const long = jobs.start(
    description,
    null,
    () =>
      new Promise((resolve) => {
        end = () => resolve(undefined);
      }),
  );
  for (let i = 0; i < 101; i++) {
    const { id } = jobs.start(description, null, async () => undefined);
    await expect
      .poll(() => jobs.listJobs().find((each) => each.id === id)?.state)
      .not.toBe('running');
  }
  end();
  await expect.poll(() => jobs.getJob(long.id).state).toBe('succeeded');
  await jobs.close();
  expect(jobs.listJobs()).toHaveLength(100);
  expect(jobs.getJob(long.id).state).toBe('succeeded');
});

it('writes at the end the record of a job that could not be written before', async () => {
  const kept: KeptJob[] = [];
  let isFull = true;
  const keepJob = async (job: KeptJob) => {
    if (isFull) throw new NeardupError('disk_full', 'no room');
    kept.push(job);
  };
  const jobs = createJobs(() => 1, { keepJob, jobs: async () => [] });
  const { id } = jobs.start(
    { kind: 'delete', collection: 'pages', parameters: {} },
    null,
    async () => undefined,
  );
  await expect.poll(() => jobs.getJob(id).state).toBe('succeeded');
  isFull = false;
  await jobs.close();
  expect(kept).toMatchObject([{ id, hasEnded: true }]);
});

async function failWithin(pages: WeakRef<object>[]): Promise<never> {
  throw Object.assign(new NeardupError('collection_not_found', 'gone'), { page: newPage(pages) });
}

async function failUnexpectedly(pages: WeakRef<object>[]): Promise<never> {
  throw Object.assign(new TypeError('inside'), { page: newPage(pages) });
}

function newPage(pages: WeakRef<object>[]): object {
  const page = { documents: [] };
  pages.push(new WeakRef(page));
  return page;
}
