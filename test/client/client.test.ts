import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NeardupClient, NeardupProblem } from '../../src/client/client.js';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { chinese, chineseMirror, english, englishMirror, unrelated } from '../http/pages.js';
import { all } from './all.js';

async function openClient(environment: Record<string, string> = {}) {
  const service = await openLocalService(join(temporaryDirectory(), 'client.db'), {
    ...longExtraction,
    ...environment,
  });
  const apiKey = environment.NEARDUP_API_KEY;
  return new NeardupClient({ url: `${service.url}/`, ...(apiKey && { apiKey }) });
}

const pages = [
  { id: 'zh', text: chinese },
  { id: 'zh-mirror', text: chineseMirror },
  { id: 'en', text: english, metadata: { language: 'en' } },
  { id: 'en-mirror', text: englishMirror },
  { id: 'bread', text: unrelated },
];

describe('against a service', () => {
  it('checks, queries, compares, reads and deletes', async () => {
    const neardup = await openClient();
    const decisions = [];
    for (const page of pages) decisions.push((await neardup.check(page)).decision);
    expect(decisions).toEqual(['new', 'duplicate', 'new', 'duplicate', 'new']);

    const { matches } = await neardup.query({ text: englishMirror });
    expect(matches).toMatchObject([{ id: 'en', metadata: { language: 'en' } }]);
    const compared = await neardup.compare({ a: { id: 'zh' }, b: { text: chineseMirror } });
    expect(compared).toMatchObject({ match: true, exact: false });

    expect(await neardup.get('bread')).toMatchObject({ id: 'bread', revision: 1 });
    expect(await neardup.get('zh-mirror')).toBeUndefined();
    expect((await all(neardup.documents())).map(({ id }) => id)).toEqual(['bread', 'en', 'zh']);
    expect(await neardup.delete(['bread', 'toast'])).toEqual({
      deleted: ['bread'],
      missing: ['toast'],
    });
    const { data } = await neardup.api.GET('/stats');
    expect(data?.documents).toBe(2);
  });

  it('confirms decisions, and ids', async () => {
    const neardup = await openClient();
    const claim = { claimant: 'crawler', claimSeconds: 60 };
    const decision = await neardup.check({ ...pages[0]!, ...claim });
    const confirmed = { confirmed: ['zh'], missing: [] };
    expect(await neardup.confirm([decision], claim)).toEqual(confirmed);
    await neardup.add({ id: 'zh', text: english });
    const missing = { confirmed: [], missing: ['zh'] };
    expect(await neardup.confirm([decision], claim)).toEqual(missing);
    const unchanged = await neardup.check({ id: 'zh', text: english });
    await expect(neardup.confirm([unchanged])).rejects.toThrow(/"zh" claimed nothing to confirm/);
  });

  it('sends pages as they were fetched', async () => {
    const neardup = await openClient();
    const html = `<!doctype html><html><body><nav>Home</nav><article><p>${english}</p></article></body></html>`;
    const utf16 = Buffer.from(`\ufeff${html}`, 'utf16le');
    const options = { contentType: 'text/html', id: 'page', metadata: { depth: 3 } };
    expect(await neardup.checkPage(new Uint8Array(utf16), options)).toMatchObject({
      decision: 'new',
      extractor: expect.stringMatching(/^html\//),
    });
    expect(await neardup.addPage(html, { ...options, id: 'added' })).toMatchObject({
      status: 'created',
      extractor: expect.stringMatching(/^html\//),
    });
    expect(await neardup.get('added')).toMatchObject({ metadata: { depth: 3 } });
    await neardup.delete(['added']);
    const again = { contentType: 'text/html; charset=utf-8', id: 'mirror', limit: 1 };
    expect(await neardup.checkPage(html, again)).toMatchObject({
      decision: 'duplicate',
      duplicateOf: 'page',
      matches: [{ metadata: { depth: 3 } }],
    });
    const { text } = await neardup.extract(new Blob([html]), { contentType: 'text/html' });
    expect(text).toContain('The city library keeps its doors open longer');
    expect(text).not.toContain('Home');
  });

  it('accepts a Response, and leaves it readable', async () => {
    const neardup = await openClient();
    const html = `<html><body><p>${chinese}</p></body></html>`;
    const headers = { 'content-type': 'text/html; charset=utf-16le' };
    const page = new Response(Buffer.from(html, 'utf16le'), { headers });
    expect(await neardup.checkPage(page, { id: 'zh' })).toMatchObject({ decision: 'new' });
    expect((await page.arrayBuffer()).byteLength).toBe(2 * html.length);
    expect(await neardup.check({ text: chinese })).toMatchObject({ duplicateOf: 'zh' });
    await expect(neardup.checkPage(page, { id: 'again' })).rejects.toThrow(TypeError);
    const { text } = await neardup.extract(html, { contentType: null });
    expect(text.replace(/\s/g, '')).toBe(chinese.replace(/\s/g, ''));
  });

  it('returns the first reply to a retry with the same key', async () => {
    const neardup = await openClient();
    const once = () => neardup.check({ id: 'en', text: english }, { idempotencyKey: 'k' });
    expect(await once()).toMatchObject({ decision: 'new', stored: true });
    expect(await once()).toMatchObject({ decision: 'new', stored: true });
    expect(await neardup.check({ text: unrelated })).toMatchObject({ decision: 'new' });
    expect((await neardup.api.GET('/stats')).data?.documents).toBe(2);
  });

  it('throws the problem in the answer of the service', async () => {
    const neardup = await openClient({ NEARDUP_API_KEY: 'a-key-of-sixteen-characters' });
    const wrong = await neardup.check({ id: 'a', text: 'x', limit: -1 }).catch((error) => error);
    expect(wrong).toBeInstanceOf(NeardupProblem);
    expect(wrong).toMatchObject({
      code: 'validation_failed',
      status: 422,
      errors: [{ pointer: '/limit' }],
      requestId: expect.stringMatching(/./),
    });
    const unknown = neardup.get('a', { collection: 'nowhere' });
    await expect(unknown).rejects.toMatchObject({ code: 'collection_not_found', status: 404 });
  });

  it('checks many documents in order, each against the earlier ones', async () => {
    const neardup = await openClient();
    async function* crawl() {
      yield* pages;
      yield { id: 'empty', text: '' };
      yield { id: 'en', text: english, metadata: { language: 'en' } };
    }
    const results = await all(neardup.checkMany(crawl(), { batchSize: 2 }));
    expect(results.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(results.map(({ document }) => document.id)).toEqual([
      ...pages.map(({ id }) => id),
      'empty',
      'en',
    ]);
    expect(results.map((each) => (each.ok ? each.decision : each.error.code))).toEqual([
      'new',
      'duplicate',
      'new',
      'duplicate',
      'new',
      'text_empty',
      'unchanged',
    ]);
    expect(results.some((each) => each.ok && each.repeated)).toBe(false);
  });

  it('stores many documents with concurrent requests, and yields results in order', async () => {
    const neardup = await openClient();
    const documents = Array.from({ length: 230 }, (_, index) => ({
      id: `page-${index}`,
      text: `${unrelated} ${index}`,
    }));
    const results = await all(neardup.addMany(documents, { batchSize: 20, concurrency: 4 }));
    expect(results.map((each) => each.ok && [each.id, each.status])).toEqual(
      documents.map(({ id }) => [id, 'created']),
    );
    expect((await neardup.api.GET('/stats')).data?.documents).toBe(230);
  });
});
