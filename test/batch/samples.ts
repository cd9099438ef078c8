import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Column, type Contents, contentFlags } from '../../src/batch/pairs/contents.js';
import { type EvidenceFile, noEvidence } from '../../src/batch/pairs/evidence-file.js';
import type { Decision, ReplayDocument } from '../../src/batch/replay.js';
import { sketchLength } from '../../src/fingerprint/minhash.js';
import type { Method, Recipe } from '../../src/fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../../src/fingerprint/signature.js';
import { type Level, levels, type MatchRule } from '../../src/matching/match.js';
import { keptSignature } from '../../src/matching/match-rule.js';
import { hostOrCommon } from '../../src/store/rules/host.js';
import { createModelStore } from '../model/model-store.js';
import {
  flip,
  newCollection,
  recipeOf,
  signatureOf,
  sketched,
  withEvidence,
} from '../store/samples.js';

/** Options of a replay whose ids are strings. */
export const byId = { hostOf: hostOrCommon };

/** Centres that share two blocks. A few bits of each are flipped, so chains are common. */
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

/** Generates signatures in the stored form of this method, with few distinct contents. */
export function signaturesOf(method: Method) {
  return fc
    .record({
      centre: fc.constantFrom(...centres),
      bits: fc.constantFrom(...flips),
      // Method minhash accepts only texts, which have sketches.
      content: method === 'minhash' ? fc.constantFrom(0, 0, 1) : fc.constantFrom(0, 0, 1, -1),
      family: fc.nat({ max: 1 }),
      range: fc.constantFrom(...ranges),
      hasSketch: method === 'minhash' ? fc.constant(true) : fc.boolean(),
      unlike: fc.constantFrom(0, 0, 0b0001, 0b1110, 0b1111),
      evidence: fc.constantFrom(null, 1, 1, 2, 3),
    })
    .map(({ centre, bits, content, family, range: [from, to], hasSketch, unlike, evidence }) => {
      const plain = signatureOf(flip(centre, bits), content);
      const shape = { family, from, to, unlike };
      const whole = hasSketch && content >= 0 ? sketched(plain, shape) : plain;
      const told = evidence !== null && content >= 0 ? withEvidence(whole, evidence) : whole;
      return keptSignature(told, recipeOf(method));
    });
}

/** A document of a batch with all stored data. */
export interface SampleDocument extends ReplayDocument {
  readonly signature: Signature;
}

/** Generates documents in input order, with few ids and contents, so that many of both repeat. */
export function documentsOf(method: Method): fc.Arbitrary<SampleDocument[]> {
  const ids = fc.constantFrom(
    ...[...'abcdef', 'é', '\uff5e', '\u{1f600}'],
    ...['https://www.one.test/g', 'http://one.test/h', 'https://two.test/i', 'https://two.test/j'],
  );
  const any = signaturesOf(method);
  return fc
    .array(any, { minLength: 1, maxLength: 4 })
    .map((few) => fc.oneof(fc.constantFrom(...few), any))
    .chain((some) => fc.array(fc.record({ id: ids, signature: some }), { maxLength: 24 }))
    .map((documents) => documents.map((document, ord) => ({ ...document, ord })));
}

const thresholds = {
  maxDistance: fc.integer({ min: 0, max: 7 }),
  minSimilarity: fc.constantFrom(0, 0.5, 0.6, 0.8, 1),
  shortMinSimilarity: fc.constantFrom(0.6, 0.8, 1),
};

export const rules = fc.record(thresholds);

/** Rules with a containment, under which a text matches any text that contains it. */
export const rulesWithParts = fc.record({
  ...thresholds,
  minSimilarity: fc.constantFrom(0.8, 1),
  minContainment: fc.constantFrom(0.3, 0.5, 0.8, 1),
});

export const refusal = fc.constantFrom(...levels);

/** Returns the decisions of sequential checks sent to the store's oracle. */
export async function checkedOneByOne(
  documents: readonly SampleDocument[],
  recipe: Recipe,
  rule: MatchRule,
  duplicateIf: Level,
): Promise<Decision[]> {
  const store = createModelStore();
  const collection = await store.createCollection({ ...newCollection('all'), recipe });
  const decisions: Decision[] = [];
  for (const { id, ord, signature } of documents) {
    const { decision, matches, duplicateOf, similarTo } = await store.check({
      ...{ collection, id, newId: id, newClusterId: id, signature, now: ord, limit: 1 },
      rule,
      ...{
        metadata: null,
        page: null,
        text: null,
        extractor: null,
        expiresAt: null,
      },
      ...{ duplicateIf, onDuplicate: 'skip', onChange: 'store' },
      ...{ onCovered: 'keep', dryRun: false, claim: null },
    });
    const told = duplicateOf === null && similarTo === null ? undefined : matches[0];
    const { distance = null, similarity = null, exact = false } = told ?? {};
    const { level = 'similar', adds = null, covers = null } = told ?? {};
    const ofPart = told?.part && { relation: 'containedIn' as const };
    const measured = { distance, similarity, exact, level, adds, covers, ...ofPart };
    decisions.push({ id, ord, decision, duplicateOf, similarTo, ...measured });
  }
  return decisions;
}

/**
 * Returns the distinct contents of these signatures.
 * @param directory directory of the evidence
 * @param ofSketches directory of the sketches; null to keep them in memory
 */
export function contentsOf(
  signatures: readonly Signature[],
  directory: string,
  ofSketches: string | null,
): Contents {
  return {
    high: Int32Array.from(signatures, ({ fingerprint }) => fingerprint.high | 0),
    low: Int32Array.from(signatures, ({ fingerprint }) => fingerprint.low | 0),
    flags: Uint8Array.from(
      signatures,
      ({ sketch, shortText }) =>
        (shortText ? contentFlags.shortText : 0) | (sketch === null ? 0 : contentFlags.sketch),
    ),
    sketches: sketchesOf(signatures, ofSketches),
    evidence: evidenceFileOf(signatures, directory),
  };
}

function sketchesOf(signatures: readonly Signature[], directory: string | null): Column {
  const width = lengthOfSketches(signatures);
  const bytes = new Uint8Array(signatures.length * width);
  for (const [number, { sketch }] of signatures.entries()) {
    if (sketch !== null) bytes.set(sketch, number * width);
  }
  if (directory === null) return { kind: 'memory', width, bytes };
  const file = join(directory, 'sketch.bin');
  writeFileSync(file, bytes);
  return { kind: 'file', width, file };
}

function evidenceFileOf(signatures: readonly Signature[], directory: string): EvidenceFile {
  const file = join(directory, 'evidence.bin');
  const parts: Uint8Array[] = [];
  let length = 0;
  const starts = Float64Array.from(signatures, ({ evidence }) => {
    if (evidence === null) return noEvidence;
    parts.push(withLength(evidence));
    length += parts.at(-1)!.length;
    return length - parts.at(-1)!.length;
  });
  writeFileSync(file, Buffer.concat(parts));
  return { file, starts };
}

function lengthOfSketches(signatures: readonly Signature[]): number {
  return signatures.find(({ sketch }) => sketch !== null)?.sketch?.length ?? sketchLength;
}

/** Encodes evidence for the file. */
function withLength(evidence: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + evidence.length);
  new DataView(bytes.buffer).setUint32(0, evidence.length, true);
  bytes.set(evidence, 4);
  return bytes;
}
