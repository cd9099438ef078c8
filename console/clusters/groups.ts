/** A document that adds nothing to another one. */
export interface Duplicate {
  readonly id: string;
  readonly of: string;
  /** Time at which the two were compared; undefined: that of the whole list. */
  readonly at?: string;
}

/** The document of a group that stays: the first one, the last that was stored, or that with the most distinct words. */
export const keeps = ['first', 'newest', 'longest'] as const;
export type Keep = (typeof keeps)[number];

interface Kept {
  readonly storedAt: string;
  readonly updatedAt: string;
  readonly featureCount: number | null;
}

/** Ids of the documents that go. Pairs are left out if a document is absent, or changed after they were compared. */
export function othersOf(
  duplicates: readonly Duplicate[],
  documents: ReadonlyMap<string, Kept>,
  {
    keep,
    preferred = new Set(),
  }: { readonly keep: Keep; readonly preferred?: ReadonlySet<string> },
): string[] {
  const present = duplicates.filter(({ id, of, at }) =>
    [id, of].every((each) => {
      const document = documents.get(each);
      return document !== undefined && (at === undefined || document.updatedAt <= at);
    }),
  );
  const isDuplicate = new Set(present.map(({ id }) => id));
  /** Greater ones stay, compared one by one. */
  const rankOf = (id: string): readonly number[] => {
    const { storedAt, featureCount } = documents.get(id)!;
    const time = Date.parse(storedAt);
    if (keep === 'newest') return [time];
    if (keep === 'longest') return [featureCount ?? 0, -time];
    return [Number(!isDuplicate.has(id)), Number(preferred.has(id)), -time];
  };
  return groupsOf(present).flatMap((group) => {
    const kept = group.reduce((best, each) => (isAbove(rankOf(each), rankOf(best)) ? each : best));
    return group.filter((id) => id !== kept);
  });
}

function isAbove(rank: readonly number[], other: readonly number[]): boolean {
  const place = rank.findIndex((value, at) => value !== other[at]);
  return place >= 0 && rank[place]! > other[place]!;
}

/** Documents that are connected, directly or by others. */
function groupsOf(duplicates: readonly Duplicate[]): string[][] {
  const groupOf = new Map<string, string[]>();
  for (const { id, of } of duplicates) {
    const one = groupOf.get(id) ?? [id];
    const other = groupOf.get(of) ?? [of];
    if (one === other) continue;
    const [large, small] = one.length > other.length ? [one, other] : [other, one];
    large.push(...small);
    for (const each of [id, of, ...small]) groupOf.set(each, large);
  }
  return [...new Set(groupOf.values())];
}
