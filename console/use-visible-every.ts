import { useEffect, useState } from 'preact/hooks';

/** A number that grows at this interval while the page is in view. */
export function useVisibleEvery(intervalMs: number): number {
  const [beats, setBeats] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setBeats((count) => count + 1);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return beats;
}
