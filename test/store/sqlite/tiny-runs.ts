import type { SortedRunsOptions } from '../../../src/store/sqlite/runs/sorted-runs.js';

/** Options for many levels and segments from few rows. */
export const tinyRuns: SortedRunsOptions = { runsOfLevel: 2, rowsOfSegment: 3, keysMin: 1 };
