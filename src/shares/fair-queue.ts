import type { Client } from './client.js';

/**
 * A queue that serves owners in turn, then the connections of an owner in turn, then the items of a
 * connection in their order. So a client with a thousand items delays a client with one item by one
 * item, not by a thousand. (Nagle: On Packet Switches with Infinite Storage, RFC 970, section 4.)
 *
 * Cost: amortised constant per item. A connection with nothing waiting is remembered for a while,
 * because most connections come again at once; after a thousand of them, all are forgotten
 * together.
 */
export interface FairQueue<Item> {
  readonly length: number;
  /** How many items of an owner wait. */
  lengthOf(owner: string): number;
  push(client: Client, item: Item): void;
  /**
   * Removes and returns the next item; undefined if nothing waits.
   * @param mayCome which owners may be served. Cost: linear in the owners that are passed over
   */
  shift(mayCome?: (owner: string) => boolean): Item | undefined;
  /**
   * False: the item does not wait here. Cost: linear in the items that the connection has waiting.
   */
  remove(client: Client, item: Item): boolean;
}

/** The waiting items of one connection. */
interface Line<Item> {
  readonly connection: string;
  readonly items: Item[];
}

interface Owner<Item> {
  readonly name: string;
  readonly lines: Map<string, Line<Item>>;
  /** The lines that have items, the next one first. */
  readonly turns: Line<Item>[];
  length: number;
}

/** How many connections with nothing waiting are remembered. */
const idleMax = 1000;

export function createFairQueue<Item>(): FairQueue<Item> {
  const owners = new Map<string, Owner<Item>>();
  /** The owners that have items, the next one first. */
  const turns: Owner<Item>[] = [];
  let length = 0;
  let idle = 0;

  function ownerOf(name: string): Owner<Item> {
    let owner = owners.get(name);
    if (owner === undefined) {
      owner = { name, lines: new Map(), turns: [], length: 0 };
      owners.set(name, owner);
    }
    return owner;
  }

  function lineOf({ lines }: Owner<Item>, connection: string): Line<Item> {
    let line = lines.get(connection);
    if (line === undefined) {
      line = { connection, items: [] };
      lines.set(connection, line);
    } else if (line.items.length === 0) idle -= 1;
    return line;
  }

  function oneLess(owner: Owner<Item>, line: Line<Item>): void {
    owner.length -= 1;
    length -= 1;
    if (line.items.length > 0) return;
    idle += 1;
    if (idle > idleMax) forgetIdle();
  }

  function forgetIdle(): void {
    idle = 0;
    for (const { name, lines, length } of owners.values()) {
      if (length === 0) owners.delete(name);
      else {
        for (const { connection, items } of lines.values()) {
          if (items.length === 0) lines.delete(connection);
        }
      }
    }
  }

  return {
    get length() {
      return length;
    },
    lengthOf: (owner) => owners.get(owner)?.length ?? 0,
    push({ owner: name, connection }, item) {
      const owner = ownerOf(name);
      const line = lineOf(owner, connection);
      if (line.items.push(item) === 1) owner.turns.push(line);
      owner.length += 1;
      length += 1;
      if (owner.length === 1) turns.push(owner);
    },
    shift(mayCome) {
      const at = mayCome === undefined ? 0 : turns.findIndex(({ name }) => mayCome(name));
      const owner = turns[at];
      if (owner === undefined) return undefined;
      takeOut(turns, at);
      const line = owner.turns.shift()!;
      const item = line.items.shift()!;
      if (line.items.length > 0) owner.turns.push(line);
      if (owner.length > 1) turns.push(owner);
      oneLess(owner, line);
      return item;
    },
    remove({ owner: name, connection }, item) {
      const owner = owners.get(name);
      const line = owner?.lines.get(connection);
      const at = line?.items.indexOf(item) ?? -1;
      if (owner === undefined || line === undefined || at < 0) return false;
      line.items.splice(at, 1);
      if (line.items.length === 0) owner.turns.splice(owner.turns.indexOf(line), 1);
      if (owner.length === 1) turns.splice(turns.indexOf(owner), 1);
      oneLess(owner, line);
      return true;
    },
  };
}

function takeOut<T>(list: T[], at: number): void {
  if (at === 0) list.shift();
  else list.splice(at, 1);
}
