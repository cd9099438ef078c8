import { isDuplicateAt } from '../additions.js';
import { apiCall, sendPatiently } from '../api/request.js';
import type { Collection, LabelList, Match } from '../api/types.js';
import { mapConcurrently } from './measure.js';
import type { KeptText, LabelledPair } from './pairs.js';

/** Pairs of stored documents: labelled pairs and near neighbours. */

const pageLength = 1000;
const neighboursMax = 5;
/** Maximum distance with exact answers. */
const distanceMax = 7;

interface LabelledOptions {
  readonly collection: string;
  readonly signal: AbortSignal;
}

/** Returns all labelled pairs. Versions of one page count as duplicates, as in the recommendation. */
export async function labelledPairs(options: LabelledOptions): Promise<LabelledPair[]> {
  const { collection, signal } = options;
  const pairs: LabelledPair[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const query = { collection, cursor, limit: pageLength };
    const page: LabelList = await sendPatiently(apiCall('GET', '/labels', { query }), signal);
    for (const { a, b, label } of page.labels) {
      const duplicate = label !== 'different';
      pairs.push({
        a: { id: a },
        b: { id: b },
        duplicate,
        documents: [a, b],
      });
    }
    cursor = page.nextCursor;
  }
  return pairs;
}

/**
 * Returns an example of a different text for each text: the nearest stored document that is not a duplicate under the
 * current settings of the collection. Current duplicates are left out, because only a person can judge whether they
 * really are duplicates. More distant documents are of no use, because every threshold would look good on them.
 */
export async function nearestOthers(
  texts: readonly KeptText[],
  collection: Collection,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const settings = { minSimilarity: 0, maxDistance: distanceMax, limit: neighboursMax };
  const found = await mapConcurrently(texts, async ({ id }) => {
    const body = { id, ...settings, collection: collection.name };
    const { matches } = await sendPatiently(apiCall('POST', '/query', { body }), signal);
    const other = matches.find((match) => match.id !== id && !isTaken(match, collection));
    return other === undefined ? [] : [[id, other.id] as const];
  });
  return new Map(found.flat());
}

/** Tests if the settings of the collection make the document a duplicate of this match. */
function isTaken(match: Match, { minSimilarity, maxDistance, duplicateIf }: Collection): boolean {
  const { exact, level, similarity, distance } = match;
  if (exact) return true;
  const isAlike = similarity === null ? distance <= maxDistance : similarity >= minSimilarity;
  return isAlike && isDuplicateAt(level, duplicateIf);
}
