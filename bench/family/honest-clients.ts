import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../../harness/measure.js';
import { startChild } from '../attack/child.js';
import type { HonestMessage } from '../attack/honest.js';
import type { Sample } from '../attack/honest-clients.js';
import { type LoadResult, load, postRequest } from '../load.js';

/** Number of concurrent checks of the client that sends a family. */
const connections = 8;

export interface Beside {
  /** p99 of the checks of honest clients, in milliseconds. */
  readonly p99: number;
  /** Answers of the other client by status. */
  readonly statuses: LoadResult['statuses'];
}

/**
 * Measures 16 honest clients, each of which sends a check every 20 ms, while another client is active.
 * @param texts returns the next page of the other client; undefined: there is no other client
 * @param seconds duration of the measurement
 */
export async function honestBeside(
  url: URL,
  collection: string,
  texts: (() => string) | undefined,
  seconds: number,
): Promise<Beside> {
  const honest = startChild(new URL('../attack/honest.ts', import.meta.url));
  try {
    await honest.ask({
      begin: { url: url.href, key: null, kinds: ['checks'] },
    } satisfies HonestMessage);
    await sleep(1000);
    const from = performance.timeOrigin + performance.now();
    let sent = 0;
    const next = () =>
      postRequest('/check', { id: `sent ${sent++}`, text: texts!(), collection, dryRun: true });
    const { statuses } =
      texts === undefined
        ? await sleep(1000 * seconds, { statuses: {} })
        : await load({ url, connections, seconds, next });
    const samples = await honest.ask<Sample[]>({} satisfies HonestMessage);
    const during = samples.filter(({ due }) => due >= from);
    // A late check is not a failure, because its wait counts as latency.
    const failed = during.find(({ failure }) => failure !== null && failure !== 'no answer');
    if (failed !== undefined) throw new Error(`An honest check failed: ${failed.failure}`);
    return {
      p99: quantile(
        during.map(({ latencyMs }) => latencyMs),
        0.99,
      ),
      statuses,
    };
  } finally {
    await honest.end();
  }
}
