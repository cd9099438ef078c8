import { NeardupError } from '../../errors.js';
import type { Client } from '../../shares/client.js';
import { createShares } from '../../shares/shares.js';
import type { Bulk } from './run.js';

/**
 * Shares out how many bulk requests may run. Where there is no room for another one, the one that has
 * trickled longest ends: it has waited for its client, and brought less than `progressBytes` of good
 * lines, for `tricklesAfterMs`. While nobody else wants its place it may trickle.
 */
const progressBytes = 64 * 1024;
const tricklesAfterMs = 10_000;
/** What a line counts beside its bytes. */
const lineBytes = 1024;

/** A bulk request that has its place. */
export interface Admitted {
  /** Set when it runs. */
  bulk: Bulk | undefined;
  /** A line of so many bytes has come, and makes sense. */
  advance(bytes: number): void;
  leave(): void;
}

export interface BulkSharing {
  /** @throws `overloaded` */
  admit(client: Client): Admitted;
  /** Stops all that run. */
  stop(error: NeardupError): void;
}

interface Running extends Admitted {
  advancedAt: number;
}

export function createBulkSharing(bulkRequestsMax: number): BulkSharing {
  const shares = createShares(bulkRequestsMax);
  const running = new Set<Running>();

  function endTrickling(): boolean {
    const before = performance.now() - tricklesAfterMs;
    let slowest: Running | undefined;
    for (const each of running) {
      if (each.advancedAt > before || !each.bulk?.waitsForClient()) continue;
      if (slowest === undefined || each.advancedAt < slowest.advancedAt) slowest = each;
    }
    if (slowest === undefined) return false;
    slowest.leave();
    slowest.bulk?.stop(
      new NeardupError(
        'overloaded',
        'Stopped because lines came slowly while another bulk request waited: send the rest again',
        { retryAfterSeconds: 1 },
      ),
    );
    return true;
  }

  return {
    admit(client) {
      let isAdmitted = shares.take(client);
      while (!isAdmitted && endTrickling()) isAdmitted = shares.take(client);
      if (!isAdmitted) {
        throw new NeardupError(
          'overloaded',
          `Cannot take another bulk request: ${running.size} are under way, and this client has its share`,
          { retryAfterSeconds: 1 },
        );
      }
      let bytesAhead = 0;
      const admitted: Running = {
        bulk: undefined,
        advancedAt: performance.now(),
        advance(bytes) {
          bytesAhead += bytes + lineBytes;
          if (bytesAhead < progressBytes) return;
          bytesAhead = 0;
          admitted.advancedAt = performance.now();
        },
        leave() {
          if (running.delete(admitted)) shares.release(client);
        },
      };
      running.add(admitted);
      return admitted;
    },
    stop(error) {
      for (const { bulk } of running) bulk?.stop(error);
    },
  };
}
