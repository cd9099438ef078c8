import type { Measured } from './measure.js';

/**
 * By `npm run bench -- cassandra-model --measure N`, N from 1 to 3, on two cores with JDK 17 that other programs
 * used, too (25 November 2026).
 */
export const measuredBefore: readonly Measured[] = [
  {
    nodes: 1,
    statement: { writes: 0.2367, changes: 1.153, serialReads: 0.2725, reads: 0.06299 },
    row: 0.003026,
    checks: { perSecond: 63.21, nodeMs: 11.6, clientMs: 3.135 },
    disk: { document: 982.9, key: 122.1 },
  },
  {
    nodes: 2,
    statement: { writes: 0.9207, changes: 4.031, serialReads: 1.312, reads: 0.3412 },
    row: 0.008529,
    checks: { perSecond: 26.17, nodeMs: 44.59, clientMs: 5.144 },
    disk: { document: 988.6, key: 121.4 },
  },
  {
    nodes: 3,
    statement: { writes: 1.59, changes: 9.138, serialReads: 2.921, reads: 0.8227 },
    row: 0.01514,
    checks: { perSecond: 15.7, nodeMs: 74.79, clientMs: 6.787 },
    disk: { document: 991.5, key: 121.4 },
  },
];
