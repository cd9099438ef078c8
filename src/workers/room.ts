/**
 * A way into a queue for work that waits for room where other work is refused: it goes in, in the order
 * in which it came, while the queue is less than half full, so that others still find room.
 *
 * @param waiting how long the queue is, what has just begun included
 */
export function createRoom(queueMax: number, waiting: () => number) {
  const outside: (() => void)[] = [];
  const hasRoom = () => waiting() < queueMax / 2;

  return {
    /** Begins a piece of work when there is room for it. */
    enter<T>(begin: () => Promise<T>): Promise<T> {
      if (outside.length === 0 && hasRoom()) return begin();
      return new Promise((resolve) => outside.push(() => resolve(begin())));
    },
    /** To be called whenever something has left the queue. */
    left(): void {
      while (outside.length > 0 && hasRoom()) outside.shift()!();
    },
    outside: () => outside.length,
  };
}
