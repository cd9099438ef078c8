import { signatureOf } from '../../store/samples.js';
import type { PlannedOperation } from './racer.js';

/** An operation with what it answered, and when, by one clock for all processes. */
export interface Recorded extends PlannedOperation {
  readonly calledAt: string;
  readonly answeredAt: string;
  readonly outcome: string;
}

/** Contents of one family differ in at most 2 bits, those of two families in many. */
export function familySignature(family: number, content: number) {
  const seed = Math.imul(family + 1, 0x9e3779b1);
  const high = Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) >>> 0;
  const low = (Math.imul(high ^ (high >>> 13), 0xc2b2ae35) ^ (1 << (content % 32))) >>> 0;
  return signatureOf({ high, low }, content * 2);
}

/**
 * Whether the answers of one family are those of some sequential order in which whatever was answered
 * before another was called comes first (Wing, Gong: Testing and Verifying Concurrent Objects, 1993).
 * @returns what is stored at the end, by id; null: there is no such order
 */
export function sequentialEnd(operations: readonly Recorded[]): Map<string, number> | null {
  const seen = new Set<string>();
  const last = (left: readonly Recorded[], held: Map<string, number>): typeof held | null => {
    if (left.length === 0) return held;
    const key = `${left.map((each) => operations.indexOf(each))} ${[...held].sort()}`;
    if (seen.has(key)) return null;
    seen.add(key);
    const firstAnswer = left.reduce<bigint | null>((first, { answeredAt }) => {
      const time = BigInt(answeredAt);
      return first === null || time < first ? time : first;
    }, null)!;
    for (const operation of left) {
      if (BigInt(operation.calledAt) > firstAnswer) continue;
      const { outcome, after } = perform(held, operation);
      if (outcome !== operation.outcome) continue;
      const others = left.filter((each) => each !== operation);
      const end = last(others, after);
      if (end !== null) return end;
    }
    return null;
  };
  return last(operations, new Map());
}

function perform(held: Map<string, number>, { kind, id, content }: PlannedOperation) {
  const after = new Map(held);
  if (kind === 'delete') return { outcome: after.delete(id) ? 'deleted' : 'missing', after };
  if (held.get(id) === content) return { outcome: 'unchanged', after };
  if ([...held.keys()].some((other) => other !== id)) return { outcome: 'duplicate', after };
  after.set(id, content);
  return { outcome: held.has(id) ? 'changed' : 'new', after };
}
