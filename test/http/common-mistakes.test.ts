import { describe, expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

const ndjson = { 'content-type': 'application/x-ndjson' };
const document = { id: 'a', text: english };

type Mistake = [name: string, path: string, body: unknown, headers: object, detail: string];

const mistakes: Mistake[] = [
  [
    'a list sent to the bulk route',
    '/documents/bulk',
    [document],
    { 'content-type': 'application/json' },
    'Send one JSON object per line, not a list, as "Content-Type: application/x-ndjson"',
  ],
  [
    'a list sent to the bulk route by `curl --json`',
    '/documents/bulk',
    [document],
    { 'content-type': 'application/json', accept: 'application/json' },
    'Cannot answer as "application/json": send and accept application/x-ndjson (curl: -H \'Content-Type: application/x-ndjson\' --data-binary @FILE)',
  ],
  [
    'the address of a page under another name',
    '/check',
    { url: 'https://one.example/', text: english },
    {},
    'Cannot POST /check: "/url": is not a field of this request; did you mean "id"?',
  ],
  [
    'the content of a page under another name',
    '/check',
    { id: 'a', content: english },
    {},
    'Cannot POST /check: "/content": is not a field of this request; did you mean "text" or "html"? (and 1 more)',
  ],
  [
    'the level under another name',
    '/check',
    { ...document, level: 'exact' },
    {},
    'Cannot POST /check: "/level": is not a field of this request; did you mean "duplicateIf"?',
  ],
  [
    'a field that the request does not have under any name',
    '/compare',
    { a: { text: english }, b: { text: english }, level: 'exact' },
    {},
    'Cannot POST /compare: "/level": is not a field of this request',
  ],
  [
    'a collection that exists',
    '/collections',
    { name: 'default' },
    {},
    'Collection "default" already exists; change it by PATCH /collections/default',
  ],
  [
    'a body that is too large',
    '/check',
    { text: 'x'.repeat(2 ** 21) },
    {},
    'The body has more than 2097152 bytes, the limit of this type (NEARDUP_BODY_BYTES_MAX): raise it, or send less; keep a page that cannot be checked',
  ],
  [
    'a page without a byte, as after a failed `curl -sL`',
    '/check?id=a',
    '',
    { 'content-type': 'text/html' },
    'The body is empty (0 bytes); send the page as it was fetched',
  ],
  [
    'the collection of a bulk request in its query',
    '/documents/bulk?mode=check&collection=crawl',
    document,
    ndjson,
    'Cannot POST /documents/bulk: query parameter "collection": is not a field of this request; name the collection in each line, or in the path: /collections/NAME/documents/bulk',
  ],
  [
    'a field of the lines in the query of a bulk request',
    '/documents/bulk?limit=5',
    document,
    ndjson,
    'Cannot POST /documents/bulk: query parameter "limit": is not a field of this request; fields go into the lines of the body',
  ],
  [
    'a number of days instead of an object',
    '/collections',
    { name: 'x', refusedPages: 14 },
    {},
    'Cannot POST /collections: "/refusedPages": must be a JSON object with "days" and "texts", not a number',
  ],
  [
    'a level in the plural',
    '/check',
    { ...document, duplicateIf: 'pages' },
    {},
    'Cannot POST /check: "/duplicateIf": must be "exact", "page", "article" or "similar"; did you mean "page"?',
  ],
  [
    'a method with a hyphen',
    '/collections',
    { name: 'x', recipe: { method: 'Sim-Hash' } },
    {},
    'Cannot POST /collections: "/recipe/method": must be "simhash", "minhash" or "hybrid"; did you mean "simhash"?',
  ],
  [
    'a value that is like none',
    '/check',
    { ...document, duplicateIf: 'strict' },
    {},
    'Cannot POST /check: "/duplicateIf": must be "exact", "page", "article" or "similar"',
  ],
  [
    'a check below the path of documents',
    '/documents/check',
    document,
    {},
    'Cannot POST "/documents/check"; did you mean POST /check?',
  ],
  ['a misspelt path', '/checks', document, {}, 'No endpoint "/checks"; did you mean POST /check?'],
  [
    'a path that is like none',
    '/things',
    document,
    {},
    'No endpoint "/things"; GET /docs lists them all',
  ],
  [
    'a list instead of a document',
    '/check',
    [document],
    {},
    'Cannot POST /check: must be a JSON object, not a list',
  ],
];

describe('the detail of a problem says what to do about', () => {
  it.each(mistakes)('%s', async (_name, path, body, headers, detail) => {
    const { post } = await openTestApp();
    const reply = await post(path, body as object, headers as Record<string, string>);
    expect(reply.body.detail).toBe(detail);
  });

  it('a parameter that is close to a known one', async () => {
    const { get } = await openTestApp();
    const { body } = await get('/stats?colection=news');
    expect(body.detail).toBe(
      'Cannot GET /stats: query parameter "colection": is not a field of this request; did you mean "collection"?',
    );
    expect((await get('/stats/host')).body.detail).toBe(
      'No endpoint "/stats/host"; did you mean GET /stats/hosts?',
    );
  });

  it('a list on a line of a bulk request', async () => {
    const { app } = await openTestApp();
    const reply = await app.inject({
      method: 'POST',
      url: '/documents/bulk',
      headers: ndjson,
      payload: JSON.stringify([document]),
    });
    const [line] = reply.body.split('\n');
    expect(JSON.parse(line!).error.detail).toBe('Line 1: must be a JSON object, not a list');
  });

  it('a PDF that is cut off', async () => {
    const { app } = await openTestApp();
    const reply = await app.inject({
      method: 'POST',
      url: '/check',
      headers: { 'content-type': 'application/pdf' },
      payload: '%PDF-1.4\nbroken',
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().detail).toBe('Cannot read the PDF: it is damaged or incomplete');
  });
});

describe('a request that needs no field', () => {
  it.each([{}, { 'content-type': 'application/json' }])(
    'may have no body, with headers %j',
    async (headers) => {
      const { app } = await openTestApp();
      const path = `/decisions/${1}/store`;
      for (const url of [path, `/collections/default${path}`]) {
        const reply = await app.inject({ method: 'POST', url, headers });
        expect(reply.json().code).toBe('decision_not_found');
      }
      const missing = await app.inject({ method: 'POST', url: '/check', headers });
      expect(missing.json()).toMatchObject({ status: 422, code: 'validation_failed' });
    },
  );
});

it('says by which name a list of decisions begins at a time', async () => {
  const { get } = await openTestApp();
  const { body } = await get('/decisions?after=2026-01-01T00:00:00Z');
  expect(body.detail).toContain('"after": is not a field of this request; did you mean "since"?');
});
