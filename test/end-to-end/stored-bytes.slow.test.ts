import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from './local-service.js';
import { temporaryDirectory } from './service.js';

/** Stated maximum of stored bytes per byte of the bodies (docs/security.md). */
const factorMax = 50;

/** Returns a word of three letters and digits, which begins with a digit. */
const word = (number: number) => number.toString(36).padStart(3, '0');
/** An id that just exceeds what SQLite keeps of a row in a page of an index. */
const longId = (number: number) => `https://long.example/${number}/`.padEnd(1000, 'x');

/** Bodies for which the file grows most, with their number and settings of the collection. */
const costly = {
  'documents of one word, without an id': [10_000, {}, (number) => ({ text: word(number) })],
  'one word with kept text and parts': [
    10_000,
    { keepText: true, recipe: { parts: {} } },
    (number) => ({ text: word(number) }),
  ],
  'refused pages of one word, which are kept': [
    4000,
    { keepText: true, refusedPages: { days: 14, texts: true } },
    (number) => ({ id: `${number}`, text: 'a' }),
  ],
  'long ids with one text': [
    1000,
    {},
    (number) => ({ id: longId(number), text: 'a', onDuplicate: 'store' }),
  ],
} satisfies Record<string, readonly [number, object, (number: number) => object]>;

for (const [name, [count, settings, body]] of Object.entries(costly)) {
  it(`the file grows by at most ${factorMax} times the bytes that are sent: ${name}`, async () => {
    const file = join(temporaryDirectory(), 'pages.db');
    const { url, post, close } = await openLocalService(file);
    expect((await post('/collections', { name: 'pages', ...settings })).status).toBe(201);
    const lines = Array.from({ length: count }, (_, number) => `${JSON.stringify(body(number))}\n`);
    const sent = lines.join('');
    const reply = await fetch(`${url}/collections/pages/documents/bulk?mode=check`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: sent,
    });
    const replies = (await reply.text()).trimEnd().split('\n');
    expect(replies.filter((line) => 'decision' in JSON.parse(line))).toHaveLength(count);
    await close();
    expect(statSync(file).size / sent.length).toBeLessThan(factorMax);
  });
}
