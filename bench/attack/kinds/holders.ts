import type { Attack } from '../attack.js';
import { get, type Message } from '../message.js';

/** Attackers that occupy a slot for a long time and do almost nothing. */
const endless = (path: string, type: string, length: Record<string, string>): Message => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': type, ...length },
  body: Buffer.alloc(0),
});

/** An HTTP/1.1 chunk with an empty object on a line. */
const emptyLine = Buffer.from('3\r\n{}\n\r\n');

const header = Buffer.from('X-Another: header\r\n');

export const holderAttacks: readonly Attack[] = [
  {
    name: 'bulk-holders',
    does: '8 bulk requests that send `{}` every 20 s',
    scope: 'write',
    beside: ['bulk'],
    prepare: async () => (means) => {
      const bulk = endless('/documents/bulk', 'application/x-ndjson', {
        'Transfer-Encoding': 'chunked',
      });
      means.slow(8, bulk, { piece: emptyLine, pauseMs: 20_000 });
    },
  },
  {
    name: 'event-readers',
    does: '16 readers of `GET /events`',
    scope: 'read',
    beside: ['events'],
    prepare: async () => (means) => means.workers(16, () => get('/events')),
  },
  {
    name: 'event-readers-unread',
    does: '16 readers of `GET /events` that read nothing',
    scope: 'read',
    beside: ['events'],
    prepare: async () => (means) => means.unread(16, () => [get('/events')]),
  },
  {
    name: 'slow-bodies',
    does: '1,024 × `POST /query` whose bodies come at a byte in 5 s, with a key',
    scope: 'read',
    prepare: async () => (means) => {
      const query = endless('/query', 'application/json', { 'Content-Length': '1000' });
      means.slow(1024, query, { piece: Buffer.from(' '), pauseMs: 5000 });
    },
  },
  {
    name: 'slow-bodies-no-key',
    does: 'the same without a key',
    scope: null,
    prepare: async () => (means) => {
      const query = endless('/query', 'application/json', { 'Content-Length': '1000' });
      means.slow(1024, query, { piece: Buffer.from(' '), pauseMs: 5000 });
    },
  },
  {
    name: 'idle-connections',
    does: '2,000 connections that send a header every 5 s and never the last',
    scope: null,
    prepare: async () => (means) =>
      means.slow(2000, get('/collections'), { missing: 2, piece: header, pauseMs: 5000 }),
  },
];
