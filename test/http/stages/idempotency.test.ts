import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { NeardupError } from '../../../src/errors.js';
import { createModelStore } from '../../model/model-store.js';
import { openTestApp, type Reply } from '../test-app.js';

const text = 'The lighthouse keeper wrote every evening into his logbook.';
const other = 'A ferry crosses the strait twice a day except in winter.';
const underKey = (key: string, more = {}) => ({ 'idempotency-key': key, ...more });
const html = { 'content-type': 'text/html' };

/** Parts of a replayed reply that a client reads. */
function readable({ status, headers, body }: Reply) {
  const { location, etag, 'content-type': type, 'content-length': length } = headers;
  return { status, headers: { location, etag, type, length }, body };
}

describe('Idempotency-Key', () => {
  it.each([
    ['an addition', '/documents', { id: 'a', text, metadata: { x: 1 } }, {}, 201],
    ['a check', '/check', { text }, {}, 201],
    ['a check of a page', '/check?limit=2', `<p>${text}`, html, 201],
    ['a deletion', '/documents/delete', { ids: ['stored', 'absent'] }, {}, 200],
  ])('replays the reply to %s, whatever happened since', async (_, url, body, more, status) => {
    const { post, count } = await openTestApp();
    await post('/documents', { id: 'stored', text: other });
    const first = await post(url, body, underKey('"5b3f 1"', more));
    expect(first.status).toBe(status);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    await post('/documents', { id: 'a', text: other });
    await post('/documents', { id: 'stored', text });
    const before = await count();
    const again = await post(url, body, underKey('"5b3f 1"', more));
    expect(readable(again)).toEqual(readable(first));
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await count()).toBe(before);
  });

  it('belongs to one request: to its body, path, query string and Content-Type', async () => {
    const { post } = await openTestApp();
    await post('/check?id=a', text, underKey('k', { 'content-type': 'text/plain' }));
    const reused = { status: 422, body: { code: 'idempotency_key_reused' } };
    for (const [url, body, more] of [
      ['/check?id=a', `${text} `, { 'content-type': 'text/plain' }],
      ['/check?id=b', text, { 'content-type': 'text/plain' }],
      ['/documents?id=a', text, { 'content-type': 'text/plain' }],
      ['/check?id=a', text, html],
      ['/documents/delete', { ids: ['a'] }, {}],
    ] as const) {
      expect(await post(url, body, underKey('k', more)), url).toMatchObject(reused);
    }
  });

  it('neither replays nor runs an operation whose outcome another release wrote in its own format', async () => {
    const store = createModelStore();
    const { post } = await openTestApp(undefined, {
      ...store,
      check: async (operation, ...more) => ({
        ...(await store.check(operation, ...more)),
        replayed: JSON.stringify({ version: 0 }),
      }),
    });
    const lost = await post('/check', { id: 'a', text }, underKey('k'));
    expect(lost).toMatchObject({ status: 409, body: { code: 'idempotency_outcome_lost' } });
  });

  it('belongs to one API key', async () => {
    const made = ['one', 'two'].map((name) => newKey({ name, scopes: ['write'] }));
    const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: made.map((m) => m.entry) })));
    const { post } = await openTestApp({ keys });
    for (const { key } of made) {
      const authorization = { authorization: `Bearer ${key}` };
      const check = (id: string) => post('/check', { id, text }, underKey('k', authorization));
      expect((await check(key)).headers).not.toHaveProperty('idempotency-replayed');
      expect((await check(key)).headers).toHaveProperty('idempotency-replayed');
    }
  });

  it('lasts for 24 hours', async () => {
    const { post, pass } = await openTestApp();
    const check = () => post('/check', { id: 'a', text }, underKey('k'));
    await check();
    pass(24 * 3_600_000 - 60_000);
    expect((await check()).body.decision).toBe('new');
    pass(60_000);
    expect((await check()).body.decision).toBe('unchanged');
  });

  it('makes repeated requests count as one decision', async () => {
    const { post, app } = await openTestApp();
    for (let i = 0; i < 3; i++) await post('/check', { id: 'a', text }, underKey('k'));
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toContain('neardup_decisions_total{decision="new"} 1\n');
    expect(body).toContain('neardup_decisions_total{decision="unchanged"} 0\n');
  });

  it('is refused while its first request is in progress', async () => {
    const { post, detector } = await openTestApp();
    const { check } = detector;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let began = () => {};
    const beginning = new Promise<void>((resolve) => {
      began = resolve;
    });
    detector.check = async (...given) => {
      began();
      await held;
      return check(...given);
    };
    const first = post('/check', { id: 'a', text }, underKey('k'));
    await beginning;
    const meanwhile = await post('/check', { id: 'a', text }, underKey('k'));
    expect(meanwhile).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    goOn();
    expect(await first).toMatchObject({ status: 201 });
    const afterwards = await post('/check', { id: 'a', text }, underKey('k'));
    expect(readable(afterwards)).toEqual(readable(await first));
  });

  it('is not consumed by a failed operation', async () => {
    const { post, detector } = await openTestApp();
    const { add } = detector;
    detector.add = async () => {
      throw new NeardupError('overloaded', 'too much');
    };
    const send = () => post('/documents', { id: 'a', text }, underKey('k'));
    expect((await send()).status).toBe(503);
    detector.add = add;
    const reply = await send();
    expect(reply).toMatchObject({ status: 201 });
    expect(reply.headers).not.toHaveProperty('idempotency-replayed');
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'schl\u00fcssel'],
  ])('is refused if it is %s', async (_, key) => {
    const { post } = await openTestApp();
    const reply = await post('/check', { text }, underKey(key));
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_header' } });
    expect((await post('/check', { text }, underKey('x'.repeat(255)))).status).toBe(201);
  });

  it.each([
    ['a check with many matches', '/check', { text, limit: 101 }],
    ['a take-down', '/documents/delete', { idPrefix: 'a' }],
    ['a bulk request', '/documents/bulk', '{}'],
    ['an operation that writes nothing', '/query', { text }],
  ])('is refused with %s', async (_, url, body) => {
    const { post, count } = await openTestApp();
    const reply = await post(url, body, underKey('k'));
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(await count()).toBe(0);
  });
});
