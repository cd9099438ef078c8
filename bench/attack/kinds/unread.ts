import type { Attack } from '../attack.js';
import { get } from '../message.js';

/** 67 KB of requests that fit into what the kernel takes, and megabytes of replies. */
const pipelined = [
  ...Array.from({ length: 60 }, () => get('/openapi.json')),
  ...Array.from({ length: 1750 }, () => get('/collections')),
];

const unread = (name: string, does: string, scope: Attack['scope'], connections: number) =>
  ({
    ...{ name, does, scope },
    prepare: async () => (means) => means.unread(connections, () => pipelined),
  }) satisfies Attack;

export const unreadAttacks: readonly Attack[] = [
  unread(
    'pipelined',
    '60 × `GET /openapi.json` and 1,750 × `GET /collections` on one connection without a key, replies unread',
    null,
    1,
  ),
  unread('pipelined-many', 'the same on 32 connections', null, 32),
  unread('pipelined-key', 'the same on 16 connections with a key', 'read', 16),
];
