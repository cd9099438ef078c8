import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { LoadResult } from './load.js';

/**
 * Streams prepared lines to POST /documents/bulk?mode=check for several seconds while reading results, then waits for
 * the last result. Results are counted without parsing.
 */
export async function bulkLoad(options: {
  readonly url: URL;
  readonly streams: number;
  readonly seconds: number;
  /** Returns lines of JSON, including line feeds. */
  next(): Buffer;
}): Promise<LoadResult> {
  const start = performance.now();
  const deadline = start + options.seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: options.streams }, () => stream(options, deadline)),
  );
  const seconds = (performance.now() - start) / 1000;
  const answered = counts.reduce((sum, count) => sum + count, 0);
  return { answered, seconds, latencies: new Float64Array(), statuses: { 200: answered } };
}

async function stream(
  { url, next }: { readonly url: URL; next(): Buffer },
  deadline: number,
): Promise<number> {
  const sending = request(new URL('/documents/bulk?mode=check', url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const answer = once(sending, 'response').then(([response]) => countOk(response));
  while (performance.now() < deadline) {
    if (!sending.write(next())) await once(sending, 'drain');
  }
  sending.end();
  return answer;
}

/** @throws if any line failed */
async function countOk(response: IncomingMessage): Promise<number> {
  let tail = '';
  for await (const chunk of response.setEncoding('latin1')) tail = (tail + chunk).slice(-4096);
  const last = JSON.parse(tail.trimEnd().split('\n').at(-1) as string);
  if (last.summary?.failed !== 0 || last.error) throw new Error(`A line failed: ${tail}`);
  return last.summary.ok;
}
