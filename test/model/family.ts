import type { Recipe } from '../../src/fingerprint/recipe.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import type { Kept } from './collection-state.js';
import { isEqualBand } from './compare.js';

/**
 * Counts for each band of a page the contents that have it, at most 100.
 * @returns the middle one of these numbers, the greater one of two
 */
export function familySize(
  documents: readonly Kept[],
  { sketch }: Pick<Signature, 'sketch'>,
  { bands }: Pick<Recipe, 'bands'>,
): number {
  if (sketch === null || bands === null) return 0;
  const counts = Array.from({ length: bands.count }, (_, band) => {
    const contents = documents
      .map(({ document }) => document.signature)
      .filter((each) => each.sketch !== null && isEqualBand(sketch, each.sketch, bands, band));
    return Math.min(100, new Set(contents.map(({ exactHash }) => exactHash)).size);
  });
  counts.sort((a, b) => b - a);
  return counts[Math.ceil(counts.length / 2) - 1]!;
}
