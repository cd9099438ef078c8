import { expect, it } from 'vitest';
import { createJobs } from '../../src/detector/jobs.js';
import { NeardupError } from '../../src/errors.js';
import { countFreed } from '../freed.js';

it('remembers a failed job with its reason, but without its data', async () => {
  const jobs = createJobs(() => 1);
  const pages: WeakRef<object>[] = [];
  for (const fail of [failWithin, failUnexpectedly]) {
    jobs.start({ kind: 'delete', collection: 'pages' }, null, () => fail(pages));
  }
  await expect.poll(() => jobs.listJobs().map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(jobs.listJobs().map(({ error }) => [error?.code, error?.message])).toEqual([
    ['collection_not_found', 'gone'],
    ['internal', 'The job failed unexpectedly'],
  ]);
  expect(await countFreed(pages)).toBe(2);
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
