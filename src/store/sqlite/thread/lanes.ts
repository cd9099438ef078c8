import type { Client } from '../../../shares/client.js';

/*
 * A lane is a number that stands for a client, and goes to the thread of the engine among other
 * numbers: 32 bits of its owner, 20 of its connection. If two clients have the same lane, they
 * sometimes wait for each other, which does no harm.
 */
const connectionBits = 2 ** 20;

const lanes = new WeakMap<Client, number>();

/** Never 0, which means no client. */
export function laneOfClient(client: Client): number {
  let lane = lanes.get(client);
  if (lane === undefined) {
    lane =
      hashOf(client.owner) * connectionBits + (hashOf(client.connection) % connectionBits) || 1;
    lanes.set(client, lane);
  }
  return lane;
}

/** A client for a lane: its owner and connection differ if those of the lanes differ. */
export function clientOfLane(lane: number): Client {
  return {
    owner: String(Math.floor(lane / connectionBits)),
    connection: String(lane % connectionBits),
  };
}

/** FNV-1a over the code units (Fowler, Noll, Vo). */
function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash >>> 0;
}
