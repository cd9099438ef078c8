/** The indexes of contents whose rows lie in runs: each row has a key and the number of a content. */
export const sortedIndexes = [
  'bands',
  'contents_by_fingerprint',
  'contents_by_hash',
  'parts',
] as const;
export type SortedIndex = (typeof sortedIndexes)[number];

/** The rows of an index of a collection are a space: in the order of runs they lie together. */
export function spaceOf(collection: number, index: SortedIndex): number {
  return collection * indexesMax + sortedIndexes.indexOf(index);
}

export const collectionOfSpace = (space: number): number => Math.floor(space / indexesMax);
/** Every content has one row of this index. */
export const isOfHashes = (space: number): boolean =>
  sortedIndexes[space % indexesMax] === 'contents_by_hash';

const indexesMax = sortedIndexes.length;
