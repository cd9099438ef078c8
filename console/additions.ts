import type { Additions, Level } from './api/types.js';
import type { Translate } from './text/language.js';

/** Descriptions of what a page adds to another page, in the user's language. */

const kinds = ['lines', 'words', 'numbers'] as const;

/** Describes the additions in a few words, such as "adds 1 line, 7 new words, 2 new numbers". */
export function additionsInWords(adds: Additions | null, t: Translate): string {
  if (adds === null) return t('adds.unknown');
  if (adds.nothing) return t('adds.nothing');
  const list = kinds
    .filter((kind) => adds[kind] > 0)
    .map((kind) => t(`adds.${kind}${adds[kind] === 1 ? '.one' : ''}`, { count: adds[kind] }));
  return t('adds.some', { list: list.join(t('list.comma')) });
}

/** Explains in a sentence why a page is, or is not, a duplicate at the level `page`. */
export function explainAdditions(adds: Additions | null, level: Level, t: Translate): string {
  if (adds === null) return t('adds.unknown.why');
  if (!adds.nothing) return t(level === 'article' ? 'adds.article.why' : 'adds.some.why');
  return t(isDuplicateAt(level, 'page') ? 'adds.nothing.why' : 'adds.longer.why');
}

/** Values of `duplicateIf`, strictest first. */
export const levels = ['exact', 'page', 'article', 'similar'] as const satisfies Level[];

/** Returns the level of a recorded match, of which only this is known. */
export function recordedLevel({
  exact,
  addsNothing,
}: {
  readonly exact: boolean;
  readonly addsNothing: boolean;
}): Level {
  if (exact) return 'exact';
  return addsNothing ? 'page' : 'similar';
}

/** Tests if a duplicate at the first level is one at the second, as docs/api.md says. */
export function isDuplicateAt(level: Level, duplicateIf: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(duplicateIf);
}
