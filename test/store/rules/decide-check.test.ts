import { describe, expect, it } from 'vitest';
import type { CheckPolicy } from '../../../src/matching/decide.js';
import type { Match } from '../../../src/matching/match.js';
import type { CheckOperation, CheckOutcome } from '../../../src/store/contract/documents.js';
import {
  decideCheck,
  isUnchanged,
  matchesWanted,
  noMatches,
  shownMatches,
} from '../../../src/store/rules/decide-check.js';
import { nextVersion } from '../../../src/store/rules/versions.js';
import { nothingAdded, numberAdded } from '../../matching/differences.js';
import { defaultPolicy, signature } from '../samples.js';

const mine = signature([], 1);
const other = signature([1], 2);
const earlier = nextVersion(undefined, {
  id: 'a',
  signature: other,
  metadata: null,
  page: null,
  extractor: null,
  expiresAt: null,
  now: 1,
});
const match = (id: string, changes: Partial<Match> = {}): Match => ({
  id,
  distance: 2,
  similarity: null,
  exact: false,
  ...nothingAdded,
  containment: null,
  fingerprint: other.fingerprint,
  metadata: null,
  storedAt: 1,
  ...changes,
});
type Asked = Pick<CheckOperation, 'id' | 'newId' | 'limit' | 'claim' | keyof CheckPolicy>;
const operation = (changes: Partial<Asked> = {}): Asked => ({
  ...{ id: 'a', newId: 'made', limit: 10 },
  ...defaultPolicy,
  claim: null,
  ...changes,
});
const against = numberAdded();
/** Best match of each kind. */
const kinds = {
  none: [],
  exact: [match('x', { exact: true, level: 'exact' })],
  same: [match('x')],
  article: [match('x', { ...against, level: 'article' })],
  similar: [match('x', against)],
};

const keys: readonly (keyof CheckOutcome)[] = [
  'decision',
  'stored',
  'reason',
  'created',
  'id',
  'duplicateOf',
  'similarTo',
  'replaced',
  'best',
  'cluster',
  'previous',
  'matches',
  'truncated',
  'family',
  'claim',
];

/** Returns the decision, followed by "stored" if the document is stored. */
function decided(asked: Partial<Asked>, kind: keyof typeof kinds, isThere: boolean): string {
  const searched = shownMatches(kinds[kind], 10);
  const outcome = decideCheck(operation(asked), mine, isThere ? earlier : undefined, searched);
  return `${outcome.decision}${outcome.stored ? ' stored' : ''}`;
}

const said = (signature: typeof mine) => ({ signature, duplicateIf: 'page' }) as const;

describe('a check', () => {
  it.each([{}, { onDuplicate: 'store' }, { dryRun: true }] as const)(
    'with %j changes nothing of an unchanged document',
    (asked) => {
      expect(isUnchanged(earlier, said(mine))).toBe(false);
      expect(isUnchanged(undefined, said(other))).toBe(false);
      expect(isUnchanged(earlier, said(other))).toBe(true);
      expect(decideCheck(operation(asked), other, earlier, null)).toMatchObject({
        decision: 'unchanged',
        stored: false,
        created: false,
        id: 'a',
        previous: { distance: 0, similarity: null, adds: { nothing: true }, gone: 0 },
        matches: [],
      });
    },
  );

  it.each([
    ['exact', ['new', 'duplicate', 'similar', 'similar', 'similar']],
    ['page', ['new', 'duplicate', 'duplicate', 'similar', 'similar']],
    ['article', ['new', 'duplicate', 'duplicate', 'duplicate', 'similar']],
    ['similar', ['new', 'duplicate', 'duplicate', 'duplicate', 'duplicate']],
  ] as const)('that refuses %s matches decides by the best match', (duplicateIf, decisions) => {
    const names = ['none', 'exact', 'same', 'article', 'similar'] as const;
    const expected = decisions.map((each) => (each === 'duplicate' ? each : `${each} stored`));
    expect(names.map((kind) => decided({ duplicateIf }, kind, false))).toEqual(expected);
    for (const kind of names) expect(decided({ duplicateIf }, kind, true)).toBe('changed stored');
    expect(names.map((kind) => decided({ duplicateIf, onChange: 'keep' }, kind, true))).toEqual(
      expected.map((each) => (each === 'duplicate' ? each : 'changed stored')),
    );
    expect(names.map((kind) => decided({ duplicateIf, dryRun: true }, kind, false))).toEqual(
      expected.map((each) => each.replace(' stored', '')),
    );
    expect(
      names.map((kind) => decided({ duplicateIf, onDuplicate: 'store' }, kind, false)),
    ).toEqual(expected.map((each) => `${each.replace(' stored', '')} stored`));
  });

  it('names the best match as the one it duplicates, or as the one it is similar to', () => {
    const outcome = (searched: readonly Match[], isThere: boolean) =>
      decideCheck(operation(), mine, isThere ? earlier : undefined, shownMatches(searched, 10));
    for (const isThere of [true, false]) {
      expect(outcome(kinds.same, isThere)).toMatchObject({ duplicateOf: 'x', similarTo: null });
      expect(outcome(kinds.similar, isThere)).toMatchObject({
        ...{ duplicateOf: null, similarTo: 'x' },
        best: { distance: 2, similarity: null, exact: false, ...against },
      });
      expect(outcome([], isThere)).toMatchObject({ duplicateOf: null, similarTo: null });
    }
  });

  it('replaces only covered documents that refuse it', () => {
    const searched = shownMatches(
      [match('e', { exact: true, level: 'exact' }), match('s'), match('z', against)],
      10,
    );
    const outcome = (changes: Partial<Asked>, former = undefined as typeof earlier | undefined) =>
      decideCheck(operation({ onDuplicate: 'replace', ...changes }), mine, former, searched);
    expect(outcome({})).toMatchObject({
      ...{ decision: 'duplicate', stored: true, created: true, replaced: ['e', 's'] },
    });
    expect(outcome({ duplicateIf: 'exact' })).toMatchObject({ replaced: ['e'] });
    expect(outcome({ duplicateIf: 'similar' })).toMatchObject({ replaced: ['e', 's'] });
    expect(outcome({}, earlier)).toMatchObject({ decision: 'changed', replaced: ['e', 's'] });
    expect(outcome({ limit: 1 })).toMatchObject({ truncated: true, replaced: ['e', 's'] });
    expect(outcome({ limit: 1 }).matches).toHaveLength(1);
    const similarOnly = shownMatches(kinds.similar, 10);
    expect(
      decideCheck(
        operation({ onDuplicate: 'replace', duplicateIf: 'similar' }),
        mine,
        undefined,
        similarOnly,
      ),
    ).toMatchObject({ decision: 'duplicate', stored: false, replaced: [] });
  });

  it('refuses to replace more than 100', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => match(`m${i}`));
    const asked = operation({ onDuplicate: 'replace' });
    const replace = (count: number) =>
      decideCheck(asked, mine, undefined, shownMatches(many(count), matchesWanted(asked)));
    expect(replace(100).replaced).toHaveLength(100);
    for (const count of [101, 150]) {
      expect(() => replace(count)).toThrow(expect.objectContaining({ code: 'too_many_replaced' }));
    }
  });

  it('refuses to replace if the search may have left out more equal documents', () => {
    const asked = operation({ onDuplicate: 'replace' });
    const replace = (matches: readonly Match[]) =>
      decideCheck(asked, mine, undefined, {
        ...{ ...noMatches, matches, best: matches[0], truncated: true, family: 3 },
      });
    expect(() => replace(kinds.same)).toThrow(
      expect.objectContaining({ code: 'too_many_replaced' }),
    );
    // The worst match is not equal, so no further one is.
    expect(replace([...kinds.same, ...kinds.similar])).toMatchObject({ replaced: ['x'] });
  });

  it('stores similar pages until the family has the maximum number of contents', () => {
    const outcome = (family: number | null, keepPerFamily: number | null) => {
      const searched = { ...shownMatches(kinds.similar, 10), family };
      return decideCheck(operation(), mine, undefined, searched, keepPerFamily);
    };
    for (const [family, keep] of [
      [2, 3],
      [100, null],
      [null, 3],
    ] as const) {
      expect(outcome(family, keep)).toMatchObject({ stored: true, reason: null, family });
    }
    for (const family of [3, 4, 100]) {
      expect(outcome(family, 3)).toMatchObject({
        ...{ decision: 'similar', stored: false, created: false, reason: 'familyFull', family },
      });
    }
  });

  it('gives an id to a document without one only if it stores it', () => {
    const idOf = (dryRun: boolean) =>
      decideCheck(operation({ dryRun, id: null }), mine, undefined, noMatches).id;
    expect([false, true].map(idOf)).toEqual(['made', null]);
  });

  it('returns outcomes of one shape for every decision', () => {
    for (const searched of [null, noMatches, shownMatches([match('x')], 5)]) {
      expect(Object.keys(decideCheck(operation(), mine, earlier, searched))).toEqual(keys);
    }
  });
});
