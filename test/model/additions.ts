import type { Containment } from '../../src/matching/containment.js';
import type { Additions, Difference, Level } from '../../src/matching/match.js';
import type { PreviousVersion } from '../../src/store/contract/documents.js';

/*
 * Compares pages by their words, and stored pages by their evidence. Reads both bit by bit from their documented layouts
 * (fingerprint/evidence.ts, packed-reading.ts), and looks at every pair and line. Texts have no marks.
 * test/matching checks the whole rule.
 */

/** Some hashes, each cut to its first bits. */
interface Hashes {
  readonly bits: number;
  readonly values: ReadonlySet<number>;
}

/** Hashes of the words of a page. */
interface Said {
  readonly mainHash: string;
  readonly numbers: Hashes;
  /** Pairs of the main text, the beginnings and ends of its sentences, and its short sentences. */
  readonly pairs: Hashes;
  readonly main: Hashes;
  readonly rest: Hashes;
  /** Sum of the shares of the words of a pair. */
  readonly full: number;
  readonly isBlocks: boolean;
}

interface Words {
  readonly words: readonly number[];
  readonly flags: readonly number[];
  /** Number of words of the main text. */
  readonly mainCount: number;
  readonly isBlocks: boolean;
}

/** Words from `start` up to `end`. */
interface Run {
  readonly start: number;
  readonly end: number;
}

export type Version = { readonly exactHash: string; readonly evidence: Uint8Array | null };

export const unknown: Difference = { adds: null, covers: null, level: 'similar' };
export const equal: Difference = {
  adds: { nothing: true, words: 0, share: 0, numbers: 0, lines: 0 },
  covers: true,
  level: 'exact',
};

/** Lines, cut to 24 bits, that are repeated by the site of a page, and by that of the page it is compared with. */
export interface Repeated {
  readonly own: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
}

const nothingRepeated: Repeated = { own: new Set(), other: new Set() };

/** Compares a page, given with or without its words, with a stored page. */
export function differenceOf(
  page: Uint8Array | null,
  content: Uint8Array | null,
  repeated = nothingRepeated,
): Difference {
  if (page === null || content === null) return unknown;
  const [own, stored] = [saidIn(page), saidIn(content)];
  const isAlone = isRepeated([own.main, own.rest], repeated.own);
  const sites = isAlone ? nothingRepeated : repeated;
  if (page[0] === 2) return differenceByWords(wordsIn(page), own.mainHash, stored, sites);
  return own.full === stored.full ? differenceByEvidence(own, stored, sites) : unknown;
}

/** Tests if a site repeats every one of some lines. */
const isRepeated = (all: readonly Hashes[], site: ReadonlySet<number>) =>
  all.every(({ values, bits }) => [...values].every((each) => site.has(each >>> (bits - 24))));

/** Returns a page without the lines outside its main text that some sites repeat. */
function without(page: Said, ...sites: readonly ReadonlySet<number>[]): Said {
  const { values, bits } = page.rest;
  const own = [...values].filter((each) => !sites.some((site) => site.has(each >>> (bits - 24))));
  return { ...page, rest: hashesOf(bits, own) };
}

/** Returns the lines of a page, cut to 24 bits, with the hash of its main text. */
export function taughtBy(evidence: Uint8Array): { mainHash: string; lines: ReadonlySet<number> } {
  const { mainHash, main, rest } = saidIn(evidence);
  const cut = ({ values, bits }: Hashes) => [...values].map((each) => each >>> (bits - 24));
  return { mainHash, lines: new Set([...cut(main), ...cut(rest)]) };
}

/** Compares a page with the version stored under its id. */
export function changeOf(
  page: Version,
  stored: Version,
  repeated: Repeated,
): Pick<PreviousVersion, 'adds' | 'gone'> {
  const { adds } = differenceOf(page.evidence, stored.evidence, repeated);
  if (adds === null) return { adds, gone: null };
  const [own, former] = [saidIn(page.evidence!), saidIn(stored.evidence!)];
  const goneOfMain = own.mainHash === former.mainHash ? 0 : countLacking(former.main, own.main);
  const isOnlyRest = adds.nothing && goneOfMain === 0;
  const leavesOut = isOnlyRest && !isRepeated([own.main, own.rest], repeated.own);
  const { rest } = leavesOut ? without(former, repeated.own, repeated.other) : former;
  return { adds, gone: goneOfMain + countLacking(rest, own.rest) };
}

/**
 * Tests if a page adds nothing to the version stored under its id, and lacks none of its lines. Where only equal texts
 * are duplicates, their main texts are equal as well.
 */
export function isSame(
  page: Version,
  stored: Version,
  { duplicateIf, repeated }: { readonly duplicateIf: Level; readonly repeated: Repeated },
): boolean {
  if (page.exactHash === stored.exactHash) return true;
  const { adds, gone } = changeOf(page, stored, repeated);
  if (adds?.nothing !== true || gone !== 0) return false;
  return (
    duplicateIf !== 'exact' || saidIn(page.evidence!).mainHash === saidIn(stored.evidence!).mainHash
  );
}

function differenceByWords(
  page: Words,
  mainHash: string,
  stored: Said,
  sites: Repeated,
): Difference {
  const own = saidBy(page, mainHash, stored.full);
  const lines = linesOf(page);
  const isSameMain = mainHash === stored.mainHash;
  const unknown = lines.filter(
    (line) => !(isSameMain && isInMain(page, line)) && !isKnown(page, line, stored),
  );
  const hasMain = !unknown.some((line) => isInMain(page, line));
  const looksUp = needsSites(own, stored, hasMain, unknown.length);
  const cut = (line: Run) => hashOfLine(page, line) >>> 8;
  const left = looksUp ? unknown.filter((line) => sites.own.has(cut(line))) : [];
  const news = unknown.filter((line) => !left.includes(line));
  const isNew = newWords(page, stored);
  const at = [...page.words.keys()];
  const added = at.filter((each) => isNew[each] && news.some((line) => isIn(each, line)));
  const length = lengthOf(page, added);
  const adds = {
    nothing: news.length === 0,
    words: Math.max(0, Math.ceil(length - 1e-6)),
    share: rounded(length / Math.max(1, lengthOf(page, at))),
    numbers: added.filter(
      (each) => isNumber(page, each) && !has(stored.numbers, mixed(page.words[each]!)),
    ).length,
    lines: news.length,
    ...siteLines(left.map(cut)),
  };
  return withLevel(adds, hasMain, own, stored, looksUp ? sites : null);
}

/** Tests if nothing but lines outside the main text makes a page differ from a stored one, or be unlike it. */
function needsSites(own: Said, stored: Said, hasMain: boolean, unknown: number): boolean {
  if (!hasMain) return false;
  if (own.mainHash === stored.mainHash) return !hasEqualRest(own, stored);
  return unknown > 0 || similarity(own, stored, ['pairs', 'numbers', 'rest']) < 0.8;
}

const hasEqualRest = (a: Said, b: Said) =>
  countLacking(a.rest, b.rest) + countLacking(b.rest, a.rest) === 0;

const siteLines = (lines: readonly number[]) =>
  lines.length > 0 && { siteLines: [...new Set(lines)].sort((a, b) => a - b) };

function differenceByEvidence(own: Said, stored: Said, sites: Repeated): Difference {
  const hasMain = saysMain(stored, own);
  const looksUp = needsSites(own, stored, hasMain, countLacking(own.rest, stored.rest));
  const asked = looksUp ? without(own, sites.own) : own;
  const rest = countLacking(asked.rest, stored.rest);
  const left = [...own.rest.values].filter((each) => !asked.rest.values.has(each));
  const lacked = left.filter((each) => isLacked(own.rest.bits, each, stored.rest));
  const words = hasMain ? 0 : countLacking(own.pairs, stored.pairs);
  const adds = {
    nothing: hasMain && rest === 0,
    words,
    share: rounded(words / Math.max(1, own.pairs.values.size)),
    numbers: hasMain ? 0 : countLacking(own.numbers, stored.numbers),
    lines: rest + (hasMain ? 0 : countLacking(own.main, stored.main)),
    ...siteLines(lacked.map((each) => each >>> (own.rest.bits - 24))),
  };
  return withLevel(adds, hasMain, own, stored, looksUp ? sites : null);
}

const isLacked = (bits: number, hash: number, others: Hashes) =>
  countLacking(hashesOf(bits, [hash]), others) === 1;

/** @param sites lines that do not count; null if all do */
function withLevel(
  adds: Additions,
  hasMain: boolean,
  page: Said,
  content: Said,
  sites: Repeated | null,
): Difference {
  const covers = saysMain(page, content) && countLacking(content.rest, page.rest) === 0;
  const { own: ofPage, other } = sites ?? nothingRepeated;
  const [own, stored] = [without(page, ofPage, other), without(content, ofPage, other)];
  let level: Level = 'similar';
  if (hasMain && similarity(own, stored, ['pairs', 'numbers']) >= 0.8) level = 'article';
  if (adds.nothing && similarity(own, stored, ['pairs', 'numbers', 'rest']) >= 0.8) level = 'page';
  const isSame = own.mainHash === stored.mainHash && hasEqualRest(own, stored);
  if (sites !== null && adds.nothing && isSame) level = 'exact';
  return { adds, covers, level };
}

/** Jaccard similarity of what two pages say in some respects. Equal main texts have the same pairs and numbers. */
function similarity(a: Said, b: Said, respects: readonly ('pairs' | 'numbers' | 'rest')[]): number {
  const isSameMain = a.mainHash === b.mainHash;
  const [one, other] = isSameMain ? [a, { ...a, rest: b.rest }] : [a, b];
  const sum = (count: (of: (typeof respects)[number]) => number) =>
    respects.reduce((total, of) => total + count(of), 0);
  const lacking = sum((of) => countLacking(one[of], other[of]));
  const shared = sum((of) => one[of].values.size) - lacking;
  const all = sum((of) => other[of].values.size) + lacking;
  return all === 0 ? 1 : shared / all;
}

/** Tests if one page says what another says in its main text, as far as evidence tells. */
function saysMain(one: Said, { mainHash, main, pairs, numbers, full, isBlocks }: Said): boolean {
  if (mainHash === one.mainHash || countLacking(main, one.main) === 0) return true;
  const lacking = countLacking(pairs, one.pairs) + countLacking(numbers, one.numbers);
  return !isBlocks && full === one.full && lacking === 0;
}

/** Tests if a stored page has a line, or all of its pairs. */
function isKnown(page: Words, line: Run, stored: Said): boolean {
  const hash = hashOfLine(page, line);
  if (has(stored.main, hash) || has(stored.rest, hash)) return true;
  if (page.isBlocks && !isLong(page, line)) return false;
  const sentences = sentencesOf(page).filter(
    ({ start, end }) => start < line.end && end > line.start,
  );
  return sentences.every((sentence) => {
    if (page.isBlocks || isLong(page, sentence) || isCut(page, sentence))
      return isPartKnown(page, line, sentence, stored);
    return has(stored.pairs, hashOf(page.words.slice(sentence.start, sentence.end), 4));
  });
}

/** Tests if a line or sentence has eight words, and eight for each number. */
function isLong(page: Words, { start, end }: Run): boolean {
  const places = [...page.words.keys()].slice(start, end);
  const numbers = places.filter((at) => isNumber(page, at)).length;
  return lengthOf(page, places) >= 8 * Math.max(1, numbers);
}

/** Tests if a sentence without too many numbers is the last one of a text, which may have been cut. */
function isCut(page: Words, { start, end }: Run): boolean {
  if (end !== page.words.length && end !== page.mainCount) return false;
  const places = [...page.words.keys()].slice(start, end);
  const numbers = places.filter((at) => isNumber(page, at)).length;
  return lengthOf(page, places) >= 8 * numbers;
}

/** Tests if the words of a sentence that are in a line are known, with the edges of the sentence that are in it. */
function isPartKnown(page: Words, line: Run, sentence: Run, stored: Said): boolean {
  const { words, isBlocks } = page;
  const isSaid = ({ start, end }: Run, seed: number) =>
    has(stored.pairs, hashOf(words.slice(start, end), seed));
  const all = pairsOf(page, isInMain(page, line), stored.full);
  const places = [...words.keys()].filter((at) => isIn(at, line) && isIn(at, sentence));
  const numbers = places.filter((at) => isNumber(page, at));
  if (!numbers.every((at) => has(stored.numbers, mixed(words[at]!)))) return false;
  const own = all.filter(
    ({ start, end }) =>
      start >= sentence.start && end <= sentence.end && start < line.end && end > line.start,
  );
  if (!own.every((pair) => isSaid(pair, 0))) return false;
  const across = (place: number) => all.filter(({ start, end }) => start < place && end > place);
  const isJoined = (place: number) =>
    !isBlocks && across(place).length > 0 && across(place).every((pair) => isSaid(pair, 0));
  const isBegun = isIn(sentence.start, line) && (isBlocks || beginsSentence(page, sentence.start));
  const mayBeCut = !isBlocks && (sentence.end === words.length || sentence.end === page.mainCount);
  const isEnded = isIn(sentence.end - 1, line) && !mayBeCut;
  return (
    (!isBegun || isSaid(beginningOf(page, sentence, stored.full), 1) || isJoined(sentence.start)) &&
    (!isEnded || isSaid(endingOf(page, sentence, stored.full), 3) || isJoined(sentence.end))
  );
}

/** Tells of each word if it is in no known pair, or is a number that a stored page lacks. */
function newWords(page: Words, stored: Said): boolean[] {
  const isOld = page.words.map(() => false);
  for (const { start, end } of [true, false].flatMap((isMain) =>
    pairsOf(page, isMain, stored.full),
  )) {
    if (has(stored.pairs, hashOf(page.words.slice(start, end), 0))) isOld.fill(true, start, end);
  }
  return isOld.map(
    (each, at) => !each || (isNumber(page, at) && !has(stored.numbers, mixed(page.words[at]!))),
  );
}

function saidBy(page: Words, mainHash: string, full: number): Said {
  const { words, mainCount, isBlocks } = page;
  const lines = linesOf(page);
  const sentences = sentencesOf(page).filter((each) => isInMain(page, each));
  const beginnings = sentences.map((each) => beginningOf(page, each, full));
  const endings = sentences.map((each) => endingOf(page, each, full));
  const hashes = (runs: readonly Run[], seed: number) =>
    runs.map(({ start, end }) => hashOf(words.slice(start, end), seed));
  const numbers = words.slice(0, mainCount).filter((_, at) => isNumber(page, at));
  const linesIn = (isMain: boolean) =>
    lines.filter((line) => isInMain(page, line) === isMain).map((line) => hashOfLine(page, line));
  return {
    ...{ mainHash, full, isBlocks },
    numbers: hashesOf(
      16,
      numbers.map((word) => mixed(word) >>> 16),
    ),
    pairs: hashesOf(32, [
      ...hashes(pairsOf(page, true, full), 0),
      ...hashes(beginnings, 1),
      ...hashes(endings, 3),
      ...hashes(
        sentences.filter((each) => !isLong(page, each)),
        4,
      ),
    ]),
    main: hashesOf(32, linesIn(true)),
    rest: hashesOf(32, linesIn(false)),
  };
}

const isIn = (at: number, { start, end }: Run) => at >= start && at < end;
const isInMain = ({ mainCount }: Words, { start }: Run) => start < mainCount;
const isNumber = ({ flags }: Words, at: number) => flags[at]! % 2 === 1;
const beginsLine = ({ flags, mainCount }: Words, at: number) =>
  at === 0 || at === mainCount || (flags[at]! & 2) !== 0;
const beginsSentence = ({ flags }: Words, at: number) => (flags[at]! & 8) !== 0;

/** Two alphabetic words, three Han, four kana or seven Thai characters are a pair: 84 parts. */
const shareOf = ({ flags }: Words, at: number) => [42, 28, 21, 12][(flags[at]! >> 4) % 4]!;

/** Length of some words; an alphabetic word counts as 1. */
const lengthOf = (page: Words, places: readonly number[]) =>
  places.reduce((sum, at) => sum + shareOf(page, at), 0) / 42;

/** Returns the first pair of a sentence, or all of a shorter one. */
function beginningOf(page: Words, { start, end }: Run, full: number): Run {
  let [last, sum] = [start, 0];
  while (last < end && sum < full) sum += shareOf(page, last++);
  return { start, end: last };
}

/** Returns the last words of a sentence that fill a pair, or all of a shorter one. */
function endingOf(page: Words, { start, end }: Run, full: number): Run {
  let [first, sum] = [end, 0];
  while (first > start && sum < full) sum += shareOf(page, --first);
  return { start: first, end };
}

/** Splits a page before some of its words. */
function split({ words }: Words, begins: (at: number) => boolean): Run[] {
  const starts = [...words.keys()].filter(begins);
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? words.length }));
}

const linesOf = (page: Words) => split(page, (at) => beginsLine(page, at));
/** In a text, whose line breaks may be wraps, only the first line begins a sentence by itself. */
const sentencesOf = (page: Words) =>
  split(page, (at) =>
    page.isBlocks || at === 0 || at === page.mainCount
      ? beginsLine(page, at) || beginsSentence(page, at)
      : beginsSentence(page, at),
  );

/** Returns the pairs of the main text, or of the rest. The words of a shorter text are one pair. */
function pairsOf(page: Words, isMain: boolean, full: number): Run[] {
  const [first, last] = isMain ? [0, page.mainCount] : [page.mainCount, page.words.length];
  const pairs: Run[] = [];
  for (let start = first; start < last && pairs.at(-1)?.end !== last; start++) {
    let [end, sum] = [start, 0];
    while (end < last && sum < full) sum += shareOf(page, end++);
    pairs.push({ start, end });
  }
  return pairs;
}

/** Returns the shares of the pairs of a page and of a stored page that the other one has; null if unknown. */
export function containmentByEvidence(
  page: Uint8Array | null,
  content: Uint8Array | null,
): Containment | null {
  if (page === null || content === null) return null;
  const [given, stored] = [saidIn(page), saidIn(content)];
  const own = page[0] === 2 ? saidBy(wordsIn(page), given.mainHash, stored.full) : given;
  if (own.full !== stored.full) return null;
  const shareIn = ({ pairs: other }: Said, { pairs }: Said) => {
    const agreeing = 1 - countLacking(pairs, other) / pairs.values.size;
    // Probability that a pair has the hash of one of n others by chance.
    const chance = -Math.expm1(-other.values.size / 2 ** Math.min(pairs.bits, other.bits));
    return Math.max(0, (agreeing - chance) / (1 - chance));
  };
  return {
    ofThis: shareIn(stored, own),
    ofMatch: shareIn(own, stored),
    error: { ofThis: 0, ofMatch: 0 },
  };
}

/**
 * Hashes a line; one of at most three words together with the line before it, unless it follows a blank line outside
 * the main text.
 */
function hashOfLine(page: Words, { start, end }: Run): number {
  const places = [...page.words.keys()].slice(start, end);
  const isApart =
    start === page.mainCount || (start > page.mainCount && (page.flags[start]! & 4) !== 0);
  const before = linesOf(page).find((line) => line.end === start && !isApart);
  const from = before === undefined || lengthOf(page, places) > 3 ? start : before.start;
  return hashOf(page.words.slice(from, end), joined(2, start - from));
}

function wordsIn(bytes: Uint8Array): Words {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const [length, count, , mainCount, isBlocks] = Array.from({ length: 5 }, (_, at) =>
    view.getUint32(1 + 4 * at, true),
  );
  const from = 21 + length!;
  const flags = [...bytes.slice(from, from + count!)];
  const words = flags.map((_, at) => view.getInt32(from + count! + 4 * at, true));
  return { words, flags, mainCount: mainCount!, isBlocks: isBlocks === 1 };
}

/** Returns the evidence in a reading, after its head of 21 bytes. */
export function evidenceIn(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 2) return bytes;
  return bytes.slice(21, 21 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true));
}

function saidIn(given: Uint8Array): Said {
  const bytes = evidenceIn(given);
  let at = 1;
  const varint = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  /** Reads Rice codes. @param lowBits number of bits of a difference that are not in unary */
  const codes = (lowBits: (count: number, bits: number) => number) => {
    const count = varint();
    if (count === 0) return { bits: 32, list: [] };
    const bits = bytes[at++]!;
    const size = bytes[at++]! + 2 ** 8 * bytes[at++]! + 2 ** 16 * bytes[at++]!;
    const low = lowBits(count, bits);
    let [bit, value] = [8 * at, 0];
    at += size;
    const next = () => (bytes[bit >> 3]! >> (bit++ % 8)) & 1;
    const list = Array.from({ length: count }, () => {
      while (next() === 1) value += 2 ** low;
      for (let place = 0; place < low; place++) value += next() * 2 ** place;
      return value;
    });
    return { bits, list };
  };
  const countingBits = (count: number) => Math.ceil(Math.log2(Math.max(2, count)));
  /** The last 8 bits of each line follow the codes. */
  const lines = (): Hashes => {
    const { bits, list } = codes((count, high) => Math.min(16, high + 1 - countingBits(count)));
    return hashesOf(
      bits + 8,
      list.map((value) => value * 256 + bytes[at++]!),
    );
  };
  const flags = bytes[0]! - 64;
  if (flags % 2 === 1) {
    const marks = varint();
    at += 4 * marks;
  }
  const numbers = Array.from({ length: varint() }, () => bytes[at++]! + 256 * bytes[at++]!);
  const mainHash = Buffer.from(bytes.slice(at, at + 6)).toString('hex');
  at += 6;
  const isLong = (flags & 2) !== 0;
  const pairs = codes((count) => (isLong ? 12 : count <= 128 ? 14 : count <= 512 ? 10 : 8));
  return {
    ...{ mainHash, numbers: hashesOf(16, numbers), pairs: hashesOf(pairs.bits, pairs.list) },
    ...{ main: lines(), rest: lines() },
    ...{ full: isLong ? 168 : 84, isBlocks: (flags & 4) !== 0 },
  };
}

const hashesOf = (bits: number, hashes: readonly number[]): Hashes => ({
  bits,
  values: new Set(hashes),
});

/** @param hash 32 bits */
const has = ({ bits, values }: Hashes, hash: number) => values.has(hash >>> (32 - bits));

/** Counts the hashes that others lack, by as many bits as both have. */
function countLacking(hashes: Hashes, others: Hashes): number {
  const bits = Math.min(hashes.bits, others.bits);
  const cut = (all: Hashes) => [...all.values].map((each) => each >>> (all.bits - bits));
  const known = new Set(cut(others));
  return cut(hashes).filter((each) => !known.has(each)).length;
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

/** Returns the hash of consecutive words: unsigned, 32 bits. */
const hashOf = (words: readonly number[], seed: number) => mixed(words.reduce(joined, seed));

function joined(sum: number, word: number): number {
  const product = Math.imul(sum ^ word, 0x9e37_79b1);
  return (product << 13) | (product >>> 19);
}

/** MurmurHash3, fmix32. */
function mixed(bits: number): number {
  let sum = bits ^ (bits >>> 16);
  sum = Math.imul(sum, 0x85eb_ca6b);
  sum ^= sum >>> 13;
  sum = Math.imul(sum, 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> 0;
}
