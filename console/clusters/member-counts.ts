import type { Cluster } from '../api/types.js';
import type { Session } from '../session.js';

/** Returns the numbers of stored and refused members. A cluster that is full of refused ids may have refused more. */
export function memberCounts(
  { size, refused }: Pick<Cluster, 'size' | 'refused'>,
  { t, described }: Pick<Session, 't' | 'described'>,
): string {
  const isFull = isFullOfRefused(refused, described);
  return t(isFull ? 'clusters.membersOrMore' : 'clusters.members', { size, refused });
}

/** Returns true if further refused ids are not remembered. */
export const isFullOfRefused = (refused: number, described: Session['described']): boolean =>
  described !== undefined && refused > 0 && refused >= described.keepRefused;
