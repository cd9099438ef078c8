import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Contents } from '../../../src/batch/pairs/contents.js';
import { groupByFingerprint } from '../../../src/batch/pairs/fingerprint-groups.js';
import {
  createPairSearch,
  type PairInput,
  pairTasks,
} from '../../../src/batch/pairs/pair-search.js';
import { createUnionFind } from '../../../src/batch/pairs/union-find.js';
import { replay } from '../../../src/batch/replay.js';
import { similarityOf } from '../../../src/fingerprint/minhash.js';
import type { Method } from '../../../src/fingerprint/recipe.js';
import type { Signature } from '../../../src/fingerprint/signature.js';
import type { MatchRule } from '../../../src/matching/match.js';
import { signature as plainSignature, recipeOf, sketched } from '../../store/samples.js';
import { rules, signaturesOf } from '../samples.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-pairs-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe('pair search', () => {
  for (const method of ['simhash', 'minhash', 'hybrid'] as const satisfies Method[]) {
    const contents = fc
      .array(signaturesOf(method), { maxLength: 30 })
      .map((signatures) => [...new Map(signatures.map((each) => [each.exactHash, each])).values()]);

    it(`finds each pair that a check would, once,  ${method}`, () => {
      fc.assert(
        fc.property(contents, rules, fc.boolean(), (signatures, rule, inFile) => {
          const found: string[] = [];
          const input = inputOf(signatures, method, rule, inFile);
          const { search, close } = createPairSearch(input, (a, b, distance, equal) => {
            const similarity = equal === null ? null : similarityOf(equal);
            found.push(JSON.stringify([...(a > b ? [a, b] : [b, a]), distance, similarity]));
          });
          for (const task of pairTasks(input, 2)) search(task);
          close();
          const expected = matchesOf(signatures, method, rule);
          if (method !== 'simhash') expect(found.sort()).toEqual(expected.sort());
          // Equal fingerprints stand for each other there.
          else expect(expected).toEqual(expect.arrayContaining(found));
          expect(new Set(found).size).toBe(found.length);
        }),
        { numRuns: 200 },
      );
    });

    it(`connects contents that match, in any order of the tasks,  ${method}`, () => {
      fc.assert(
        fc.property(contents, rules, fc.boolean(), (signatures, rule, backwards) => {
          const input = inputOf(signatures, method, rule, false);
          const sets = createUnionFind(signatures.length);
          const { search } = createPairSearch(input, null);
          const tasks = pairTasks(input, 1);
          for (const task of backwards ? tasks.reverse() : tasks) {
            const edges = search(task);
            for (let i = 0; i < edges.length; i += 2) sets.union(edges[i]!, edges[i + 1]!);
          }
          const expected = createUnionFind(signatures.length);
          for (const match of matchesOf(signatures, method, rule)) {
            const [a, b] = JSON.parse(match) as [number, number];
            expected.union(a, b);
          }
          const numbers = signatures.map((_, number) => number);
          expect(numbers.map(sets.find)).toEqual(numbers.map(expected.find));
        }),
        { numRuns: 200 },
      );
    });
  }

  it('compares contents of one fingerprint and one sketch family hardly more than once each', () => {
    const signatures = Array.from({ length: 3000 }, (_, number) => ({
      ...sketched(plainSignature()),
      exactHash: number.toString(16).padStart(32, '0'),
    }));
    const rule = { maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.6 };
    const input = inputOf(signatures, 'hybrid', rule, false);
    const { search } = createPairSearch(input, null);
    const edges = pairTasks(input, 1).flatMap((task) => [...search(task)]);
    expect(edges).toHaveLength(2 * 2999);
  });
});

function inputOf(
  signatures: readonly Signature[],
  method: Method,
  rule: MatchRule,
  inFile: boolean,
): PairInput {
  const bytes = new Uint8Array(signatures.length * 128);
  for (const [number, { sketch }] of signatures.entries()) {
    if (sketch !== null) bytes.set(sketch, number * 128);
  }
  const file = join(directory, 'sketches.bin');
  if (inFile) writeFileSync(file, bytes);
  const contents: Contents = {
    high: Int32Array.from(signatures, ({ fingerprint }) => fingerprint.high | 0),
    low: Int32Array.from(signatures, ({ fingerprint }) => fingerprint.low | 0),
    flags: Uint8Array.from(
      signatures,
      ({ sketch, shortText }) => (shortText ? 1 : 0) | (sketch === null ? 0 : 2),
    ),
    sketches:
      method === 'simhash' ? null : inFile ? { kind: 'file', file } : { kind: 'memory', bytes },
  };
  return { contents, groups: groupByFingerprint(contents), recipe: recipeOf(method), rule };
}

/** All pairs that match, as the replay of two documents finds them. */
function matchesOf(signatures: readonly Signature[], method: Method, rule: MatchRule): string[] {
  const matches: string[] = [];
  for (const [a, signature] of signatures.entries()) {
    for (const [b, other] of signatures.slice(0, a).entries()) {
      const documents = [
        { id: 'b', ord: 0, signature: other },
        { id: 'a', ord: 1, signature },
      ];
      const [, { decision, distance, similarity }] = [
        ...replay(documents, { recipe: recipeOf(method), rule, refuse: 'similar' }),
      ] as [unknown, { decision: string; distance: number; similarity: number }];
      if (decision === 'duplicate') matches.push(JSON.stringify([a, b, distance, similarity]));
    }
  }
  return matches;
}
