import type { Attack } from '../attack.js';
import { get, postJson } from '../message.js';

/** Requests answered by the event loop alone, on enough connections to keep the loop busy. */
const connections = 256;
const collections = 300;
const features = (prefix: string) =>
  Array.from({ length: 900 }, (_, i) => ({ term: `${prefix}${i}`, weight: 1 }));

export const eventLoopAttacks: readonly Attack[] = [
  {
    name: 'collections',
    does: '256 × `GET /collections` at a time, of 300 collections',
    scope: 'read',
    prepare: async ({ createCollection }) => {
      for (let i = 0; i < collections; i++) await createCollection(`collection-${i}`);
      return (means) => means.workers(connections, () => get('/collections'));
    },
  },
  {
    name: 'metrics',
    does: '256 × `GET /metrics` at a time',
    scope: 'read',
    prepare: async () => (means) => means.workers(connections, () => get('/metrics')),
  },
  {
    name: 'compared-features',
    does: '256 × `POST /compare` of 900 features at a time',
    scope: 'read',
    prepare: async () => {
      const sides = { a: { features: features('a') }, b: { features: features('b') } };
      const message = postJson('/compare', sides);
      return (means) => means.workers(connections, () => message);
    },
  },
  {
    name: 'refused',
    does: '300 × `GET /collections` at a time with headers of 30 KB and without a key',
    scope: null,
    prepare: async () => {
      const message = { ...get('/collections'), headers: { 'X-Long': 'x'.repeat(30_000) } };
      return (means) => means.workers(300, () => message);
    },
  },
  {
    name: 'refused-pipelined',
    does: '60 × `GET /collections` on each of 300 connections, with headers of 30 KB and without a key',
    scope: null,
    prepare: async () => {
      const message = { ...get('/collections'), headers: { 'X-Long': 'x'.repeat(30_000) } };
      const messages = Array.from({ length: 60 }, () => message);
      return (means) => means.unread(300, () => messages);
    },
  },
  {
    name: 'probes',
    does: '256 × `GET /healthz` at a time without a key',
    scope: null,
    prepare: async () => (means) => means.workers(connections, () => get('/healthz')),
  },
  {
    name: 'description',
    does: '256 × `GET /openapi.json` at a time without a key',
    scope: null,
    prepare: async () => (means) => means.workers(connections, () => get('/openapi.json')),
  },
  {
    name: 'wrong-keys',
    does: '256 × `POST /check` at a time with a wrong key, each another one',
    scope: null,
    prepare: async () => {
      let guessed = 0;
      const next = () => {
        const message = postJson('/check', { id: 'a', text: 'tea' });
        const headers = { ...message.headers, authorization: `Bearer wrong-${guessed++}` };
        return { ...message, headers };
      };
      return (means) => means.workers(connections, next);
    },
  },
];
