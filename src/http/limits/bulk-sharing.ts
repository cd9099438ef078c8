import { setTimeout } from 'node:timers/promises';
import { NeardupError } from '../../errors.js';
import { limits } from '../../quota/limits.js';
import { createShares } from '../../quota/shares.js';
import type { Client } from '../../quota/task-context.js';
import type { Bulk } from '../bulk/run.js';

/**
 * Limits the number of concurrent bulk requests. A request that finds no free slot ends the slowest trickling
 * request and takes its slot. If no request trickles, the new one waits briefly for a free slot. A request
 * trickles if it is waiting for its client and has received no valid line for `idleAfterMs`, or less than
 * `progressBytes` of valid lines within `tricklesAfterMs`. A trickling request may continue while no other
 * request needs its slot.
 */
const idleAfterMs = 1000;
const progressBytes = 64 * 1024;
const tricklesAfterMs = 10_000;
/** Number of bytes that count for each line in addition to its length. */
const lineBytes = 1024;
const waitMs = 2000;
const lookEveryMs = 50;

/** A bulk request that holds a slot. */
export interface Admitted {
  /** The run of the request; undefined until the run starts. */
  bulk: Bulk | undefined;
  /** Counts a valid line. */
  advance(bytes: number): void;
  leave(): void;
}

export interface BulkSharing {
  /** @throws `overloaded` if no slot becomes free in time */
  admit(client: Client): Promise<Admitted>;
  /** Stops all running requests. */
  stop(error: NeardupError): void;
}

interface Running extends Admitted {
  /** Time of the last valid line. */
  lineAt: number;
  /** Time at which the latest `progressBytes` had arrived. */
  advancedAt: number;
}

export function createBulkSharing(bulkRequestsMax: number): BulkSharing {
  const shares = createShares(bulkRequestsMax);
  const waiting = createShares(limits.waitingBulkRequests);
  const running = new Set<Running>();

  function trickles({ bulk, lineAt, advancedAt }: Running, now: number): boolean {
    if (!bulk?.waitsForClient()) return false;
    return now - lineAt > idleAfterMs || now - advancedAt > tricklesAfterMs;
  }

  function endTrickling(): boolean {
    const now = performance.now();
    let slowest: Running | undefined;
    for (const each of running) {
      if (!trickles(each, now)) continue;
      if (slowest === undefined || each.lineAt < slowest.lineAt) slowest = each;
    }
    if (slowest === undefined) return false;
    slowest.leave();
    slowest.bulk?.stop(
      new NeardupError(
        'overloaded',
        'Stopped because lines arrived slowly while another bulk request was waiting: send the remaining lines again',
        { retryAfterSeconds: 1 },
      ),
    );
    return true;
  }

  function take(client: Client): boolean {
    for (;;) {
      if (shares.take(client)) return true;
      if (!endTrickling()) return false;
    }
  }

  async function wait(client: Client): Promise<void> {
    const until = performance.now() + waitMs;
    while (waiting.take(client)) {
      await setTimeout(lookEveryMs);
      waiting.release(client);
      if (take(client)) return;
      if (performance.now() > until) break;
    }
    throw new NeardupError(
      'overloaded',
      `Too many bulk requests from this client (${running.size} in progress in all); wait until one ends`,
      { retryAfterSeconds: 1 },
    );
  }

  return {
    async admit(client) {
      if (!take(client)) await wait(client);
      const now = performance.now();
      let bytesAhead = 0;
      const admitted: Running = {
        bulk: undefined,
        lineAt: now,
        advancedAt: now,
        advance(bytes) {
          admitted.lineAt = performance.now();
          bytesAhead += bytes + lineBytes;
          if (bytesAhead < progressBytes) return;
          bytesAhead = 0;
          admitted.advancedAt = admitted.lineAt;
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
