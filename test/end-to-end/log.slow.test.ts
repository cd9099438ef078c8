import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Problem } from '../../src/api/problem.js';
import { writeInto } from '../cli/program.js';
import { startService, temporaryDirectory } from './service.js';

const apiKey = 'a-key-that-no-log-may-show';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

async function startLogged(environment: Record<string, string>) {
  const logFile = writeInto(temporaryDirectory(), 'log', '');
  const service = await startService(
    ':memory:',
    { NEARDUP_API_KEY: apiKey, NEARDUP_LOG_LEVEL: 'info', ...environment },
    logFile,
  );
  const text = () => readFileSync(logFile, 'utf8');
  const lines = () =>
    text()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => !msg.startsWith('Server listening'));
  async function send(path: string, body: string | undefined, headers: Record<string, string>) {
    const reply = await fetch(service.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { reply, problem: reply.ok ? undefined : ((await reply.json()) as Problem) };
  }
  return { text, lines, send };
}

it('the log names requests by id, route, status and key, and shows no data of clients', async () => {
  const { text, lines, send } = await startLogged({ NEARDUP_LOG_REQUESTS: 'true' });
  const secret = 'zanzibar';
  const body = {
    id: `https://example.org/${secret}`,
    text: `the ${secret} of words that nobody may read`,
    metadata: { secret },
  };
  const parent = `00-${traceId}-00f067aa0ba902b7-01`;
  await send('/check', JSON.stringify(body), { 'x-request-id': 'crawl:42', traceparent: parent });
  await send(`/documents/${secret}?collection=${secret}`, undefined, {});
  await send('/check', `{"id": "${secret}\\n{}", "text": 5}`, {});
  await send('/check', `${secret} is no JSON`, {});
  await send(`/no/${secret}`, undefined, { 'x-request-id': `${secret} "}` });
  await send('/stats', undefined, { authorization: `Bearer ${secret}-${secret}-${secret}` });
  await expect.poll(() => lines().length).toBe(6);

  expect(lines()[0]).toMatchObject({
    msg: 'request',
    requestId: 'crawl:42',
    traceId,
    method: 'POST',
    route: '/check',
    status: 201,
    key: 'NEARDUP_API_KEY',
    address: '127.0.0.1',
    ms: expect.any(Number),
  });
  expect(lines().map(({ route, status }) => [route, status])).toEqual([
    ['/check', 201],
    ['/documents/:id', 404],
    ['/check', 422],
    ['/check', 400],
    ['none', 404],
    ['/stats', 401],
  ]);
  expect(text()).not.toContain(secret);
  expect(text()).not.toContain(apiKey);
});

it('a request keeps its id if the id is valid, and gets a new one otherwise', async () => {
  const { send } = await startLogged({});
  const kept = await send('/nothing', undefined, { 'x-request-id': 'a.b:c_d-1' });
  expect(kept.reply.headers.get('x-request-id')).toBe('a.b:c_d-1');
  expect(kept.problem?.instance).toBe('urn:neardup:request:a.b:c_d-1');
  const made = new Set<string | null>();
  for (const id of ['a b', '"', '<b>', 'x'.repeat(129)]) {
    const { reply } = await send('/healthz', undefined, { 'x-request-id': id });
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\d+$/);
    made.add(reply.headers.get('x-request-id'));
  }
  expect(made.size).toBe(4);
});

it('a slow request gets a line with the reason; others get none by default', async () => {
  const { lines, send } = await startLogged({ NEARDUP_SLOW_REQUEST_MS: '3' });
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`).join(' ');
  await send('/check', JSON.stringify({ id: 'long', text: words }), {});
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  const line = lines().find(({ route }) => route === '/check');
  expect(line).toMatchObject({ msg: 'slow request', status: 201, reason: expect.any(String) });
  const { partsMs, ms, reason } = line;
  expect(Object.keys(partsMs)).toEqual([
    'receiving',
    'reading',
    'signing',
    'storeQueue',
    'store',
    'commit',
    'rest',
  ]);
  const parts = Object.values<number>(partsMs);
  expect(partsMs.signing).toBeGreaterThan(0);
  expect(partsMs.reading).toBe(0);
  expect(partsMs[reason]).toBe(Math.max(...parts));
  expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - ms)).toBeLessThan(1);
});

it('a page that is slow to read gets a line that says so', async () => {
  const { lines, send } = await startLogged({ NEARDUP_SLOW_REQUEST_MS: '3' });
  const html = '<p>A page with many short lines of words.</p>'.repeat(5000);
  await send('/check', JSON.stringify({ id: 'page', html }), {});
  await expect.poll(() => lines().length).toBeGreaterThan(0);
  const { partsMs } = lines().find(({ route }) => route === '/check');
  expect(partsMs.reading).toBeGreaterThan(0);
  expect(partsMs.signing).toBe(0);
});

it('requests that are answered quickly leave no line by default', async () => {
  const { lines, send } = await startLogged({ NEARDUP_SLOW_REQUEST_MS: '60000' });
  for (let i = 0; i < 5; i++) await send('/stats', undefined, {});
  await send('/check', '{', {});
  expect(lines()).toEqual([]);
});
