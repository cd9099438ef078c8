import fc from 'fast-check';

const half = fc.integer({ min: 0, max: 0xffff_ffff });

export const fingerprints = fc.record({ high: half, low: half }, { noNullPrototype: true });
