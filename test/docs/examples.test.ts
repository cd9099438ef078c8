import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { patient, type Requests, temporaryDirectory } from '../end-to-end/service.js';
import { abridged, settled } from './abridged.js';
import { examplesOf, readDocument } from './markdown.js';

/** Jobs continue after the response to their request; the examples show their results. */
async function endOfJobs({ get }: Requests): Promise<void> {
  for (;;) {
    const { jobs } = (await get('/jobs')).body as { jobs: { state: string }[] };
    if (jobs.every(({ state }) => state !== 'running')) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const timeout = 20_000;

/** Pages of a group share one database, in order. */
const groups = [
  ...[
    ['README.md'],
    ['docs/tour.md'],
    ['docs/zh/tour.md'],
    ['docs/errors.md'],
    ['docs/recipes.md'],
  ],
  ...[['docs/zh/api.md'], ['docs/api.md', 'docs/api-curate.md', 'docs/api-operate.md']],
];

it.each(groups.map((group) => [group.join(', '), group] as const))(
  'the requests in %s get the replies that it shows',
  { timeout: 120_000 },
  async (_, group) => {
    const service = await openLocalService(join(temporaryDirectory(), 'examples.db'), patient);
    const isAbridged = group.includes('docs/zh/api.md'); // it shows the most important fields
    const perPage = group.map((document) => examplesOf(readDocument(document)));
    for (const examples of perPage) expect(examples.length).toBeGreaterThan(0);
    for (const { method, path, body, contentType, reply } of perPage.flat()) {
      await endOfJobs(service);
      const answer = async () => {
        const answered = await fetch(service.url + path, {
          method,
          ...(body !== undefined && { headers: { 'content-type': contentType }, body }),
        });
        return answered.text();
      };
      if (reply === undefined) {
        expect(await answer()).toBe('');
        continue;
      }
      const shown = settled(reply);
      const seen = async () => abridged(settled(JSON.parse(await answer())), shown);
      const message = `${method} ${path}`;
      // Counts are correct after the next sweep.
      if (path.startsWith('/stats')) await expect.poll(seen, { message, timeout }).toEqual(shown);
      else if (isAbridged) expect(await seen(), message).toMatchObject(shown as object);
      else expect(await seen(), message).toEqual(shown);
    }
  },
);
