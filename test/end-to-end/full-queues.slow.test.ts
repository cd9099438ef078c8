import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longExtraction, startService, temporaryDirectory } from './service.js';

it('lets lines of bulk requests wait if all queues are full, and other requests through', async () => {
  const service = await startService(join(temporaryDirectory(), 'queues.db'), {
    NEARDUP_STORE_QUEUE_MAX: '16',
    NEARDUP_SIGNING_QUEUE_MAX: '2',
    NEARDUP_SIGNING_THREADS: '1',
    NEARDUP_SHORT_TEXT_LENGTH_MAX: '200',
    NEARDUP_EXTRACTION_QUEUE_MAX: '2',
    NEARDUP_EXTRACTION_THREADS: '1',
    ...longExtraction,
  });
  const words = (number: number, count: number) =>
    Array.from({ length: count }, (_, i) => `w${number}x${i}`).join(' ');
  const lines = Array.from({ length: 120 }, (_, i) => {
    const content = [
      { text: words(i, 10) },
      { text: words(i, 60) },
      { html: `<p>${words(i, 60)}</p>` },
    ];
    return JSON.stringify({ id: `${i}`, ...content[i % 3] });
  });
  const send = async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } };
    const answer = await fetch(`${service.url}/documents/bulk`, {
      ...init,
      body: lines.join('\n'),
    });
    return JSON.parse((await answer.text()).trim().split('\n').at(-1)!);
  };
  const summaries = Promise.all([send(), send()]);
  let others = 0;
  do {
    if ((await service.post('/check', { text: words(1000, 5) })).status < 300) others += 1;
  } while ((await service.get('/stats')).body.documents < 120);
  for (const { summary } of await summaries) expect(summary).toMatchObject({ ok: 120, failed: 0 });
  expect(others).toBeGreaterThan(0);
});
