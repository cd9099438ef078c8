import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../../../harness/running-service.js';

const collector = new URL('./collect-garbage.mjs', import.meta.url);

/** What a service has to be started with, so that its garbage can be collected. */
export const collecting = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${collector.href}`,
};

/** How long the signal and the collection may take. */
const collectingMs = 300;

/**
 * What the main thread of a service holds on to, in bytes: heap and buffers after its garbage is gone.
 * Resident memory would tell less, as V8 lets garbage lie while there is room.
 */
export async function liveBytesOf({ child, url }: RunningService): Promise<number> {
  child.kill('SIGCONT');
  await sleep(collectingMs);
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  return (
    metricOf(metrics, 'nodejs_heap_size_used_bytes') +
    metricOf(metrics, 'nodejs_external_memory_bytes')
  );
}

/** @throws if there is none of this name */
export function metricOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}
