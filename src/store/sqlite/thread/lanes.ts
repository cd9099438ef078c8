import type { Client } from '../../../shares/client.js';

/*
 * A lane is a number that stands for a client, so that it goes to the thread of the engine among other
 * numbers: 32 bits of its owner, 20 of its connection. Where two have the same, they wait for each other
 * now and then, which does no harm.
 */
const connectionBits = 2 ** 20;

const lanes = new WeakMap<Client, number>();

/** Never 0, which is the lane of those who have none. */
export function laneOfClient(client: Client): number {
  let lane = lanes.get(client);
  if (lane === undefined) {
    lane =
      hashOf(client.owner) * connectionBits + (hashOf(client.connection) % connectionBits) || 1;
    lanes.set(client, lane);
  }
  return lane;
}

/** A client whose owner and connection are different where those of the lanes are. */
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
