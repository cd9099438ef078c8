/** Keys of one kind: numbers, or texts with a character for each byte (`bytesAsText`). `<` orders both. */
export type Key = number | string;

/** A row of an index of a collection (together its space, `spaceOf`). */
export type Row<K extends Key = number> = readonly [space: number, key: K, value: number];

/** Whether a row comes before another one. */
export function isBefore<K extends Key>(
  space: number,
  key: K,
  value: number,
  [ofSpace, ofKey, ofValue]: Row<K>,
): boolean {
  if (space !== ofSpace) return space < ofSpace;
  return key === ofKey ? value < ofValue : key < ofKey;
}
