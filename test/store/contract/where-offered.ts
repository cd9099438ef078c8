import { it } from 'vitest';

/** A case for stores with a capability; those without it have a case that says how they refuse. */
export function whereOffered(
  isOffered: boolean,
): (name: string, test: () => Promise<void> | void) => void {
  return isOffered ? it : () => {};
}
