import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chinese, chineseMirror, english, englishMirror, unrelated } from '../pages.js';
import { openTestApp } from '../test-app.js';
import { bulk, headers, ndjson } from './requests.js';

describe('POST /documents/bulk', () => {
  it('adds one document per line, and ends with a summary', async () => {
    const app = await openTestApp();
    await app.post('/documents', { id: 'a', text: english });
    const { status, lines } = await bulk(
      app,
      ndjson([
        { id: 'a', text: english },
        { id: 'b', text: chinese },
        { id: 'b', text: unrelated },
      ]),
    );
    expect(status).toBe(200);
    expect(lines).toMatchObject([
      { line: 1, ok: true, id: 'a', status: 'unchanged', revision: 1 },
      { line: 2, ok: true, id: 'b', status: 'created', revision: 1 },
      { line: 3, ok: true, id: 'b', status: 'replaced', revision: 2 },
      { summary: { total: 3, ok: 3, failed: 0, created: 1, replaced: 1, unchanged: 1, new: 0 } },
    ]);
    const { tookMs } = lines.at(-1)!.summary!;
    expect(`${tookMs}`).toMatch(/^\d+(\.\d{1,3})?$/);
  });

  it('checks lines in order, and each line sees the earlier ones', async () => {
    const app = await openTestApp();
    const { lines } = await bulk(
      app,
      ndjson([
        { id: 'a', text: english },
        { id: 'b', text: englishMirror },
        { id: 'a', text: unrelated },
        { id: 'b', text: englishMirror, dryRun: true },
        { id: 'a', text: unrelated },
      ]),
      { mode: 'check' },
    );
    expect(lines).toMatchObject([
      { decision: 'new', stored: true },
      { decision: 'duplicate', duplicateOf: 'a' },
      { decision: 'changed', stored: true },
      { decision: 'new', stored: false },
      { decision: 'unchanged' },
      {
        summary: {
          total: 5,
          ok: 5,
          created: 1,
          replaced: 1,
          new: 2,
          duplicate: 1,
          changed: 1,
          unchanged: 1,
        },
      },
    ]);
  });

  it('answers each line like a single request', async () => {
    const texts = [english, englishMirror, chinese, chineseMirror, unrelated, ''];
    const line = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      text: fc.constantFrom(...texts),
      onDuplicate: fc.constantFrom('skip', 'store', 'replace'),
      onCovered: fc.constantFrom('keep', 'replace'),
      dryRun: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const [one, other] = [await openTestApp(), await openTestApp()];
        const [ofOne, ofOther] = [comparing(), comparing()];
        const { lines: results } = await bulk(one, ndjson(lines), { mode: 'check' });
        for (const [index, body] of lines.entries()) {
          const single = await other.post('/check', body);
          const { kind, line: number, ok, error, ...reply } = results[index];
          expect(number).toBe(index + 1);
          expect(kind).toBe(ok ? 'checked' : 'failed');
          expect(ok).toBe(single.status < 300);
          if (ok) expect(ofOne(reply)).toEqual(ofOther(single.body));
          else expect(error).toMatchObject({ code: single.body.code, status: single.status });
        }
        expect(results).toHaveLength(lines.length + 1);
        expect(await one.count()).toBe(await other.count());
      }),
      { numRuns: 25 },
    );
  });

  it('refuses only the faulty line, with its number and its problem', async () => {
    const app = await openTestApp({ bodyBytesMax: 20_000 });
    const { status, lines } = await bulk(
      app,
      Buffer.concat([
        Buffer.from(ndjson(['\ufeff{"text":"first","id":"a"}', '{"text":', '', '{"text":5}', ''])),
        Buffer.from('{"text":"\xff"}\n', 'latin1'),
        Buffer.from(
          ndjson([
            '[]',
            `{"text":"${'x'.repeat(20_000)}"}`,
            '{"text":"?"}',
            '{"text":"x","collection":"none"}',
            '{"text":"x","html":"<p>"}',
            ' \r',
            '{"text":"last","id":"z"}\r',
          ]),
        ),
      ]),
    );
    expect(status).toBe(200);
    expect(lines.map(({ line, ok, error }) => [line, ok, error?.code])).toEqual([
      [1, true, undefined],
      [2, false, 'invalid_json'],
      [4, false, 'validation_failed'],
      [5, false, 'invalid_json'],
      [6, false, 'validation_failed'],
      [7, false, 'payload_too_large'],
      [8, false, 'text_empty'],
      [9, false, 'collection_not_found'],
      [10, false, 'validation_failed'],
      [12, true, undefined],
      [undefined, undefined, undefined],
    ]);
    expect(lines[2]!.error).toMatchObject({ status: 422, errors: [{ pointer: '/text' }] });
    expect(lines.at(-1)!.summary).toMatchObject({ total: 10, ok: 2, failed: 8, created: 2 });
    expect(await app.count()).toBe(2);
  });

  it('accepts an empty body', async () => {
    const app = await openTestApp();
    expect(await bulk(app, '')).toMatchObject({ status: 200, lines: [{ summary: { total: 0 } }] });
  });

  it('accepts gzip, but no other encoding', async () => {
    const app = await openTestApp();
    const body = ndjson([{ id: 'a', text: english }]);
    const encoded = (encoding: string, bytes: string | Buffer) =>
      bulk(app, bytes, { headers: { 'content-encoding': encoding } });
    expect(await encoded('gzip', gzipSync(body))).toMatchObject({
      status: 200,
      lines: [{ ok: true }, { summary: { total: 1 } }],
    });
    expect(await encoded('identity', body)).toMatchObject({ status: 200 });
    for (const refused of ['br', 'deflate', 'gzip, gzip', 'x']) {
      const lines = [{ code: 'unsupported_encoding' }];
      expect(await encoded(refused, body)).toMatchObject({ status: 415, lines });
    }
    expect(await encoded('gzip', body)).toMatchObject({ status: 415 });
    const cut = gzipSync(body).subarray(0, -10);
    const { lines } = await encoded('gzip', cut);
    expect(lines.at(-1)).toMatchObject({ code: 'unsupported_encoding' });
  });

  it('does not inflate a gzip bomb, and counts inflated bytes', async () => {
    const app = await openTestApp({ bulkBytesMax: 18 * 1024 * 1024 });
    const gzip = { 'content-encoding': 'gzip' };
    const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024));
    expect(await bulk(app, bomb, { headers: gzip })).toMatchObject({
      status: 413,
      lines: [{ code: 'payload_too_large', detail: expect.stringContaining('100 times') }],
    });
    const blanks = (lines: readonly object[], megabytes: number) =>
      gzipSync(
        Buffer.concat([Buffer.from(ndjson(lines)), Buffer.alloc(megabytes * 2 ** 20, '\n')]),
      );
    const small = await bulk(app, blanks([{ id: 'a', text: english }], 1), { headers: gzip });
    expect(small).toMatchObject({ status: 413, lines: [{ code: 'payload_too_large' }] });
    const random = Array.from({ length: 400 }, (_, at) => ({
      ...{ id: `${at}`, text: english },
      metadata: { noise: randomBytes(300).toString('hex') },
    }));
    const { status, lines } = await bulk(app, blanks(random, 17), { headers: gzip });
    expect(status).toBe(200);
    expect(lines[0]).toMatchObject({ line: 1, ok: true });
    const error = { code: 'payload_too_large', detail: expect.stringContaining('100 times') };
    expect(lines.at(-1)).toMatchObject({ summary: { total: 400 }, error });
    const plain = Buffer.alloc(19 * 1024 * 1024, 'x');
    expect(await bulk(app, plain)).toMatchObject({
      status: 413,
      lines: [{ detail: expect.stringContaining('18874368 bytes') }],
    });
  });

  it.each([
    ['an unknown mode', 422, 'validation_failed', '?mode=replace', {}],
    ['JSON', 415, 'unsupported_media_type', '', { 'content-type': 'application/json' }],
    ['no media type', 415, 'unsupported_media_type', '', { 'content-type': '' }],
    ['a client that refuses NDJSON', 406, 'not_acceptable', '', { accept: 'application/json' }],
  ] as const)('refuses %s', async (_what, status, code, query, more) => {
    const { app } = await openTestApp();
    const response = await app.inject({
      method: 'POST',
      url: `/documents/bulk${query}`,
      headers: { ...headers, ...more },
      payload: '{}',
    });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
  });
});

/** Makes replies of two services comparable: removes times, and numbers clusters in order. */
function comparing(): (reply: object) => object {
  const clusters = new Map<string, number>();
  return (reply) =>
    JSON.parse(
      JSON.stringify(reply, (name, value) => {
        if (name === 'storedAt') return null;
        if (name !== 'cluster' || value === null) return value;
        clusters.set(value, clusters.get(value) ?? clusters.size);
        return clusters.get(value);
      }),
    );
}
