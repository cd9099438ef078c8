import type { Measured } from './measure.js';

/** By `npm run bench -- cassandra-model --measure 1,2,3`. */
export const measuredBefore: readonly Measured[] = [];
