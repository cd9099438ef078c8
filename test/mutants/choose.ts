import type { Mutant } from './mutant.js';

interface Choice {
  /** Names, or a range of numbers such as `3-7`; absent: all. */
  readonly only?: string | undefined;
  /** Part of the selected mutants, such as `1/2` for the first of two parts. */
  readonly shard: string;
}

/** Mutants with their numbers in the list, which begin at 1. */
export interface NumberedMutant {
  readonly number: number;
  readonly mutant: Mutant;
}

/** @throws Error if an option is malformed or names no mutant */
export function choose(mutants: readonly Mutant[], { only, shard }: Choice): NumberedMutant[] {
  const numbered = mutants.map((mutant, i) => ({ number: i + 1, mutant }));
  const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (!part || !parts || part > parts) {
    throw new Error(`Cannot use --shard ${shard}: it must be PART/PARTS, such as 1/2`);
  }
  const chosen = only === undefined ? numbered : named(numbered, only);
  return chosen.filter((_, i) => i % parts === part - 1);
}

function named(numbered: readonly NumberedMutant[], only: string): NumberedMutant[] {
  const [range, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(only) ?? [];
  if (range !== undefined) {
    const some = numbered.slice(Number(first) - 1, Number(last));
    if (some.length === 0)
      throw new Error(`Cannot choose: no mutant has a number from ${first} to ${last}`);
    return some;
  }
  const names = only.split(',');
  const known = new Set(numbered.map(({ mutant }) => mutant.name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`There is no mutant named "${unknown.join('", "')}"`);
  return numbered.filter(({ mutant }) => names.includes(mutant.name));
}
