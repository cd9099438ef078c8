import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Attack } from '../attack.js';
import { inTurn } from '../means.js';
import { post } from '../message.js';

/** Bodies of 32 MB, each with its `Content-Encoding`. */
function packed(): readonly (readonly [encoding: string, body: Buffer])[] {
  const lines = Buffer.alloc(32 * 1024 * 1024, '\n');
  const gzipped = gzipSync(lines);
  return [
    ['gzip', gzipped],
    ['gzip, gzip', gzipSync(gzipped)],
    ['gzip', Buffer.concat(Array.from({ length: 8 }, () => gzipped))],
    ['br', brotliCompressSync(lines)],
    // A frame header, then 256 blocks that repeat a line feed 128 KB times. (RFC 8878, 3.1.1.2)
    ['zstd', Buffer.from(`28b52ffd0058${'0200100a'.repeat(256)}`, 'hex')],
  ];
}

export const packedBodyAttacks: readonly Attack[] = [
  {
    name: 'packed-bodies',
    does: '8 bulk requests at a time of 32 MB that are 1 to 256 KB by gzip (once, twice, in members), brotli or zstd',
    scope: 'write',
    outcomes: /^(?:413|415|503)$/,
    prepare: async () => {
      const messages = packed().map(([encoding, body]) =>
        post('/documents/bulk', 'application/x-ndjson', body, { 'Content-Encoding': encoding }),
      );
      const next = inTurn(messages);
      return (means) => means.workers(8, next);
    },
  },
];
