import { expect, it } from 'vitest';
import { bulk, ndjson } from './bulk/requests.js';
import { english, englishMirror } from './pages.js';
import { openTestApp } from './test-app.js';

const site = (path: string) => `https://a.example/${path}`;

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

it('checks and queries within a time, by the clock of the service', async () => {
  const { post, pass } = await openTestApp();
  await post('/check', { id: 'old', text: english });
  pass(week - minute);
  const copy = (within: string) => ({ text: englishMirror, within, dryRun: true });
  const stored = { decision: 'duplicate', duplicateOf: 'old' };
  for (const within of ['7d', '168h', '10080m', '604800s']) {
    expect((await post('/check', copy(within))).body).toMatchObject(stored);
    expect((await post('/query', { text: english, within })).body.matches).toHaveLength(1);
  }
  pass(minute);
  for (const within of ['7d', '168h', '10080m', '604800s']) {
    const { body } = await post('/check', copy(within));
    expect(body).toMatchObject({ decision: 'new', matches: [], truncated: false });
    expect((await post('/query', { text: english, within })).body.matches).toEqual([]);
  }
  const page = `/check?within=7d&id=${encodeURIComponent(site('new'))}`;
  const fetched = await post(page, english, { 'content-type': 'text/plain' });
  expect(fetched.body).toMatchObject({ decision: 'new', stored: true });
  expect((await post('/check', copy('7d'))).body).toMatchObject({ duplicateOf: site('new') });
  const again = await post('/check', { id: 'old', text: english, within: '1s' });
  expect(again.body).toMatchObject({ decision: 'unchanged' });
});

it('checks and queries only pages of the same host', async () => {
  const { post } = await openTestApp();
  await post('/check', { id: 'https://b.example/', text: english });
  const own = await post('/check', { id: site('1'), text: english, sameHost: true });
  expect(own.body).toMatchObject({ decision: 'new', stored: true });
  const second = await post('/check', { id: site('2'), text: english, sameHost: true });
  expect(second.body).toMatchObject({ decision: 'duplicate', duplicateOf: site('1') });
  await post('/documents', { id: site('3'), text: english });
  const { body } = await post('/query', { id: site('1'), sameHost: true });
  expect(body.matches).toMatchObject([{ id: site('3') }]);
  expect((await post('/query', { id: site('1') })).body.matches).toHaveLength(2);
});

it('checks lines of a bulk request within a time and a host', async () => {
  const app = await openTestApp();
  await app.post('/check', { id: 'https://b.example/', text: english });
  const line = { text: english, sameHost: true, within: '1d' };
  const { lines } = await bulk(
    app,
    ndjson([{ ...line, id: site('1') }, { ...line, id: site('2') }, line]),
    { mode: 'check' },
  );
  expect(lines).toMatchObject([
    { ok: true, decision: 'new' },
    { ok: true, decision: 'duplicate', duplicateOf: site('1') },
    { ok: false, error: { code: 'validation_failed', errors: [{ pointer: '/sameHost' }] } },
    { summary: { total: 3 } },
  ]);
});

it.each(['7', '0d', '7 d', '-7d', '7w', '1.5h', 'P7D', '', 7, 0])(
  'rejects the duration %j',
  async (within) => {
    const { post } = await openTestApp();
    const { status, body } = await post('/check', { text: english, within });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [
        {
          pointer: '/within',
          detail: 'must be a duration of at least a second, such as "7d", "12h", "30m" or "45s"',
        },
      ],
    });
  },
);

it.each([undefined, 'a.example/1', 'urn:a', 'ftp://a.example/1'])(
  'rejects sameHost for the id %j, which is no address',
  async (id) => {
    const { post } = await openTestApp();
    const { status, body } = await post('/check', { id, text: english, sameHost: true });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/sameHost' }] });
    expect(body.detail).toContain('such as https://example.org/page');
  },
);

it('rejects sameHost for a query by a text', async () => {
  const { post } = await openTestApp();
  const { status, body } = await post('/query', { text: english, sameHost: true });
  expect(status).toBe(422);
  expect(body.detail).toBe(
    'Cannot query with sameHost: it needs an id that is the address of the page, such as https://example.org/page; there is none',
  );
});
