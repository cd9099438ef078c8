import { useEffect, useState } from 'preact/hooks';

/** Availability of the service as observed by requests. While the service is unavailable, it is polled. */

type Listener = (state: Connection) => void;

export interface Connection {
  readonly away: boolean;
  /** Number of times the service became available again. Each time, visible data is requested again. */
  readonly returns: number;
}

const askAgainMs = 2000;

let connection: Connection = { away: false, returns: 0 };
const listeners = new Set<Listener>();

/** Returns the current connection. */
export function useConnection(): Connection {
  const [current, setCurrent] = useState(connection);
  useEffect(() => {
    setCurrent(connection);
    listeners.add(setCurrent);
    return () => void listeners.delete(setCurrent);
  }, []);
  return current;
}

/**
 * Called when a request got no answer from the service.
 * @param isBack tests if the service answers again
 */
export function serviceIsAway(isBack: () => Promise<boolean>): void {
  if (connection.away) return;
  change({ ...connection, away: true });
  const ask = async () => {
    if (await isBack()) change({ away: false, returns: connection.returns + 1 });
    else setTimeout(ask, askAgainMs);
  };
  setTimeout(ask, askAgainMs);
}

function change(to: Connection): void {
  connection = to;
  for (const listener of listeners) listener(to);
}
