import { join } from 'node:path';
import { expect, it } from 'vitest';
import { patient, type Service, startService, temporaryDirectory } from '../end-to-end/service.js';
import { abridged, settled } from './abridged.js';
import { examplesOf, readDocument } from './markdown.js';

/** Jobs go on after their request was answered; the examples show what comes of them. */
async function endOfJobs({ get }: Service): Promise<void> {
  for (;;) {
    const { jobs } = (await get('/jobs')).body as { jobs: { state: string }[] };
    if (jobs.every(({ state }) => state !== 'running')) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it.each(['README.md', 'docs/api.md', 'docs/errors.md', 'docs/recipes.md'])(
  'the requests in %s get the replies that it shows',
  { timeout: 120_000 },
  async (document) => {
    const service = await startService(join(temporaryDirectory(), 'examples.db'), patient);
    const examples = examplesOf(readDocument(document));
    expect(examples.length).toBeGreaterThan(0);
    for (const { method, path, body, contentType, reply } of examples) {
      await endOfJobs(service);
      const answer = await fetch(service.url + path, {
        method,
        ...(body !== undefined && { headers: { 'content-type': contentType }, body }),
      });
      const text = await answer.text();
      if (reply === undefined) expect(text).toBe('');
      else {
        const shown = settled(reply);
        expect(abridged(settled(JSON.parse(text)), shown), `${method} ${path}`).toEqual(shown);
      }
    }
  },
);
