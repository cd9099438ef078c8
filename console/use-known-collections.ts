import { useMemo } from 'preact/hooks';
import { apiCall } from './api/request.js';
import type { KnownCollections } from './session.js';
import { useAnswer } from './use-request.js';

/** As many as a plain list of choices may have; of more, one searches. */
export const plainChoicesMax = 30;

/** The first collections by name, without what a page of one needs. */
export function useKnownCollections(inputs: readonly unknown[]): KnownCollections {
  const query = { fields: 'brief', limit: plainChoicesMax } as const;
  const { answer } = useAnswer(apiCall('GET', '/collections', { query }), inputs);
  return useMemo(
    () => ({
      names: answer?.collections.map(({ name }) => name) ?? [],
      total: answer?.total ?? 0,
    }),
    [answer],
  );
}
