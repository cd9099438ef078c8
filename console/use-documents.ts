import { request } from './api/request.js';
import type { ListedDocument, LookedUp } from './api/types.js';
import { useSession } from './session.js';
import { useRequest } from './use-request.js';

/** What is stored under some ids, by id; empty until it is known. A page goes on without it. */
export function useDocuments(ids: readonly string[]): ReadonlyMap<string, ListedDocument> {
  const { collection, described } = useSession();
  const include = described?.keepText === true ? ['excerpt'] : undefined;
  const { answer } = useRequest(
    ids.length === 0
      ? undefined
      : (signal) =>
          request<LookedUp>('POST', '/documents/lookup', {
            body: { ids: [...new Set(ids)], collection, include },
            signal,
          }),
    [collection, ids.join('\n'), include === undefined],
  );
  return new Map((answer?.documents ?? []).map((document) => [document.id, document]));
}
