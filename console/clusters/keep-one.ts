import { apiCall, send } from '../api/request.js';
import type { Cluster, ListedDocument, Member } from '../api/types.js';
import { chooseOthers, type Duplicate, type Keep } from './groups.js';

interface KeepOneOptions {
  readonly keep: Keep;
  readonly collection: string;
  /** Ids that `first` prefers to earlier documents of their group, but not to documents that are duplicates of none. */
  readonly preferred?: ReadonlySet<string>;
  /** Documents changed after this time are kept; undefined for no limit. */
  readonly unchangedSince?: string | undefined;
}

/** Maximum number of ids per request. */
const idsAtOnce = 1000;

/**
 * Deletes all but one document of each group of duplicates. Merely similar documents belong to no group.
 * @returns number of deleted documents
 */
export async function keepOne(
  duplicates: readonly Duplicate[],
  options: KeepOneOptions,
): Promise<number> {
  const { collection, unchangedSince } = options;
  const documents = await lookUp([...new Set(duplicates.flatMap(({ id, of }) => [id, of]))]);
  const ids = chooseOthers(duplicates, documents, options);
  let deleted = 0;
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const body = { ids: ids.slice(at, at + idsAtOnce), collection };
    deleted += (await send(apiCall('POST', '/documents/delete', { body }))).deleted.length;
  }
  return deleted;

  async function lookUp(wanted: readonly string[]): Promise<ReadonlyMap<string, ListedDocument>> {
    const found = new Map<string, ListedDocument>();
    for (let at = 0; at < wanted.length; at += idsAtOnce) {
      const body = { ids: wanted.slice(at, at + idsAtOnce), collection };
      const answer = await send(apiCall('POST', '/documents/lookup', { body }));
      for (const document of answer.documents) {
        const isUnchanged = unchangedSince === undefined || document.updatedAt <= unchangedSince;
        if (isUnchanged) found.set(document.id, document);
      }
    }
    return found;
  }
}

/** Returns those stored members of the clusters that add nothing to the stored member that they matched. */
export async function readDuplicates(
  clusters: readonly string[],
  collection: string,
): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = [];
  for (const id of clusters) {
    const stored = new Map<string, Member['match']>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { collection, cursor, limit: idsAtOnce };
      const page: Cluster = await send(apiCall('GET', '/clusters/{id}', { at: { id }, query }));
      for (const member of page.members) if (member.stored) stored.set(member.id, member.match);
      cursor = page.nextCursor;
    }
    for (const [member, match] of stored) {
      if (match === null || !(match.exact || match.addsNothing) || !stored.has(match.id)) continue;
      duplicates.push({ id: member, of: match.id, at: match.at });
    }
  }
  return duplicates;
}
