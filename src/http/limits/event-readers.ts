import { NeardupError } from '../../errors.js';
import { createShares } from '../../quota/shares.js';
import type { Client } from '../../quota/task-context.js';

/** Limits the number of concurrent readers of GET /events. */
export interface EventReaders {
  /** @throws `overloaded` if the client has no place left */
  admit(client: Client): void;
  leave(client: Client): void;
}

export function limitEventReaders(readersMax: number): EventReaders {
  const shares = createShares(readersMax);
  return {
    admit(client) {
      if (shares.take(client)) return;
      throw new NeardupError(
        'overloaded',
        `Too many event streams to this client (${shares.taken()} open in all); close one first`,
        { retryAfterSeconds: 10 },
      );
    },
    leave: (client) => shares.release(client),
  };
}
