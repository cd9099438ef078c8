import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const base = words(300, 1);
const text = textOf(base);

/** A service with refused pages, the least certain of which consist of few common words. */
async function open() {
  const opened = await openTestApp();
  await opened.post('/documents', { id: 'https://a.example/base', text, title: 'Ferry' });
  const check = async (id: string, more: object = {}) =>
    (await opened.post('/check', { id, text, ...more })).body;
  const decisions = async (query = '') => (await opened.get(`/decisions?${query}`)).body;
  const idsOf = async (query = '') =>
    ((await decisions(query)).decisions as { id: string }[]).map(({ id }) => id);
  return { ...opened, check, decisions, idsOf };
}

describe('the log of decisions', () => {
  it('lists refused pages with their match and their additions', async () => {
    const { check, decisions } = await open();
    await check('https://b.example/copy', { title: 'Ferry' });
    expect(await decisions()).toEqual({
      decisions: [
        {
          ...{ number: expect.any(Number), at: expect.any(String), id: 'https://b.example/copy' },
          ...{ decision: 'duplicate', match: 'https://a.example/base', stored: false },
          ...{ reason: null, similarity: 1, distance: 0, exact: true, certainty: 1 },
          adds: expect.objectContaining({ nothing: true, words: 0, share: 0 }),
          ...{ title: 'Ferry', verdict: null, kept: false, gone: false },
        },
      ],
      nextCursor: null,
    });
  });

  it('lists pages that are stored although they add nothing, with the reason of the check', async () => {
    const { check, decisions, idsOf } = await open();
    expect((await check('brief', { ttlSeconds: 60, text: textOf(words(99, 3)) })).decision).toBe(
      'new',
    );
    const checked = [
      await check('shorter', { text: textOf(base.slice(0, 220)), title: 'Ferry' }),
      await check('lasting', { text: textOf(words(99, 3)) }),
    ];
    const reasons = ['matchIsLonger', 'outlivesMatch'];
    expect(checked.map(({ reason }) => reason)).toEqual(reasons);
    const listed = (await decisions()).decisions as { reason: string }[];
    expect(listed.map(({ reason }) => reason)).toEqual(reasons.toReversed());
    expect(await idsOf('reason=matchIsLonger')).toEqual(['shorter']);
    expect(await idsOf('reason=outlivesMatch')).toEqual(['lasting']);
    expect(await idsOf('reason=familyFull')).toEqual([]);
  });

  it('lists page by page, newest first or least certain first', async () => {
    const { check, decisions, idsOf } = await open();
    const edited = (count: number) => textOf(base.slice(0, 300 - count), words(count, 9));
    for (const count of [0, 1, 2, 3]) {
      await check(`c${count}`, { text: edited(count), duplicateIf: 'similar' });
    }
    const certain = await idsOf('order=certainty');
    expect(certain).toHaveLength(4);
    expect(certain.at(-1)).toBe('c0');
    for (const order of ['newest', 'certainty']) {
      const seen: string[] = [];
      for (let next = ''; ; ) {
        const page = await decisions(`order=${order}&limit=2${next}`);
        seen.push(...page.decisions.map(({ id }: { id: string }) => id));
        if (page.nextCursor === null) break;
        next = `&cursor=${page.nextCursor}`;
      }
      expect(seen).toEqual(await idsOf(`order=${order}`));
    }
    const { nextCursor } = await decisions('limit=1');
    expect(await decisions(`order=certainty&cursor=${nextCursor}`)).toMatchObject({
      code: 'invalid_cursor',
    });
  });

  it('lists decisions as NDJSON, one per line, page by page', async () => {
    const { app, check, decisions } = await open();
    for (const number of [1, 2, 3]) await check(`https://b.example/${number}`);
    const lines: unknown[] = [];
    let cursor: unknown = '';
    do {
      const reply = await app.inject({
        url: `/decisions?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        headers: { accept: 'application/x-ndjson' },
      });
      expect(reply.headers['content-type']).toContain('application/x-ndjson');
      for (const line of reply.body.trimEnd().split('\n')) lines.push(JSON.parse(line));
      cursor = reply.headers['next-cursor'];
    } while (cursor !== undefined);
    expect(lines).toEqual((await decisions()).decisions);
    const other = await app.inject({ url: '/decisions', headers: { accept: 'text/csv' } });
    expect(other.statusCode).toBe(406);
  });

  it.each([
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/x-ndjson, application/json;q=0.5', 'application/x-ndjson'],
    ['application/x-ndjson, */*;q=0.1', 'application/x-ndjson'],
    ['application/json, application/x-ndjson;q=0.5', 'application/json'],
    ['application/json, application/x-ndjson', 'application/json'],
    ['*/*', 'application/json'],
  ])('answers "Accept: %s" with %s', async (accept, type) => {
    const { app } = await open();
    const reply = await app.inject({ url: '/decisions', headers: { accept } });
    expect(reply.headers['content-type']).toContain(type);
  });

  it('finds decisions by id, prefix, host, decision, time and similarity', async () => {
    const { check, idsOf, decisions } = await open();
    await check('https://b.example/1');
    await check('https://c.example/2');
    await check('https://a.example/base', { text: textOf(words(200, 5)) });
    expect(await idsOf('id=https://b.example/1')).toEqual(['https://b.example/1']);
    expect(await idsOf('idPrefix=https://c.')).toEqual(['https://c.example/2']);
    expect(await idsOf('host=www.B.example')).toEqual(['https://b.example/1']);
    expect(await idsOf('decision=changed')).toEqual(['https://a.example/base']);
    expect(await idsOf('until=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf('since=2020-01-01T00:00:00Z')).toHaveLength(3);
    expect(await idsOf('minSimilarity=0.9')).toHaveLength(2);
    expect(await decisions('id=a&host=b')).toMatchObject({ code: 'validation_failed' });
  });

  it('explains why a document is not there', async () => {
    const { check, get, send } = await open();
    await check('refused');
    const missing = await get('/documents/refused');
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({
      code: 'document_not_found',
      detail: expect.stringContaining('refused as a duplicate of "https://a.example/base"'),
      decision: {
        ...{ number: expect.any(Number), decision: 'duplicate' },
        ...{ match: 'https://a.example/base', at: expect.any(String) },
      },
    });
    expect((await get('/documents/unknown')).body).not.toHaveProperty('decision');
    expect((await send('DELETE', '/documents/refused')).status).toBe(404);
    expect((await get('/documents/refused')).body).not.toHaveProperty('decision');
  });

  it('compares and stores a refused page while it is kept', async () => {
    const { check, decisions, post, get, send, idsOf } = await open();
    const settings = { refusedPages: { days: 7, texts: true } };
    expect((await send('PATCH', '/collections/default', settings)).body).toMatchObject(settings);
    const page = textOf(base.slice(0, 297), words(3, 9));
    await check('lost', { text: page, duplicateIf: 'similar' });
    const [{ number }] = (await decisions('verdict=none')).decisions;
    const compared = { a: { id: 'lost' }, b: { id: 'https://a.example/base' } };
    expect((await post('/compare', compared)).body).toMatchObject({ exact: false, match: true });
    expect((await post('/query', { id: 'lost' })).body.matches).toHaveLength(1);
    const stored = await post(`/decisions/${number}/store`, {});
    expect(stored).toMatchObject({
      status: 200,
      body: { id: 'lost', status: 'created', separatedFrom: 'https://a.example/base' },
    });
    expect((await get('/documents/lost')).status).toBe(200);
    expect((await get('/labels')).body.labels).toMatchObject([{ label: 'different' }]);
    expect((await send('DELETE', `/decisions/${number}/store`)).status).toBe(204);
    expect((await get('/documents/lost')).status).toBe(404);
    const verdict = { verdict: 'right' };
    expect((await send('PUT', `/decisions/${number}/verdict`, verdict)).status).toBe(204);
    expect(await idsOf('verdict=right')).toEqual(['lost']);
  });

  it('finds decisions by a part of the id or title, and shows the title that was sent', async () => {
    const { check, decisions, idsOf } = await open();
    await check('https://b.example/First', { metadata: { title: 'Timetable of May' } });
    await check('https://b.example/second', { title: 'Old Harbour' });
    await check('https://b.example/third', { metadata: { title: 7 } });
    expect(await idsOf('search=fIRST')).toEqual(['https://b.example/First']);
    expect(await idsOf('search=HARBOUR')).toEqual(['https://b.example/second']);
    expect(await idsOf('search=of%20may')).toEqual(['https://b.example/First']);
    expect(await idsOf('search=example/')).toHaveLength(3);
    const refused = ['https://b.example/First', 'https://b.example/third'];
    expect(await idsOf('search=example/&order=certainty')).toEqual(refused);
    expect(await idsOf('search=100%25')).toEqual([]);
    const titles = ((await decisions()).decisions as { title: string }[]).map(({ title }) => title);
    expect(titles).toEqual([null, 'Old Harbour', 'Timetable of May']);
  });

  it('counts verdicts, and gives the share that was right with its interval', async () => {
    const { check, decisions, post, send, get } = await open();
    const settings = { refusedPages: { days: 7, texts: false } };
    await send('PATCH', '/collections/default', settings);
    const verdicts = async (query = '') => (await get(`/decisions/verdicts${query}`)).body;
    const nothing = { right: 0, wrong: 0, share: null, interval: null, truncated: false };
    expect(await verdicts()).toEqual(nothing);
    for (const id of 'abcdefghij') await check(id, { duplicateIf: 'similar' });
    const numbers = ((await decisions()).decisions as { number: number }[]).map((e) => e.number);
    for (const number of numbers.slice(1)) {
      await send('PUT', `/decisions/${number}/verdict`, { verdict: 'right' });
    }
    expect((await post(`/decisions/${numbers[0]}/store`)).status).toBe(200);
    const [right, wrong, share] = [9, 1, 0.9];
    // The interval of Wilson for 9 of 10, as printed in tables.
    const interval = { low: 0.596, high: 0.982 };
    expect(await verdicts()).toEqual({ right, wrong, share, interval, truncated: false });
    expect(await verdicts('?since=2030-01-01T00:00:00Z')).toEqual(nothing);
    expect((await verdicts('?collection=none')).code).toBe('collection_not_found');
  });

  it('reports why a refused page cannot be stored', async () => {
    const { check, decisions, post } = await open();
    await check('lost');
    const [{ number }] = (await decisions()).decisions;
    expect((await post(`/decisions/${number}/store`, {})).body).toMatchObject({
      ...{ status: 409, code: 'page_not_kept', detail: expect.stringContaining('refusedPages') },
    });
    expect((await post(`/decisions/${number + 1}/store`, {})).body.code).toBe('decision_not_found');
  });

  it('keeps nothing about ids that were deleted or taken down', async () => {
    const { check, idsOf, post, get } = await open();
    for (const id of ['https://b.example/1', 'https://b.example/2', 'c']) await check(id);
    await post('/documents', { id: 'https://b.example/3', text: textOf(words(99, 3)) });
    await check('d', { text: textOf(words(99, 3)) });
    await post('/documents/delete', { ids: ['c'] });
    expect(await idsOf('id=c')).toEqual([]);
    const job = (await post('/documents/delete', { idPrefix: 'https://b.example/' })).body;
    await expect.poll(async () => (await get(`/jobs/${job.id}`)).body.state).toBe('succeeded');
    expect(await idsOf('host=b.example')).toEqual([]);
    expect((await get('/decisions?id=d')).body.decisions).toMatchObject([{ match: null }]);
    expect((await get('/decisions?reason=gone')).body.decisions).toMatchObject([
      { id: 'd', match: null, gone: true },
    ]);
  });
});
