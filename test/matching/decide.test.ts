import { describe, expect, it } from 'vitest';
import { type CheckPolicy, decide, type Present } from '../../src/matching/decide.js';
import type { BestMatch } from '../../src/matching/match.js';

const policy: CheckPolicy = {
  store: 'ifNew',
  refuse: 'same',
  onDuplicate: 'keep',
  keepFormer: false,
};
const match = (id: string, changes: Partial<BestMatch> = {}) => ({
  ...{ id, distance: 2, similarity: 0.9, exact: false, contradicts: [] },
  ...changes,
});
const same = match('same');
const similar = match('similar', { contradicts: ['other numbers'] });
const overlapping = match('overlapping', { part: { share: 0.9, decides: false } });
const containing = match('containing', { part: { share: 0.9, decides: true } });

describe('a decision', () => {
  it.each([
    ['absent', undefined, 'new', null, null],
    ['absent', overlapping, 'new', null, null],
    ['absent', similar, 'similar', null, 'similar'],
    ['absent', same, 'duplicate', 'same', null],
    ['absent', containing, 'duplicate', 'containing', null],
    ['other', undefined, 'changed', null, null],
    ['other', similar, 'changed', null, 'similar'],
    ['other', same, 'changed', 'same', null],
    ['same', same, 'unchanged', null, null],
  ] as const)('where the id is %s and the best match is %o is %s', (...row) => {
    const [present, best, decision, duplicateOf, similarTo] = row;
    const ruling = decide(policy, present, { best, matches: [] });
    const stored = decision !== 'duplicate' && decision !== 'unchanged';
    expect(ruling).toEqual({ decision, stored, duplicateOf, similarTo, replaced: [] });
  });

  it('keeps the former version of a duplicate if it is asked to', () => {
    const keeping = { ...policy, keepFormer: true };
    const decided = (present: Present, best = same) =>
      decide(keeping, present, { best, matches: [] }).decision;
    expect(decided('other')).toBe('duplicate');
    expect(decided('other', similar)).toBe('changed');
    expect(decided('same')).toBe('unchanged');
  });

  it('stores by its policy', () => {
    const stored = (store: CheckPolicy['store'], present: Present, best = same) =>
      decide({ ...policy, store }, present, { best, matches: [] }).stored;
    expect(stored('always', 'absent')).toBe(true);
    expect(stored('always', 'same')).toBe(false);
    expect(stored('never', 'absent', similar)).toBe(false);
  });

  it('replaces the matches that refuse it and are the same, and is stored then', () => {
    const matches = [same, similar, match('other'), overlapping];
    const replacing = { ...policy, refuse: 'similar', onDuplicate: 'replace' } as const;
    expect(decide(replacing, 'absent', { best: same, matches })).toMatchObject({
      ...{ decision: 'duplicate', stored: true, replaced: ['same', 'other'] },
    });
    const keeping = { ...replacing, onDuplicate: 'keep' } as const;
    expect(decide(keeping, 'absent', { best: same, matches })).toMatchObject({
      ...{ decision: 'duplicate', stored: false, replaced: [] },
    });
    const without = { best: similar, matches: [similar] };
    expect(decide(replacing, 'absent', without)).toMatchObject({ stored: false, replaced: [] });
    const kept = { best: similar, matches };
    expect(decide({ ...replacing, refuse: 'same' }, 'absent', kept).replaced).toEqual([]);
  });
});
