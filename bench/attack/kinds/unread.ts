import type { Attack } from '../attack.js';
import { get, type Message } from '../message.js';

const repeated = (path: string, count: number) => Array.from({ length: count }, () => get(path));

/** 70 KB of requests, which Node reads in one piece, with megabytes of replies. */
const behindOpenapi = [...repeated('/openapi.json', 60), ...repeated('/collections', 1750)];
const openapi = repeated('/openapi.json', 1400);

/** 1.8 MB of requests, mostly headers. */
const longHeaders = repeated('/collections', 60).map((message) => ({
  ...message,
  headers: { 'X-Long': 'x'.repeat(30_000) },
}));

const unread = (
  name: string,
  does: string,
  scope: Attack['scope'],
  connections: number,
  messages: readonly Message[],
): Attack => ({
  ...{ name, does, scope },
  prepare: async () => (means) => means.unread(connections, () => messages),
});

export const unreadAttacks: readonly Attack[] = [
  unread(
    'pipelined',
    '60 × `GET /openapi.json` and 1,750 × `GET /collections` on one connection without a key, replies unread',
    null,
    ...([1, behindOpenapi] as const),
  ),
  unread('pipelined-many', 'the same on 16 connections', null, 16, behindOpenapi),
  unread('pipelined-key', 'the same on 16 connections with a key', 'read', 16, behindOpenapi),
  unread(
    'pipelined-public',
    '1,400 × `GET /openapi.json` on each of 16 connections without a key, replies unread',
    null,
    ...([16, openapi] as const),
  ),
  unread(
    'pipelined-headers',
    '60 × `GET /collections` on each of 300 connections with a key, with headers of 30 KB',
    'read',
    ...([300, longHeaders] as const),
  ),
];
