/** The indexes of contents whose rows are in runs: each row has a key and the number of a content. */
export const sortedIndexes = [
  'bands',
  'contents_by_fingerprint',
  'contents_by_hash',
  'parts',
] as const;
export type SortedIndex = (typeof sortedIndexes)[number];

/** A row of an index of a collection (together its space, `spaceOf`). */
export type Row = readonly [space: number, key: number, value: number];

/** Returns whether a row comes before another one. */
export function isBefore(
  space: number,
  key: number,
  value: number,
  [ofSpace, ofKey, ofValue]: Row,
): boolean {
  if (space !== ofSpace) return space < ofSpace;
  return key === ofKey ? value < ofValue : key < ofKey;
}

/** The rows of an index of a collection are a space: in the order of runs they are neighbours. */
export function spaceOf(collection: number, index: SortedIndex): number {
  return collection * indexesMax + sortedIndexes.indexOf(index);
}

export const collectionOfSpace = (space: number): number => Math.floor(space / indexesMax);
/** Every content has one row of this index. */
export const isOfHashes = (space: number): boolean =>
  sortedIndexes[space % indexesMax] === 'contents_by_hash';

const indexesMax = sortedIndexes.length;
