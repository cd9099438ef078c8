import { NeardupError } from '../../errors.js';
import { compareUtf8 } from '../../matching/match-rule.js';
import { type Separation, separationsMax } from '../contract/clusters.js';

type Pair = Pick<Separation, 'a' | 'b'>;

/** Sorts the two ids of a separation. */
export function orderPair(a: string, b: string): Pair {
  return compareUtf8(a, b) <= 0 ? { a, b } : { a: b, b: a };
}

export function comparePairs(one: Pair, other: Pair): number {
  return compareUtf8(one.a, other.a) || compareUtf8(one.b, other.b);
}

export function noSuchMember(cluster: string, id: string): NeardupError {
  return new NeardupError(
    'document_not_found',
    `Cannot make document "${id}" the representative of cluster "${cluster}": it is not a stored member`,
  );
}

export function tooManySeparations(id: string): NeardupError {
  return new NeardupError(
    'validation_failed',
    `Cannot separate document "${id}" from another one: it already has ${separationsMax} separations`,
  );
}
