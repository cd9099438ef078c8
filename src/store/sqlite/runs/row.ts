/** A row of an index of a collection (together its space, `spaceOf`). */
export type Row = readonly [space: number, key: number, value: number];

/** Whether a row comes before another one. */
export function isBefore(
  space: number,
  key: number,
  value: number,
  [ofSpace, ofKey, ofValue]: Row,
): boolean {
  if (space !== ofSpace) return space < ofSpace;
  return key === ofKey ? value < ofValue : key < ofKey;
}
