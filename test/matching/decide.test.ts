import { describe, expect, it } from 'vitest';
import {
  type CheckPolicy,
  type DecidingMatches,
  decide as decideAny,
  type Present,
} from '../../src/matching/decide.js';
import { type BestMatch, type Level, levels } from '../../src/matching/match.js';
import { notCompared, nothingAdded, numberAdded } from './differences.js';

const policy: CheckPolicy = {
  duplicateIf: 'page',
  onDuplicate: 'skip',
  onChange: 'store',
  onCovered: 'keep',
  dryRun: false,
};
/** Decides about a page, by default of a family that is not full. */
const decide = (
  given: CheckPolicy,
  present: Present,
  found: Partial<DecidingMatches<string>> & Pick<DecidingMatches<string>, 'best' | 'matches'>,
) => decideAny(given, present, { isFamilyFull: false, outlivesBest: false, ...found });
const match = (id: string, changes: Partial<BestMatch> = {}) => ({
  ...{ id, distance: 2, similarity: 0.9, exact: false, ...nothingAdded },
  ...changes,
});
const same = match('same');
const similar = match('similar', numberAdded());
const covered = match('covered', { ...numberAdded(), covers: true });
/** A match to which the page adds nothing, and which says more. */
const larger = match('larger', { ...nothingAdded, covers: false });
const overlapping = match('overlapping', {
  ...notCompared,
  part: { share: 0.9, decides: false },
});
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
    expect(ruling).toEqual({
      ...{ decision, stored, reason: null, duplicateOf, similarTo, replaced: [] },
    });
  });

  it.each([
    ['absent', same, {}, 'similar', 'same', 'outlivesMatch'],
    ['absent', containing, {}, 'similar', 'containing', 'outlivesMatch'],
    ['other', same, {}, 'changed', 'same', null],
    ['other', same, { onChange: 'keep' }, 'changed', 'same', 'outlivesMatch'],
    ['same', same, {}, 'unchanged', null, null],
  ] as const)(
    'about a page that outlives its match, where the id is %s, the match is %o and the policy %o, is %s',
    (present, best, changes, decision, similarTo, reason) => {
      const found = { best, matches: [best], outlivesBest: true };
      const ruling = decide({ ...policy, ...changes }, present, found);
      const stored = decision !== 'unchanged';
      expect(ruling).toEqual({
        decision,
        stored,
        reason,
        duplicateOf: null,
        similarTo,
        replaced: [],
      });
      const full = { ...found, isFamilyFull: true };
      expect(decide({ ...policy, ...changes }, present, full)).toEqual(ruling);
    },
  );

  it.each(levels)('is that a page is a duplicate at %s, and at every later level', (level) => {
    const best = match('best', { level, exact: level === 'exact' });
    const decided = levels.map(
      (duplicateIf) =>
        decide({ ...policy, duplicateIf }, 'absent', { best, matches: [] }).decision ===
        'duplicate',
    );
    expect(decided).toEqual(levels.map((_, at) => at >= levels.indexOf(level)));
  });

  it('is by the part of a match, except at the level exact', () => {
    const decided = (duplicateIf: Level, best = containing) =>
      decide({ ...policy, duplicateIf }, 'absent', { best, matches: [] }).decision;
    expect(levels.map((level) => decided(level))).toEqual([
      'similar',
      ...['duplicate', 'duplicate', 'duplicate'],
    ]);
    expect(levels.map((level) => decided(level, overlapping))).toEqual(Array(4).fill('new'));
  });

  it('says why a page is stored that adds nothing', () => {
    const longer = match('longer', { ...nothingAdded, covers: false, level: 'similar' });
    const reason = (changes: Partial<CheckPolicy>, best = longer, present: Present = 'absent') =>
      decide({ ...policy, ...changes }, present, { best, matches: [] }).reason;
    expect(reason({})).toBe('matchIsLonger');
    expect(reason({ duplicateIf: 'article' })).toBe('matchIsLonger');
    expect(reason({ duplicateIf: 'similar' })).toBeNull();
    expect(reason({ duplicateIf: 'exact' })).toBeNull();
    expect(reason({}, similar)).toBeNull();
    expect(reason({}, longer, 'other')).toBeNull();
  });

  it('keeps the former version of a duplicate on request', () => {
    const keeping = { ...policy, onChange: 'keep' } as const;
    const decided = (present: Present, best = same) =>
      decide(keeping, present, { best, matches: [] }).decision;
    expect(decided('other')).toBe('duplicate');
    expect(decided('other', similar)).toBe('changed');
    expect(decided('same')).toBe('unchanged');
  });

  it('stores by its policy', () => {
    const stored = (changes: Partial<CheckPolicy>, present: Present, best = same) =>
      decide({ ...policy, ...changes }, present, { best, matches: [] }).stored;
    expect(stored({}, 'absent')).toBe(false);
    expect(stored({ onDuplicate: 'store' }, 'absent')).toBe(true);
    expect(stored({ onDuplicate: 'store' }, 'same')).toBe(false);
    expect(stored({ dryRun: true }, 'absent', similar)).toBe(false);
    expect(stored({ dryRun: true, onDuplicate: 'store' }, 'absent')).toBe(false);
  });

  it('replaces the matches that refuse the page and that it covers, and stores it', () => {
    const matches = [same, similar, larger, match('other'), overlapping];
    const replacing = { ...policy, duplicateIf: 'similar', onDuplicate: 'replace' } as const;
    expect(decide(replacing, 'absent', { best: same, matches })).toMatchObject({
      ...{ decision: 'duplicate', stored: true, replaced: ['same', 'other'] },
    });
    const keeping = { ...replacing, onDuplicate: 'skip' } as const;
    expect(decide(keeping, 'absent', { best: same, matches })).toMatchObject({
      ...{ decision: 'duplicate', stored: false, replaced: [] },
    });
    const without = { best: similar, matches: [similar] };
    expect(decide(replacing, 'absent', without)).toMatchObject({ stored: false, replaced: [] });
    const onlyLarger = { best: larger, matches: [larger] };
    expect(decide(replacing, 'absent', onlyLarger)).toMatchObject({ stored: false, replaced: [] });
    const kept = { best: similar, matches };
    expect(decide({ ...replacing, duplicateIf: 'page' }, 'absent', kept).replaced).toEqual([]);
  });

  it('replaces covered documents on request if the page adds something', () => {
    const matches = [covered, similar, match('also covered', { ...numberAdded(3), covers: true })];
    const replaced = (changes: Partial<CheckPolicy>, best = covered) =>
      decide({ ...policy, ...changes }, 'absent', { best, matches }).replaced;
    expect(replaced({ onCovered: 'replace' })).toEqual(['covered', 'also covered']);
    expect(replaced({ onDuplicate: 'replace' })).toEqual([]);
    expect(replaced({ onCovered: 'replace', duplicateIf: 'similar' })).toEqual([]);
    expect(replaced({ onCovered: 'replace' }, same)).toEqual([]);
  });

  it('stores no similar page of a full family, and all others as before', () => {
    const full = (present: Present, best: typeof same | undefined, changes = {}) =>
      decide({ ...policy, ...changes }, present, { best, matches: [], isFamilyFull: true });
    const keptOut = { decision: 'similar', stored: false, reason: 'familyFull', replaced: [] };
    for (const changes of [{}, { onDuplicate: 'store' }, { onDuplicate: 'replace' }]) {
      expect(full('absent', similar, changes)).toEqual({
        ...{ ...keptOut, duplicateOf: null, similarTo: 'similar' },
      });
    }
    expect(full('absent', similar, { dryRun: true })).toMatchObject(keptOut);
    const covering = { ...policy, onCovered: 'replace' } as const;
    const found = { best: covered, matches: [covered], isFamilyFull: true };
    expect(decide(covering, 'absent', found)).toMatchObject(keptOut);
    for (const [present, best, decision, stored] of [
      ['absent', undefined, 'new', true],
      ['absent', same, 'duplicate', false],
      ['other', similar, 'changed', true],
      ['same', similar, 'unchanged', false],
    ] as const) {
      expect(full(present, best)).toMatchObject({ decision, stored, reason: null });
    }
    expect(full('absent', same, { onDuplicate: 'store' })).toMatchObject({ stored: true });
    expect(full('absent', similar, { duplicateIf: 'similar' })).toMatchObject({
      ...{ decision: 'duplicate', stored: false, reason: null },
    });
  });
});
