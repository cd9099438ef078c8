import { expect, it } from 'vitest';
import { settings } from '../../src/config.js';
import { english } from '../http/pages.js';
import { newGate } from '../workers/gate.js';
import { hostilePages } from './hostile-pages.js';
import { openLoopingService } from './looping-service.js';
import { type Service, startService } from './service.js';

/* Sends hostile pages one after the other during ordinary checks. Each is refused, and nobody else is affected. */
const timeMaxMs = settings.extractionTimeMaxMs.form.parse(undefined);

it('answers hostile pages, and ordinary checks meanwhile', async () => {
  const service = await startService(':memory:');
  await service.post('/check', { html: '<p>the thread is there</p>' });
  let done = () => {};
  const checks = checksUntil(service, new Promise<void>((resolve) => (done = resolve)));
  for (const { name, mediaType, body } of hostilePages()) {
    const reply = await fetch(`${service.url}/check?dryRun=true`, {
      method: 'POST',
      headers: { 'content-type': mediaType },
      body,
    });
    const answer = (await reply.json()) as { code?: string };
    const answers = [
      ...['200 undefined', '413 payload_too_large', '422 extraction_failed', '422 text_empty'],
      '503 overloaded',
    ];
    expect(answers, name).toContain(`${reply.status} ${answer.code}`);
  }
  done();
  expect(await checks).toBeGreaterThan(0);
  const after = await service.post('/check', {
    id: 'after',
    html: `<html><body><article><p>${english}</p></article></body></html>`,
  });
  expect(after.status).toBe(201);
});

it('answers short pages while slow ones of the same address fill the threads', async () => {
  const service = await openLoopingService(60_000);
  const gate = newGate();
  const slow = `${gate.page} ${'<p>'.repeat(6000)}`;
  let slowAnswers = 0;
  const attack = Array.from({ length: 8 }, async () => {
    const { status } = await service.post('/extract', { html: slow });
    slowAnswers += 1;
    return status;
  });
  for (let page = 1; page <= 5; page += 1) {
    const { status, body } = await service.post('/extract', { html: `page ${page}` });
    expect([status, body.text]).toEqual([200, `page ${page}`]);
  }
  expect(slowAnswers).toBe(0);
  gate.open();
  expect(await Promise.all(attack)).toEqual(Array(8).fill(200));
});

it('answers pages on which a parser never ends, one after the other', async () => {
  const service = await openLoopingService(timeMaxMs);
  await service.post('/extract', { html: 'the threads are there' });
  let done = () => {};
  const checks = checksUntil(service, new Promise<void>((resolve) => (done = resolve)));
  for (let page = 1; page <= 4; page += 1) {
    const { status, body } = await service.post('/extract', { html: 'loop' });
    // On a busy machine, the page may first reach the wall-clock limit, which is a 503.
    expect(['422 extraction_failed', '503 overloaded']).toContain(`${status} ${body.code}`);
    const after = await service.post('/extract', { html: 'a page' });
    expect(after.body.text).toBe('a page');
  }
  done();
  expect(await checks).toBeGreaterThan(0);
});

/** Number of sequential checks of short texts answered until `end`. */
async function checksUntil(service: Pick<Service, 'post'>, end: Promise<void>): Promise<number> {
  let ended = false;
  end.then(() => {
    ended = true;
  });
  let count = 0;
  for (; !ended; count++) {
    const text = `An ordinary page, number ${count} of those meanwhile ${Math.sqrt(count)}.`;
    const { status } = await service.post('/check', { id: `page-${count}`, text });
    expect([200, 201]).toContain(status);
  }
  return count;
}
