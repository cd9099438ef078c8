import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../../src/errors.js';
import { packReading, storedEvidence, unpackPage } from '../../src/fingerprint/packed-reading.js';
import type { TextParts } from '../../src/fingerprint/parts.js';
import { mainWords, type PageWords, withRest } from '../../src/fingerprint/reading.js';
import type { Method, Recipe } from '../../src/fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../../src/fingerprint/signature.js';
import type { CheckPolicy } from '../../src/matching/decide.js';
import type { MatchRule } from '../../src/matching/match.js';
import type { CollectionKey, CreateCollection } from '../../src/store/contract/collections.js';
import type { AddOperation, CheckOperation } from '../../src/store/contract/documents.js';
import type { StoreStats } from '../../src/store/contract/statistics.js';
import type { Store } from '../../src/store/contract/store.js';
import { type EvidenceWords, wordFlags } from '../../src/text/evidence-words.js';

/** A recipe. Stores read only its method and bands. */
export const recipe: Recipe = {
  version: 3,
  method: 'simhash',
  unicode: '16.0',
  segmenter: 'jieba-2.0.3',
  hmm: false,
  simplify: true,
  lowerCase: true,
  minTermLength: 1,
  stopWords: ['zh', 'en'],
  weighting: 'logTf',
  unknownIdf: 'median',
  topTerms: null,
  hash: 'xxh64',
  shortTextBelow: 16,
  shortMinSimilarity: null,
  shingle: null,
  sketch: null,
  bands: null,
  checksums: { words: '0123456789abcdef' },
};

/** A recipe with four bands, which cover bytes 0 to 11 of a sketch. */
export function recipeOf(method: Method): Recipe {
  if (method === 'simhash') return recipe;
  return {
    ...recipe,
    method,
    shingle: { words: 2 },
    sketch: { length: 128, bits: 8 },
    bands: { count: 4, rows: 3 },
  };
}

export const newCollection = (name: string, method: Method = 'simhash'): CreateCollection => ({
  name,
  recipe: recipeOf(method),
  recipeId: 'f00dfeedf00dfeed',
  maxDistance: 3,
  minContainment: null,
  minSimilarity: 0.6,
  duplicateIf: 'page',
  ttlSeconds: null,
  keepText: false,
  keepRefused: 3,
  keepPerFamily: null,
  siteLines: true,
  refusedPages: null,
  collectionsMax: 10,
  now: 1_000,
});

export const rule: MatchRule = { maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.8 };

/**
 * Returns a signature whose fingerprint is all zeros except the given bits.
 * @param content distinguishes contents of one fingerprint
 */
export function signature(bits: readonly number[] = [], content = 0): Signature {
  const fingerprint = flip({ high: 0, low: 0 }, bits);
  return signatureOf(fingerprint, content);
}

/**
 * @param content odd: a short text; -1: a posted fingerprint, without a text
 */
export function signatureOf(fingerprint: Fingerprint, content = 0): Signature {
  const exactHash = hexOf([content + 1, 7, fingerprint.high, fingerprint.low]);
  return {
    exactHash,
    fingerprint,
    featureCount: content < 0 ? null : 20 + content,
    shortText: content % 2 === 1,
    sketch: null,
    shingles: null,
    evidence: content < 0 ? null : storedEvidence(packed(statements(1, exactHash), exactHash)),
    parts: null,
  };
}

/** Shape of a sketch in a family. No other sketch shares the bytes from `from` up to `to`. */
export interface SketchShape {
  readonly family: number;
  readonly from: number;
  readonly to: number;
  /**
   * Bit mask of bands, out of four, whose tails differ, as if their bytes equalled those of the family only by chance.
   */
  readonly unlike: number;
}

/** Adds a sketch with tails of two bytes and landmarks, and a number of shingles unless `to` is 60. */
export function sketched(signature: Signature, shape: Partial<SketchShape> = {}): Signature {
  const { family = 0, from = 0, to = 0, unlike = 0 } = shape;
  const { fingerprint } = signature;
  const content = (signature.featureCount ?? 0) - 19;
  const values = Uint8Array.from({ length: 128 }, (_, i) => {
    const common = Math.imul(i + 1, 31) + family * 101;
    return i >= from && i < to ? common + 7 + from + 3 * to : common;
  });
  const tails = [0, 1, 2, 3].flatMap((band) => {
    const own = values.subarray(3 * band, 3 * band + 3).reduce((sum, byte) => 3 * sum + byte);
    return [own & 255, 7 + ((unlike >> band) & 1)];
  });
  // Landmarks of the family, except the last one, which few share.
  const landmarks = [0, 1, 2, 3, 4, 5, 6, content].flatMap((each) => [1, family, each & 255, 1]);
  const sketch = Uint8Array.from([...values, ...tails, ...landmarks]);
  const shapeNumber = 1000 + family * 65536 + from * 256 + to;
  const exactHash = hexOf([
    content + unlike * 2 ** 24,
    shapeNumber,
    fingerprint.high,
    fingerprint.low,
  ]);
  const shingles = to === 60 ? null : 100 + from + 3 * to;
  const evidence =
    signature.evidence && storedEvidence(packed(statements(1, exactHash), exactHash));
  return { ...signature, exactHash, sketch, shingles, evidence };
}

/**
 * Adds evidence of different statements. Samples are stored contents of kind 1. Kinds 1 and 2 have different numbers.
 * Kind 3 has a passage that they lack, and lacks one that they have.
 * @param lines selects the lines of the text; texts of one kind with the same lines say the same
 */
export function withEvidence(given: Signature, kind: 1 | 2 | 3, lines?: string): Signature {
  const exactHash = `${kind}${given.exactHash.slice(1)}`;
  return { ...given, exactHash, evidence: packed(statements(kind, lines ?? exactHash), exactHash) };
}

/** Adds a title, which is a line outside the main text; title 3 is the lines of titles 1 and 2. */
export function titled(given: Signature, title: 1 | 2 | 3): Signature {
  const { exactHash, evidence } = given;
  if (evidence === null) return given;
  const page = unpackPage(evidence) ?? statements(1, exactHash);
  const titles = title === 3 ? [1, 2] : [title];
  const words = titles.flatMap((each) => [1, 2, 3, 4].map((at) => 1000 * each + at));
  const flags = Uint8Array.from(words, (_, at) => (at % 4 === 0 ? begins : 0));
  return {
    ...given,
    exactHash: `${exactHash.slice(0, 2)}${title}${exactHash.slice(3)}`,
    evidence: packed(withRest(page, readWords(words, flags)), exactHash),
  };
}

/**
 * Returns a page whose main text is one of several, and which has some lines outside it.
 * @param version pages of one main text that differ in it say the same in other lines
 */
export function pageWithLines(main: number, version: number, lines: readonly number[]): Signature {
  const [high, low] = [0x9e37_79b1, 0x85eb_ca6b].map((odd) => Math.imul(main, odd) >>> 0);
  const plain = signatureOf({ high: high!, low: low! }, 2);
  const words = Array.from({ length: 30 }, (_, at) => Math.imul(100 * main + at + 1, 0x9e37_79b1));
  const page = mainWords(
    readWords(
      words,
      Uint8Array.from(words, (_, at) => (at ? 0 : begins)),
    ),
    true,
  );
  const rest = lines.flatMap((line) => [1, 2, 3, 4].map((at) => 1000 * line + at));
  const flags = Uint8Array.from(rest, (_, at) => (at % 4 === 0 ? begins : 0));
  const exactHash = hexOf([main, version, ...[...new Set(lines)].sort((a, b) => a - b)]);
  return {
    ...{ ...plain, exactHash },
    evidence: packed(withRest(page, readWords(rest, flags)), `main ${main} ${version}`),
  };
}

/** Returns a reading of the words of a range. Each tenth word begins a sentence. */
export function wordsOfRange(from: number, length: number): Uint8Array {
  const words = Array.from({ length }, (_, at) => Math.imul(from + at + 1, 0x85eb_ca6b));
  const flags = Uint8Array.from(words, (_, at) =>
    (from + at) % 10 === 0 ? wordFlags.beginsSentence : 0,
  );
  return packed(mainWords(readWords(words, flags), false), `${from} ${length}`);
}

const begins = wordFlags.beginsLine | wordFlags.beginsSentence;

/** Returns 60 alphabetic words in two lines, one of them a number. @param lines selects the end of the first line */
function statements(kind: 1 | 2 | 3, lines: string): PageWords {
  const words = Array.from({ length: 60 }, (_, at) => Math.imul(at + 1, 0x9e37_79b1));
  if (kind === 2) words[20] = 7;
  if (kind === 3) for (let at = 30; at < 40; at++) words[at] = at;
  const second = 4 + (Number.parseInt(hash('md5', lines).slice(0, 6), 16) % 53);
  const flags = new Uint8Array(words.length);
  flags[0] = begins;
  flags[second] = wordFlags.beginsLine;
  flags[20]! |= wordFlags.number;
  return mainWords(readWords(words, flags), false);
}

function readWords(words: readonly number[], flags: Uint8Array): EvidenceWords {
  return {
    count: words.length,
    hashes: Int32Array.from(words),
    flags,
    lengths: new Uint8Array(words.length),
    marks: new Uint32Array(0),
  };
}

/** Packs a page. @param of text that the hash of its main text is made of */
const packed = (page: PageWords, of: string) => packReading(page, hash('md5', of));

/** Adds parts with samples of at least four hashes, more for texts of more than 32. */
export const withParts = (recipe: Recipe): Recipe => ({
  ...recipe,
  parts: { words: 3, oneIn: 8, least: 4 },
});

/** Adds parts: equally spaced hashes of a range selected by the exact hash. */
export function parted(given: Signature): Signature {
  const [first, second] = [6, 4].map((digits) =>
    Number.parseInt(given.exactHash.slice(-digits), 16),
  );
  return { ...given, parts: partsOfRange((first! * 7) % 23, 1 + (second! % 40)) };
}

/** Ranges overlap as their texts do; hashes have another order. */
export function partsOfRange(from: number, length: number): TextParts {
  const hashes = Uint32Array.from({ length }, (_, i) => Math.imul(from + i + 1, 0x9e37_79b1));
  return { hashes: hashes.sort(), total: length };
}

function hexOf(words: readonly number[]): string {
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

export function flip({ high, low }: Fingerprint, bits: readonly number[]): Fingerprint {
  let flippedHigh = high;
  let flippedLow = low;
  for (const bit of bits) {
    if (bit < 32) flippedLow ^= 1 << bit;
    else flippedHigh ^= 1 << (bit - 32);
  }
  return { high: flippedHigh >>> 0, low: flippedLow >>> 0 };
}

/** Returns a document as read while it is in no cluster. */
export const alone = <T extends object>(document: T) => ({
  ...document,
  cluster: null,
  claim: null,
});

/** A time after all operations on the samples. */
export const later = 10_000;

/** Returns the counts after a sweep that removes no expired documents. Busy nodes of a cluster are asked again. */
export async function sweptStats(store: Store, collection?: CollectionKey): Promise<StoreStats> {
  for (let tries = 1; ; tries++) {
    try {
      while (await store.sweep({ now: 0 }));
      return await store.stats({ collection });
    } catch (error) {
      const isBusy = error instanceof NeardupError && error.code === 'not_ready';
      if (!isBusy || tries === 5) throw error;
      await sleep(2_000 * tries);
    }
  }
}

export function addition(
  collection: CollectionKey,
  id: string,
  changes: Partial<AddOperation> = {},
): AddOperation {
  const given = { collection, id, signature: signature(), metadata: null, now: 2_000 };
  return { ...given, page: null, text: null, extractor: null, expiresAt: null, ...changes };
}

/** Default policy of a check. */
export const defaultPolicy: CheckPolicy = {
  duplicateIf: 'page',
  onDuplicate: 'skip',
  onChange: 'store',
  onCovered: 'keep',
  dryRun: false,
};

export function checking(
  collection: CollectionKey,
  id: string | null,
  changes: Partial<CheckOperation> = {},
): CheckOperation {
  return {
    collection,
    id,
    newId: id ?? 'made-up',
    newClusterId: `cluster of ${id}`,
    signature: signature(),
    metadata: null,
    page: null,
    text: null,
    extractor: null,
    expiresAt: null,
    ...defaultPolicy,
    claim: null,
    rule,
    limit: 10,
    now: 3_000,
    ...changes,
  };
}
