/** The next number from 0 up to 1. */
export type Random = () => number;

/** The same numbers for the same seed, so that a measurement can be repeated (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` of the items, or all if there are fewer, in random order (Fisher and Yates). */
export function sample<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  const taken = Math.min(count, rest.length);
  for (let index = 0; index < taken; index++) {
    const other = index + Math.floor(random() * (rest.length - index));
    [rest[index], rest[other]] = [rest[other]!, rest[index]!];
  }
  return rest.slice(0, taken);
}
