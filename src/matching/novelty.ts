import {
  contradictsMark,
  type Evidence,
  hashWords,
  hasNumber,
  hasShingle,
  type Reading,
  readFor,
  readingFlags,
  readingOfWords,
  type ShingleSet,
  shortHash,
  wordLength,
} from '../fingerprint/evidence.js';
import { hasNegationInstead, hasOtherStart } from '../fingerprint/removed-negation.js';

/**
 * Additions of a page to a stored text. Words of the page that are in no shingle of the stored text are new. Adjacent
 * new words are a run.
 *
 *   stored   The fee is 40 dollars in Bergen , paid at the office
 *   page     The fee is 45 dollars in Bergen , paid in silver at the office
 *   new                 ├┤                         ├───────┤
 *
 * The unit of length is a word of an alphabetic language (`wordLength`). A word with a distinguishing mark
 * (text/spelling.ts) is also new if the stored text has a different mark at the same position; it then counts as a
 * name.
 */
export interface Adds {
  /** Length of all runs of new words; `share` is their share of the page, 0 to 1. */
  readonly added: number;
  readonly share: number;
  /** Length of the longest inner run; `longestAtEdge` is the length of the longest run included in `edge`. */
  readonly longest: number;
  readonly longestAtEdge: number;
  /**
   * Total length of the run at the very start of the page, if it consists of whole lines or sentences, and of the run
   * at the very end. `edgeNumbers` and `edgeNames` count the numbers and names in both runs. If only the last word of
   * the page is new, the word does not count as a name, because it may be cut off.
   */
  readonly edge: number;
  readonly edgeNumbers: number;
  readonly edgeNames: number;
  /**
   * Number of new numbers in inner runs, and of known numbers whose neighbours differ from those in the stored text.
   * `names` counts names in the same way. Some other words also count as names if they are new: see `wordFlags`.
   */
  readonly numbers: number;
  readonly names: number;
  /** Negations next to new words, and positions at which a negation was removed. */
  readonly negations: number;
  readonly runs: number;
  /** Number of distinct runs. */
  readonly distinctRuns: number;
  /**
   * True if a run occurs twice, as a name does in the slots of a template. This includes the runs at the very start and
   * end.
   */
  readonly isRepeated: boolean;
  readonly shortRuns: number;
  /** Number of runs that are whole sentences or lines. */
  readonly wholeLines: number;
  /** Number of tenths of the page in which at least one run without numbers and names begins. */
  readonly tenths: number;
}

const shortRun = 3;
/** Maximum number of positions that are searched for a removed negation. */
const searchedPlaces = 1024;

const {
  number: isNumber,
  negation: isNegation,
  name: isName,
  begins,
  script,
  nameIfNew,
} = readingFlags;

/**
 * Computes the additions of a page to a stored text.
 * @param title hashes of the words of the page's title; empty if there is none
 * @param lacked the shingles of the page that the stored text lacks, if they are known
 */
export function addsTo(
  arriving: Reading,
  stored: Evidence,
  title = noTitle,
  lacked?: ShingleSet,
): Adds {
  const whole = readFor(stored, arriving);
  const { page } = withoutTitle(whole, stored, title);
  const { flags, words } = page;
  const { isOld, isTouched, seams, inside, contradicts } = compareWords(page, stored, lacked);
  const found = { ...nothing };
  const tenths = new Set<number>();
  const runHashes: number[] = [];
  const edgeHashes: number[] = [];
  for (let at = 0; at < flags.length; at++) {
    if ((flags[at]! & isNegation) === 0) continue;
    if (isTouched[at] === 1 || isOld[at] === 0) found.negations++;
  }
  let added = 0;
  for (const run of findRuns(page, isOld, contradicts)) {
    const { start, end, length: ofRun, numbers, names } = run;
    added += ofRun;
    // A run at the very start counts as boilerplate only if it consists of whole lines.
    const isWholeStart = start === 0 && (flags[end]! & begins) !== 0;
    if (isWholeStart || end === flags.length) {
      found.edge += ofRun;
      found.longestAtEdge = Math.max(found.longestAtEdge, ofRun);
      found.edgeNumbers += numbers;
      found.edgeNames += names;
      edgeHashes.push(hashWords(words, start, end, 0));
    } else {
      found.runs++;
      found.longest = Math.max(found.longest, ofRun);
      found.numbers += numbers;
      found.names += names;
      if (ofRun <= shortRun) found.shortRuns++;
      if (ofRun <= shortRun && hasNegationInstead(page, stored, start, end)) found.negations++;
      const isWhole = (flags[start]! & flags[end]! & begins) !== 0;
      if (isWhole) found.wholeLines++;
      if (numbers + names === 0) tenths.add(Math.floor((10 * start) / flags.length));
      runHashes.push(hashWords(words, start, end, 0));
    }
  }
  found.numbers += moved(page, inside, isNumber);
  found.names += moved(page, inside, isName | nameIfNew);
  const between = seams.filter((start) => crosses(flags, start, start + page.lengths[start]!));
  found.negations += removedNegations(page, stored, inside, between);
  found.negations += otherStarts(page, stored, between);
  return {
    ...found,
    added,
    share: added / Math.max(1, pageLength(whole)),
    distinctRuns: new Set(runHashes).size,
    isRepeated: new Set([...runHashes, ...edgeHashes]).size < runHashes.length + edgeHashes.length,
    tenths: tenths.size,
  };
}

const noTitle: Uint16Array = new Uint16Array(0);

/** Returns the length of a page. It is computed once, because a page is compared with several stored texts. */
function pageLength(page: Reading): number {
  const known = pageLengths.get(page);
  if (known !== undefined) return known;
  let length = 0;
  for (let at = 0; at < page.flags.length; at++) length += wordLength(page.flags[at]!);
  pageLengths.set(page, length);
  return length;
}

const pageLengths = new WeakMap<Reading, number>();

const nothing = {
  ...{ longest: 0, longestAtEdge: 0, edge: 0, edgeNumbers: 0, edgeNames: 0, numbers: 0, names: 0 },
  ...{ negations: 0, runs: 0, shortRuns: 0, wholeLines: 0 },
};

/** Adjacent new words, from `start` to `end`, exclusive. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly numbers: number;
  /** Number of names, including words with the flag `nameIfNew`. */
  readonly names: number;
}

export interface NewRun extends Run {
  /** True if the run contains a negation, is next to a negation, or replaces a negation of the stored text. */
  readonly hasNegation: boolean;
}

/** Finds the runs of new words in a page, in order. */
export function newRuns(arriving: Reading, stored: Evidence, title = noTitle): NewRun[] {
  const { page, start: offset } = withoutTitle(readFor(stored, arriving), stored, title);
  const { flags } = page;
  const { isOld, isTouched, contradicts } = compareWords(page, stored);
  return findRuns(page, isOld, contradicts).map((run) => {
    const { start, end, length } = run;
    let hasNegation = length <= shortRun && hasNegationInstead(page, stored, start, end);
    for (let at = Math.max(0, start - 1); at <= end && at < flags.length; at++) {
      const isNew = isTouched[at] === 1 || isOld[at] === 0;
      if (isNew && (flags[at]! & isNegation) !== 0) hasNegation = true;
    }
    return { ...run, start: start + offset, end: end + offset, hasNegation };
  });
}

/**
 * Returns the runs of new words in a page.
 * @param contradicts indexes of the words whose mark differs from the mark in the stored text
 */
function findRuns({ flags }: Reading, isOld: Uint8Array, contradicts: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < flags.length; start++) {
    if (isOld[start] === 1) continue;
    let end = start;
    let [length, numbers, names] = [0, 0, 0];
    for (; end < flags.length && isOld[end] === 0; end++) {
      length += wordLength(flags[end]!);
      if ((flags[end]! & isNumber) !== 0) numbers++;
      if ((flags[end]! & (isName | nameIfNew)) !== 0 || contradicts.has(end)) names++;
    }
    // A single new word at the beginning of an otherwise old sentence counts as a name, because the capital of a first
    // word does not show whether the word is a name. It does not count if the next word is a name or begins a sentence,
    // as in "Note: The".
    const isFirst =
      end - start === 1 && (flags[start]! & (begins | isName | nameIfNew | script)) === begins;
    if (isFirst && end < flags.length && (flags[end]! & (begins | isName)) === 0) names++;
    // If only the last word of the page is new, it does not count as a name, because it may be cut off.
    if (start === flags.length - 1) names = 0;
    runs.push({ start, end, length, numbers, names });
    start = end;
  }
  return runs;
}

/**
 * Marks the words of a page as old, touched, or both:
 * - old: the word is in a shingle that the stored text has. In addition, a number must be among the numbers of the
 *   stored text, and the marks of the word (text/spelling.ts) must not contradict the stored text.
 * - touched: the word is in a shingle that the stored text lacks and that is within one sentence.
 */
function compareWords(page: Reading, stored: Evidence, lacked?: ShingleSet) {
  const { words, flags, shingles, lengths, short, marks } = page;
  const isOld = new Uint8Array(words.length);
  const isTouched = new Uint8Array(words.length);
  const missing: number[] = [];
  const searched = lacked ?? stored;
  const isFoundIfOld = lacked === undefined;
  for (let start = 0; start < shingles.length; start++) {
    const end = start + lengths[start]!;
    // Most shingles have two words, for which a loop is faster than `fill`.
    if (hasShingle(searched, shingles[start]!) === isFoundIfOld)
      for (let at = start; at < end; at++) isOld[at] = 1;
    else missing.push(start);
  }
  for (const { start, end, hash } of short) {
    if (hasShingle(searched, hash) === isFoundIfOld) isOld.fill(1, start, end);
  }
  for (let at = 0; at < words.length; at++) {
    if ((flags[at]! & isNumber) !== 0 && !hasNumber(stored, words[at]!)) isOld[at] = 0;
  }
  for (const start of missing) {
    const end = start + lengths[start]!;
    if (crosses(flags, start, end)) continue;
    for (let at = start; at < end; at++) isTouched[at] = 1;
  }
  const contradicts = new Set<number>();
  for (let at = 0; at < marks.length; at += 2) {
    if (contradictsMark(stored, marks[at + 1]!)) contradicts.add(marks[at]!);
  }
  for (const at of contradicts) isOld[at] = 0;
  /** New shingles whose first and last words are old. */
  const seams = missing.filter(
    (start) => isOld[start] === 1 && isOld[start + lengths[start]! - 1] === 1,
  );
  const inside = seams.filter((start) => !crosses(flags, start, start + lengths[start]!));
  return { isOld, isTouched, seams, inside, contradicts };
}

/**
 * Removes the title from the start of a page if the stored document has the same title. The page must begin with the
 * title word for word, and a line or sentence must end there. Returns the rest of the page, and the number of words
 * removed.
 */
function withoutTitle(page: Reading, stored: Evidence, title: Uint16Array) {
  const isSame =
    title.length === stored.title.length && title.every((word, at) => stored.title[at] === word);
  const start = title.length > 0 && isSame ? titleEnd(page, title) : 0;
  if (start === 0) return { page, start };
  const marks: number[] = [];
  for (let at = 0; at < page.marks.length; at += 2) {
    if (page.marks[at]! >= start) marks.push(page.marks[at]! - start, page.marks[at + 1]!);
  }
  const { words, flags, full } = page;
  const rest = [words.subarray(start), flags.subarray(start)] as const;
  return { page: readingOfWords(...rest, Uint32Array.from(marks), full), start };
}

/** Returns the end of the title at the start of a page; 0 if the page does not begin with the title. */
function titleEnd({ words, flags }: Reading, title: Uint16Array): number {
  let said = 0;
  for (let at = 0; at < words.length; at++) {
    if (said === title.length && (flags[at]! & begins) !== 0) return at;
    const hash = shortHash(words[at]!);
    // `title` contains each word only once, even if the word occurs several times in the title.
    if (hash === title[said]) said++;
    else if (!title.subarray(0, said).includes(hash)) return 0;
  }
  return 0;
}

/**
 * Counts the numbers or names of a page that the stored text also has, but next to other words. Some of them may in
 * fact be new: a word looks old if one of its shingles happens to have the same hash as a shingle of the stored text.
 */
function moved({ flags, lengths }: Reading, seams: readonly number[], kind: number): number {
  const places = new Set<number>();
  for (const start of seams) {
    for (let at = start; at < start + lengths[start]!; at++) {
      if ((flags[at]! & kind) !== 0) places.add(at);
    }
  }
  return places.size;
}

/** Returns true if a sentence or line begins inside a shingle. */
function crosses(flags: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) {
    if ((flags[at]! & begins) !== 0) return true;
  }
  return false;
}

/**
 * Counts the positions at which the stored text has a negation that the page lacks. The negation may replace a word of
 * a seam, be inserted between two words of a seam, or precede the first word of the page.
 * @param inside seams (new shingles between old words) inside a sentence
 * @param between seams between two sentences
 */
function removedNegations(
  page: Reading,
  stored: Evidence,
  inside: readonly number[],
  between: readonly number[],
): number {
  let removed = 0;
  let own: Set<number> | undefined;
  if (hasNegationInstead(page, stored, 0, 0)) {
    own = new Set(page.shingles);
    if (hasNegationInstead(page, stored, 0, 0, own)) removed++;
  }
  // Reordered sentences have many seams between them, so seams inside a sentence are examined first.
  for (const [index, start] of [...inside, ...between].slice(0, searchedPlaces).entries()) {
    const end = start + page.lengths[start]!;
    if (!hasNegationInside(page, stored, start, end)) continue;
    // Between two sentences, the negation counts as removed only if the page does not have it elsewhere.
    const isInside = index < inside.length;
    if (!isInside) own ??= new Set(page.shingles);
    if (isInside || hasNegationInside(page, stored, start, end, own)) removed++;
  }
  return removed;
}

/**
 * Counts the sentences that begin with a negation in the page but not in the stored text, or the reverse. The words of
 * such a sentence may all be old: in Thai, a shingle that contains the negation ends before the verb.
 * @param seams new shingles between old words, across two sentences
 */
function otherStarts(page: Reading, stored: Evidence, seams: readonly number[]): number {
  const starts = new Set<number>();
  for (const seam of seams.slice(0, searchedPlaces)) {
    const end = seam + page.lengths[seam]!;
    for (let at = seam + 1; at < end; at++) if ((page.flags[at]! & begins) !== 0) starts.add(at);
  }
  if (starts.size === 0) return 0;
  const own = new Set(page.shingles);
  return [...starts].filter((at) => hasOtherStart(page, stored, at, own)).length;
}

function hasNegationInside(
  page: Reading,
  stored: Evidence,
  start: number,
  end: number,
  own?: ReadonlySet<number>,
): boolean {
  for (let at = start; at < end; at++) {
    if (hasNegationInstead(page, stored, at, at + 1, own)) return true;
    if (at > start && hasNegationInstead(page, stored, at, at, own)) return true;
  }
  return false;
}

/**
 * Limits within which a page adds nothing to a similar stored text. Either few words are new and none of them is a
 * fact, or the page is a revision: a text that a person has corrected by many short replacements throughout the text.
 * Repeated new words are not accepted, because they fill the slots of a template, as a name does. The limits were
 * chosen on pairs labelled by two readers, texts with one changed fact, and documentation sites; each set and site was
 * judged by limits chosen without it: `npm run eval -- --choose`.
 */
export interface NoveltyRule {
  /** Maximum share of new words, 0 to 1. */
  readonly shareMax: number;
  /** Maximum length of the runs at the start and at the end together, in words. */
  readonly edgeMax: number;
  /** Maximum length of an inner run, in words. */
  readonly longestMax: number;
  /** Limits for a revision; null if no page counts as a revision. */
  readonly revision: RevisionRule | null;
}

export interface RevisionRule {
  /** Minimum number of tenths of the page in which a run without numbers and names begins. */
  readonly tenthsMin: number;
  readonly distinctRunsMin: number;
  readonly longestMax: number;
  readonly numbersMax: number;
  readonly wholeLinesMax: number;
}

export const noveltyRule: NoveltyRule = {
  shareMax: 0.15,
  edgeMax: 8,
  longestMax: 4,
  revision: {
    ...{ tenthsMin: 4, distinctRunsMin: 4, longestMax: 14, numbersMax: 8, wholeLinesMax: 2 },
  },
};

/** Maximum number of names at the edges. A Chinese name of two characters counts as two. */
const edgeNamesMax = 1;
const shortRunsMin = 0.6;

export function addsNothing(adds: Adds, rule: NoveltyRule = noveltyRule): boolean {
  if (adds.share > rule.shareMax || adds.edge > rule.edgeMax) return false;
  if (adds.edgeNumbers > 0 || adds.edgeNames > edgeNamesMax) return false;
  const hasFacts = adds.numbers + adds.names + adds.negations + adds.wholeLines > 0;
  if (!hasFacts && !adds.isRepeated && adds.longest <= rule.longestMax) return true;
  return rule.revision !== null && isRevision(adds, rule.revision);
}

function isRevision(adds: Adds, rule: RevisionRule): boolean {
  return (
    adds.tenths >= rule.tenthsMin &&
    adds.distinctRuns >= rule.distinctRunsMin &&
    adds.longest <= rule.longestMax &&
    adds.numbers <= rule.numbersMax &&
    adds.wholeLines <= rule.wholeLinesMax &&
    adds.shortRuns >= shortRunsMin * adds.runs
  );
}
