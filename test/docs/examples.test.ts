import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Service, startService, temporaryDirectory } from '../end-to-end/service.js';
import { examplesOf, gap, readDocument } from './markdown.js';

/** What differs from run to run, and with every new version of an extractor. */
const volatile = new Set(['tookMs', 'bytes', 'instance']);
const changing = /^\d{4}-\d\d-\d\dT|^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-|^\w+\/\d+(-\w+)?$/;

function settled(reply: unknown): unknown {
  return JSON.parse(
    JSON.stringify(reply, (name, value) => {
      if (volatile.has(name) || changing.test(value)) return gap;
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );
}

/** The reply without those elements of its arrays for which the document shows a gap. */
function abridged(reply: unknown, shown: unknown): unknown {
  if (Array.isArray(reply) && Array.isArray(shown)) {
    const before = shown.indexOf(gap);
    if (before < 0 || reply.length < shown.length) {
      return reply.map((value, index) => abridged(value, shown[index]));
    }
    const after = shown.length - before - 1;
    const left = [...reply.slice(0, before), gap, ...reply.slice(reply.length - after)];
    return left.map((value, index) => abridged(value, shown[index]));
  }
  if (isObject(reply) && isObject(shown)) {
    const fields = Object.entries(reply);
    return Object.fromEntries(fields.map(([name, value]) => [name, abridged(value, shown[name])]));
  }
  return reply;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
  async (document) => {
    const service = await startService(join(temporaryDirectory(), 'examples.db'));
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
