import { describe, expect, it } from 'vitest';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

describe('POST /documents', () => {
  it('creates and replaces documents, and leaves equal ones unchanged', async () => {
    const { post, get } = await openTestApp();
    const created = await post('/documents', { id: 'a', text: english, metadata: { n: 1 } });
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({ location: '/documents/a' });
    expect(created.body).toMatchObject({ id: 'a', status: 'created', revision: 1 });

    const same = await post('/documents', { id: 'a', text: english, metadata: { n: 1 } });
    expect(same).toMatchObject({ status: 200, body: { status: 'unchanged', revision: 1 } });
    expect(same.headers.etag).toBe(created.headers.etag);

    const metadata = await post('/documents', { id: 'a', text: english, metadata: { n: 2 } });
    expect(metadata).toMatchObject({ status: 200, body: { status: 'replaced', revision: 2 } });
    expect(metadata.headers.etag).not.toBe(created.headers.etag);

    const text = await post('/documents', { id: 'a', text: unrelated });
    expect(text.body).toMatchObject({ status: 'replaced', revision: 3 });
    const { body } = await get('/documents/a');
    expect(body).not.toHaveProperty('metadata');
    expect(body).toMatchObject({ revision: 3, seenCount: 4 });
    expect(body.storedAt < body.updatedAt).toBe(true);
  });

  it('generates an id that sorts by time if none is given', async () => {
    const { post } = await openTestApp();
    const { body, headers } = await post('/documents', { text: english });
    expect(body.id).toBe('generated-1');
    expect(headers.location).toBe('/documents/generated-1');
  });
});

describe('GET and DELETE /documents/{id}', () => {
  it('accepts ids that are URLs, and long Chinese ids', async () => {
    const { post, get, send } = await openTestApp();
    for (const id of ['https://example.org/a?b=c&d=/#e%', '中'.repeat(2048), 'a b', '%']) {
      const path = `/documents/${encodeURIComponent(id)}`;
      const { headers } = await post('/documents', { id, text: english });
      expect([path, undefined]).toContain(headers.location);
      const { status, body } = await get(path);
      expect({ status, id: body.id }).toEqual({ status: 200, id });
      expect((await send('DELETE', path)).status).toBe(204);
      expect((await get(path)).body.code).toBe('document_not_found');
    }
  });

  it('respects If-None-Match and If-Match', async () => {
    const { post, get, send } = await openTestApp();
    const { headers } = await post('/documents', { id: 'a', text: english });
    const etag = headers.etag as string;
    const unchanged = await get('/documents/a', { 'if-none-match': etag });
    expect(unchanged).toMatchObject({ status: 304, body: undefined });
    await post('/documents', { id: 'a', text: unrelated });
    expect((await get('/documents/a', { 'if-none-match': etag })).status).toBe(200);
    const refused = await send('DELETE', '/documents/a', undefined, { 'if-match': etag });
    expect(refused).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const current = (await get('/documents/a')).headers.etag as string;
    const deleted = await send('DELETE', '/documents/a', undefined, { 'if-match': current });
    expect(deleted.status).toBe(204);
  });

  it('answers 404 for an absent document', async () => {
    const { get, send } = await openTestApp();
    expect((await get('/documents/none')).status).toBe(404);
    expect((await send('DELETE', '/documents/none')).body.code).toBe('document_not_found');
    expect((await get('/documents/a?collection=none')).body.code).toBe('collection_not_found');
  });
});

describe('several documents', () => {
  it('tells which ids are stored, were refused, or were never seen', async () => {
    const { post } = await openTestApp();
    const text = 'The ferry leaves the old harbour at six and returns at noon';
    await post('/check', { id: 'a', text });
    await post('/check', { id: 'copy', text });
    const ids = ['never', 'copy', 'a'];
    const { body } = await post('/documents/lookup', { ids, include: ['decision'] });
    expect(body).toMatchObject({
      documents: [{ id: 'a' }],
      missing: ['never', 'copy'],
      decisions: [{ id: 'copy', decision: 'duplicate', match: 'a', stored: false }],
    });
    expect((await post('/documents/lookup', { ids })).body.decisions).toBeUndefined();
  });

  it('tells the decisions about ids in several replies if they are long', async () => {
    const { post } = await openTestApp();
    const text = 'The ferry leaves the old harbour at six and returns at noon';
    const long = (name: string) => `${name}-${'x'.repeat(1900)}`;
    await post('/check', { id: long('first'), text });
    const copies = Array.from({ length: 300 }, (_, at) => long(`${at}`));
    for (const id of copies) await post('/check', { id, text, limit: 0 });
    const told: string[] = [];
    const replies: number[] = [];
    for (let left = [long('first'), ...copies, 'never']; left.length > 0; ) {
      const { body } = await post('/documents/lookup', { ids: left, include: ['decision'] });
      const shown = [...body.documents.map(({ id }: { id: string }) => id), ...body.missing];
      expect(new Set([...shown, ...body.remaining])).toEqual(new Set(left));
      told.push(...body.decisions.map(({ id }: { id: string }) => id));
      replies.push(JSON.stringify(body.decisions).length);
      left = body.remaining;
    }
    expect(told).toEqual(copies);
    expect(replies.length).toBeGreaterThan(1);
    expect(Math.max(...replies)).toBeLessThan(1.3 * 2 ** 20);
  });

  it('are looked up and deleted in the order of the ids in the body', async () => {
    const { post, count } = await openTestApp();
    for (const id of ['a', 'b', 'c']) await post('/documents', { id, text: english });
    const { body } = await post('/documents/lookup', { ids: ['c', 'none', 'a', 'c'] });
    expect(body.documents.map(({ id }: { id: string }) => id)).toEqual(['c', 'a']);
    expect(body.missing).toEqual(['none']);
    expect(body.remaining).toEqual([]);
    const deleted = await post('/documents/delete', { ids: ['a', 'b', 'none', 'a'] });
    expect(deleted.body).toEqual({ deleted: ['a', 'b'], missing: ['none'] });
    expect(await count()).toBe(1);
  });

  it('are returned with at most 1 MiB of metadata, and the reply lists the remaining ids', async () => {
    const { post, get } = await openTestApp();
    const metadata = { text: 'x'.repeat(16_000) };
    const ids = Array.from({ length: 70 }, (_, i) => `fat-${String(i).padStart(2, '0')}`);
    for (const id of ids) await post('/documents', { id, text: english, metadata });
    const idsOf = (documents: { id: string }[]) => documents.map(({ id }) => id);
    const first = (await get('/documents?limit=1000')).body;
    expect(JSON.stringify(first).length).toBeLessThan(1.2 * 2 ** 20);
    expect(first.documents.length).toBeLessThan(70);
    const rest = (await get(`/documents?limit=1000&cursor=${first.nextCursor}`)).body;
    expect([...idsOf(first.documents), ...idsOf(rest.documents)]).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    const looked = (await post('/documents/lookup', { ids: ['none', ...ids] })).body;
    expect([...idsOf(looked.documents), ...looked.remaining]).toEqual(ids);
    expect(looked).toMatchObject({ missing: ['none'] });
    expect(looked.remaining).not.toEqual([]);
    const found = (await post('/query', { text: english, limit: 1000 })).body;
    expect(found.matches).toHaveLength(first.documents.length);
    expect(found.truncated).toBe(true);
  });

  it('are listed page by page', async () => {
    const { post, get } = await openTestApp();
    const ids = ['b', 'a', '中', '\u{1f600}', '\uffee', 'z'];
    for (const id of ids) await post('/documents', { id, text: english });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(`/documents?limit=4${cursor}`);
      seen.push(...body.documents.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    const byBytes = ids.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)));
    expect(seen).toEqual(byBytes);
    const broken = await get('/documents?cursor=broken');
    expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });
});
