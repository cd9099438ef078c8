import type { TestProject } from 'vitest/node';
import { isBuildStale, staleBuild } from './stale-build.js';

/** Before a run all of whose tests need dist. */
export default function setup(project: TestProject): void {
  if (isBuildStale()) throw new Error(staleBuild);
  project.provide('isBuildStale', false);
}
