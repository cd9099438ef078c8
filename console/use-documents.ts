import { apiCall } from './api/request.js';
import type { ListedDocument } from './api/types.js';
import { useSession } from './session.js';
import { useAnswer } from './use-request.js';

/** What is stored under some ids, by id; empty until it is known. A page goes on without it. */
export function useDocuments(ids: readonly string[]): ReadonlyMap<string, ListedDocument> {
  const { collection, described } = useSession();
  const include = described?.keepText === true ? (['excerpt'] as const) : undefined;
  const body = { ids: [...new Set(ids)], collection, include };
  const { answer } = useAnswer(ids.length > 0 && apiCall('POST', '/documents/lookup', { body }));
  return new Map((answer?.documents ?? []).map((document) => [document.id, document]));
}
