import type { Measured } from './measure.js';

/**
 * By `npm run bench -- cassandra-model --measure 1,2,3`, on two cores with JDK 17 and hardly anything else on them
 * (25 November 2026).
 */
export const measuredBefore: readonly Measured[] = [
  {
    nodes: 1,
    statement: { writes: 0.1271, changes: 0.6019, serialReads: 0.2268, reads: 0.05157 },
    row: 0.002692,
    checks: { perSecond: 360.9, nodeMs: 4.014, clientMs: 0.805 },
    disk: { document: 971.8, key: 122.2 },
  },
  {
    nodes: 2,
    statement: { writes: 0.5072, changes: 2.158, serialReads: 0.776, reads: 0.2365 },
    row: 0.004903,
    checks: { perSecond: 116.2, nodeMs: 14.12, clientMs: 1.339 },
    disk: { document: 978.6, key: 121.1 },
  },
  {
    nodes: 3,
    statement: { writes: 0.8071, changes: 3.246, serialReads: 1.055, reads: 0.2911 },
    row: 0.005619,
    checks: { perSecond: 88.82, nodeMs: 19.03, clientMs: 1.099 },
    disk: { document: 982.8, key: 123.5 },
  },
];
