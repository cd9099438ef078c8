import type { Additions, Refusal } from './api/types.js';
import type { Key } from './text/english.js';
import type { Translate } from './text/language.js';

/** Descriptions of what a page adds to another page, in the user's language. */

/** Limits up to which additions count as nothing; the same as in src/matching/novelty.ts. */
const longestMax = 4;
const shareMax = 0.15;

const kinds = ['numbers', 'names', 'negations', 'lines'] as const;

/** Describes the additions in a few words, such as "adds 7 new words, 2 numbers". */
export function additionsInWords(adds: Additions | null, t: Translate): string {
  if (adds === null) return t('adds.unknown');
  const title = adds.title === true ? [t('adds.title')] : [];
  const list = [...formatCounts(adds, t), ...title].join(t('list.comma'));
  if (adds.nothing) return list === '' ? t('adds.nothing') : t('adds.little', { list });
  return t('adds.some', { list });
}

function formatCounts(adds: Additions, t: Translate): string[] {
  const words = adds.longest === null ? 'pairs' : 'words';
  const counts = [
    [words, adds.words] as const,
    ...kinds.map((kind) => [kind, adds[kind] ?? 0] as const),
  ];
  return counts
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t(`adds.${kind}${count === 1 ? '.one' : ''}`, { count }));
}

/** Explains, in one sentence per reason, why the additions make the page different or count as nothing. */
export function reasonsOfAdditions(adds: Additions | null, t: Translate): string[] {
  if (adds === null) return [t('adds.unknown.why')];
  if (adds.nothing) return [t(adds.words === 0 ? 'adds.nothing.why' : 'adds.little.why')];
  const reasons = kinds.filter((kind) => (adds[kind] ?? 0) > 0).map((kind) => explainKind(kind, t));
  if (adds.title === true) reasons.push(t('adds.title.why'));
  if (adds.longest === null) return adds.words > 0 ? [t('adds.pairs.why'), ...reasons] : reasons;
  if (adds.longest > longestMax) reasons.push(t('adds.longest.why', { count: adds.longest }));
  if (adds.share > shareMax) reasons.push(t('adds.share.why'));
  return reasons.length === 0 ? [t('adds.words.why')] : reasons;
}

function explainKind(kind: (typeof kinds)[number], t: Translate): string {
  const key: Key = `adds.${kind}.why`;
  return t(key);
}

/** Values of `duplicateIf`, in the order of the form. */
export const refusals = ['exact', 'addsNothing', 'similar'] as const satisfies Refusal[];

interface Judged {
  readonly exact: boolean;
  readonly adds: Pick<Additions, 'nothing'> | null;
}

/** Tests if a check refuses a document with this match, as docs/api.md says. */
export function refuses({ exact, adds }: Judged, duplicateIf: Refusal): boolean {
  if (exact || duplicateIf === 'similar') return true;
  return duplicateIf === 'addsNothing' && adds?.nothing === true;
}
