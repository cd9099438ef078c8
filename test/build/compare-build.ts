import type { TestProject } from 'vitest/node';
import { isBuildStale } from './stale-build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** True if dist was built from other sources. */
    isBuildStale: boolean;
  }
}

/** Tells tests that need dist, before a run, whether it is stale. The other tests need no build. */
export default function setup(project: TestProject): void {
  project.provide('isBuildStale', isBuildStale());
}
