/** The answers of the API as far as the console reads them; docs/api.md describes them. */

export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** A content as /compare and /query take it. */
export type Content =
  | { readonly text: string }
  | { readonly html: string }
  | { readonly fingerprint: string }
  | { readonly id: string };

export interface Recipe {
  readonly method: 'simhash' | 'minhash' | 'hybrid';
  readonly segmenter: string;
  readonly hmm: boolean;
  readonly simplify: boolean;
  readonly lowerCase: boolean;
  readonly minTermLength: number;
  readonly stopWords: readonly ('zh' | 'en')[];
  readonly weighting: 'none' | 'tf' | 'logTf' | 'tfIdf' | 'textRank';
  readonly topTerms: number | null;
  readonly hash: 'xxh64' | 'fnv1a64' | 'md5' | 'sha1' | 'jenkins';
  readonly shortTextBelow: number;
  readonly shortMinSimilarity?: number | null;
  readonly shingle: { readonly words: number } | null;
  readonly sketch: { readonly length: number; readonly bits: number } | null;
  readonly bands: { readonly count: number; readonly rows: number } | null;
}

export interface Collection {
  readonly name: string;
  readonly recipe: Recipe;
  readonly recipeId: string;
  readonly maxDistance: number;
  readonly minSimilarity: number;
  readonly ttlSeconds: number | null;
  readonly keepText: boolean;
  readonly createdAt: string;
  readonly problem: string | null;
  readonly recallAt: {
    readonly measure: 'jaccard' | 'cosine';
    readonly points: readonly { readonly value: number; readonly recall: number }[];
  } | null;
}

interface Term {
  readonly term: string;
  readonly weightA: number;
  readonly weightB: number;
}

export interface TermList {
  readonly count: number;
  readonly terms: readonly Term[];
}

export interface Flip {
  readonly bit: number;
  readonly document: 'a' | 'b';
  readonly terms: readonly string[];
}

export interface Evidence {
  readonly terms: {
    readonly shared: TermList;
    readonly onlyA: TermList;
    readonly onlyB: TermList;
  } | null;
  readonly differingBits: readonly number[];
  readonly flips: readonly Flip[];
  readonly equalBlocks: readonly number[];
  readonly sharedBands: readonly number[] | null;
  readonly reason?: 'text_not_kept';
}

export interface DiffPiece {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}

/** Of POST /compare with `explain`. */
export interface Comparison extends Evidence {
  readonly match: boolean;
  readonly exact: boolean;
  readonly distance: number;
  readonly similarity: number | null;
  readonly jaccard: number | null;
  readonly containment: { readonly aInB: number; readonly bInA: number } | null;
  readonly setsOf: 'shingles' | 'terms' | null;
  readonly cosine: number | null;
  readonly euclidean: number | null;
  readonly correlation: number | null;
  readonly fingerprints: { readonly a: string; readonly b: string };
  readonly diff?: readonly DiffPiece[] | null;
}
