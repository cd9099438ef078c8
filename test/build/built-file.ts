import { inject } from 'vitest';
import { staleBuild } from './stale-build.js';

/**
 * A file below dist, for a thread or a process of a test.
 * @throws Error if dist was built from other sources
 */
export function builtFile(path: string): URL {
  if (inject('isBuildStale')) throw new Error(staleBuild);
  return new URL(`../../dist/${path}`, import.meta.url);
}
