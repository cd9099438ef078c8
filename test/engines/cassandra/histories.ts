import type { Signature } from '../../../src/fingerprint/signature.js';
import { differenceOf } from '../../../src/matching/additions.js';
import { signatureOf, withEvidence } from '../../store/samples.js';
import type { PlannedOperation } from './racer.js';

/** An operation with what it answered, and when, by one clock for all processes. */
export interface Recorded extends PlannedOperation {
  readonly calledAt: string;
  readonly answeredAt: string;
  readonly outcome: string;
}

/** The outcome of an operation that failed so that it may have taken effect, now or later. */
export const unknown = 'unknown';

/** Kind of the operations on a family; `similar` also of its contents. */
export function familyKind(family: number): 'inserted' | 'replaced' | 'similar' {
  return (['inserted', 'replaced', 'similar'] as const)[family % 3]!;
}

/** Contents of one family differ in at most 2 bits, those of two families in many. */
export function familySignature(family: number, content: number) {
  const seed = Math.imul(family + 1, 0x9e3779b1);
  const high = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) >>> 0;
  const low = (Math.imul(high ^ (high >>> 13), 0xc2b2ae35) ^ (1 << (content % 32))) >>> 0;
  return signatureOf({ high, low }, content * 2);
}

/** The same; in families of kind `similar` odd and even contents contradict each other. */
export function racingSignature(family: number, content: number): Signature {
  const signature = familySignature(family, content);
  if (familyKind(family) !== 'similar') return signature;
  return withEvidence(signature, content % 2 === 0 ? 1 : 2);
}

/** Number of the content within its family. */
export const contentOf = ({ featureCount }: Signature) => (featureCount! - 20) / 2;

/**
 * True if the answers of one family, and the documents stored at the end, by id, are those of some sequential
 * order, in which an operation that was answered before another was called comes first (Wing, Gong: Testing and
 * Verifying Concurrent Objects, 1993). An operation with an unknown outcome comes anywhere after its call, or nowhere.
 */
export function hasSequentialOrder(
  operations: readonly Recorded[],
  stored: ReadonlyMap<string, number>,
): boolean {
  const seen = new Set<string>();
  const ends = (left: readonly Recorded[], held: Map<string, number>): boolean => {
    const isKnown = ({ outcome }: Recorded) => outcome !== unknown;
    if (!left.some(isKnown) && inOrder(held) === inOrder(stored)) return true;
    const key = `${left.map((each) => operations.indexOf(each))} ${inOrder(held)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const firstAnswer = left.filter(isKnown).reduce<bigint | null>((first, { answeredAt }) => {
      const time = BigInt(answeredAt);
      return first === null || time < first ? time : first;
    }, null);
    for (const operation of left) {
      if (firstAnswer !== null && BigInt(operation.calledAt) > firstAnswer) continue;
      const { outcome, after } = perform(held, operation);
      if (isKnown(operation) && outcome !== operation.outcome) continue;
      const others = left.filter((each) => each !== operation);
      if (ends(others, after)) return true;
    }
    return false;
  };
  return ends(operations, new Map());
}

const inOrder = (held: ReadonlyMap<string, number>) => `${[...held].sort()}`;

function perform(held: Map<string, number>, operation: PlannedOperation) {
  const { kind, family, id, content, keepFormer } = operation;
  const after = new Map(held);
  if (kind === 'delete') return { outcome: after.delete(id) ? 'deleted' : 'missing', after };
  if (held.get(id) === content) return { outcome: 'unchanged', after };
  const { evidence } = racingSignature(family, content);
  const matches = [...held]
    .filter(([other]) => other !== id)
    .map(([, other]) => differenceOf(evidence, racingSignature(family, other).evidence, {}));
  const isRefused = matches.some(({ adds }) => adds?.nothing);
  if (isRefused && (!held.has(id) || keepFormer)) return { outcome: 'duplicate', after };
  after.set(id, content);
  if (held.has(id)) return { outcome: 'changed', after };
  return { outcome: matches.length > 0 ? 'similar' : 'new', after };
}
