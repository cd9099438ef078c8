/**
 * Schedules the turns of entries that wait for service. All waiting entries get the same amount of work done, and short
 * work does not wait for long work. A turn has a start and a finish on a virtual clock, which counts the work done for
 * each entry. The turn with the earliest finish is next:
 *
 *   clock ──┬──────────────────────────────────────────►
 *   a       ├──────────── 12 ─────────────┤
 *   b         ├──────────── 12 ─────────────┤
 *   c       ├ 0.1 ┤                                        arrives last, is served first
 *
 * The next turn of `c` starts where its current turn finishes, so an entry gains nothing by splitting its work into
 * short pieces. When an entry returns after a pause, its turn starts at the current time of the clock, or at the finish
 * of its last turn if that is later. (Bennett and Zhang: WF²Q: Worst-case Fair Weighted Fair Queueing, INFOCOM 1996;
 * Golestani: A Self-Clocked Fair Queueing Scheme, INFOCOM 1994.)
 *
 * Cost of each call except `find`: logarithmic in the number of waiting entries.
 */
export interface Turns<One extends Turn> {
  /** Current time of the virtual clock. */
  now(): number;
  first(): One | undefined;
  /** First waiting entry that satisfies the predicate. Cost: linear in the number of waiting entries. */
  find(isWanted: (one: One) => boolean): One | undefined;
  /** Adds an entry, which must not be waiting. */
  push(one: One, work: number): void;
  /** Updates the position of a waiting entry whose first item has changed. */
  change(one: One, work: number): void;
  /**
   * Completes the turn of a waiting entry.
   * @param next work of the entry's next turn; undefined if it has no more items
   */
  serve(one: One, work: number, next: number | undefined): void;
  /** Removes a waiting entry without serving it. */
  remove(one: One): void;
}

/** State that `Turns` keeps for an entry. */
export interface Turn {
  start: number;
  /** Finish of the current or the last turn. */
  finish: number;
  /** Breaks ties between turns with the same finish. */
  order: number;
  /** Index of the entry in the heap; -1 if the entry is not waiting. */
  at: number;
}

export const newTurn = (): Turn => ({ start: 0, finish: 0, order: 0, at: -1 });

export function createTurns<One extends Turn>(): Turns<One> {
  /** Binary heap, ordered by finish. */
  const heap: One[] = [];
  let clock = 0;
  let pushed = 0;

  function place(one: One, at: number): void {
    heap[at] = one;
    one.at = at;
  }

  function up(one: One): void {
    let { at } = one;
    while (at > 0) {
      const above = heap[(at - 1) >> 1]!;
      if (!isBefore(one, above)) break;
      const free = above.at;
      place(above, at);
      at = free;
    }
    place(one, at);
  }

  function down(one: One): void {
    let { at } = one;
    for (;;) {
      const left = heap[2 * at + 1];
      if (left === undefined) break;
      const right = heap[2 * at + 2];
      const below = right !== undefined && isBefore(right, left) ? right : left;
      if (!isBefore(below, one)) break;
      const free = below.at;
      place(below, at);
      at = free;
    }
    place(one, at);
  }

  function begin(one: One, start: number, work: number): void {
    one.start = start;
    one.finish = start + work;
    one.order = ++pushed;
  }

  function takeOut(one: One): void {
    const { at } = one;
    const last = heap.pop()!;
    one.at = -1;
    if (last === one) return;
    place(last, at);
    up(last);
    down(last);
  }

  return {
    now: () => clock,
    first: () => heap[0],
    find(isWanted) {
      let found: One | undefined;
      for (const one of heap) {
        if ((found === undefined || isBefore(one, found)) && isWanted(one)) found = one;
      }
      return found;
    },
    push(one, work) {
      begin(one, Math.max(clock, one.finish), work);
      one.at = heap.length;
      up(one);
    },
    change(one, work) {
      one.finish = one.start + work;
      up(one);
      down(one);
    },
    serve(one, work, next) {
      const { start } = one;
      const after = Math.max(start, clock + work / heap.length);
      if (next === undefined) {
        takeOut(one);
        one.finish = start + work;
      } else {
        begin(one, start + work, next);
        up(one);
        down(one);
      }
      // The clock must not pass the earliest finish of a waiting turn. Otherwise, short work that arrives next would
      // start after that finish, and would have to wait for that turn.
      const earliest = heap[0]?.finish ?? after;
      clock = Math.max(clock, Math.min(after, earliest));
    },
    remove(one) {
      takeOut(one);
      one.finish = one.start;
    },
  };
}

function isBefore(a: Turn, b: Turn): boolean {
  return a.finish < b.finish || (a.finish === b.finish && a.order < b.order);
}
