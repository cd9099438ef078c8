/**
 * Returns milliseconds since some moment, and never goes back. The engine ends a step of work by it, so
 * a test that passes its own clock decides how much a step does, on any machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
