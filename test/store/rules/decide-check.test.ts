import { describe, expect, it } from 'vitest';
import type { Match } from '../../../src/matching/match.js';
import type { CheckOutcome } from '../../../src/store/contract/documents.js';
import {
  decideCheck,
  isUnchanged,
  noMatches,
  shownOf,
} from '../../../src/store/rules/decide-check.js';
import { nextVersion } from '../../../src/store/rules/versions.js';
import { signature } from '../samples.js';

const stores = ['ifNew', 'always', 'never'] as const;
const mine = signature([], 1);
const other = signature([1], 2);
const earlier = nextVersion(undefined, {
  id: 'a',
  signature: other,
  metadata: null,
  extractor: null,
  expiresAt: null,
  now: 1,
});
const match = (id: string): Match => ({
  id,
  distance: 2,
  similarity: null,
  exact: false,
  fingerprint: other.fingerprint,
  metadata: null,
  storedAt: 1,
});
const operation = (store: (typeof stores)[number], id: string | null = 'a') => ({
  id,
  newId: 'made',
  store,
});

const keys: readonly (keyof CheckOutcome)[] = [
  'decision',
  'stored',
  'created',
  'id',
  'duplicateOf',
  'best',
  'cluster',
  'previous',
  'matches',
  'truncated',
];

describe('a check', () => {
  it.each(stores)('with store %s leaves what is unchanged as it is', (store) => {
    expect(isUnchanged(earlier, mine)).toBe(false);
    expect(isUnchanged(undefined, other)).toBe(false);
    expect(isUnchanged(earlier, other)).toBe(true);
    expect(decideCheck(operation(store), other, earlier, null)).toMatchObject({
      decision: 'unchanged',
      stored: false,
      created: false,
      id: 'a',
      previous: { distance: 0, similarity: null },
      matches: [],
    });
  });

  it.each([
    ['ifNew', false],
    ['always', true],
    ['never', false],
  ] as const)('with store %s stores a duplicate: %s', (store, stored) => {
    const searched = shownOf([match('x'), match('y')], 1);
    expect(decideCheck(operation(store), mine, undefined, searched)).toMatchObject({
      decision: 'duplicate',
      stored,
      created: stored,
      duplicateOf: 'x',
      best: { distance: 2, similarity: null, exact: false },
      matches: [{ id: 'x' }],
      truncated: true,
    });
  });

  it('calls another content of a present id a duplicate, if it is one, before it calls it changed', () => {
    const searched = shownOf([match('x')], 0);
    const outcome = decideCheck(operation('ifNew'), mine, earlier, searched);
    expect(outcome).toMatchObject({ decision: 'duplicate', stored: false, created: false });
    expect(outcome.matches).toEqual([]);
    expect(decideCheck(operation('ifNew'), mine, earlier, noMatches)).toMatchObject({
      decision: 'changed',
      stored: true,
      created: false,
      id: 'a',
    });
  });

  it('gives an id to a document without one only where it stores it', () => {
    const idOf = (store: (typeof stores)[number]) =>
      decideCheck(operation(store, null), mine, undefined, noMatches).id;
    expect(stores.map(idOf)).toEqual(['made', 'made', null]);
  });

  it('gives outcomes of one shape, whatever it decides', () => {
    for (const searched of [null, noMatches, shownOf([match('x')], 5)]) {
      expect(Object.keys(decideCheck(operation('ifNew'), mine, earlier, searched))).toEqual(keys);
    }
  });
});
