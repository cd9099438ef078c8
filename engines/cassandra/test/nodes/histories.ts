import type { Signature } from '../../../../src/fingerprint/signature.js';
import { computeDifference, saysTheSame } from '../../../../src/matching/additions.js';
import { signatureOf, withEvidence } from '../../../../test/store/samples.js';
import type { PlannedOperation } from './racer.js';

/** An operation with its answer and times, by one clock for all processes. */
export interface Recorded extends PlannedOperation {
  readonly calledAt: string;
  readonly answeredAt: string;
  readonly outcome: string;
}

/** Outcome of a failed operation that may have taken effect, or may yet do so. */
export const unknown = 'unknown';

/** Kind of operations on a family; `similar` also describes its contents. */
export function familyKind(family: number): 'inserted' | 'replaced' | 'similar' {
  return (['inserted', 'replaced', 'similar'] as const)[family % 3]!;
}

/** Contents of one family differ in at most 2 bits, contents of different families in many. */
export function familySignature(family: number, content: number) {
  const seed = Math.imul(family + 1, 0x9e3779b1);
  const high = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) >>> 0;
  const low = (Math.imul(high ^ (high >>> 13), 0xc2b2ae35) ^ (1 << (content % 32))) >>> 0;
  return signatureOf({ high, low }, content * 2);
}

/** Signature of a racing content. In families of kind `similar`, odd and even contents contradict each other. */
export function racingSignature(family: number, content: number): Signature {
  const signature = familySignature(family, content);
  if (familyKind(family) !== 'similar') return signature;
  return withEvidence(signature, content % 2 === 0 ? 1 : 2);
}

/** Number of the content within its family. */
export const contentOf = ({ featureCount }: Signature) => (featureCount! - 20) / 2;

/**
 * Tests for linearizability (Wing, Gong: Testing and Verifying Concurrent Objects, 1993): the answers of one family,
 * and the documents stored at the end, by id, are those of some sequential order that keeps the real-time order of
 * operations. An operation with an unknown outcome takes effect at any time after its call, or never.
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
  const page = racingSignature(family, content);
  const stored = held.get(id);
  if (stored !== undefined && saysTheSame(page, racingSignature(family, stored), 'page')) {
    return { outcome: 'unchanged', after };
  }
  const { evidence } = page;
  const matches = [...held]
    .filter(([other]) => other !== id)
    .map(([, other]) => computeDifference(evidence, racingSignature(family, other).evidence));
  const isRefused = matches.some(({ adds }) => adds?.nothing);
  if (isRefused && (!held.has(id) || keepFormer)) return { outcome: 'duplicate', after };
  after.set(id, content);
  if (held.has(id)) return { outcome: 'changed', after };
  return { outcome: matches.length > 0 ? 'similar' : 'new', after };
}
