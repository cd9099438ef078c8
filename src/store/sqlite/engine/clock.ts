/**
 * Returns the milliseconds since a fixed moment. The time never decreases. Work that is divided into steps uses this
 * clock to end each step in time. Tests pass another clock, so that a step does the same amount of work on every
 * machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
