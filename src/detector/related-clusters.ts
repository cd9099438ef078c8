import type { Match } from '../matching/match.js';
import type { LongWork } from '../quota/long-work.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { matchRule } from './collections.js';

/** Another cluster, with its document that is nearest to a member of the given cluster. */
export interface RelatedCluster {
  readonly id: string;
  /** Id of the nearest member of the cluster for which related clusters are listed. */
  readonly member: string;
  /** Nearest document of the other cluster, with its distance to `member`. */
  readonly match: Pick<Match, 'id' | 'distance' | 'similarity' | 'exact'>;
}

const membersMax = 100;
const matchesOfMember = 100;
const relatedMax = 20;

/**
 * Finds clusters that match each other. A check adds a document only to the cluster of its best match, so versions of a
 * page that arrive out of order may end up in different clusters:
 *
 *   cluster x   v1 ◄── v2 ◄── v3            v3 and v4 match, but v4 arrived when only v5
 *   cluster y                 v4 ──► v5     was stored
 *
 * Such links are not stored, so they add no cost to checks. Cost: one query for each of the first `membersMax` stored
 * members. Links through later members, or beyond the nearest `matchesOfMember` matches of a member, are not found.
 */
export function createRelatedClusters(
  store: EmbeddedStore,
  longWork: LongWork,
  clock: () => number,
) {
  /** Returns related clusters, nearest first; none if there is no such cluster. */
  return function findRelated(
    collection: Collection,
    id: string,
    context?: TaskContext,
  ): Promise<readonly RelatedCluster[]> {
    const name = JSON.stringify(['related', collection.name, collection.generation, id]);
    return longWork.run(name, (shared) => relatedNow(collection, id, shared), context);
  };

  async function relatedNow(
    collection: Collection,
    id: string,
    context: TaskContext,
  ): Promise<readonly RelatedCluster[]> {
    const rule = matchRule('relate', collection, {});
    const page = { collection, id, storedOnly: true, after: null, limit: membersMax };
    const cluster = await store.cluster({ ...page, now: clock() }, context);
    const related = new Map<string, RelatedCluster>();
    for (const { id: member } of cluster?.members ?? []) {
      const probe = { id: member };
      const limit = matchesOfMember;
      const operation = { collection, probe, rule, judges: false, limit, now: clock() } as const;
      const { matches = [] } = (await store.query(operation, context)) ?? {};
      const ids = matches.map((match) => match.id);
      const documents = await store.get({ collection, ids, now: clock() }, context);
      const clusters = new Map(documents.map((document) => [document.id, document.cluster]));
      for (const { id: matchId, distance, similarity, exact } of matches) {
        const other = clusters.get(matchId);
        if (other == null || other === id) continue;
        const found = { id: other, member, match: { id: matchId, distance, similarity, exact } };
        const before = related.get(other);
        if (before === undefined || compare(found, before) < 0) related.set(other, found);
      }
    }
    return [...related.values()].sort(compare).slice(0, relatedMax);
  }
}

function compare({ match: a }: RelatedCluster, { match: b }: RelatedCluster): number {
  return (b.similarity ?? 0) - (a.similarity ?? 0) || a.distance - b.distance;
}
