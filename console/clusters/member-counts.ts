import type { Cluster } from '../api/types.js';
import type { Session } from '../session.js';

/**
 * Describes the numbers of stored and refused members. A cluster remembers a limited number of refused ids, so it may
 * have refused more.
 */
export function memberCounts(
  { size, refused }: Pick<Cluster, 'size' | 'refused'>,
  { t, described }: Pick<Session, 't' | 'described'>,
): string {
  const isFull = isFullOfRefused(refused, described);
  return t(isFull ? 'clusters.membersOrMore' : 'clusters.members', { size, refused });
}

/** Returns true if the cluster cannot remember any more refused ids. */
export const isFullOfRefused = (refused: number, described: Session['described']): boolean =>
  described !== undefined && refused > 0 && refused >= described.keepRefused;
