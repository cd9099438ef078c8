import type { TestProject } from 'vitest/node';
import { isBuildStale, staleBuild } from './stale-build.js';

/** Refuses a run in which all tests need dist, if dist is stale. */
export default function setup(project: TestProject): void {
  if (isBuildStale()) throw new Error(staleBuild);
  project.provide('isBuildStale', false);
}
