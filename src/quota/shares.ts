import type { Client } from './task-context.js';

/**
 * Divides a limit among clients, such as the number of concurrent requests or the bytes of replies in memory.
 *
 *   limit  ┌──────── owner a ────────┬──── owner b ────┬──────── free ────────┐
 *          │ connection 1 │ 2 │ 3    │ 1 │             │                      │
 *
 * An owner (an API key or a client address) may hold at most as much as is free: a single owner gets half of the limit,
 * two owners get a third each, and so on. Even when all owners hold as much as they may, the amount left free is as
 * large as the amount that each of them holds. Only a single large take may exceed this, since it needs no more than
 * that the amount is free. The same rule divides the share of an owner among its connections.
 * Nothing is ever taken back from a holder, so early connections may hold more than is left for later ones; the last
 * quarter of an owner's share is therefore reserved for connections that hold nothing yet (Choudhury and Hahne: Dynamic
 * Queue Length Thresholds for Shared-Memory Packet Switches, IEEE/ACM Transactions on Networking 6(2), 1998, with
 * α = 1).
 *
 * Cost: amortised constant. A connection that holds nothing is remembered for a while, because most connections soon
 * take something again. When there are more than a thousand such connections, all of them are forgotten together.
 */
export interface Shares {
  readonly limit: number;
  /** Amount held by all clients together. */
  taken(): number;
  /** Amount held by an owner. */
  takenBy(owner: string): number;
  /** Returns true if `take` would succeed now. */
  hasRoom(client: Client, amount?: number): boolean;
  /** Returns false, and takes nothing, if the share of the owner or of the connection is used up. */
  take(client: Client, amount?: number): boolean;
  /** Gives back all or part of what the connection holds. */
  release(client: Client, amount?: number): void;
}

/**
 * Fraction of the amount not held by other owners. An owner that holds this fraction can take more only for connections
 * that hold nothing yet. A single owner may hold half of the limit, and thus reserves a quarter of that half for such
 * connections.
 */
const ofManyMax = 3 / 8;
/** Maximum number of connections that are remembered although they hold nothing. */
const idleMax = 1000;

interface Holder {
  held: number;
  readonly connections: Map<string, number>;
}

export function createShares(limit: number): Shares {
  const holders = new Map<string, Holder>();
  let taken = 0;
  let idle = 0;

  function forgetIdle(): void {
    idle = 0;
    for (const [owner, { connections }] of holders) {
      for (const [connection, held] of connections) if (held === 0) connections.delete(connection);
      if (connections.size === 0) holders.delete(owner);
    }
  }

  function hasRoom({ owner, connection }: Client, amount = 1): boolean {
    const free = limit - taken;
    const holder = holders.get(owner);
    const held = holder?.held ?? 0;
    if (held + amount > free) return false;
    const heldHere = holder?.connections.get(connection) ?? 0;
    if (heldHere > 0 && held + amount > (free + held) * ofManyMax) return false;
    return heldHere + amount <= free - held;
  }

  return {
    limit,
    taken: () => taken,
    takenBy: (owner) => holders.get(owner)?.held ?? 0,
    hasRoom,
    take(client, amount = 1) {
      if (!hasRoom(client, amount)) return false;
      let holder = holders.get(client.owner);
      if (holder === undefined) {
        holder = { held: 0, connections: new Map() };
        holders.set(client.owner, holder);
      }
      const { connections } = holder;
      const heldHere = connections.get(client.connection);
      if (heldHere === 0) idle -= 1;
      connections.set(client.connection, (heldHere ?? 0) + amount);
      holder.held += amount;
      taken += amount;
      return true;
    },
    release({ owner, connection }, amount = 1) {
      const holder = holders.get(owner);
      const heldHere = holder?.connections.get(connection) ?? 0;
      if (holder === undefined || heldHere < amount) {
        throw new Error(`Cannot give back ${amount}: the connection holds ${heldHere}`);
      }
      holder.connections.set(connection, heldHere - amount);
      holder.held -= amount;
      taken -= amount;
      if (heldHere > amount) return;
      idle += 1;
      if (idle > idleMax) forgetIdle();
    },
  };
}
