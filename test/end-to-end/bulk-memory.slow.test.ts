import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { repetitions } from '../repetitions.js';
import { type Service, startService } from './service.js';

const lineBytes = 4096;
const lines = repetitions(80_000, 40_000);
const megabytes = Math.round((lines * lineBytes) / 1e6);

it(`takes a bulk request of ${lines} lines, ${megabytes} MB, in far less memory than that`, async () => {
  const service = await startService(':memory:');
  expect(await sendLines(service, 10_000)).toBe(10_001); // to warm up
  const before = await residentBytes(service);
  let most = 0;
  const watch = setInterval(async () => {
    most = Math.max(most, await residentBytes(service));
  }, 200);
  try {
    expect(await sendLines(service, lines)).toBe(lines + 1);
  } finally {
    clearInterval(watch);
  }
  most = Math.max(most, await residentBytes(service));
  const mebibytes = [before, most].map((bytes) => Math.round(bytes / 1024 ** 2));
  process.stdout.write(`resident: ${mebibytes.join(' MiB, at most ')} MiB\n`);
  expect(most - before).toBeLessThan((lines * lineBytes) / 2);
});

/** Checks this number of lines without storing; returns the number of lines in the answer. */
async function sendLines({ url }: Service, count: number): Promise<number> {
  const sending = request(`${url}/documents/bulk?mode=check`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  const sent = pipeline(Readable.from(linesOf(count)), sending);
  const [response] = await answered;
  let lines = 0;
  for await (const chunk of response) for (const byte of chunk) if (byte === 10) lines += 1;
  await sent;
  return lines;
}

function* linesOf(count: number): Generator<string> {
  const pad = 'x'.repeat(lineBytes);
  for (let line = 0; line < count; line++) {
    const document = { text: 'a few words', dryRun: true, metadata: { line, pad } };
    yield `${JSON.stringify(document)}\n`;
  }
}

async function residentBytes({ url }: Service): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
