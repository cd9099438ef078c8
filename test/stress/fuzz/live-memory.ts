import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../../../harness/running-service.js';

const collector = new URL('./collect-garbage.mjs', import.meta.url);

/** Node options that allow garbage collection on demand. */
export const collecting = {
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${collector.href}`,
};

/** Time limit for the signal and the collection. */
const collectingMs = 300;

/**
 * Live memory of a service's main thread in bytes: heap and buffers after a collection. Resident memory is less
 * informative, because V8 does not collect garbage while there is space.
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

/** @throws Error if there is no metric of this name */
export function metricOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}
