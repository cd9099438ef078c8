/**
 * Caches the first values of keys with many values. A value is the number of a content. Many similar
 * pages (a family) look up the same keys. New values are larger than all earlier ones, so the first values of a key
 * change only when some are removed.
 */
export interface OldestValues {
  /** Returns exactly the first `length` values of a key, or undefined if they are not cached. */
  find(space: number, key: number, length: number): readonly number[] | undefined;
  /** Caches a result. @param values the first values of the key, ascending */
  keep(space: number, key: number, values: readonly number[]): void;
  clear(): void;
}

const slots = 2 ** 12;
/** Minimum number of values worth caching. Most shorter results belong to keys with just one value. */
const lengthMin = 8;

/** @param isRemoved returns true for values that have been removed */
export function createOldestValues(isRemoved: (value: number) => boolean): OldestValues {
  const spaces = new Float64Array(slots).fill(-1);
  const keys = new Float64Array(slots);
  const lists: (readonly number[])[] = [];

  const findSlot = (space: number, key: number) =>
    Math.imul(key ^ Math.floor(key / 2 ** 32) ^ Math.imul(space, 0x27d4_eb2f), 0x9e37_79b1) >>> 20;

  return {
    find(space, key, length) {
      const slot = findSlot(space, key);
      if (spaces[slot] !== space || keys[slot] !== key) return undefined;
      const found: number[] = [];
      for (const value of lists[slot]!) {
        if (!isRemoved(value)) found.push(value);
        if (found.length === length) return found;
      }
      return undefined;
    },
    keep(space, key, values) {
      if (values.length < lengthMin) return;
      const slot = findSlot(space, key);
      spaces[slot] = space;
      keys[slot] = key;
      lists[slot] = values.slice();
    },
    clear() {
      spaces.fill(-1);
      lists.length = 0;
    },
  };
}
