import { diffArrays } from 'diff';
import { type Analysis, analyse, signatureAnalysis } from '../fingerprint/analyse.js';
import type { Comparable, ComparedContents, DiffPart } from '../fingerprint/comparable.js';
import { compareAnalyses } from '../fingerprint/explain.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { unpackText } from '../text/kept-text.js';

/** Texts that differ all over would take minutes; then there is no diff. */
const diffTimeMaxMs = 500;

/** See `Signer.compare`. */
export function compareContents(
  a: Comparable,
  b: Comparable,
  recipe: Recipe,
  withDiff: boolean,
  dictionaries: Dictionaries,
): ComparedContents {
  const [one, other] = [a, b].map((side) => analysisOf(side, recipe, dictionaries)) as [
    Analysis,
    Analysis,
  ];
  return {
    a: one.signature,
    b: other.signature,
    comparison: compareAnalyses(one, other, recipe),
    diff: withDiff && one.tokens && other.tokens ? diffTokens(one.tokens, other.tokens) : null,
  };
}

function analysisOf(side: Comparable, recipe: Recipe, dictionaries: Dictionaries): Analysis {
  switch (side.kind) {
    case 'content':
      return analyse(side.content, recipe, dictionaries);
    case 'packed':
      return analyse({ kind: 'text', text: unpackText(side.text) }, recipe, dictionaries);
    case 'signature':
      return signatureAnalysis(side.signature);
  }
}

/** Token by token (Myers: An O(ND) Difference Algorithm, 1986), so that Chinese differs by words. */
function diffTokens(a: readonly string[], b: readonly string[]): DiffPart[] | null {
  const changes = diffArrays([...a], [...b], { timeout: diffTimeMaxMs });
  if (changes === undefined) return null;
  return changes.map(({ added, removed, value }) => ({
    in: added ? 'b' : removed ? 'a' : 'both',
    text: value.join(''),
  }));
}
