import type { SortedRunsOptions } from '../../../src/store/sqlite/runs/sorted-runs.js';

/** Runs of many levels and segments from few rows. */
export const tinyRuns: SortedRunsOptions = { runsOfLevel: 2, rowsOfSegment: 3, keysMin: 1 };
