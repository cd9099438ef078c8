import { expect, it } from 'vitest';
import { createInlineRunner } from '../../src/store/sqlite/engine/engine.js';
import { openDatabase } from '../../src/store/sqlite/file/connection.js';
import { defaultSearchLimits } from '../../src/store/sqlite/search/search-limits.js';
import { createGroupedStore } from '../../src/store/sqlite/sqlite-store.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

it('a check with too many candidates is refused, and a bulk request continues with the next line', async () => {
  const limits = { ...defaultSearchLimits, groupCandidates: 2, fewCandidates: 2, candidatesMax: 5 };
  const runner = createInlineRunner(openDatabase(':memory:'), undefined, limits);
  const { post, app } = await openTestApp({}, createGroupedStore(runner, 1000));
  const variant = (i: number) => ({ id: `${i}`, text: `${english} Number ${'x'.repeat(i + 1)}.` });
  for (let i = 0; i < 8; i++) expect((await post('/documents', variant(i))).status).toBe(201);
  const refused = await post('/check', variant(100));
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'too_many_candidates', detail: expect.stringContaining('more than 5 contents') },
  });
  expect(await post('/query', { text: variant(100).text })).toMatchObject({
    status: 200,
    body: { truncated: true },
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/documents/bulk?mode=check',
    headers: { 'content-type': 'application/x-ndjson' },
    payload: [variant(100), { id: 'other', text: 'Something else altogether was said here today.' }]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  });
  const lines = answer.payload
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { line: 1, ok: false, error: { code: 'too_many_candidates' } },
    { line: 2, ok: true, id: 'other', decision: 'new' },
    { summary: { total: 2, failed: 1, new: 1 } },
  ]);
});
