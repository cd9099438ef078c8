import { gzipSync } from 'node:zlib';
import type { Attack } from '../attack.js';
import { post, postJson } from '../message.js';

const faulty = { features: Array.from({ length: 100_000 }, () => ({})) };
const lines = 8;

/** Maximum nesting within 16 KiB of metadata. */
const nestedMetadata = `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`;

export const faultAttacks: readonly Attack[] = [
  {
    name: 'faults',
    does: '4 × `POST /check` of 100,000 faulty features at a time',
    scope: 'write',
    prepare: async () => (means) => means.workers(4, () => postJson('/check', faulty)),
  },
  {
    name: 'faults-bulk',
    does: '2 bulk requests at a time, each of eight such lines, gzipped to 2.5 KB',
    scope: 'write',
    prepare: async () => {
      const body = gzipSync(`${JSON.stringify(faulty)}\n`.repeat(lines));
      const gzipped = { 'Content-Encoding': 'gzip' };
      const message = post('/documents/bulk', 'application/x-ndjson', body, gzipped);
      return (means) => means.workers(2, () => message);
    },
  },
  {
    name: 'deep-metadata',
    does: '16 × `POST /check` with metadata nested 2,700 deep at a time',
    scope: 'write',
    prepare: async () => {
      let sent = 0;
      return (means) =>
        means.workers(16, () => {
          const body = `{"id":"deep/${sent++}","text":"nested ${sent}","metadata":${nestedMetadata}}`;
          return post('/check', 'application/json', Buffer.from(body));
        });
    },
  },
];
