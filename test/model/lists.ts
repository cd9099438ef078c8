/** Compares two strings by their UTF-8 bytes. */
export const compareIds = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

interface Pair {
  readonly a: string;
  readonly b: string;
}

/** Two ids, the smaller one first. */
export const pairOf = (a: string, b: string): Pair =>
  compareIds(a, b) <= 0 ? { a, b } : { a: b, b: a };

export const comparePairs = (one: Pair, other: Pair): number =>
  compareIds(one.a, other.a) || compareIds(one.b, other.b);

/**
 * Returns the first items of a reply: at most `limit`, up to the item at which the strings of all items reach
 * `bytesMax`.
 */
export function pageOf<T>(
  items: readonly T[],
  limit: number,
  stringsOf: (item: T) => readonly (string | null | undefined)[],
  bytesMax = 2 ** 20,
): T[] {
  let bytes = 0;
  let length = 0;
  while (length < items.length && length < limit && bytes < bytesMax) {
    bytes += Buffer.byteLength(stringsOf(items[length]!).join(''));
    length += 1;
  }
  return items.slice(0, length);
}

/** Returns the strings of a document or match that count towards the size of a reply. */
export const countedStrings = ({
  id,
  metadata,
  page,
}: {
  id: string;
  metadata: string | null;
  page?: string | null;
}) => [id, metadata, page];
