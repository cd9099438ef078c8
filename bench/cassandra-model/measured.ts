import type { Measured } from './measure.js';

/**
 * By `npm run bench -- cassandra-model --measure 1,2,3`, on two cores with JDK 17 and hardly anything else on them
 * (25 November 2026).
 */
export const measuredBefore: readonly Measured[] = [
  {
    nodes: 1,
    statement: { writes: 0.129, changes: 0.5336, serialReads: 0.2323, reads: 0.05854 },
    row: 0.003088,
    checks: { perSecond: 361.6, nodeMs: 4.308, clientMs: 0.8372 },
    disk: { document: 971.2, key: 122.4 },
  },
  {
    nodes: 2,
    statement: { writes: 0.55, changes: 2.122, serialReads: 0.7702, reads: 0.252 },
    row: 0.005099,
    checks: { perSecond: 101.1, nodeMs: 16.67, clientMs: 1.382 },
    disk: { document: 980, key: 120.8 },
  },
  {
    nodes: 3,
    statement: { writes: 1.014, changes: 4.332, serialReads: 1.49, reads: 0.3913 },
    row: 0.007248,
    checks: { perSecond: 50.76, nodeMs: 35.98, clientMs: 2.106 },
    disk: { document: 983.8, key: 122.2 },
  },
];
