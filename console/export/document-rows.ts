import { apiCall, send } from '../api/request.js';
import { type ExportSource, fileName } from './use-export.js';

const pageLength = 1000;

const columns = [
  'id',
  'title',
  'storedAt',
  'updatedAt',
  'revision',
  'cluster',
  'fingerprint',
  'featureCount',
  'metadata',
];

/** Exports all documents of a collection as rows, by id, without texts. */
export function documentRows(collection: string): ExportSource {
  return {
    name: fileName('documents', collection),
    columns,
    async page(cursor, signal) {
      const query = { collection, cursor, limit: pageLength };
      const answer = await send(apiCall('GET', '/documents', { query }), signal);
      const rows = answer.documents.map(({ page, ...document }) => ({
        ...document,
        title: page?.title ?? document.metadata?.title ?? null,
      }));
      return { rows, cursor: answer.nextCursor };
    },
  };
}
