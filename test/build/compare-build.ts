import type { TestProject } from 'vitest/node';
import { isBuildStale } from './stale-build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** True if dist was built from different sources. */
    isBuildStale: boolean;
  }
}

/** Reports a stale dist before a run, for tests that need dist. The other tests need no build. */
export default function setup(project: TestProject): void {
  project.provide('isBuildStale', isBuildStale());
}
