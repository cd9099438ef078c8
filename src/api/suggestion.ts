import { closest, distance } from 'fastest-levenshtein';

/** Maximum length of a value for which similar ones are searched. */
const lengthMax = 64;

/** Returns the end of a message that suggests the known value most similar to a given one; '' if none is similar. */
export function suggest(given: string, known: readonly string[]): string {
  const similar = findSimilar(given, known);
  return suggestion(similar === null ? [] : [similar]);
}

/** Returns the end of a message that suggests these values; '' if there is none. */
export function suggestion(values: readonly string[]): string {
  const list = values.map((value) => `"${value}"`).join(' or ');
  return list === '' ? '' : `; did you mean ${list}?`;
}

/**
 * Returns the known value that differs from a given one in at most a third of its characters, or only in case, `_` and
 * `-`; null if there is none.
 */
export function findSimilar(given: string, known: readonly string[]): string | null {
  if (known.length === 0 || given.length > lengthMax) return null;
  const plain = (value: string) => value.toLowerCase().replaceAll(/[_-]/g, '');
  const same = known.find((value) => plain(value) === plain(given));
  if (same !== undefined) return same;
  const nearest = closest(given, known as string[]);
  return distance(given, nearest) > given.length / 3 ? null : nearest;
}
