import { describe, expect, it } from 'vitest';
import type { BorderPair } from '../../api/types.js';
import {
  advanced,
  countSkips,
  emptyQueue,
  refilled,
  steppedBack,
  withoutSkips,
} from '../../labels/queue.js';

const pair = (a: string): BorderPair => ({
  a,
  b: `${a}, too`,
  distance: 9,
  similarity: 0.6,
  match: true,
  addsNothing: true,
});
const [one, two, three] = [pair('1'), pair('2'), pair('3')];
const skip = (of: BorderPair) => ({ pair: of, label: null, separated: false });
const same = (of: BorderPair) => ({ pair: of, label: 'same' as const, separated: false });

describe('the queue of pairs', () => {
  it('keeps the pair in view when pairs are drawn again', () => {
    const queue = refilled(refilled(emptyQueue, [one, two]), [three, two, one]);
    expect(queue.waiting).toEqual([one, three, two]);
  });

  it('does not ask again what was answered or skipped', () => {
    const begun = refilled(emptyQueue, [one, two, three]);
    const queue = advanced(advanced(begun, same(one)), skip(two));
    expect(refilled(queue, [one, two, three]).waiting).toEqual([three]);
    expect(countSkips(queue)).toBe(1);
    expect(refilled(withoutSkips(queue), [one, two, three]).waiting).toEqual([three, two]);
  });

  it('steps back to the last pair', () => {
    const begun = refilled(emptyQueue, [one, two]);
    expect(steppedBack(advanced(begun, same(one)))).toEqual(begun);
    expect(steppedBack(begun)).toEqual(begun);
  });
});
