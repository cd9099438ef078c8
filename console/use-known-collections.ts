import { useMemo } from 'preact/hooks';
import { request } from './api/request.js';
import type { CollectionList } from './api/types.js';
import type { KnownCollections } from './session.js';
import { useRequest } from './use-request.js';

/** As many as a plain list of choices may have; of more, one searches. */
export const plainChoicesMax = 30;

/** The first collections by name, without what a page of one needs. */
export function useKnownCollections(inputs: readonly unknown[]): KnownCollections {
  const query = { fields: 'brief', limit: plainChoicesMax };
  const { answer } = useRequest(
    (signal) => request<CollectionList>('GET', '/collections', { query, signal }),
    inputs,
  );
  return useMemo(
    () => ({
      names: answer?.collections.map(({ name }) => name) ?? [],
      total: answer?.total ?? 0,
    }),
    [answer],
  );
}
