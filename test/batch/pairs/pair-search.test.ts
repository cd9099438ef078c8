import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { groupByFingerprint } from '../../../src/batch/pairs/fingerprint-groups.js';
import {
  createPairSearch,
  type PairInput,
  pairTasks,
} from '../../../src/batch/pairs/pair-search.js';
import { createUnionFind, type UnionFind } from '../../../src/batch/pairs/union-find.js';
import { replay } from '../../../src/batch/replay.js';
import { estimateSimilarity } from '../../../src/fingerprint/minhash.js';
import { type Method, methods } from '../../../src/fingerprint/recipe.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import { computeDifference } from '../../../src/matching/additions.js';
import type { Level, MatchRule } from '../../../src/matching/match.js';
import { isDuplicateAt } from '../../../src/matching/match-rule.js';
import { repetitions } from '../../repetitions.js';
import { signature as plainSignature, recipeOf, sketched } from '../../store/samples.js';
import { byId, contentsOf, rules, signaturesOf } from '../samples.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-pairs-'));
afterAll(() => rmSync(directory, { recursive: true }));

const plainRule = { maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.6 };

describe('pair search', () => {
  for (const method of methods) {
    const contents = fc
      .array(signaturesOf(method), { maxLength: 30 })
      .map((signatures) => [...new Map(signatures.map((each) => [each.exactHash, each])).values()]);

    it(`finds each pair that a check would, once, ${method}`, () => {
      fc.assert(
        fc.property(contents, rules, fc.boolean(), (signatures, rule, inFile) => {
          const found: string[] = [];
          const input = inputOf(signatures, method, rule, { inFile });
          const { search, close } = createPairSearch(input, (a, b, distance, equal) => {
            const similarity = equal === null ? null : estimateSimilarity(equal);
            found.push(JSON.stringify([...(a > b ? [a, b] : [b, a]), distance, similarity]));
          });
          for (const task of pairTasks(input, 2)) search(task);
          close();
          const expected = matchesOf(signatures, method, rule);
          expect(found.sort()).toEqual(expected.sort());
        }),
        { numRuns: repetitions(200) },
      );
    });

    it(`connects contents that match, or that are the same, in any order of the tasks, ${method}`, () => {
      const options = fc.record({
        tellSame: fc.boolean(),
        duplicateIf: fc.constantFrom<Level>('page', 'article'),
        inFile: fc.boolean(),
        backwards: fc.boolean(),
        listing: fc.boolean(),
      });
      fc.assert(
        fc.property(
          contents,
          rules,
          options,
          (signatures, rule, { backwards, listing, ...given }) => {
            const input = inputOf(signatures, method, rule, given);
            const [matching, same] = [signatures, signatures].map(({ length }) =>
              createUnionFind(length),
            ) as [UnionFind, UnionFind];
            const { search, close } = createPairSearch(input, listing ? () => {} : null);
            const tasks = pairTasks(input, 1);
            for (const task of backwards ? tasks.reverse() : tasks) {
              const edges = search(task);
              for (let at = 0; at < edges.length; at += 3) {
                const [a, b, joins] = edges.subarray(at, at + 3) as unknown as [
                  number,
                  number,
                  number,
                ];
                matching.union(a, b);
                if (joins === 1) same.union(a, b);
              }
            }
            close();
            const expected = createUnionFind(signatures.length);
            const expectedSame = createUnionFind(signatures.length);
            for (const match of matchesOf(signatures, method, rule)) {
              const [a, b] = JSON.parse(match) as [number, number];
              expected.union(a, b);
              const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map(
                (number) => signatures[number]!.evidence,
              );
              const { level } = computeDifference(later!, earlier!);
              if (!given.tellSame || isDuplicateAt(level, given.duplicateIf))
                expectedSame.union(a, b);
            }
            const numbers = signatures.map((_, number) => number);
            expect(numbers.map(matching.find)).toEqual(numbers.map(expected.find));
            expect(numbers.map(same.find)).toEqual(numbers.map(expectedSame.find));
          },
        ),
        { numRuns: repetitions(300) },
      );
    });
  }

  it('compares contents of one fingerprint and one sketch family only about once each', () => {
    const signatures = Array.from({ length: 3000 }, (_, number) => ({
      ...sketched(plainSignature()),
      exactHash: number.toString(16).padStart(32, '0'),
    }));
    const input = inputOf(signatures, 'hybrid', plainRule);
    const { search } = createPairSearch(input, null);
    const edges = pairTasks(input, 1).flatMap((task) => [...search(task)]);
    expect(edges).toHaveLength(3 * 2999);
  });
});

interface Given {
  readonly inFile?: boolean;
  readonly tellSame?: boolean;
  readonly duplicateIf?: Level;
}

function inputOf(
  signatures: readonly Signature[],
  method: Method,
  rule: MatchRule,
  { inFile = false, tellSame = false, duplicateIf = 'page' }: Given = {},
): PairInput {
  const contents = contentsOf(signatures, directory, inFile ? directory : null);
  const groups = groupByFingerprint(contents);
  const recipe = recipeOf(method);
  return { contents, groups, recipe, rule, duplicateIf, tellSame, connectsCandidates: false };
}

/** Finds all matching pairs by replaying two documents at a time. */
function matchesOf(signatures: readonly Signature[], method: Method, rule: MatchRule): string[] {
  const matches: string[] = [];
  for (const [a, signature] of signatures.entries()) {
    for (const [b, other] of signatures.slice(0, a).entries()) {
      const documents = [
        { id: 'b', ord: 0, signature: other },
        { id: 'a', ord: 1, signature },
      ];
      const [, { decision, distance, similarity }] = [
        ...replay(documents, { recipe: recipeOf(method), rule, duplicateIf: 'similar' }, byId),
      ] as [unknown, { decision: string; distance: number; similarity: number }];
      if (decision === 'duplicate') matches.push(JSON.stringify([a, b, distance, similarity]));
    }
  }
  return matches;
}
