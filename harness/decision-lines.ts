import { createHash } from 'node:crypto';
import type { MemberMatch } from '../src/store/contract/clusters.js';
import type { CheckOutcome } from '../src/store/contract/documents.js';

/**
 * Returns a line that records a decision and is short enough for a diff: the decision and its best match, and a hash of
 * the complete outcome.
 */
export function checkLine(name: string, { cluster, ...outcome }: CheckOutcome): string {
  const { decision, id, best, duplicateOf, similarTo, matches, truncated } = outcome;
  const to = duplicateOf ?? similarTo ?? matches[0]?.id ?? null;
  const shown =
    best === null ? [] : [best.distance, rounded(best.similarity), ...addsInShort(best)];
  const more = `${matches.length}${truncated ? '+' : ''}`;
  return line(name, [decision, id, to, more, ...shown], outcome);
}

export function memberLine(name: string, id: string, { at, ...match }: MemberMatch): string {
  const { distance, similarity, addsNothing } = match;
  return line(name, ['member', id, match.id, distance, rounded(similarity), addsNothing], match);
}

/** Formats the level, and the numbers of new words, numbers and lines. */
function addsInShort({ level, adds }: NonNullable<CheckOutcome['best']>): string[] {
  if (adds === null) return [level, '?'];
  const { words, numbers, lines } = adds;
  return [level, [words, numbers, lines].join('/')];
}

/** Formats a line. @param whole the value that is hashed */
export function line(name: string, shown: readonly unknown[], whole: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 10);
  return `${[name, ...shown, digest].map((each) => each ?? '-').join('\t')}\n`;
}

function rounded(similarity: number | null): string | null {
  return similarity === null ? null : similarity.toFixed(4);
}
