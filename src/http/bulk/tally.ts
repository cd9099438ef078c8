const counted = [
  'ok',
  'failed',
  'created',
  'replaced',
  'new',
  'similar',
  'duplicate',
  'changed',
  'unchanged',
] as const;

/** What the last line of a bulk answer says. */
export type Summary = Readonly<Record<'total' | (typeof counted)[number] | 'tookMs', number>>;

/** Counts the results of a bulk request as they come. */
export function createTally() {
  const startedAt = performance.now();
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /** @param of everything that one result counts as */
    count(of: readonly string[]): void {
      total += 1;
      for (const name of of) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    total: () => total,
    summary(): Summary {
      const values = counted.map((name) => [name, counts.get(name) ?? 0]);
      const tookMs = performance.now() - startedAt;
      return { total, ...Object.fromEntries(values), tookMs } as Summary;
    },
  };
}
