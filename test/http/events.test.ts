import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTestApp } from './test-app.js';

/** An application that listens, and a reader of its events. */
async function openListening() {
  const opened = await openTestApp();
  await opened.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = opened.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { ...opened, url, read: (query = '') => readEvents(`${url}/events${query}`) };
}

async function readEvents(url: string) {
  const gone = new AbortController();
  const response = await fetch(url, { signal: gone.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    response,
    /** Reads until so many events are there; comments do not count. */
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

it('GET /events streams what is decided from then on', async () => {
  const { post, read } = await openListening();
  const fingerprint = '0123456789abcdef';
  await post('/check', { id: 'a', fingerprint });
  const { response, events } = await read();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  await post('/check', { id: 'b', fingerprint: '0123456789abcdee' });
  await post('/check', { id: 'c', fingerprint: 'ffffffffffffffff' });
  expect(await events(2)).toEqual([
    {
      name: 'decision',
      data: {
        at: expect.stringMatching(/^2026-01-01T/),
        ...{ collection: 'default', id: 'b', decision: 'duplicate', stored: false },
        ...{ duplicateOf: 'a', distance: 1, similarity: null, exact: false },
      },
    },
    {
      name: 'decision',
      data: {
        at: expect.any(String),
        ...{ collection: 'default', id: 'c', decision: 'new', stored: true },
        ...{ duplicateOf: null, distance: null, similarity: null, exact: null },
      },
    },
  ]);
});

it('GET /events of a collection tells of that one only', async () => {
  const { post, read, get } = await openListening();
  await post('/collections', { name: 'news' });
  const { events } = await read('?collection=news');
  await post('/check', { id: 'a', fingerprint: '0123456789abcdef' });
  await post('/check', { id: 'a', fingerprint: '0123456789abcdef', collection: 'news' });
  expect(await events(1)).toMatchObject([{ data: { collection: 'news' } }]);
  expect((await get('/events?collection=none')).body.code).toBe('collection_not_found');
});

it('GET /events serves no more readers than it may, and others once some have left', async () => {
  const { read, url } = await openListening();
  const readers = [await read(), await read(), await read()];
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

it('GET /events ends with the service, and says so', async () => {
  const { app, read } = await openListening();
  const { events, ended } = await read();
  const closed = app.close();
  expect(await events(1)).toEqual([{ name: 'end', data: { reason: 'shutting_down' } }]);
  expect(await ended()).toBe(true);
  await closed;
});
