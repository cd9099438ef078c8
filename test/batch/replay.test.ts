import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decision, type ReplayRules, replay } from '../../src/batch/replay.js';
import { type Method, methods } from '../../src/fingerprint/recipe.js';
import type { MatchRule } from '../../src/matching/match.js';
import { keptSignature } from '../../src/matching/match-rule.js';
import { flip, recipeOf, rule, signature, signatureOf } from '../store/samples.js';
import {
  byId,
  checkedOneByOne,
  documentsOf,
  refusal,
  rules,
  type SampleDocument,
} from './samples.js';

describe('replay', () => {
  for (const method of methods) {
    it(`decides as checks in the order of the input, ${method}`, async () => {
      await fc.assert(
        fc.asyncProperty(
          documentsOf(method),
          rules,
          refusal,
          async (documents, matchRule, duplicateIf) => {
            const recipe = recipeOf(method);
            const expected = await checkedOneByOne(documents, recipe, matchRule, duplicateIf);
            expect([...replay(documents, { recipe, rule: matchRule, duplicateIf }, byId)]).toEqual(
              expected,
            );
          },
        ),
        { numRuns: 300 },
      );
    });

    it(`decides by components as it does over everything, ${method}`, () => {
      fc.assert(
        fc.property(documentsOf(method), rules, refusal, (documents, matchRule, duplicateIf) => {
          const rulesOf = { recipe: recipeOf(method), rule: matchRule, duplicateIf };
          const whole = [...replay(documents, rulesOf, byId)];
          const parts = componentsOf(documents, method, matchRule);
          const byParts = parts.flatMap((part) => [...replay(part, rulesOf, byId)]);
          expect(byParts.sort((a, b) => a.ord - b.ord)).toEqual(whole);
        }),
        { numRuns: 200 },
      );
    });
  }

  it('keeps both ends of a chain, because the middle is never stored', () => {
    const chain = [[], [0, 1, 2], [0, 1, 2, 3, 4, 5]].map((bits, ord) => ({
      id: `d${ord}`,
      ord,
      signature: signature(bits),
    }));
    expect(decisionsOf(replay(chain, bySimhash, byId))).toEqual([
      'new',
      'duplicate of d0 at 3',
      'new',
    ]);
  });

  it('keeps the first storage time of an id that changed', () => {
    const [a, b, far] = [signature([]), signature([40]), signature([1, 2, 3, 4, 5, 6, 7, 8])];
    const documents = [
      { id: 'a', ord: 0, signature: far },
      { id: 'b', ord: 1, signature: a },
      { id: 'b', ord: 2, signature: signature([20, 21, 22, 23, 24, 25]) },
      { id: 'c', ord: 3, signature: b },
      { id: 'a', ord: 4, signature: signature([40, 41, 42, 43, 44]) },
      { id: 'd', ord: 5, signature: signature([40, 41, 42]) },
    ];
    // d is at distance 2 from both a and c. The document a is older, although its content is newer.
    expect(decisionsOf(replay(documents, bySimhash, byId)).at(-1)).toBe('duplicate of a at 2');
  });

  it('takes one step for each equal content', () => {
    const copies = Array.from({ length: 50_000 }, (_, ord) => ({
      id: `d${ord}`,
      ord,
      signature: signatureOf(flip({ high: 0, low: 0 }, [ord % 3]), ord % 3),
    }));
    const decisions = [...replay(copies, bySimhash, byId)];
    expect(decisions.filter(({ decision }) => decision === 'duplicate')).toHaveLength(49_999);
  });
});

const bySimhash: ReplayRules = { recipe: recipeOf('simhash'), rule, duplicateIf: 'page' };

function decisionsOf(decisions: Iterable<Decision>): string[] {
  return [...decisions].map(({ decision, duplicateOf, distance }) =>
    duplicateOf === null ? decision : `${decision} of ${duplicateOf} at ${distance}`,
  );
}

/** Returns sets closed under matching and equal ids, each in input order, by comparing all pairs. */
function componentsOf(
  documents: readonly SampleDocument[],
  method: Method,
  matchRule: MatchRule,
): SampleDocument[][] {
  const recipe = recipeOf(method);
  const part = documents.map((_, index) => index);
  const areJoined = (a: SampleDocument, b: SampleDocument) => {
    if (a.id === b.id) return true;
    const pair = [a, { ...b, ord: a.ord + 1 }].map((document) => ({
      ...document,
      signature: keptSignature(document.signature, recipe),
    }));
    const [, second] = replay(pair, { recipe, rule: matchRule, duplicateIf: 'similar' }, byId);
    return second!.decision === 'duplicate';
  };
  for (const [i, a] of documents.entries()) {
    for (const [j, b] of documents.entries()) {
      if (j >= i || !areJoined(a, b)) continue;
      const [from, to] = [part[i]!, part[j]!];
      for (const [k, of] of part.entries()) if (of === from) part[k] = to;
    }
  }
  return [...new Set(part)].map((of) => documents.filter((_, index) => part[index] === of));
}
