/*
 * The bounds on the work of a search, and what is found in spite of them. docs/what-is-found.md says it to users.
 *
 *   by            compared with a page                                   found
 *   exact hash    all equal contents                                     always
 *   fingerprint   the oldest content of each fingerprint within the      always, up to `nearMax` fingerprints, which
 *                 distance, contents with evidence and those without     contents with evidence and those without
 *                 apart                                                  fill apart
 *   bands         the `familyMax` oldest contents of each band and,      with the probability of the recipe's curve;
 *                 if a band has more, of each landmark                   in families only the oldest
 *
 * Contents without a live document do not count, and of those outside the scope of a search (store/contract/scope.ts)
 * `outsideMax` under each key do not.
 *
 * What a page adds is computed for `nearestMax` of its matches and for `oldestMax` more (nearest.ts).
 *
 * Two rules make this independent of what others store. Places go by age, which is the order in which contents were
 * stored, so later pages displace nothing. And contents that can never show that a page says nothing new, because they
 * have no evidence, do not share places with those that can. Whatever a search leaves out is stored again and reported
 * as `truncated`, but no page is refused without a proof (proof.ts).
 */

/** Maximum number of contents compared per band or landmark. */
export const familyMax = 16;
/**
 * Number of fingerprints within the distance, besides its own, whose contents a check compares with a page. Contents with
 * evidence and those without have this many places each.
 */
export const nearMax = 32;

/**
 * Number of contents outside the scope of a search that it passes over by each key, to find those in the scope behind
 * them. Testing this many takes about 3 ms in SQLite.
 */
export const outsideMax = 1024;

/**
 * Number of stored texts to which the additions of a page are computed: the nearest ones, and besides them the oldest of
 * those that share a landmark or the host with the page. Unpacking the evidence of one text (fingerprint/evidence.ts)
 * takes as long as a dozen comparisons of sketches, and a page from a template may match thousands of texts. Pages stored
 * later can be made nearer to a page than its original is, but never older.
 */
export const nearestMax = 4;
export const oldestMax = 2;
