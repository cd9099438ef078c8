/**
 * How much of searches is done in one go. The unit is a content that is compared: about 3 µs
 * (docs/decisions/0014). Counted, not timed, so that the same operations go the same ways everywhere.
 */
export interface SearchLimits {
  /** Candidates that the searches of one group compare together, before others are put off. */
  readonly groupCandidates: number;
  /** Candidates up to which no search is put off. */
  readonly fewCandidates: number;
  /** What a search does while others wait. */
  readonly sliceWork: number;
  /** Candidates of a search; each takes about 40 bytes while it goes on. */
  readonly candidatesMax: number;
}

export const defaultSearchLimits: SearchLimits = {
  groupCandidates: 2000,
  fewCandidates: 64,
  sliceWork: 1500,
  candidatesMax: 200_000,
};
