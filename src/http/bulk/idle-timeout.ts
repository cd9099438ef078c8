export interface IdleTimeout {
  /** Waits for the client. */
  during<T>(wait: Promise<T>): Promise<T>;
  /** Whether a wait is under way. */
  isWaiting(): boolean;
  end(): void;
}

/**
 * Limits how long one wait on a client may be, however many there are: a stream may take hours, but
 * each step of it must come in time. One timer for all waits, because there is one a line.
 *
 * @param onExpired called when a wait has lasted longer than `limitMs`, perhaps more than once
 */
export function createIdleTimeout(limitMs: number, onExpired: () => void): IdleTimeout {
  let since: number | null = null;
  const look = () => {
    if (since !== null && performance.now() - since > limitMs) onExpired();
  };
  const timer = setInterval(look, Math.max(1, limitMs / 4)).unref();
  return {
    async during(wait) {
      since = performance.now();
      try {
        return await wait;
      } finally {
        since = null;
      }
    },
    isWaiting: () => since !== null,
    end: () => clearInterval(timer),
  };
}
