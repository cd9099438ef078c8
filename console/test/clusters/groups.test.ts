import { expect, it } from 'vitest';
import { chooseOthers, keeps } from '../../clusters/groups.js';

const documents = new Map(
  ['a', 'b', 'c', 'd', 'e'].map((id, day) => [
    id,
    {
      storedAt: `2026-01-0${day + 1}T00:00:00.000Z`,
      updatedAt: `2026-01-0${day + 1}T00:00:00.000Z`,
      featureCount: id === 'b' ? 90 : 50,
    },
  ]),
);
const pair = (id: string, of: string) => ({ id, of });
/** Two groups: a, b and c; d and e. */
const pairs = [pair('b', 'a'), pair('c', 'b'), pair('e', 'd')];
const others = (keep: 'first' | 'last' | 'longest', preferred: string[] = []) =>
  chooseOthers(pairs, documents, { keep, preferred: new Set(preferred) }).toSorted();

it('keeps one document of each group', () => {
  expect(others('first')).toEqual(['b', 'c', 'e']);
  expect(others('last')).toEqual(['a', 'b', 'd']);
  expect(others('longest')).toEqual(['a', 'c', 'e']);
  expect(others('first', ['c', 'z'])).toEqual(['b', 'c', 'e']); // a is no duplicate
});

it('keeps what others are duplicates of, whenever it was stored', () => {
  const late = new Map([...documents, ['a', { ...documents.get('e')!, featureCount: 1 }]]);
  expect(chooseOthers(pairs.slice(0, 1), late, { keep: 'first' })).toEqual(['b']);
});

it('leaves out pairs with an absent document, also as a bridge between two groups', () => {
  const known = new Map([...documents].filter(([id]) => id !== 'b'));
  expect(chooseOthers(pairs, known, { keep: 'first' })).toEqual(['e']);
  expect(chooseOthers([], documents, { keep: 'last' })).toEqual([]);
});

it('leaves out pairs of which a document changed after they were compared', () => {
  const changed = new Map(documents);
  changed.set('a', { ...documents.get('a')!, updatedAt: '2026-01-09T00:00:00.000Z' });
  const compared = [
    { ...pair('b', 'a'), at: documents.get('b')!.updatedAt },
    { ...pair('c', 'a'), at: documents.get('c')!.updatedAt },
  ];
  for (const keep of keeps) {
    expect(chooseOthers(compared, changed, { keep })).toEqual([]);
    expect(chooseOthers(compared, documents, { keep })).toHaveLength(2);
  }
});
