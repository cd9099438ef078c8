import type { Client } from './client.js';

/**
 * A queue that serves owners in turn, the connections of an owner in turn, and what one connection
 * has asked for in its order. So who asks for a thousand things delays who asks for one by one thing,
 * not by a thousand. (Nagle: On Packet Switches with Infinite Storage, RFC 970, section 4.)
 *
 * Cost: constant for each item.
 */
export interface FairQueue<Item> {
  readonly length: number;
  /** How many items of an owner wait. */
  lengthOf(owner: string): number;
  push(client: Client, item: Item): void;
  /**
   * The next in turn, which leaves the queue; undefined if nothing waits.
   * @param mayCome which owners come into question. Cost: as many owners as are passed over
   */
  shift(mayCome?: (owner: string) => boolean): Item | undefined;
  /** False: the item does not wait here. Cost: as many items as the connection has waiting. */
  remove(client: Client, item: Item): boolean;
}

interface Waiting<Item> {
  length: number;
  readonly connections: Map<string, Item[]>;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  // Maps remember the order in which keys came: who has been served goes to the end.
  const owners = new Map<string, Waiting<Item>>();
  let length = 0;

  function oneLess(owner: string, waiting: Waiting<Item>): void {
    waiting.length -= 1;
    if (waiting.length === 0) owners.delete(owner);
    length -= 1;
  }

  function firstOwner(mayCome?: (owner: string) => boolean): string | undefined {
    for (const owner of owners.keys()) {
      if (mayCome === undefined || mayCome(owner)) return owner;
    }
    return undefined;
  }

  return {
    get length() {
      return length;
    },
    lengthOf: (owner) => owners.get(owner)?.length ?? 0,
    push({ owner, connection }, item) {
      let waiting = owners.get(owner);
      if (waiting === undefined) {
        waiting = { length: 0, connections: new Map() };
        owners.set(owner, waiting);
      }
      const items = waiting.connections.get(connection);
      if (items === undefined) waiting.connections.set(connection, [item]);
      else items.push(item);
      waiting.length += 1;
      length += 1;
    },
    shift(mayCome) {
      const owner = firstOwner(mayCome);
      if (owner === undefined) return undefined;
      const waiting = owners.get(owner)!;
      const [[connection, items]] = waiting.connections as unknown as [[string, Item[]]];
      const item = items.shift()!;
      waiting.connections.delete(connection);
      if (items.length > 0) waiting.connections.set(connection, items);
      oneLess(owner, waiting);
      if (waiting.length > 0 && owners.size > 1) {
        owners.delete(owner);
        owners.set(owner, waiting);
      }
      return item;
    },
    remove({ owner, connection }, item) {
      const waiting = owners.get(owner);
      const items = waiting?.connections.get(connection);
      const at = items?.indexOf(item) ?? -1;
      if (waiting === undefined || items === undefined || at < 0) return false;
      items.splice(at, 1);
      if (items.length === 0) waiting.connections.delete(connection);
      oneLess(owner, waiting);
      return true;
    },
  };
}
