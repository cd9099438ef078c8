import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReplayDocument } from '../../../src/batch/replay.js';
import { geometry, geometryNames } from '../../../src/fingerprint/geometry.js';
import { bandKeys } from '../../../src/fingerprint/minhash.js';
import { type Method, methods } from '../../../src/fingerprint/recipe.js';
import type { MatchRule } from '../../../src/matching/match.js';
import { closeness, isMatch, storedSignature } from '../../../src/matching/match-rule.js';
import { checkedOneByOne, documentsOf, refusal, rules } from '../../../test/batch/samples.js';
import { recipeOf, rule, signature, sketched } from '../../../test/store/samples.js';
import { createComponentStage } from '../src/component-stage.js';
import { createKeyStage } from '../src/key-stage.js';
import { createPairStage } from '../src/pair-stage.js';
import { createReplayStage } from '../src/replay-stage.js';
import { signedColumn } from '../src/signed-row.js';
import { type BatchOptions, batch, pairLines, through } from './stages.js';

const recipeId = 'f00dfeedf00dfeed';

function optionsOf(method: Method, changes: Partial<BatchOptions> = {}): BatchOptions {
  return {
    ...{ recipe: recipeOf(method), recipeId, rule, geometry: geometry('10x25') },
    ...{ everyPair: false, hotAbove: 2000, ...changes },
  };
}

/** Chooses a geometry that supports the distance. */
const plans = rules.chain((given) =>
  fc.record({
    rule: fc.constant(given),
    geometry: fc
      .constantFrom(...geometryNames.map(geometry))
      .map((cut) => (given.maxDistance <= cut.radiusWithFlip ? cut : geometry('4x16'))),
    hotAbove: fc.constantFrom(1, 3, 2000),
  }),
);

describe.each(methods)('a batch of method %s', (method) => {
  it('decides like a sequence of checks, with every geometry, with and without hot keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        documentsOf(method),
        plans,
        refusal,
        async (documents, plan, duplicateIf) => {
          const { decisions } = batch(documents, optionsOf(method, { ...plan, duplicateIf }));
          const recipe = recipeOf(method);
          expect(decisions).toEqual(
            await checkedOneByOne(documents, recipe, plan.rule, duplicateIf),
          );
        },
      ),
      { numRuns: 120 },
    );
  });

  it('lists every pair of matching contents exactly once', () => {
    fc.assert(
      fc.property(documentsOf(method), plans, (documents, plan) => {
        const lines = pairLines(documents, optionsOf(method, { ...plan, everyPair: true }));
        const listed = lines.filter((line) => line.startsWith('match')).map(namesOf);
        expect(listed.toSorted()).toEqual(matchingPairs(documents, method, plan.rule).toSorted());
      }),
      { numRuns: 120 },
    );
  });

  it('keeps the same documents as a sequence of checks', async () => {
    await fc.assert(
      fc.asyncProperty(documentsOf(method), refusal, async (documents, duplicateIf) => {
        const stored = batch(documents, optionsOf(method, { duplicateIf })).documents;
        const decisions = await checkedOneByOne(documents, recipeOf(method), rule, duplicateIf);
        const kept = decisions
          .filter(({ decision }) => decision === 'new' || decision === 'similar')
          .map(({ id }) => id);
        expect(stored.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
        for (const {
          id,
          storedAt,
          updatedAt,
          lastSeenAt,
          seenCount,
          revision,
          ...rest
        } of stored) {
          const own = decisions.filter((each) => each.id === id && each.decision !== 'duplicate');
          const versions = own.filter(({ decision }) => decision !== 'unchanged');
          expect({ storedAt, updatedAt, lastSeenAt, seenCount, revision }).toEqual({
            storedAt: own[0]!.ord,
            updatedAt: versions.at(-1)!.ord,
            lastSeenAt: own.at(-1)!.ord,
            seenCount: own.length,
            revision: versions.length,
          });
          const last = documents.find(({ ord }) => ord === versions.at(-1)!.ord)!;
          const signature = storedSignature(last.signature, recipeOf(method));
          expect(rest.signature).toEqual(JSON.parse(JSON.stringify(signature)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a hot key', () => {
  it('of similar contents takes linearly many steps and pairs', () => {
    const documents = Array.from({ length: 4000 }, (_, ord) => {
      const plain = signature([ord % 64], 2 * ord);
      return { id: `d${ord}`, ord, signature: plain };
    });
    const lines = pairLines(documents, optionsOf('simhash', { hotAbove: 100 }));
    const same = lines.map(namesOf);
    expect(new Set(same.flatMap((pair) => pair.split(' '))).size).toBe(4000);
    expect(same.length).toBeLessThan(4000 * 40);
  });

  it('of unrelated contents does not join them', () => {
    const documents = Array.from({ length: 200 }, (_, ord) => {
      const plain = sketched(signature([], 2 * ord), { from: 3, to: 128 });
      const own = plain.sketch!.map((byte, index) => (index < 3 ? byte : (byte * 7 + ord) % 256));
      return { id: `d${ord}`, ord, signature: { ...plain, sketch: own, exactHash: hexOf(ord) } };
    });
    const options = optionsOf('minhash', { hotAbove: 10 });
    expect(pairLines(documents, options)).toEqual([]);
    expect(pairLines(documents, { ...options, everyPair: true })).toEqual([]);
  });
});

describe('invalid lines of a stage', () => {
  const row = { id: 'a', signature: signature([1]), metadata: null, page: null, extractor: null };
  const signed = signedColumn(row, { recipe: recipeOf('simhash'), recipeId });
  const replayStage = () =>
    createReplayStage({
      ...optionsOf('simhash'),
      ...{ duplicateIf: 'page', time: 0, ttlSeconds: null, documentColumn: () => '' },
    });

  it.each([
    ['a row of another recipe', 'keys', signed.replace(recipeId, 'aaaaaaaaaaaaaaaa')],
    ['a row that was cut', 'keys', signed.slice(0, 40)],
    ['a row without its fingerprint', 'keys', signed.replace('"fingerprint"', '"print"')],
    ['a row with a short hash', 'keys', signed.replace(/"exactHash":"./, '"exactHash":"')],
    ['a key line that was cut', 'pairs', 'm1.0\t=\tabc'],
    ['a key line of no role', 'pairs', `m1.0\t+\t${hexOf(1)}\t${'0'.repeat(16)}\tlong\t-`],
    [
      'a key line with half a sketch',
      'pairs',
      `m1.0\t=\t${hexOf(1)}\t${'0'.repeat(16)}\tlong\tAAAA`,
    ],
    ['a key line of NULL', 'pairs', `m1.0\t=\t\\N\t${'0'.repeat(16)}\tlong\t-`],
    ['a replay without place', 'replay', `x\t\t${signed}`],
    ['a replay of NULL', 'replay', `x\t\\N\t${signed}`],
    ['a pair that was cut', 'components', 'match\tabc'],
  ])('are refused: %s', (_, name, line) => {
    const stages = {
      keys: () => createKeyStage(optionsOf('simhash')),
      pairs: () => createPairStage(optionsOf('simhash')),
      replay: replayStage,
      components: () => createComponentStage(),
    };
    expect(() => through(stages[name as keyof typeof stages](), [line])).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/validation_failed|recipe_mismatch/) }),
    );
  });

  it('are refused: a replay out of order', () => {
    expect(() => through(replayStage(), [`x\t2\t${signed}`, `x\t1\t${signed}`])).toThrow(
      /place 1 comes after 2/,
    );
  });
});

/** Finds all pairs of matching contents, by comparing all pairs. */
function matchingPairs(documents: readonly ReplayDocument[], method: Method, of: MatchRule) {
  const contents = [...new Map(documents.map((each) => [each.signature.exactHash, each])).values()];
  const { bands } = recipeOf(method);
  const keys = (sketch: Uint8Array | null) => (sketch && bands ? bandKeys(sketch, bands) : []);
  return contents.flatMap(({ signature: a }, index) =>
    contents.slice(0, index).flatMap(({ signature: b }) => {
      const compared = closeness(a, b);
      const near = method !== 'minhash' && compared.distance <= of.maxDistance;
      const others = new Set(keys(b.sketch));
      if (!near && !keys(a.sketch).some((key) => others.has(key))) return [];
      const shortText = a.shortText || b.shortText;
      if (!isMatch({ ...compared, exact: false, shortText }, of)) return [];
      return [[a.exactHash, b.exactHash].sort().join(' ')];
    }),
  );
}

function namesOf(line: string): string {
  return line.split('\t').slice(1, 3).join(' ');
}

function hexOf(value: number): string {
  return value.toString(16).padStart(32, '0');
}
