/** A document that adds nothing to another document, `of`. */
export interface Duplicate {
  readonly id: string;
  readonly of: string;
  /** Time of the comparison; undefined for the time of the whole list. */
  readonly at?: string;
}

/** Document of a group to keep: the first stored, the last stored, or the document with the most features. */
export const keeps = ['first', 'last', 'longest'] as const;
export type Keep = (typeof keeps)[number];

interface Kept {
  readonly storedAt: string;
  readonly updatedAt: string;
  readonly featureCount: number | null;
}

/** Returns the ids to delete. Skips pairs with a document that is absent, or changed after the comparison. */
export function chooseOthers(
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
  /** Ranks a document. Ranks are compared element by element, and the document with the largest rank is kept. */
  const rankDocument = (id: string): readonly number[] => {
    const { storedAt, featureCount } = documents.get(id)!;
    const time = Date.parse(storedAt);
    if (keep === 'last') return [time];
    if (keep === 'longest') return [featureCount ?? 0, -time];
    return [Number(!isDuplicate.has(id)), Number(preferred.has(id)), -time];
  };
  return groupDuplicates(present).flatMap((group) => {
    const kept = group.reduce((best, each) =>
      isAbove(rankDocument(each), rankDocument(best)) ? each : best,
    );
    return group.filter((id) => id !== kept);
  });
}

function isAbove(rank: readonly number[], other: readonly number[]): boolean {
  const place = rank.findIndex((value, at) => value !== other[at]);
  return place >= 0 && rank[place]! > other[place]!;
}

/** Groups documents that are linked directly or through other documents. */
function groupDuplicates(duplicates: readonly Duplicate[]): string[][] {
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
