/**
 * Returns milliseconds since a fixed moment, never decreasing. The engine uses it to end a step of work,
 * so a test that passes its own clock sets the amount of work in a step, on any machine.
 */
export type Clock = () => number;

export const systemClock: Clock = () => performance.now();
