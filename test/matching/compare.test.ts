import { expect, it } from 'vitest';
import { sign } from '../../src/fingerprint/sign.js';
import { compareContents, comparer, foundBy } from '../../src/matching/compare.js';
import type { MatchRule } from '../../src/matching/match.js';
import { isNothingNew, storedSignature } from '../../src/matching/match-rule.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import {
  partsOfRange,
  recipeOf,
  rule,
  signature,
  sketched,
  withEvidence,
  withParts,
} from '../store/samples.js';
import { nothingAdded } from './differences.js';

const hybrid = recipeOf('hybrid');
const noParts = () => null;

function compare(
  [probe, content]: readonly [ReturnType<typeof signature>, ReturnType<typeof signature>],
  found: number = foundBy.nothing,
  recipe = hybrid,
  given: MatchRule = rule,
) {
  const { compare, judge } = comparer(
    probe,
    { recipe, rule: given },
    ({ parts }: typeof content) => parts,
  );
  const match = compare(content, found);
  if (!match || match.exact) return match;
  expect(match).toMatchObject({ adds: null, covers: null, level: 'similar' });
  return judge(content, match);
}

it('compares only contents within the distance or found by a band', () => {
  const far = [signature(), signature([1, 2, 3, 4])] as const;
  expect(compare(far)).toBeUndefined();
  expect(compare(far, foundBy.band)).toBeNull();
  expect(compare([signature(), signature([1, 2, 3])])).toMatchObject({ distance: 3 });
  expect(compare([signature(), signature([1])], 0, recipeOf('minhash'))).toBeUndefined();
});

it('matches by sketches if both have one, more strictly if either text is short', () => {
  const near = sketched(signature());
  const alike = sketched(signature([1]), { from: 90, to: 128 });
  expect(compare([near, alike])?.similarity).toBeCloseTo(0.7, 1);
  for (const pair of [
    [near, { ...alike, shortText: true }],
    [{ ...near, shortText: true }, alike],
    [near, sketched(signature(), { from: 20, to: 128 })],
  ] as const) {
    expect(compare(pair)).toBeNull();
  }
});

it('is exact by hash, whatever its evidence, unless the fingerprint was made elsewhere', () => {
  const posted = signature([], -1);
  const text = withEvidence(signature(), 1);
  const equal = { exact: true, ...nothingAdded, level: 'exact' };
  expect(compare([text, text])).toMatchObject(equal);
  expect(compare([posted, posted])).toMatchObject({ exact: false, distance: 0 });
  const other = withEvidence(signature([1]), 2);
  const adds = { nothing: false, words: 1, numbers: 1, lines: 1 };
  const expected = { exact: false, adds, covers: false, level: 'similar' };
  expect(compare([text, other])).toMatchObject(expected);
  expect(compareContents(text, other)).toEqual(compare([text, other]));
  const retold = { ...text, evidence: other.evidence };
  expect(compare([text, retold])).toMatchObject(equal);
  expect(compareContents(text, retold)).toMatchObject(equal);
  expect(compareContents(posted, posted)).toMatchObject({ exact: false, level: 'similar' });
});

it('matches by parts if found by parts and not similar', () => {
  const recipe = withParts(hybrid);
  const given = { ...rule, minContainment: 0.8 };
  const probe = { ...signature(), parts: partsOfRange(0, 16) };
  const content = { ...signature([1, 2, 3, 4, 5]), parts: partsOfRange(0, 20) };
  const pair = [probe, content] as const;
  expect(compare(pair, foundBy.parts, recipe, given)).toMatchObject({ distance: 5, part: {} });
  expect(compare(pair, foundBy.band, recipe, given)).toBeNull();
  expect(compare(pair, foundBy.parts, recipe, rule)).toBeUndefined();
  const similar = { ...content, fingerprint: probe.fingerprint };
  expect(compare([probe, similar], foundBy.parts, recipe, given)).not.toHaveProperty('part');
  const unread = comparer(probe, { recipe, rule: given }, noParts);
  expect(unread.compare(content, foundBy.parts)).toBeNull();
});

it('counts the containment of a part, and only then lets it make a duplicate', () => {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const recipe = withParts(hybrid);
  const given = { ...rule, minContainment: 0.8 };
  const sentences = Array.from(
    { length: 40 },
    (_, i) => `Boat ${'abcdefgh'.repeat(i + 1)} brings ${i} baskets to pier ${i * 7} on its way.`,
  );
  const signed = (texts: readonly string[]) =>
    sign({ kind: 'text', text: texts.join(' ') }, recipe, dictionaries);
  const stored = storedSignature(signed(sentences), recipe);
  const part = signed(sentences.slice(0, 10));
  expect(compare([part, stored], foundBy.parts, recipe, given)).toMatchObject({
    adds: { nothing: true },
    part: { share: 1, decides: true },
    containment: { ofThis: 1 },
  });
  const more = signed([...sentences.slice(0, 10), 'It is repaired in spring.']);
  expect(compare([more, stored], foundBy.parts, recipe, given)).toMatchObject({
    adds: { nothing: false },
    part: { decides: false },
  });
});

it('takes a difference that was not counted for something new', () => {
  expect(isNothingNew({ adds: null })).toBe(false);
  expect(isNothingNew({ adds: nothingAdded.adds })).toBe(true);
});
