import type { Geometry, MatchRule, Recipe } from 'neardup/engine';

/** Rules of a batch: which contents match, and which keys similar contents share. */
export interface PairRules {
  readonly recipe: Pick<Recipe, 'version' | 'method' | 'sketch' | 'bands'>;
  readonly recipeId: string;
  readonly rule: MatchRule;
  readonly geometry: Geometry;
}

export interface PairStageOptions extends PairRules {
  /**
   * If true, every matching pair is listed once. If false, a key shared by more than `hotAbove` contents yields only
   * enough pairs to connect its matching contents, some of them possibly twice.
   */
  readonly everyPair: boolean;
  readonly hotAbove: number;
}

/** Returns true if contents with near fingerprints are candidates. */
export function usesMasks({ recipe }: { readonly recipe: Pick<Recipe, 'method'> }): boolean {
  return recipe.method !== 'minhash';
}
