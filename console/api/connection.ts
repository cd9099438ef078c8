/** Whether the service answers. Requests tell it; while it is away it is asked again and again. */

type Listener = (state: Connection) => void;

export interface Connection {
  readonly away: boolean;
  /** How often the service came back: what was shown before is asked anew. */
  readonly returns: number;
}

const askAgainMs = 2000;

let connection: Connection = { away: false, returns: 0 };
const listeners = new Set<Listener>();

export function currentConnection(): Connection {
  return connection;
}

/** @returns ends it */
export function followConnection(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Called when a request got no answer of the service.
 * @param isBack whether it answers again
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
