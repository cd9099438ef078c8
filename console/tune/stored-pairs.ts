import { apiCall, send } from '../api/request.js';
import type { Collection, LabelList, Match } from '../api/types.js';
import { eachOf } from './measure.js';
import type { KeptText, LabelledPair } from './pairs.js';

/** Pairs of stored documents: those that people have labelled, and near neighbours. */

const pageLength = 1000;
const neighboursMax = 5;
/** Any distance up to this is answered exactly. */
const distanceMax = 7;

interface LabelledOptions {
  readonly collection: string;
  readonly signal: AbortSignal;
}

/** All pairs that have a label. Versions of one page count as duplicates, as in the recommendation. */
export async function labelledPairs(options: LabelledOptions): Promise<LabelledPair[]> {
  const { collection, signal } = options;
  const pairs: LabelledPair[] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const query = { collection, cursor, limit: pageLength };
    const page: LabelList = await send(apiCall('GET', '/labels', { query }), signal);
    for (const { a, b, label } of page.labels) {
      const duplicate = label !== 'different';
      pairs.push({
        a: { id: a },
        b: { id: b },
        duplicate,
        label: `${a} ${duplicate ? '~' : '≁'} ${b}`,
      });
    }
    cursor = page.nextCursor;
  }
  return pairs;
}

/**
 * For each text the nearest stored document that the collection does not take for a duplicate now. Whether
 * one that it does take is one, only a person can tell. Far documents would make every threshold
 * look good.
 */
export async function nearestOthers(
  texts: readonly KeptText[],
  collection: Collection,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const settings = { minSimilarity: 0, maxDistance: distanceMax, limit: neighboursMax };
  const found = await eachOf(texts, async ({ id }) => {
    const body = { id, ...settings, collection: collection.name };
    const { matches } = await send(apiCall('POST', '/query', { body }), signal);
    const other = matches.find((match) => match.id !== id && !isTaken(match, collection));
    return other === undefined ? [] : [[id, other.id] as const];
  });
  return new Map(found.flat());
}

/** Tests if the document of a match adds nothing to it by the settings of the collection. */
function isTaken(match: Match, { minSimilarity, maxDistance }: Collection): boolean {
  const { exact, addsNothing, similarity, distance } = match;
  if (exact) return true;
  return (
    addsNothing && (similarity === null ? distance <= maxDistance : similarity >= minSimilarity)
  );
}
