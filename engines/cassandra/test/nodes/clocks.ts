/** Advances the clock seen by this process. */
export function skewClock(milliseconds: number): void {
  const now = Date.now;
  Date.now = () => now() + Math.round(milliseconds);
}
