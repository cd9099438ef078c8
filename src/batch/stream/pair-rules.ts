import type { Geometry } from '../../fingerprint/geometry.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { MatchRule } from '../../matching/match.js';

/** Rules of a batch: what matches, and which keys similar contents share. */
export interface PairRules {
  readonly recipe: Pick<Recipe, 'version' | 'method' | 'sketch' | 'bands'>;
  readonly recipeId: string;
  readonly rule: MatchRule;
  readonly geometry: Geometry;
}

export interface PairStageOptions extends PairRules {
  /**
   * True: lists every matching pair, each once. False: under a key shared by more than `hotAbove` contents, lists only
   * enough pairs to connect them, some possibly twice.
   */
  readonly everyPair: boolean;
  readonly hotAbove: number;
}

/** True if near fingerprints are candidates. */
export function usesMasks({ recipe }: { readonly recipe: Pick<Recipe, 'method'> }): boolean {
  return recipe.method !== 'minhash';
}
