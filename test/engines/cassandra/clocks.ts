/** Lets this process believe that it is so much later. */
export function skewClock(milliseconds: number): void {
  const now = Date.now;
  Date.now = () => now() + Math.round(milliseconds);
}
