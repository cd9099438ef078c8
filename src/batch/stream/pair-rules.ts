import type { Geometry } from '../../fingerprint/geometry.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { MatchRule } from '../../matching/match.js';

/** Rules that decide which contents of a batch match, and under which keys they meet. */
export interface PairRules {
  readonly recipe: Pick<Recipe, 'version' | 'method' | 'sketch' | 'bands'>;
  readonly recipeId: string;
  readonly rule: MatchRule;
  readonly geometry: Geometry;
}

export interface PairStageOptions extends PairRules {
  /**
   * Every pair that matches is listed, each once. Else of the contents under a key that more than
   * `hotAbove` share only as many pairs are listed as connect what is connected, some perhaps twice.
   */
  readonly everyPair: boolean;
  readonly hotAbove: number;
}

/** True if near fingerprints are candidates. */
export function usesMasks({ recipe }: { readonly recipe: Pick<Recipe, 'method'> }): boolean {
  return recipe.method !== 'minhash';
}
