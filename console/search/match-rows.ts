import { apiCall, send } from '../api/request.js';
import { type ExportSource, fileName } from '../export/use-export.js';

/** Maximum number of matches per response. */
export const matchesMax = 1000;

const columns = [
  'id',
  'title',
  'similarity',
  'distance',
  'exact',
  'addsNothing',
  'level',
  'adds',
  'covers',
  'storedAt',
  'fingerprint',
  'metadata',
];

/** Exports all matches of a search as rows. @param body body of POST /query, without a limit */
export function matchRows(body: object, collection: string): ExportSource {
  return {
    name: fileName('search', collection),
    columns,
    async page(_, signal) {
      const all = { ...body, limit: matchesMax, explain: false };
      const { matches } = await send(apiCall('POST', '/query', { body: all }), signal);
      const rows = matches.map(({ evidence: _, ...match }) => ({
        ...match,
        title: match.metadata?.title ?? null,
      }));
      return { rows, cursor: null };
    },
  };
}
