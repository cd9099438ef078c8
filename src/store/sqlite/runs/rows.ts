/** Indexes stored in runs: each row has a key and the number of a content. */
export const sortedIndexes = [
  'bands',
  'contents_by_fingerprint',
  'contents_by_hash',
  'parts',
] as const;
export type SortedIndex = (typeof sortedIndexes)[number];

/** A row of an index. The collection and the index together are its space (`packSpace`). */
export type Row = readonly [space: number, key: number, value: number];

/** Returns true if a row precedes another one. */
export function isBefore(
  space: number,
  key: number,
  value: number,
  [ofSpace, ofKey, ofValue]: Row,
): boolean {
  if (space !== ofSpace) return space < ofSpace;
  return key === ofKey ? value < ofValue : key < ofKey;
}

/** Returns the space of an index of a collection. The rows of a space are adjacent in runs. */
export function packSpace(collection: number, index: SortedIndex): number {
  return collection * indexesMax + sortedIndexes.indexOf(index);
}

export const collectionOfSpace = (space: number): number => Math.floor(space / indexesMax);
/** Returns true for a space of the index by exact hash, in which every value has exactly one row. */
export const isOfHashes = (space: number): boolean =>
  sortedIndexes[space % indexesMax] === 'contents_by_hash';

const indexesMax = sortedIndexes.length;
