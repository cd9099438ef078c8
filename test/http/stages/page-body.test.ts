import { describe, expect, it } from 'vitest';
import { english, englishMirror, unrelated } from '../pages.js';
import { openTestApp } from '../test-app.js';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const htmlOf = (text: string, title = 'A page') =>
  `<!doctype html><html><head><title>${title}</title></head>
   <body><nav><a href="/">Home</a></nav><article><h1>${title}</h1><p>${text.replaceAll('\n\n', '</p><p>')}</p></article></body></html>`;
const html = { 'content-type': 'text/html; charset=utf-8' };
const plain = { 'content-type': 'text/plain; charset=utf-8' };

describe('html in JSON', () => {
  it('is checked, stored and found by its text', async () => {
    const { post, get } = await openTestApp();
    const added = await post('/documents', { id: 'a', html: htmlOf(english) });
    expect(added).toMatchObject({
      status: 201,
      body: { extractor: expect.stringMatching(/^html/) },
    });
    const { extractor } = added.body;
    const checked = await post('/check', { id: 'b', html: htmlOf(englishMirror) });
    expect(checked.body).toMatchObject({ decision: 'duplicate', duplicateOf: 'a', extractor });
    const queried = await post('/query', { html: htmlOf(english), explain: true, limit: 5 });
    expect(queried.body.matches).toMatchObject([{ id: 'a', exact: true, evidence: {} }]);
    const { body } = await post('/fingerprint', { html: htmlOf(english) });
    expect(body).toMatchObject({ fingerprint: added.body.fingerprint, extractor });
    expect((await get('/documents/a')).body.extractor).toBe(extractor);
    expect((await get('/documents')).body.documents).toMatchObject([{ id: 'a', extractor }]);
  });

  it('can be either side of a comparison', async () => {
    const { post } = await openTestApp();
    await post('/documents', { id: 'a', html: htmlOf(english) });
    const { body } = await post('/compare', { a: { html: htmlOf(english) }, b: { id: 'a' } });
    expect(body).toMatchObject({ match: true, exact: true });
  });

  it.each([
    ['text', { html: '<p>a', text: 'a' }],
    ['features', { html: '<p>a', features: [{ term: 'a', weight: 1 }] }],
    ['fingerprint', { html: '<p>a', fingerprint: '0123456789abcdef' }],
  ])('is refused together with %s', async (_, body) => {
    const { post } = await openTestApp();
    for (const path of ['/documents', '/check', '/query']) {
      expect(await post(path, body)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', detail: expect.stringContaining('exactly one of') },
      });
    }
  });

  it('is the only content with an extractor: text has none', async () => {
    const { post, get } = await openTestApp();
    expect((await post('/documents', { id: 'a', text: english })).body).not.toHaveProperty(
      'extractor',
    );
    expect((await get('/documents/a')).body.extractor).toBeNull();
  });
});

describe('a page as the body', () => {
  it('has all other fields in the query string, with the same names', async () => {
    const { post, get } = await openTestApp();
    const query = new URLSearchParams({ id: 'https://a.example/?b=1&c', metadata: '{"n":[1]}' });
    const stored = await post(`/check?${query}`, htmlOf(english), html);
    expect(stored).toMatchObject({
      status: 201,
      body: { decision: 'new', extractor: expect.any(String) },
    });
    expect(
      (await get(`/documents/${encodeURIComponent('https://a.example/?b=1&c')}`)).body,
    ).toMatchObject({
      metadata: { n: [1] },
    });
    const again = await post(
      '/check?id=b&dryRun=true&maxDistance=7&minSimilarity=0.25&limit=0',
      htmlOf(englishMirror),
      html,
    );
    expect(again.body).toMatchObject({ decision: 'duplicate', matches: [], truncated: false });
    const former = '/check?id=b&onChange=keep&duplicateIf=similar';
    await post('/check?id=b', htmlOf(unrelated), html);
    expect((await post(former, htmlOf(englishMirror), html)).body).toMatchObject({
      ...{ decision: 'duplicate', stored: false, duplicateOf: 'https://a.example/?b=1&c' },
    });
    const replace = '/check?onDuplicate=replace';
    expect((await post(replace, htmlOf(englishMirror), html)).body).toMatchObject({
      ...{ decision: 'duplicate', stored: true, replaced: ['https://a.example/?b=1&c'] },
    });
    const explained = await post('/query?explain=true&limit=1', htmlOf(english), html);
    expect(explained.body.matches).toMatchObject([{ addsNothing: true, evidence: {} }]);
  });

  it('has the same signature as its HTML in JSON', async () => {
    const { post } = await openTestApp();
    const inJson = await post('/fingerprint', { html: htmlOf(english) });
    expect((await post('/fingerprint', htmlOf(english), html)).body).toEqual(inJson.body);
    const xhtml = { 'content-type': 'Application/XHTML+xml' };
    expect((await post('/fingerprint', htmlOf(english), xhtml)).body).toEqual(inJson.body);
  });

  it('is decoded by the charset of its Content-Type', async () => {
    const { post } = await openTestApp();
    const gbk = Buffer.from('b3c7cad0cdbccae9b9ddd1d3b3a4bfaab7c5cab1bce4', 'hex');
    for (const charset of ['gbk', '"GBK"', ' GB2312']) {
      const type = `text/plain; format=flowed; charset=${charset}`;
      const { status, body } = await post('/extract', gbk, { 'content-type': type });
      expect([status, body.text, body.charsetSource]).toEqual([
        200,
        '城市图书馆延长开放时间',
        'header',
      ]);
    }
  });

  it.each([
    ['/check', 'limit=ten', '/limit'],
    ['/check', 'limit=', '/limit'],
    ['/check', 'limit=0x10', '/limit'],
    ['/check', 'maxDistance=1e1', '/maxDistance'],
    ['/check', 'minSimilarity=.5', '/minSimilarity'],
    ['/check', 'limit=1&limit=2', '/limit'],
    ['/check', 'onDuplicate=perhaps', '/onDuplicate'],
    ['/check', 'dryRun=yes', '/dryRun'],
    ['/check', 'duplicateIf=all', '/duplicateIf'],
    ['/check', 'metadata=[1]', '/metadata'],
    ['/check', 'metadata={', '/metadata'],
    ['/check', 'metadata={"__proto__":{}}', '/metadata'],
    ['/check', 'id=a%00b', '/id'],
    ['/check', 'text=other', '/text'],
    ['/check', 'page=other', '/page'],
    ['/check', 'explain=true', '/explain'],
    ['/query', 'explain=1', '/explain'],
    ['/query', 'explain=true&limit=51', '/limit'],
    ['/query', 'id=a', '/id'],
    ['/documents', 'limit=1', '/limit'],
    ['/fingerprint', 'id=a', '/id'],
    ['/extract', 'collection=default', '/collection'],
  ])('is refused by POST %s?%s', async (path, query, pointer) => {
    const { post, count } = await openTestApp();
    const reply = await post(`${path}?${query}`, english, plain);
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(reply.body.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    expect(await count()).toBe(0);
  });

  it('is the only body with a query string', async () => {
    const { post } = await openTestApp();
    const reply = await post('/check?id=a', { text: english });
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('has a size limit by media type', async () => {
    const { post } = await openTestApp({ bodyBytesMax: 10, htmlBytesMax: 20, fileBytesMax: 30 });
    const sent = async (type: string, length: number, begin = '<p>') =>
      (await post('/extract', begin.padEnd(length, 'a'), { 'content-type': type })).body.code;
    expect(await sent('text/plain', 10)).toBeUndefined();
    expect(await sent('text/plain', 11)).toBe('payload_too_large');
    expect(await sent('text/html', 20)).toBeUndefined();
    expect(await sent('text/html', 21)).toBe('payload_too_large');
    expect(await sent('application/xhtml+xml', 21)).toBe('payload_too_large');
    for (const type of ['application/pdf', docx]) {
      expect(await sent(type, 30, '')).toBe('extraction_failed');
      expect(await sent(type, 31)).toBe('payload_too_large');
    }
    expect(await sent('application/json', 11)).toBe('payload_too_large');
    expect(await sent('text/markdown', 11)).toBe('payload_too_large');
    expect(await sent('application/rss+xml', 21)).toBe('payload_too_large');
  });

  it('has room for its reply, however long texts may be', async () => {
    const mebibyte = 2 ** 20;
    const replies = async (extractedTextLengthMax: number) =>
      (await openTestApp({ extractedTextLengthMax })).app.textReplyBytes;
    expect(await replies(2 * mebibyte)).toBe(4 * mebibyte);
    expect(await replies(512 * mebibyte)).toBe(16 * mebibyte);
  });

  it.each(['/compare', '/documents/lookup', '/documents/delete', '/collections'])(
    'is refused by POST %s',
    async (path) => {
      const { post } = await openTestApp();
      expect(await post(path, htmlOf(english), html)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    },
  );

  it('is refused if its media type is unknown, and the error lists the known types', async () => {
    const { post } = await openTestApp();
    const reply = await post('/check', 'a', { 'content-type': 'image/png' });
    expect(reply.status).toBe(415);
    expect(reply.body.detail).toContain('application/pdf');
    expect(reply.body.detail).toContain('not as "image/png"');
  });

  it.each([
    ['application/rss+xml', `<rss><channel><item><title>${english}</title></item></channel></rss>`],
    ['application/xml', `<?xml version="1.0"?><page>${english}</page>`],
    ['text/markdown', `# ${english}`],
    ['text/html, text/html; charset=utf-8', `<p>${english}`],
    ['text/html; charset=utf-8; charset=gbk', `<p>${english}`],
    ['application/xhtml+xml', `<html><head><script/></head><p><![CDATA[${english}]]></p></html>`],
    ['application/octet-stream', `<!doctype html><p>${english}`],
    ['html', `<p>${english}`],
    ['', english],
  ])('is recognized by its content if its Content-Type is "%s"', async (type, content) => {
    const { post } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    const reply = await post('/check', content, { 'content-type': type });
    expect(reply.body).toMatchObject({ decision: 'duplicate', duplicateOf: 'a' });
  });

  it('may lack a Content-Type, but JSON may not', async () => {
    const { app } = await openTestApp();
    const sent = (payload: string) =>
      app.inject({ method: 'POST', url: '/extract', payload: Buffer.from(payload) });
    expect((await sent(`<p>${english}`)).json()).toMatchObject({
      text: english.replaceAll(/\s+/g, ' '),
    });
    const refused = await sent(JSON.stringify({ html: english }));
    expect(refused.statusCode).toBe(415);
    expect(refused.json().detail).toContain(
      'Content-Type is absent, and JSON needs "application/json"',
    );
  });

  it('has the limit of its detected type if its declared type is generic', async () => {
    const { post } = await openTestApp({ bodyBytesMax: 10, htmlBytesMax: 20, fileBytesMax: 30 });
    const sent = async (start: string, length: number) => {
      const type = { 'content-type': 'application/octet-stream' };
      return (await post('/extract', start.padEnd(length, 'a'), type)).body;
    };
    expect((await sent('a', 10)).code).toBeUndefined();
    expect((await sent('a', 11)).detail).toContain('NEARDUP_BODY_BYTES_MAX');
    expect((await sent('<p>', 20)).code).toBeUndefined();
    expect((await sent('<p>', 21)).detail).toContain('NEARDUP_HTML_BYTES_MAX');
    expect((await sent('%PDF-', 31)).detail).toContain('NEARDUP_FILE_BYTES_MAX');
  });

  it('is refused if it contains no text', async () => {
    const { post } = await openTestApp();
    for (const [type, body] of [
      ['text/plain', ''],
      ['text/html', '<p> </p>'],
    ] as const) {
      const reply = await post('/check', body, { 'content-type': type });
      expect(reply).toMatchObject({ status: 422, body: { code: 'text_empty' } });
    }
    const pdf = await post('/check', 'no PDF', { 'content-type': 'application/pdf' });
    expect(pdf).toMatchObject({ status: 422, body: { code: 'extraction_failed' } });
  });

  it('gets its extractor from the service; only a fingerprint can name its own', async () => {
    const { post, get } = await openTestApp();
    const fingerprint = '0123456789abcdef';
    await post('/documents', { id: 'a', fingerprint, extractor: 'html/7' });
    expect((await get('/documents/a')).body.extractor).toBe('html/7');
    for (const body of [
      { text: english, extractor: 'html/7' },
      { fingerprint, extractor: 'html 7' },
    ]) {
      const reply = await post('/check', body);
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: '/extractor' }] } });
    }
  });
});

describe('POST /extract', () => {
  it('returns the text and the method of extraction', async () => {
    const { post } = await openTestApp();
    const { status, body } = await post('/extract', htmlOf(english, 'Library'), html);
    expect(status).toBe(200);
    const facts = ['title', 'siteName', 'canonical', 'language', 'publishedAt', 'headings'];
    const found = ['text', 'rest', 'isBlocks', 'lines', 'extractor', 'charset', 'charsetSource'];
    expect(Object.keys(body)).toEqual([...facts, ...found]);
    expect(body).toMatchObject({
      title: 'Library',
      text: expect.stringContaining('keeps its doors open longer'),
      rest: 'Home',
      isBlocks: true,
      lines: [
        { in: 'rest', reason: 'boilerplate', text: 'Home' },
        { in: 'main', reason: 'content', text: 'Library' },
        { in: 'main', reason: 'content' },
      ],
      charset: 'utf-8',
      charsetSource: 'header',
    });
    const decoded = await post('/extract', { html: htmlOf(english) });
    expect(decoded.body).toMatchObject({ charset: null, charsetSource: null });
  });

  it('returns the text that matches the page', async () => {
    const { post } = await openTestApp();
    await post('/check?id=a', htmlOf(english), html);
    const { text } = (await post('/extract', htmlOf(english), html)).body;
    const { matches } = (await post('/query', { text })).body;
    // The page has a menu, which the text lacks.
    expect(matches).toMatchObject([{ id: 'a', distance: 0, similarity: 1, level: 'page' }]);
  });
});
