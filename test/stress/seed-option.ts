import { randomInt } from 'node:crypto';

/** Draws the default of an option for seeds. Each test prints its seed, so that a failure can become a fixed case. */
export function freshSeed(): string {
  return String(randomInt(1_000_000));
}
