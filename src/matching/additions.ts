import { type NewPassage, newKinds } from '../fingerprint/comparable.js';
import {
  type Evidence,
  packEvidence,
  readFor,
  readTitle,
  type ShingleSet,
  shingleSet,
  shinglesOfWord,
  unpackEvidence,
} from '../fingerprint/evidence.js';
import { storedEvidence, unpackReading } from '../fingerprint/packed-reading.js';
import { type Containment, whole } from './containment.js';
import type { Additions, Difference, MatchRule } from './match.js';
import { type Adds, addsNothing, addsTo, newRuns } from './novelty.js';

/** Difference of two texts if at least one of them has no evidence (fingerprint/evidence.ts). */
export const unknownDifference: Difference = { adds: null, covers: null };

/** Difference of equal texts, unless each title has a word that the other lacks. */
export const noDifference: Difference = {
  adds: {
    ...{ nothing: true, words: 0, share: 0, longest: 0, numbers: 0, names: 0 },
    ...{ negations: 0, lines: 0, title: null },
  },
  covers: true,
};

/** Returns the difference of two equal texts, which may have different titles, from the evidence of both. */
export function differenceOfEqual(
  page: Uint8Array | null,
  content: Uint8Array | null,
  { compareTitles = true }: TitleRule,
): Difference {
  if (page === null || content === null) return noDifference;
  const [own, stored] = [page, content].map((each) => readTitle(storedEvidence(each)));
  const title = compareTitleWords(own!, stored!);
  if (title !== true) return noDifference;
  return { adds: { ...noDifference.adds!, nothing: !compareTitles, title }, covers: true };
}

/** The field of a match rule that determines whether different titles count as a difference. */
export type TitleRule = Pick<MatchRule, 'compareTitles'>;

/** Comparison of a page with a stored text by the evidence of both. */
export interface EvidenceComparison {
  /** Additions of the page to the text. The page covers the text if it says everything that the text says. */
  readonly differs: Difference;
  /** Counts the shingles that both share. Returns null if the evidence of either is unknown. */
  containment(): Containment | null;
}

/**
 * Creates a function that compares a page with stored texts.
 * @param page packed reading, as in a signature (packed-reading.ts)
 * @returns a function that takes the packed evidence of a stored text, with or without its reading
 */
export function evidenceComparer(
  page: Uint8Array | null,
  { compareTitles = true }: TitleRule,
): (content: Uint8Array | null) => EvidenceComparison {
  const own = evidenceIn(page);
  if (page === null || own === null) return () => unknownComparison;
  const reading = unpackReading(page);
  // Reading and evidence of the page for each size of shingles, computed when first needed. Without a reading, the page
  // has evidence for one size only.
  const forms = new Map([[own.full, { reading, evidence: own }]]);
  const formFor = (stored: Evidence) => {
    if (!forms.has(stored.full) && reading !== null) {
      const evidence = unpackEvidence(packEvidence(reading, stored.full))!;
      forms.set(stored.full, { reading: readFor(stored, reading), evidence });
    }
    return forms.get(stored.full);
  };
  return (content) => {
    const stored = content && unpacked(content);
    const form = stored && formFor(stored);
    if (stored === null || !form) return unknownComparison;
    const title = compareTitleWords(own.title, stored.title);
    const found =
      form.reading === null
        ? addedByStored(form.evidence, stored)
        : summarized(addsTo(form.reading, stored, own.title, lackedBy(stored, form.evidence)));
    const nothing = found.nothing && !(compareTitles && title === true);
    const adds = { ...found, nothing, title };
    return {
      differs: { adds, covers: covers(form.evidence, stored, adds.nothing) },
      containment: () => ({
        ofThis: shareIn(stored, form.evidence),
        ofMatch: shareIn(form.evidence, stored),
        error: whole.error,
      }),
    };
  };
}

const unknownComparison: EvidenceComparison = {
  differs: unknownDifference,
  containment: () => null,
};

/**
 * Cache of unpacked evidence. All pages of a family (pages from one template) are compared with the same several
 * hundred stored texts, which the index returns for their common keys.
 */
const recent = new Map<Uint8Array, Evidence | null>();
const recentMax = 2 ** 10;
/** Maximum size of all cached evidence, in packed bytes; unpacked, it takes about eight times as much. */
const recentBytesMax = 2 ** 20;
/**
 * Maximum size of evidence that is cached, in packed bytes. The cache finds evidence by the identity of its array, and
 * stores read longer evidence into a new array each time.
 */
const recentContentMax = 2 ** 13;
let recentBytes = 0;

function unpacked(content: Uint8Array): Evidence | null {
  const known = recent.get(content);
  if (known !== undefined) return known;
  const evidence = unpackEvidence(storedEvidence(content));
  if (content.length > recentContentMax) return evidence;
  recent.set(content, evidence);
  recentBytes += content.length;
  for (const oldest of recent.keys()) {
    if (recent.size <= recentMax && recentBytes <= recentBytesMax) break;
    recent.delete(oldest);
    recentBytes -= oldest.length;
  }
  return evidence;
}

/** Difference between a page and one stored text. */
export function computeDifference(
  page: Uint8Array | null,
  content: Uint8Array | null,
  rule: TitleRule,
): Difference {
  return evidenceComparer(page, rule)(content).differs;
}

/** A passage of new words, from word number `start` to `end`, exclusive. */
export type NewWords = Omit<NewPassage, 'text'>;

/**
 * Finds the passages of a page that a stored text lacks, in order.
 * @returns null if either has no evidence, or the page has no reading
 */
export function newWords(page: Uint8Array | null, content: Uint8Array | null): NewWords[] | null {
  const reading = page && unpackReading(page);
  const stored = evidenceIn(content);
  if (page === null || reading === null || stored === null) return null;
  return newRuns(reading, stored, readTitle(storedEvidence(page))).map((run) => {
    const { start, end, length, numbers, names, hasNegation } = run;
    const has = { number: numbers > 0, name: names > 0, negation: hasNegation };
    return { start, end, words: wholeWords(length), kinds: newKinds.filter((kind) => has[kind]) };
  });
}

const evidenceIn = (bytes: Uint8Array | null) => bytes && unpackEvidence(storedEvidence(bytes));

/** Returns true if each title has a word that the other lacks; null if either title has no words. */
function compareTitleWords(a: Uint16Array, b: Uint16Array): boolean | null {
  if (a.length === 0 || b.length === 0) return null;
  return a.some((word) => !b.includes(word)) && b.some((word) => !a.includes(word));
}

function summarized(adds: Adds): Omit<Additions, 'title'> {
  return {
    nothing: addsNothing(adds),
    words: wholeWords(adds.added),
    share: rounded(adds.share),
    longest: wholeWords(Math.max(adds.longest, adds.longestAtEdge)),
    numbers: adds.numbers + adds.edgeNumbers,
    names: adds.names + adds.edgeNames,
    negations: adds.negations,
    lines: adds.wholeLines,
  };
}

/**
 * Rounds a length up to whole words. Lengths are fractions, because a Han character counts as two thirds of a word and
 * a Thai one as two sevenths.
 */
const wholeWords = (length: number) => Math.max(0, Math.ceil(length - 1e-6));
const rounded = (share: number) => Math.round(share * 1000) / 1000;

/**
 * Computes what one stored text adds to another. Only the shingle hashes of a stored text are known, not its words, and
 * any new shingle may contain a name. So a text adds nothing only if it has no new shingle or number. Lengths are in
 * shingles instead of words.
 */
function addedByStored(page: Evidence, stored: Evidence): Omit<Additions, 'title'> {
  const { numbers, shingles } = lacking(page, stored);
  return {
    nothing: numbers + shingles === 0,
    words: shingles,
    share: rounded(shingles / Math.max(1, page.shingles.length)),
    numbers,
    ...{ longest: null, names: null, negations: null, lines: null },
  };
}

/**
 * Returns true if a page has all numbers and all shingles of a stored text. A page that adds nothing may lack the
 * shingles of one word. If a page adds something, that word could be a name, so the page must have all shingles.
 */
function covers(page: Evidence, stored: Evidence, addsNothing: boolean): boolean {
  const { numbers, shingles } = lacking(stored, page);
  if (numbers > 0) return false;
  return shingles <= (addsNothing ? shinglesOfWord(stored) : 0);
}

/** Counts the numbers and shingles that one text has and another lacks, from the evidence of both. */
function lacking(
  { numbers, shingles, bits }: Evidence,
  other: Evidence,
): { readonly numbers: number; readonly shingles: number } {
  const shared = Math.min(bits, other.bits);
  return {
    numbers: findLacking(numbers, 0, other.numbers, 0),
    shingles: findLacking(shingles, bits - shared, other.shingles, other.bits - shared),
  };
}

/**
 * Returns the share of the shingles of a text that another text contains. A shingle that the other text lacks has the
 * hash of one of its shingles with probability `chance`, which is small unless the other text is far longer.
 */
function shareIn(other: Evidence, text: Evidence): number {
  const agreeing = 1 - lacking(text, other).shingles / text.shingles.length;
  const chance = -Math.expm1(-other.shingles.length / 2 ** Math.min(text.bits, other.bits));
  return Math.max(0, (agreeing - chance) / (1 - chance));
}

/**
 * Returns the shingles of a long page that a stored text lacks. Looking up the shingles of the page in this set, which
 * is usually small, is several times faster than in all shingles of the stored text, which do not fit into the cache of
 * a processor. Returns undefined for other pages, and if the evidence of the page has shorter hashes.
 */
function lackedBy(stored: Evidence, page: Evidence): ShingleSet | undefined {
  if (page.shingles.length < longPageShingles || page.bits < stored.bits) return undefined;
  const lacked = new Uint32Array(page.shingles.length);
  const count = findLacking(page.shingles, page.bits - stored.bits, stored.shingles, 0, lacked);
  return shingleSet(lacked.subarray(0, count), stored.bits);
}

/** Minimum number of shingles of a long page. */
const longPageShingles = 2 ** 14;

/**
 * Finds the values of a sorted list that another sorted list lacks. Ignores the lowest `shift` bits of the values, and
 * the lowest `otherShift` bits of the others.
 * @param found receives the values, without the ignored bits
 * @returns their count
 */
function findLacking(
  values: Uint32Array,
  shift: number,
  others: Uint32Array,
  otherShift: number,
  found: Uint32Array | null = null,
): number {
  let count = 0;
  let at = 0;
  // Iterating a typed array with `for … of` takes three times as long.
  for (let index = 0; index < values.length; index++) {
    const value = values[index]! >>> shift;
    while (at < others.length && others[at]! >>> otherShift < value) at++;
    if (at < others.length && others[at]! >>> otherShift === value) continue;
    if (found !== null) found[count] = value;
    count++;
  }
  return count;
}
