import { apiCall, send } from '../api/request.js';
import { type ExportSource, fileName } from '../export/use-export.js';

const pageLength = 1000;

const columns = [
  'cluster',
  'id',
  'stored',
  'representative',
  'match',
  'similarity',
  'distance',
  'exact',
  'addsNothing',
  'at',
  'measuredAgainstRepresentative',
];

/** Exports all members of a cluster as rows. */
export function memberRows(id: string, collection: string): ExportSource {
  return {
    name: fileName('cluster', collection, id),
    columns,
    async page(cursor, signal) {
      const query = { collection, cursor, limit: pageLength };
      const call = apiCall('GET', '/clusters/{id}', { at: { id }, query });
      const { members, nextCursor } = await send(call, signal);
      const rows = members.map(({ match, ...member }) => ({
        cluster: id,
        ...member,
        match: match?.id ?? null,
        similarity: match?.similarity ?? null,
        distance: match?.distance ?? null,
        exact: match?.exact ?? null,
        addsNothing: match?.addsNothing ?? null,
        at: match?.at ?? null,
      }));
      return { rows, cursor: nextCursor };
    },
  };
}
