import {
  countLacking,
  type Evidence,
  hasNumber,
  hasShingle,
  lacking,
  packEvidence,
  unpackEvidence,
} from '../fingerprint/evidence.js';
import { storedEvidence, unpackPage } from '../fingerprint/packed-reading.js';
import {
  findLines,
  findSentences,
  isNumberWord,
  type PageLines,
  type PageWords,
  readPage,
  wordLength,
} from '../fingerprint/reading.js';
import { type Containment, whole } from './containment.js';
import type { Additions, Difference, Level } from './match.js';
import {
  countGoneLines,
  countLackingPairs,
  countSimilarity,
  isMainContained,
  isOnlySiteLines,
  isSameWithoutSites,
  leaveOutSites,
  needsSiteLines,
  type Proven,
  type ProvenPage,
  prove,
  provenSimilarityMin,
} from './proof.js';
import { type ComparedSites, siteLinesAmong, toSiteLine, withoutSiteLines } from './site-lines.js';

/** Reads the lines of the sites of two pages; null if they are not to be compared without them. */
export type ReadSites = () => ComparedSites | null;
const withoutSites: ReadSites = () => null;

/** Difference of two texts if at least one of them has no evidence (fingerprint/evidence.ts). */
export const unknownDifference: Difference = { adds: null, covers: null, level: 'similar' };

/** Difference of equal contents. */
export const noDifference: Difference = {
  adds: { nothing: true, words: 0, share: 0, numbers: 0, lines: 0 },
  covers: true,
  level: 'exact',
};

/** Comparison of a page with a stored page by the evidence of both. */
export interface EvidenceComparison {
  /** Additions of the page. The page covers the stored page if it says everything that the stored page says. */
  readonly differs: Difference;
  /** Counts the shingles that both main texts share. Returns null if the evidence of either is unknown. */
  containment(): Containment | null;
}

const unknownComparison: EvidenceComparison = {
  differs: unknownDifference,
  containment: () => null,
};

/**
 * Creates a function that compares a page with stored pages.
 * @param page packed reading, as in a signature (packed-reading.ts)
 * @returns a function that takes the packed evidence of a stored page, with or without its words, and reads the lines
 *   of sites only if the level depends on them
 */
export function evidenceComparer(
  page: Uint8Array | null,
): (content: Uint8Array | null, readSites?: ReadSites) => EvidenceComparison {
  const forms = page && createForms(page);
  if (forms === null) return () => unknownComparison;
  return (content, readSites = withoutSites) => {
    const stored = content && unpacked(content);
    if (!stored) return unknownComparison;
    const form = forms.formFor(stored);
    const own = form?.evidence ?? forms.evidence;
    if (own.full !== stored.full) return unknownComparison;
    return {
      differs:
        form === null
          ? differenceByEvidence(own, stored, readSites)
          : differenceByWords(form, stored, readSites),
      containment: () => ({
        ofThis: shareIn(stored, own),
        ofMatch: shareIn(own, stored),
        error: whole.error,
      }),
    };
  };
}

/**
 * Returns the share of the shingles of a main text that another main text has, without those that have equal hashes by
 * chance.
 */
function shareIn(other: Evidence, { shingles }: Evidence): number {
  const { length } = shingles.hashes;
  const agreeing = 1 - countLacking(shingles, other.shingles) / Math.max(1, length);
  const bits = Math.min(shingles.bits, other.shingles.bits);
  const chance = -Math.expm1(-other.shingles.hashes.length / 2 ** bits);
  return Math.max(0, (agreeing - chance) / (1 - chance));
}

function differenceByWords(page: ProvenPage, stored: Evidence, readSites: ReadSites): Difference {
  const { lines, evidence } = page;
  const { unknown, unknownMain, ...alike } = prove(page, stored);
  const proven = { ...alike, hasMain: unknownMain === 0, hasAll: unknown.length === 0 };
  const sites = sitesFor(evidence, stored, proven, readSites);
  if (sites === null) return toDifference(page, stored, unknown, proven);
  const asLine = (line: number) => toSiteLine(lines.hashes[line]!);
  // All unknown lines are outside the main text.
  const own = unknown.filter((line) => !sites.page.lines.has(asLine(line)));
  const left = unknown.filter((line) => sites.page.lines.has(asLine(line)));
  const difference = toDifference(
    page,
    stored,
    own,
    proveWithoutSites(evidence, stored, own.length, sites),
  );
  return withSiteLines(difference, left.map(asLine), isExact(evidence, stored, own.length, sites));
}

function toDifference(
  page: ProvenPage,
  stored: Evidence,
  unknown: readonly number[],
  proven: Proven,
): Difference {
  const adds = proven.hasAll ? noDifference.adds : countNew(page, stored, unknown);
  return { adds, covers: covers(page.evidence, stored), level: provenLevel(proven) };
}

/** Computes the difference of two stored pages. Lengths are in shingles instead of words. */
function differenceByEvidence(page: Evidence, stored: Evidence, readSites: ReadSites): Difference {
  const hasMain = isMainContained(stored, page);
  const rest = countLacking(page.rest, stored.rest);
  const numbers = countLacking(
    { hashes: page.numbers, bits: 16 },
    { hashes: stored.numbers, bits: 16 },
  );
  const words = hasMain ? 0 : countLackingPairs(stored, page) - numbers;
  const nothing = hasMain && rest === 0;
  const adds = {
    nothing,
    words,
    share: rounded(words / Math.max(1, page.shingles.hashes.length)),
    numbers: hasMain ? 0 : numbers,
    lines: rest + (hasMain ? 0 : countLacking(page.main, stored.main)),
  };
  const proven = { ...countSimilarity(page, stored), hasMain, hasAll: nothing };
  const sites = sitesFor(page, stored, proven, readSites);
  const difference = { adds, covers: covers(page, stored), level: provenLevel(proven) };
  if (sites === null) return difference;
  const unknown = lacking(page.rest, stored.rest);
  const lines = withoutSiteLines(unknown, [sites.page]).hashes.length;
  const level = provenLevel(proveWithoutSites(page, stored, lines, sites));
  const own = { ...difference, adds: { ...adds, nothing: lines === 0, lines }, level };
  const left = siteLinesAmong(unknown, sites.page);
  return withSiteLines(own, left, isExact(page, stored, lines, sites));
}

/** Reads the lines of sites if the level of a page depends on them. */
function sitesFor(page: Evidence, stored: Evidence, proven: Proven, readSites: ReadSites) {
  const sites = needsSiteLines(page, stored, proven) ? readSites() : null;
  return sites === null || isOnlySiteLines(page, sites.page) ? null : sites;
}

/** @param unknown number of unknown lines that are not the site's; none of them is in the main text */
function proveWithoutSites(
  page: Evidence,
  stored: Evidence,
  unknown: number,
  sites: ComparedSites,
): Proven {
  const alike = countSimilarity(leaveOutSites(page, sites), leaveOutSites(stored, sites));
  return { ...alike, hasMain: true, hasAll: unknown === 0 };
}

function isExact(page: Evidence, stored: Evidence, unknown: number, sites: ComparedSites) {
  return unknown === 0 && isSameWithoutSites(page, stored, sites);
}

/** Adds the lines that were left out because the site of the page repeats them. */
function withSiteLines(
  difference: Difference,
  siteLines: readonly number[],
  isExact: boolean,
): Difference {
  const level = isExact ? 'exact' : difference.level;
  if (siteLines.length === 0) return { ...difference, level };
  const lines = [...new Set(siteLines)].sort((a, b) => a - b);
  return { ...difference, adds: { ...difference.adds!, siteLines: lines }, level };
}

/** Returns the strictest level, except `exact`, at which a page is a duplicate of a stored page. */
function provenLevel({ hasMain, hasAll, similarity, mainSimilarity }: Proven): Level {
  if (hasAll && similarity >= provenSimilarityMin) return 'page';
  return hasMain && mainSimilarity >= provenSimilarityMin ? 'article' : 'similar';
}

/** Tests if a page says everything that a stored page says. */
function covers(page: Evidence, stored: Evidence): boolean {
  return isMainContained(page, stored) && countLacking(stored.rest, page.rest) === 0;
}

/** Comparison of a page with the version stored under its id. */
export interface VersionChange {
  readonly adds: Additions;
  /** Number of lines of the stored version that the page lacks. */
  readonly gone: number;
}

/** Compares a page with the version stored under its id. Returns null if either has no evidence. */
export function compareVersions(
  page: Uint8Array | null,
  stored: Uint8Array | null,
  readSites: ReadSites = withoutSites,
): VersionChange | null {
  const [own, former] = [evidenceIn(page), evidenceIn(stored)];
  if (own === null || former === null) return null;
  const { adds } = evidenceComparer(page)(stored, readSites).differs;
  if (adds === null) return null;
  const gone = countGoneLines(former, own);
  const isOnlyRest = gone > 0 && gone === countLacking(former.rest, own.rest);
  const sites = isOnlyRest && adds.nothing ? readSites() : null;
  if (sites === null || isOnlySiteLines(own, sites.page)) return { adds, gone };
  return { adds, gone: countGoneLines(leaveOutSites(former, sites), own) };
}

/** Fields of a content that determine if two versions of a page say the same. */
type Version = { readonly exactHash: string | number; readonly evidence: Uint8Array | null };

/**
 * Tests if a page says what the version stored under its id says: it adds nothing, and no line is gone, apart from those
 * that the site repeats. The order of lines of more than three words is irrelevant, unless only equal main texts are
 * duplicates.
 */
export function saysTheSame(
  page: Version,
  stored: Version,
  duplicateIf: Level,
  readSites?: ReadSites,
): boolean {
  if (page.exactHash === stored.exactHash) return true;
  const mainHashOf = ({ evidence }: Version) => evidenceIn(evidence)?.mainHash;
  if (duplicateIf === 'exact' && mainHashOf(page) !== mainHashOf(stored)) return false;
  const change = compareVersions(page.evidence, stored.evidence, readSites);
  if (change === null) return false;
  return change.adds.nothing && change.gone === 0;
}

/** Words of a page in the forms in which it is compared. */
function createForms(page: Uint8Array) {
  const evidence = evidenceIn(page);
  if (evidence === null) return null;
  const words = unpackPage(page);
  const lines = words && findLines(words);
  // Computed when first needed, for each size of shingles.
  const forms = new Map<number, ProvenPage>();
  const formFor = ({ full }: Evidence): ProvenPage | null => {
    if (words === null || lines === null) return null;
    const known = forms.get(full);
    if (known !== undefined) return known;
    const own = full === evidence.full ? evidence : evidenceAs(words, lines, evidence, full);
    const sentences = words.isBlocks ? null : findSentences(words);
    const form = { reading: readPage(words, full), lines, sentences, evidence: own };
    forms.set(full, form);
    return form;
  };
  return { evidence, formFor };
}

/** Returns the evidence of a page with shingles of another size. */
function evidenceAs(
  words: PageWords,
  lines: PageLines,
  { mainHash }: Evidence,
  full: number,
): Evidence {
  return { ...unpackEvidence(packEvidence(words, '0'.repeat(12), lines, full))!, mainHash };
}

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

const evidenceIn = (bytes: Uint8Array | null) => bytes && unpackEvidence(storedEvidence(bytes));

/** Difference between a page and one stored page. */
export function computeDifference(
  page: Uint8Array | null,
  content: Uint8Array | null,
  readSites?: ReadSites,
): Difference {
  return evidenceComparer(page)(content, readSites).differs;
}

function countNew(page: ProvenPage, stored: Evidence, unknown: readonly number[]): Additions {
  const { flags, words } = page.reading;
  let [length, numbers] = [0, 0];
  for (const line of unknown) {
    for (const { start, end } of newRuns(page, stored, line)) {
      for (let at = start; at < end; at++) {
        length += wordLength(flags[at]!);
        if (isNumberWord(flags[at]!) && !hasNumber(stored, words[at]!)) numbers++;
      }
    }
  }
  const share = length / Math.max(1, pageLength(page));
  return {
    nothing: false,
    words: wholeWords(length),
    share: rounded(share),
    numbers,
    lines: unknown.length,
  };
}

function pageLength({ reading: { flags } }: ProvenPage): number {
  let length = 0;
  for (let at = 0; at < flags.length; at++) length += wordLength(flags[at]!);
  return length;
}

/**
 * Rounds a length up to whole words. Lengths are fractions, because a Han character counts as two thirds of a word and
 * a Thai one as two sevenths.
 */
const wholeWords = (length: number) => Math.max(0, Math.ceil(length - 1e-6));
const rounded = (share: number) => Math.round(share * 1000) / 1000;

/** A line of a page that a stored page lacks. Word numbers begin at 0 in the main text and in the rest; ends are exclusive. */
export interface NewLine {
  readonly in: 'main' | 'rest';
  readonly start: number;
  readonly end: number;
  /** The line as sites know it (site-lines.ts). */
  readonly line: number;
  /** Length of the new words. */
  readonly words: number;
  /** Runs of new words in the line; empty if only their order or their line is new. */
  readonly runs: readonly WordRange[];
}

interface WordRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the lines of a page that a stored page lacks, in order.
 * @returns null if either has no evidence, or the words of the page are unknown
 */
export function findNewLines(page: Uint8Array | null, content: Uint8Array | null) {
  const stored = evidenceIn(content);
  const form = stored && page && createForms(page)?.formFor(stored);
  if (!stored || !form) return null;
  const { reading, lines } = form;
  return prove(form, stored).unknown.map((line): NewLine => {
    const isMain = line < lines.mainCount;
    const offset = isMain ? 0 : reading.mainCount;
    const placed = ({ start, end }: WordRange) => ({ start: start - offset, end: end - offset });
    const runs = newRuns(form, stored, line);
    let length = 0;
    for (const { start, end } of runs) {
      for (let at = start; at < end; at++) length += wordLength(reading.flags[at]!);
    }
    return {
      in: isMain ? 'main' : 'rest',
      ...placed({ start: lines.starts[line]!, end: lines.starts[line + 1]! }),
      line: toSiteLine(lines.hashes[line]!),
      words: wholeWords(length),
      runs: runs.map(placed),
    };
  });
}

/** Finds the runs of words of a line that are in no shingle of a stored text, or are numbers that it lacks. */
function newRuns({ reading, lines }: ProvenPage, stored: Evidence, line: number): WordRange[] {
  const { words, flags, shingles, lengths, mainCount } = reading;
  const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
  const first = start < mainCount ? 0 : mainCount;
  const isOld = new Uint8Array(end - start);
  for (let at = Math.max(first, start - 2 ** 4); at < end; at++) {
    const to = at + lengths[at]!;
    if (to <= start || to === at || !hasShingle(stored, shingles[at]!)) continue;
    isOld.fill(1, Math.max(0, at - start), Math.min(end, to) - start);
  }
  const runs: { start: number; end: number }[] = [];
  for (let at = start; at < end; at++) {
    const isNumber = isNumberWord(flags[at]!);
    if (isOld[at - start] === 1 && !(isNumber && !hasNumber(stored, words[at]!))) continue;
    const last = runs.at(-1);
    if (last?.end === at) last.end++;
    else runs.push({ start: at, end: at + 1 });
  }
  return runs;
}
