import { expect, it } from 'vitest';
import { settings } from '../../src/config.js';
import { clockFactor } from '../../src/workers/page-clock.js';
import { english } from '../http/pages.js';
import { hostilePages } from './hostile-pages.js';
import { openLoopingService } from './looping-service.js';
import { type Service, startService } from './service.js';

/*
 * Pages that are made to hurt, one after the other, while ordinary checks go on: each costs its
 * sender a refusal, and nobody else anything.
 */
const timeMaxMs = settings.extractionTimeMaxMs.form.parse(undefined);
/** What a page may cost its sender by the clock, on a machine that does other work as well. */
const replyMaxMs = clockFactor * timeMaxMs + 2000;
/** In these steps processor time is told. */
const tickMs = 10;
/** The slowest of 100 ordinary checks meanwhile; one that waited for such a page took `timeMaxMs`. */
const checkMaxMs = timeMaxMs / 2;

it('answers hostile pages in time, and ordinary checks meanwhile', async () => {
  const service = await startService(':memory:');
  await service.post('/check', { html: '<p>the thread is there</p>' });
  const undisturbed = await checksUntil(service, 'before', sleep(1500));
  let done = () => {};
  const checks = checksUntil(service, 'while', new Promise<void>((resolve) => (done = resolve)));
  for (const { name, mediaType, body } of hostilePages()) {
    const startedAt = performance.now();
    const reply = await fetch(`${service.url}/check?store=never`, {
      method: 'POST',
      headers: { 'content-type': mediaType },
      body,
    });
    const answer = (await reply.json()) as { code?: string };
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(`${name}: ${reply.status} ${answer.code ?? ''} ${tookMs} ms\n`);
    expect([200, 413, 422, 503], name).toContain(reply.status);
    if (reply.status === 503)
      expect(tookMs, name).toBeGreaterThanOrEqual(clockFactor * timeMaxMs - tickMs);
    else if (reply.status !== 200) {
      expect(['payload_too_large', 'extraction_failed', 'text_empty'], name).toContain(answer.code);
    }
    expect(tookMs, name).toBeLessThan(replyMaxMs);
  }
  done();
  const disturbed = await checks;
  process.stdout.write(`checks alone: ${summary(undisturbed)}; beside: ${summary(disturbed)}\n`);
  expect(disturbed.length).toBeGreaterThan(50);
  expect(percentile(disturbed, 0.99)).toBeLessThan(checkMaxMs);
  const after = await service.post('/check', {
    id: 'after',
    html: `<html><body><article><p>${english}</p></article></body></html>`,
  });
  expect(after.status).toBe(201);
}, 240_000);

it('answers short pages while slow ones of the same address fill the threads', async () => {
  const service = await openLoopingService(60_000);
  await service.post('/extract', { html: 'the threads are there' });
  const slow = `work 150 ${'<p>'.repeat(100)}`;
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
  // In turn with the slow ones, even the first would have waited for seven of them.
  expect(slowAnswers).toBeLessThan(7);
  expect(await Promise.all(attack)).toEqual(Array(8).fill(200));
}, 60_000);

it('answers pages on which a parser never ends, one after the other', async () => {
  const service = await openLoopingService(timeMaxMs);
  await service.post('/extract', { html: 'the threads are there' });
  let done = () => {};
  const checks = checksUntil(service, 'while', new Promise<void>((resolve) => (done = resolve)));
  for (let page = 1; page <= 4; page += 1) {
    const startedAt = performance.now();
    const { status, body } = await service.post('/extract', { html: 'loop' });
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(`endless loop ${page}: ${status} ${body.code} ${tookMs} ms\n`);
    // Where the machine had no time even for the loop it asks for another try.
    const isTooBusy = tookMs >= clockFactor * timeMaxMs - tickMs;
    const answer = isTooBusy ? [503, 'overloaded'] : [422, 'extraction_failed'];
    expect([status, body.code]).toEqual(answer);
    expect(tookMs).toBeGreaterThanOrEqual(timeMaxMs - tickMs);
    expect(tookMs).toBeLessThan(replyMaxMs);
    const after = await service.post('/extract', { html: 'a page' });
    expect(after.body.text).toBe('a page');
  }
  done();
  const disturbed = await checks;
  process.stdout.write(`checks beside: ${summary(disturbed)}\n`);
  expect(percentile(disturbed, 0.99)).toBeLessThan(checkMaxMs);
}, 240_000);

/** Checks of short texts, one after the other; their times in milliseconds. */
async function checksUntil(
  service: Pick<Service, 'post'>,
  name: string,
  end: Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  let ended = false;
  end.then(() => {
    ended = true;
  });
  while (!ended) {
    const text = `An ordinary page, number ${times.length} of those ${name} ${Math.sqrt(times.length)}.`;
    const startedAt = performance.now();
    const { status } = await service.post('/check', { id: `${name}-${times.length}`, text });
    times.push(performance.now() - startedAt);
    expect([200, 201]).toContain(status);
    await sleep(5);
  }
  return times;
}

function summary(times: readonly number[]): string {
  const [median, p99] = [0.5, 0.99].map((part) => percentile(times, part).toFixed(1));
  return `${times.length}, median ${median} ms, p99 ${p99} ms`;
}

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(part * (times.length - 1))]!;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
