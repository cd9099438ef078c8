import { inject } from 'vitest';
import { staleBuild } from './stale-build.js';

/**
 * Returns a file below dist for a thread or process of a test.
 * @throws Error if dist was built from different sources
 */
export function builtFile(path: string): URL {
  if (inject('isBuildStale')) throw new Error(staleBuild);
  return new URL(`../../dist/${path}`, import.meta.url);
}
