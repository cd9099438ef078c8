/**
 * A log of the contents whose documents change while searches go on: documents come, go, get
 * another expiry or move to another content. A search looks at these contents once more before it
 * answers.
 *
 * Changes that were undone stay in the log: looking at a content once too often does no harm.
 */
export interface ContentChanges {
  /** Adds a change, if there is a listener. */
  note(collection: number, content: number): void;
  /** Reads changes from now on, until it is ended. */
  listen(collection: number): ChangeReader;
}

export interface ChangeReader {
  /** How many changes, of all collections, are not read yet. */
  unread(): number;
  /** The contents of the collection among the next `count` changes, each once. */
  peek(count: number): ReadonlySet<number>;
  /** Marks the next `count` changes as read. */
  pass(count: number): void;
  end(): void;
}

export function createContentChanges(): ContentChanges {
  /** For each change the collection, then the content. */
  let log: number[] = [];
  /** How many changes were removed from the front of the log. */
  let before = 0;
  const readers = new Set<{ position: number }>();

  /** Removes changes that all readers have read, if there are enough of them. */
  function forgetRead(): void {
    let least = before + log.length / 2;
    for (const { position } of readers) least = Math.min(least, position);
    if ((least - before) * 2 < log.length / 2 && readers.size > 0) return;
    log = log.slice((least - before) * 2);
    before = least;
  }

  return {
    note(collection, content) {
      if (readers.size > 0) log.push(collection, content);
    },
    listen(collection) {
      const reader = { position: before + log.length / 2 };
      readers.add(reader);
      return {
        unread: () => before + log.length / 2 - reader.position,
        peek(count) {
          const found = new Set<number>();
          const from = (reader.position - before) * 2;
          for (let at = from; at < Math.min(log.length, from + count * 2); at += 2) {
            if (log[at] === collection) found.add(log[at + 1]!);
          }
          return found;
        },
        pass(count) {
          reader.position += count;
          forgetRead();
        },
        end() {
          readers.delete(reader);
          forgetRead();
        },
      };
    },
  };
}
