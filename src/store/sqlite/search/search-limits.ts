/**
 * How much of a search is done in one step. The unit is one compared content: about 3 µs
 * (docs/decisions/0014). Work is counted, not timed, so that operations behave the same on every
 * machine.
 */
export interface SearchLimits {
  /**
   * Most candidates that the searches of one group compare together; further searches are
   * suspended.
   */
  readonly groupCandidates: number;
  /** A search with at most this many candidates is never suspended. */
  readonly fewCandidates: number;
  /** The work of one slice of a search, during which others wait. */
  readonly sliceWork: number;
  /** Most candidates of a search; each takes about 40 bytes while the search goes on. */
  readonly candidatesMax: number;
}

export const defaultSearchLimits: SearchLimits = {
  groupCandidates: 2000,
  fewCandidates: 64,
  sliceWork: 1500,
  candidatesMax: 200_000,
};
