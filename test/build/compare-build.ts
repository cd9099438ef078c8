import type { TestProject } from 'vitest/node';
import { isBuildStale } from './stale-build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether dist was built from other sources. */
    isBuildStale: boolean;
  }
}

/** Before a run: tests that need dist learn whether it is stale. The other tests need no build. */
export default function setup(project: TestProject): void {
  project.provide('isBuildStale', isBuildStale());
}
