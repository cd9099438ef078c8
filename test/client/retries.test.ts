import { describe, expect, it } from 'vitest';
import { NeardupClient, type NeardupOptions } from '../../src/client/client.js';
import { all } from './all.js';
import { breakOff, json, refusal, scriptedServer, silence } from './scripted-server.js';

const decided = json({ decision: 'new', stored: true });
const page = { id: 'a', text: 'x' };

function clientOf(url: string, options: Partial<NeardupOptions> = {}): NeardupClient {
  return new NeardupClient({ url, retryMs: 1, retryMsMax: 5, ...options });
}

describe('the client', () => {
  it('retries the same request after temporary refusals', async () => {
    const { url, requests } = await scriptedServer(
      refusal(503, 'overloaded', { 'retry-after': '0' }),
      refusal(429, 'rate_limited', { 'retry-after': '0' }),
      decided,
    );
    const reply = await clientOf(url, { apiKey: 'k' }).check(page);
    expect(reply.decision).toBe('new');
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([page, page, page]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer k'));
  });

  it('gives up after the last retry, with the last problem', async () => {
    const { url, requests } = await scriptedServer(refusal(503, 'shutting_down'));
    await expect(clientOf(url, { retries: 2 }).check(page)).rejects.toMatchObject({
      name: 'NeardupProblem',
      code: 'shutting_down',
      status: 503,
      requestId: 'r-1',
      message: 'refused: shutting_down',
    });
    expect(requests.length).toBe(3);
  });

  it('gives up at once if the service asks for more than the maximum wait', async () => {
    const { url, requests } = await scriptedServer(
      refusal(429, 'rate_limited', { 'retry-after': '60' }),
    );
    await expect(clientOf(url).check(page)).rejects.toMatchObject({ retryAfterMs: 60_000 });
    expect(requests.length).toBe(1);
  });

  it('gives up when the total wait would exceed its limit', async () => {
    const { url, requests } = await scriptedServer(
      refusal(503, 'overloaded', { 'retry-after': '0' }),
    );
    const limits = { retries: Number.POSITIVE_INFINITY, retryMs: 8, retryMsMax: 8 };
    const call = clientOf(url, { ...limits, retryMsTotal: 20 }).check(page);
    await expect(call).rejects.toMatchObject({ code: 'overloaded' });
    // Each wait takes 4 to 8 ms.
    expect(requests.length).toBeGreaterThanOrEqual(3);
    expect(requests.length).toBeLessThanOrEqual(6);
  });

  it('retries only after refusals if configured', async () => {
    const busy = await scriptedServer(
      refusal(503, 'overloaded', { 'retry-after': '0' }),
      breakOff,
      decided,
    );
    const call = clientOf(busy.url, { retryUnanswered: false }).check(page);
    await expect(call).rejects.toMatchObject({
      name: 'NeardupUnreachable',
      reason: 'other side closed',
    });
    expect(busy.requests.length).toBe(2);
  });

  it('retries after a broken connection if that is safe', async () => {
    const { url, requests } = await scriptedServer(breakOff, decided);
    expect((await clientOf(url).check(page)).stored).toBe(true);
    expect(requests.length).toBe(2);
  });

  it('retries after a truncated answer', async () => {
    const { url, requests } = await scriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"decision":');
      setImmediate(() => response.destroy());
    }, decided);
    expect((await clientOf(url).check(page)).stored).toBe(true);
    expect(requests.length).toBe(2);
  });

  it('does not retry a request that is not idempotent', async () => {
    const { url, requests } = await scriptedServer(breakOff);
    const call = clientOf(url).api.POST('/collections', { body: { name: 'n' } });
    await expect(call).rejects.toMatchObject({ name: 'NeardupUnreachable' });
    const long = clientOf(url).check({ text: 'x', limit: 101 }); // too long a reply to be stored
    await expect(long).rejects.toMatchObject({ name: 'NeardupUnreachable' });
    expect(requests.length).toBe(2);
  });

  it.each([
    ['a check without id', (client: NeardupClient) => client.check({ text: 'x' })],
    [
      'a page without id',
      (client: NeardupClient) => client.checkPage('x', { contentType: 'text/plain' }),
    ],
    ['a document without id', (client: NeardupClient) => client.add({ text: 'x' })],
    ['a deletion', (client: NeardupClient) => client.delete(['a'])],
  ])('sends %s with a key, and retries with the same key', async (_, call) => {
    const { url, requests } = await scriptedServer(breakOff, json({}));
    await call(clientOf(url));
    await call(clientOf(url));
    const [first, again, other] = requests.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('sends a given key, and no key if an id is sufficient', async () => {
    const { url, requests } = await scriptedServer(json({}));
    await clientOf(url).check(page, { idempotencyKey: 'crawl 7, page 12' });
    await clientOf(url).check(page);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['crawl 7, page 12', undefined]);
  });

  it('retries requests that only read, or carry an Idempotency-Key', async () => {
    const reading = await scriptedServer(breakOff, json({ matches: [] }));
    await clientOf(reading.url).query({ text: 'x' });
    expect(reading.requests.length).toBe(2);
    const keyed = await scriptedServer(breakOff, json({}));
    const headers = { 'idempotency-key': 'k-1' };
    await clientOf(keyed.url).api.POST('/documents', { body: { text: 'x' }, headers });
    expect(keyed.requests.map((request) => request.headers['idempotency-key'])).toEqual([
      'k-1',
      'k-1',
    ]);
  });

  it('reports the error of each try, including the last', async () => {
    const { url } = await scriptedServer(breakOff, refusal(503, 'overloaded'));
    const failed: string[] = [];
    const onFailedTry: NeardupOptions['onFailedTry'] = (error) =>
      failed.push('code' in error ? error.code : error.name);
    const asked = clientOf(url, { retries: 2, timeoutMs: Infinity, onFailedTry }).check(page);
    await expect(asked).rejects.toThrow('overloaded');
    expect(failed).toEqual(['NeardupUnreachable', 'overloaded', 'overloaded']);
  });

  it('ends a try that takes too long', async () => {
    const { url, requests } = await scriptedServer(silence, decided);
    expect((await clientOf(url, { timeoutMs: 1000 }).check(page)).stored).toBe(true);
    expect(requests.length).toBe(2);
    const mute = await scriptedServer(silence);
    const call = clientOf(mute.url, { timeoutMs: 20, retries: 1 }).check(page);
    await expect(call).rejects.toThrow('No answer (try 2): nothing whole came within 20 ms');
  });

  it('stops when its caller aborts, during a try and between tries', async () => {
    const { url } = await scriptedServer(silence);
    const reason = new Error('enough');
    const waiting = new AbortController();
    const call = clientOf(url).check(page, { signal: waiting.signal });
    waiting.abort(reason);
    await expect(call).rejects.toBe(reason);

    const refusing = await scriptedServer((response, request) => {
      refusal(503, 'overloaded')(response, request);
      setTimeout(() => between.abort(reason), 20);
    });
    const between = new AbortController();
    const patientClient = clientOf(refusing.url, { retryMs: 60_000, retryMsMax: 60_000 });
    await expect(patientClient.check(page, { signal: between.signal })).rejects.toBe(reason);
    expect(refusing.requests.length).toBe(1);
  });

  it('reports why there is no connection', async () => {
    const client = clientOf('http://localhost:8080', {
      retries: 0,
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: Error('refused') })),
    });
    await expect(client.check(page)).rejects.toMatchObject({
      name: 'NeardupUnreachable',
      message: 'No answer: refused',
      reason: 'refused',
    });
  });

  it('recognises an answer that is not from neardup', async () => {
    const { url } = await scriptedServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome to nginx</h1>'),
    );
    await expect(clientOf(url).check(page)).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
      message: `${url}/check answered 200, not as neardup does: text/html, "<h1>Welcome to nginx</h1>"`,
      requestId: undefined,
    });
  });
});

describe('many documents', () => {
  const pages = ['a', 'b', 'c'].map((id) => ({ id, text: id }));
  const line = (number: number, id: string) =>
    `${JSON.stringify({ line: number, ok: true, decision: 'new', stored: true, id })}\n`;
  const ndjson = { 'content-type': 'application/x-ndjson' };

  it('are sent again from the point where an answer was truncated', async () => {
    const { url, requests } = await scriptedServer(
      (response) => {
        response.writeHead(200, ndjson).write(line(1, 'a'));
        setTimeout(() => response.destroy(), 20);
      },
      (response) => {
        response.writeHead(200, ndjson).end(`${line(1, 'b')}${line(2, 'c')}{"summary":{}}\n`);
      },
    );
    const results = await all(clientOf(url).checkMany(pages));
    expect(results.map((each) => [each.line, each.ok, each.ok && each.repeated])).toEqual([
      [1, true, false],
      [2, true, true],
      [3, true, true],
    ]);
    expect(results.map(({ document }) => document)).toEqual(pages);
    expect(requests[1]!.body).toBe('{"id":"b","text":"b"}\n{"id":"c","text":"c"}\n');
  });

  it('are not marked as repeated if the service reports that it did not process them', async () => {
    const { url } = await scriptedServer(
      refusal(503, 'overloaded'),
      (response) => {
        const error = { status: 503, code: 'shutting_down', detail: '', instance: '' };
        response.writeHead(200, ndjson);
        response.end(`${line(1, 'a')}${JSON.stringify({ summary: { total: 1 }, error })}\n`);
      },
      (response) => {
        response.writeHead(200, ndjson).end(`${line(1, 'b')}${line(2, 'c')}{"summary":{}}\n`);
      },
    );
    const results = await all(clientOf(url).checkMany(pages));
    expect(results.map((each) => each.ok && each.repeated)).toEqual([false, false, false]);
  });

  const refused = (number: number, status = 503) =>
    `${JSON.stringify({ line: number, ok: false, error: { status, code: 'overloaded', detail: 'busy', instance: '' } })}\n`;

  it('are sent again only if they were temporarily refused', async () => {
    const { url, requests } = await scriptedServer(
      (response) => {
        const lines = `${refused(1)}${line(2, 'b')}${refused(3)}`;
        response.writeHead(200, ndjson).end(`${lines}{"summary":{}}\n`);
      },
      (response) => {
        response.writeHead(200, ndjson).end(`${line(1, 'a')}${line(2, 'c')}{"summary":{}}\n`);
      },
    );
    const results = await all(clientOf(url).checkMany(pages));
    expect(results.map((each) => [each.line, each.ok, each.ok && each.repeated])).toEqual([
      [1, true, false],
      [2, true, false],
      [3, true, false],
    ]);
    expect(requests[1]!.body).toBe('{"id":"a","text":"a"}\n{"id":"c","text":"c"}\n');
  });

  it('are refused one by one when no tries are left', async () => {
    const { url, requests } = await scriptedServer(
      (response) => {
        const lines = `${line(1, 'a')}${refused(2)}${line(3, 'c')}`;
        response.writeHead(200, ndjson).end(`${lines}{"summary":{}}\n`);
      },
      (response) => response.writeHead(200, ndjson).end(`${refused(1)}{"summary":{}}\n`),
    );
    const results = await all(clientOf(url, { retries: 2 }).checkMany(pages));
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, error: { status: 503 } },
      { ok: true },
    ]);
    expect(requests.length).toBe(3);
  });

  it('yield their results before the error that stops the rest', async () => {
    const { url } = await scriptedServer((response) => {
      const error = { status: 507, code: 'disk_full', detail: 'no space', instance: '' };
      response.writeHead(200, ndjson);
      response.end(`${line(1, 'a')}${JSON.stringify({ summary: { total: 1 }, error })}\n`);
    });
    const results = clientOf(url).checkMany(pages);
    expect((await results.next()).value).toMatchObject({ line: 1, ok: true, document: pages[0] });
    await expect(results.next()).rejects.toMatchObject({ code: 'disk_full' });
  });

  it('end when the caller leaves the loop, which aborts the current request', async () => {
    let closed: () => void;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { url, requests } = await scriptedServer(
      (response) => response.writeHead(200, ndjson).end(`${line(1, 'a')}{"summary":{}}\n`),
      (response) => response.once('close', () => closed()),
    );
    const results = clientOf(url).checkMany(pages, { batchSize: 1, concurrency: 2 });
    for await (const result of results) {
      expect(result.line).toBe(1);
      while (requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
      break;
    }
    await gone;
  });

  it('require a whole number of batches', async () => {
    const results = clientOf('http://127.0.0.1:1').checkMany(pages, { concurrency: 0 });
    await expect(results.next()).rejects.toThrow('concurrency must be an integer of at least 1');
  });
});
