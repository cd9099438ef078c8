import type { Client } from './task-context.js';
import { createTurns, newTurn, type Turn, type Turns } from './turns.js';

/**
 * A queue that serves owners (API keys or client addresses) in turn, then the connections of an owner in turn, then the
 * items of a connection in order. So a client with a thousand items delays a client with one item by one item, not by a
 * thousand (Nagle: On Packet Switches with Infinite Storage, RFC 970, section 4).
 *
 * If items differ in work, owners get equal amounts of work instead of equal numbers of items (turns.ts): for one item
 * of 10 ms of an owner, a hundred items of 0.1 ms of another owner are served.
 *
 * Cost: logarithmic per item in the number of waiting owners, and of waiting connections per owner. The queue remembers
 * connections without items for a while, because most of them soon send another item. Beyond a thousand such
 * connections, the queue forgets those that have received no more work than the waiting connections.
 */
export interface FairQueue<Item> {
  readonly length: number;
  /** Number of waiting items of an owner. */
  lengthOf(owner: string): number;
  push(client: Client, item: Item): void;
  /** Returns the item that `shift` would remove. */
  first(): Item | undefined;
  /**
   * Removes and returns the next item. Returns undefined if no item may be served.
   * @param mayCome returns false if the first item of a connection must wait; the connection then keeps its turn. With
   * this parameter, the cost is linear in the number of waiting connections
   */
  shift(mayCome?: (item: Item) => boolean): Item | undefined;
  /**
   * Removes an item from the queue, in time linear in the number of waiting items of the connection. Returns false if
   * the queue does not contain the item.
   */
  remove(client: Client, item: Item): boolean;
}

/** Waiting items of one connection. */
interface Line<Item> extends Turn {
  readonly connection: string;
  readonly items: Item[];
}

interface Owner<Item> extends Turn {
  readonly name: string;
  readonly lines: Map<string, Line<Item>>;
  /** Order in which the connections with items are served. */
  readonly turns: Turns<Line<Item>>;
  length: number;
}

/** Maximum number of connections that are remembered after their last item was served. */
const idleMax = 1000;
const equalWork = (): number => 1;

/**
 * Creates a queue.
 * @param workOf returns the work that an item takes, above 0, in any unit; by default, all items take equal work
 */
export function createFairQueue<Item>(workOf: (item: Item) => number = equalWork): FairQueue<Item> {
  const owners = new Map<string, Owner<Item>>();
  /** Order in which the owners with items are served. */
  const turns = createTurns<Owner<Item>>();
  let length = 0;
  let idle = 0;

  function openOwner(name: string): Owner<Item> {
    let owner = owners.get(name);
    if (owner === undefined) {
      owner = { name, lines: new Map(), turns: createTurns(), length: 0, ...newTurn() };
      owners.set(name, owner);
    }
    return owner;
  }

  function openLine({ lines }: Owner<Item>, connection: string): Line<Item> {
    let line = lines.get(connection);
    if (line === undefined) {
      line = { connection, items: [], ...newTurn() };
      lines.set(connection, line);
    } else if (line.items.length === 0) idle -= 1;
    return line;
  }

  /** Work of an owner's next item. */
  const nextWork = (owner: Owner<Item>) => workOf(owner.turns.first()!.items[0]!);

  function oneLess(owner: Owner<Item>, line: Line<Item>): void {
    owner.length -= 1;
    length -= 1;
    if (line.items.length > 0) return;
    idle += 1;
    if (idle > idleMax) forgetIdle();
  }

  function forgetIdle(): void {
    idle = 0;
    for (const owner of owners.values()) {
      for (const line of owner.lines.values()) {
        if (line.items.length > 0 || line.finish > owner.turns.now()) continue;
        owner.lines.delete(line.connection);
      }
      if (owner.length === 0 && owner.finish <= turns.now()) owners.delete(owner.name);
    }
  }

  return {
    get length() {
      return length;
    },
    lengthOf: (owner) => owners.get(owner)?.length ?? 0,
    push({ owner: name, connection }, item) {
      const owner = openOwner(name);
      const line = openLine(owner, connection);
      const isFirstOfLine = line.items.push(item) === 1;
      if (isFirstOfLine) owner.turns.push(line, workOf(item));
      owner.length += 1;
      length += 1;
      if (owner.length === 1) turns.push(owner, workOf(item));
      else if (isFirstOfLine && owner.turns.first() === line) turns.change(owner, workOf(item));
    },
    first: () => turns.first()?.turns.first()?.items[0],
    shift(mayCome) {
      const owner =
        mayCome === undefined ? turns.first() : turns.find((each) => !!nextLine(each, mayCome));
      if (owner === undefined) return undefined;
      const line = nextLine(owner, mayCome)!;
      const item = line.items.shift()!;
      const work = workOf(item);
      owner.turns.serve(line, work, line.items.length > 0 ? workOf(line.items[0]!) : undefined);
      turns.serve(owner, work, owner.length > 1 ? nextWork(owner) : undefined);
      oneLess(owner, line);
      return item;
    },
    remove({ owner: name, connection }, item) {
      const owner = owners.get(name);
      const line = owner?.lines.get(connection);
      const at = line?.items.indexOf(item) ?? -1;
      if (owner === undefined || line === undefined || at < 0) return false;
      line.items.splice(at, 1);
      if (line.items.length === 0) owner.turns.remove(line);
      else owner.turns.change(line, workOf(line.items[0]!));
      if (owner.length === 1) turns.remove(owner);
      else turns.change(owner, nextWork(owner));
      oneLess(owner, line);
      return true;
    },
  };
}

function nextLine<Item>(
  { turns }: Owner<Item>,
  mayCome: ((item: Item) => boolean) | undefined,
): Line<Item> | undefined {
  if (mayCome === undefined) return turns.first();
  return turns.find(({ items: [first] }) => mayCome(first!));
}
