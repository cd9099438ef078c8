import fc from 'fast-check';
import type { Decision, ReplayDocument } from '../../src/batch/replay.js';
import type { Method, Recipe } from '../../src/fingerprint/recipe.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import type { MatchRule, Refusal } from '../../src/matching/match.js';
import { keptSignature } from '../../src/matching/match-rule.js';
import { createMemoryStore } from '../../src/store/memory/memory-store.js';
import { flip, newCollection, recipeOf, signatureOf, sketched } from '../store/samples.js';

/** Centres that share two blocks; a few bits of each are flipped, so that chains are common. */
const centres: readonly Fingerprint[] = [
  { high: 0xffff0000, low: 0x7fff8000 },
  { high: 0xffff0000, low: 0x80007fff },
];
const flips = [[], [], [0], [63], [0, 16], [0, 16, 32], [15, 31, 47], [0, 16, 32, 48], [1, 2, 17]];
const ranges: readonly (readonly [from: number, to: number])[] = [
  [0, 0],
  [0, 0],
  [77, 128],
  [76, 128],
  [103, 128],
  [0, 3],
  [0, 9],
  [0, 12],
  [0, 60],
  [6, 100],
];

/** Signatures as a collection of this method keeps them, many of them of few contents. */
export function signaturesOf(method: Method) {
  return fc
    .record({
      centre: fc.constantFrom(...centres),
      bits: fc.constantFrom(...flips),
      // Method minhash takes texts only, which have sketches.
      content: method === 'minhash' ? fc.constantFrom(0, 0, 1) : fc.constantFrom(0, 0, 1, -1),
      family: fc.nat({ max: 1 }),
      range: fc.constantFrom(...ranges),
      hasSketch: method === 'minhash' ? fc.constant(true) : fc.boolean(),
    })
    .map(({ centre, bits, content, family, range: [from, to], hasSketch }) => {
      const plain = signatureOf(flip(centre, bits), content);
      const whole = hasSketch && content >= 0 ? sketched(plain, { family, from, to }) : plain;
      return keptSignature(whole, recipeOf(method));
    });
}

/** Documents in input order, of few ids, so that many come again. */
export function documentsOf(method: Method): fc.Arbitrary<ReplayDocument[]> {
  const ids = fc.constantFrom(...'abcdefghij', 'é', '\uff5e', '\u{1f600}');
  return fc
    .array(fc.record({ id: ids, signature: signaturesOf(method) }), { maxLength: 24 })
    .map((documents) => documents.map((document, ord) => ({ ...document, ord })));
}

export const rules = fc.record({
  maxDistance: fc.integer({ min: 0, max: 7 }),
  minSimilarity: fc.constantFrom(0, 0.5, 0.6, 0.8, 1),
  shortMinSimilarity: fc.constantFrom(0.6, 0.8, 1),
});

/** The decisions of checks sent to the oracle of the stores, one after the other. */
export async function checkedOneByOne(
  documents: readonly ReplayDocument[],
  recipe: Recipe,
  rule: MatchRule,
  refuse: Refusal = 'same',
): Promise<Decision[]> {
  const store = createMemoryStore();
  const collection = await store.createCollection({ ...newCollection('all'), recipe });
  const decisions: Decision[] = [];
  for (const { id, ord, signature } of documents) {
    const { decision, matches, duplicateOf, similarTo } = await store.check({
      ...{ collection, id, newId: id, newClusterId: id, signature, rule, now: ord, limit: 1 },
      ...{ metadata: null, text: null, extractor: null, expiresAt: null, store: 'ifNew' },
      ...{ refuse, onDuplicate: 'keep', keepFormer: false },
    });
    const { distance = null, similarity = null, exact = false } = matches[0] ?? {};
    decisions.push({ id, ord, decision, duplicateOf, similarTo, distance, similarity, exact });
  }
  return decisions;
}
