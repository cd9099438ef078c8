import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { examplesOf, readDocument } from './markdown.js';

/** What differs from run to run. */
const volatile = new Set(['tookMs', 'bytes', 'instance']);

function settled(reply: unknown): unknown {
  return JSON.parse(
    JSON.stringify(reply, (name, value) =>
      volatile.has(name) || /^\d{4}-\d\d-\d\dT/.test(value) ? '…' : value,
    ),
  );
}

it.each(['README.md', 'docs/api.md', 'docs/errors.md'])(
  'the requests in %s get the replies that it shows',
  async (document) => {
    const service = await startService(join(temporaryDirectory(), 'examples.db'));
    const examples = examplesOf(readDocument(document));
    expect(examples.length).toBeGreaterThan(0);
    for (const { method, path, body, reply } of examples) {
      const answer = await fetch(service.url + path, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const text = await answer.text();
      if (reply === undefined) expect(text).toBe('');
      else expect(settled(JSON.parse(text)), `${method} ${path}`).toEqual(settled(reply));
    }
  },
);
