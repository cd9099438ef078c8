import type { Client } from '../../shares/client.js';
import { createFairQueue } from '../../shares/fair-queue.js';

/**
 * Runs CPU-heavy work (some ten milliseconds, such as parsing a long body) one item at a time, with
 * clients taking turns, and then leaves the event loop to others for as long as the item took:
 *
 *   a large ███···███···   the loop    large, others, large, others, …
 *   b large    ███···      instead of  large, large, large, …, others
 *
 * The system gives a turn to each socket with data, whether its work takes long or not. So eight
 * long bodies that arrive together would delay all other requests by eight of them.
 */
export type Pace = (client: Client, act: () => void) => void;

/** After a longer turn, on a busy machine, others get no more than this. */
const pauseMaxMs = 50;

export function createPace(): Pace {
  const queue = createFairQueue<() => void>();
  let isBusy = false;

  function next(): void {
    const act = queue.shift();
    if (act === undefined) {
      isBusy = false;
      return;
    }
    const startedAt = performance.now();
    try {
      act();
    } finally {
      setTimeout(next, Math.min(pauseMaxMs, performance.now() - startedAt));
    }
  }

  return (client, act) => {
    queue.push(client, act);
    if (isBusy) return;
    isBusy = true;
    setImmediate(next);
  };
}
