/**
 * Returns the milliseconds since a fixed moment, never decreasing. Work that is divided into steps uses it to end a
 * step in time. A test can pass a clock of its own, so that a step does the same amount of work on every machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
