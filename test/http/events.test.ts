import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import type { AppOptions } from '../../src/http/app.js';
import { openTestApp } from './test-app.js';

type KeyEntry = ReturnType<typeof newKey>['entry'];

/** An application with two keys, which the test can replace. */
async function openWithKeys() {
  const made = ['greedy', 'other'].map((name) => newKey({ name, scopes: ['write'] }));
  const entries = made.map(({ entry }) => entry);
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: entries })));
  const replace = (others: KeyEntry[]) =>
    keys.replace(parseKeyFile(JSON.stringify({ keys: others })));
  const opened = await openListening({ keys });
  const [greedy, other] = made.map(({ key }) => ({ headers: { authorization: `Bearer ${key}` } }));
  return { ...opened, keys, entries, replace, greedy: greedy!, other: other! };
}

/** Opens a listening application and a reader of its events. */
async function openListening(options: Partial<AppOptions> = {}) {
  const opened = await openTestApp(options);
  await opened.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = opened.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...opened,
    url,
    read: (query = '', headers: Record<string, string> = {}) =>
      readEvents(`${url}/events${query}`, headers),
  };
}

async function readEvents(url: string, headers: Record<string, string>) {
  const gone = new AbortController();
  const response = await fetch(url, { signal: gone.signal, headers });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    /** Reads this number of events, apart from comments. */
    async events(count: number) {
      for (;;) {
        const events = text
          .split('\n\n')
          .slice(0, -1)
          .filter((event) => !event.startsWith(':'));
        if (events.length >= count) return events.map(parsed);
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended after ${events.length} events`);
        text += value;
      }
    },
    ended: async () => (await reader.read()).done,
    leave: () => gone.abort(),
  };
}

function parsed(event: string) {
  const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(event)!;
  return { name, data: JSON.parse(data!) };
}

it('GET /events streams later decisions', async () => {
  const { post, read } = await openListening();
  const fingerprint = '0123456789abcdef';
  await post('/check', { id: 'a', fingerprint });
  const { response, events } = await read();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await post('/check', { id: 'b', fingerprint: '0123456789abcdee', duplicateIf: 'similar' });
  await post('/check', { id: 'c', fingerprint: 'ffffffffffffffff' });
  expect(await events(2)).toEqual([
    {
      name: 'decision',
      data: {
        at: expect.stringMatching(/^2026-01-01T/),
        ...{ collection: 'default', id: 'b', title: null, decision: 'duplicate', stored: false },
        ...{ reason: null, duplicateOf: 'a', similarTo: null, replaced: [] },
        ...{ distance: 1, similarity: null, exact: false, level: 'similar' },
        ...{ adds: null, covers: null, containment: null, relation: null },
      },
    },
    {
      name: 'decision',
      data: {
        at: expect.any(String),
        ...{ collection: 'default', id: 'c', title: null, decision: 'new', stored: true },
        ...{ reason: null, duplicateOf: null, similarTo: null, replaced: [] },
        ...{ distance: null, similarity: null, exact: null, adds: null, covers: null },
        ...{ containment: null, relation: null },
      },
    },
  ]);
});

it('GET /events and GET /decisions name the pages whose match was deleted', async () => {
  const { post, read, get, send } = await openListening();
  const { events } = await read();
  for (const id of ['a', 'b', 'c']) {
    await post('/check', { id, fingerprint: '0123456789abcdef', duplicateIf: 'similar' });
  }
  await send('DELETE', '/documents/a');
  expect((await events(4))[3]).toEqual({
    name: 'gone',
    data: {
      at: expect.stringMatching(/^2026-01-01T/),
      collection: 'default',
      match: 'a',
      pages: 2,
    },
  });
  const { decisions } = (await get('/decisions?reason=gone')).body;
  expect(decisions).toMatchObject([
    { id: 'c', match: 'a', gone: true },
    { id: 'b', match: 'a', gone: true },
  ]);
});

it('GET /events of a collection streams only the decisions of that collection', async () => {
  const { post, read, get } = await openListening();
  await post('/collections', { name: 'news' });
  const { events } = await read('?collection=news');
  await post('/check', { id: 'a', fingerprint: '0123456789abcdef' });
  await post('/check', { id: 'a', fingerprint: '0123456789abcdef', collection: 'news' });
  expect(await events(1)).toMatchObject([{ data: { collection: 'news' } }]);
  expect((await get('/events?collection=none')).body.code).toBe('collection_not_found');
});

it('GET /events streams only the requested decisions', async () => {
  const { post, read, get } = await openListening();
  const { events } = await read('?decision=duplicate,unchanged');
  for (const id of ['a', 'b', 'a', 'b']) {
    await post('/check', { id, fingerprint: '0123456789abcdef', duplicateIf: 'similar' });
  }
  expect((await events(3)).map(({ data }) => data.decision)).toEqual([
    ...['duplicate', 'unchanged', 'duplicate'],
  ]);
  expect((await get('/events?decision=old')).body.errors).toEqual([
    {
      pointer: '/decision',
      detail:
        'must be one or more of new, similar, duplicate, changed, unchanged, separated by commas',
    },
  ]);
});

it('GET /events refuses readers beyond the share of a client until some have left', async () => {
  const { read, url } = await openListening();
  const readers = [await read(), await read()];
  const refused = await fetch(`${url}/events`);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });
  readers[0]!.leave();
  for (;;) {
    const next = await fetch(`${url}/events`);
    if (next.status === 200) break;
    await next.text();
  }
});

it('GET /events serves another key, however many readers one key has', async () => {
  const { greedy, other, read } = await openWithKeys();
  const readers = [];
  for (;;) {
    const reader = await read('', greedy.headers);
    if (reader.response.status === 503) break;
    readers.push(reader);
  }
  expect(readers).toHaveLength(2);
  expect((await read('', other.headers)).response.status).toBe(200);
});

describe('a reader of events whose key changes', () => {
  it.each([
    ['the key is gone', () => []],
    ['it has expired', ([entry]: KeyEntry[]) => [{ ...entry!, expires: '2020-01-01T00:00:00Z' }]],
    [
      'it is bound to another collection',
      ([entry]: KeyEntry[]) => [{ ...entry!, collections: ['news'] }],
    ],
  ])('gets a last event if %s', async (_how, change) => {
    const { greedy, other, read, post, entries, replace } = await openWithKeys();
    const { events, ended } = await read('?collection=default', greedy.headers);
    replace([...change(entries), entries[1]!] as KeyEntry[]);
    expect(await events(1)).toEqual([{ name: 'end', data: { reason: 'unauthorized' } }]);
    await post('/check', { id: 'a', fingerprint: '0123456789abcdef' }, other.headers);
    expect(await ended()).toBe(true);
  });

  it('continues if the key file still names its key', async () => {
    const { greedy, other, read, post, entries, replace } = await openWithKeys();
    const { events } = await read('?collection=default', greedy.headers);
    replace(entries);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await post('/check', { id: 'a', fingerprint: '0123456789abcdef' }, other.headers);
    expect(await events(1)).toMatchObject([{ name: 'decision', data: { id: 'a' } }]);
  });
});

it('GET /events ends with a last event when the service stops', async () => {
  const { app, read } = await openListening();
  const { events, ended } = await read();
  const closed = app.close();
  expect(await events(1)).toEqual([{ name: 'end', data: { reason: 'shutting_down' } }]);
  expect(await ended()).toBe(true);
  await closed;
});
