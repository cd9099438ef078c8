/**
 * Returns milliseconds since a fixed moment, never decreasing. The engine uses it to end a step of work. A test that
 * passes its own clock therefore controls the amount of work per step on any machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
