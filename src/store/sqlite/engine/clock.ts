/**
 * Returns the milliseconds since a fixed moment, never decreasing. Steps of work end by this clock, so a test with its
 * own clock controls how much work a step does on any machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
