/**
 * Computes what a text adds to another one, by their whole sets of shingles: the trial of the rule by which pages are to
 * be refused. The words of the text that are in no shingle of the other are new; they form runs.
 */
import { allNegations, type EvidenceWord, shinglesAround, shinglesFrom, wordsOf } from './words.js';

export interface ReadText {
  readonly words: readonly EvidenceWord[];
  readonly shingles: readonly string[];
  readonly ends: readonly number[];
  readonly set: ReadonlySet<string>;
}

/** Lengths are in words: a shingle of any script counts as two. */
export interface Adds {
  /** Share of the text, 0 to 1. */
  readonly share: number;
  /** The longest run inside. */
  readonly longest: number;
  /** The runs at the very start and end together. */
  readonly edge: number;
  readonly edgeNumbers: number;
  /** New numbers and names in the runs inside. */
  readonly numbers: number;
  readonly names: number;
  /** Negations in a shingle that the other text lacks, and those that only the other text has. */
  readonly negations: number;
  readonly runs: number;
  /** Runs whose words are those of another run, as a name in the slots of a template. */
  readonly repeatedRuns: number;
  readonly shortRuns: number;
  /** Runs that are whole sentences or lines. */
  readonly wholeLines: number;
  /** In how many tenths of the text a run begins. */
  readonly tenths: number;
}

const shortRun = 3;
const wholeLineMin = 2;

export function readText(text: string): ReadText {
  const words = wordsOf(text);
  const { texts, ends } = shinglesFrom(words);
  return { words, shingles: texts, ends, set: new Set(texts) };
}

/** The Jaccard similarity of the sets of shingles. */
export function similarity(a: ReadText, b: ReadText): number {
  const shared = [...a.set].filter((shingle) => b.set.has(shingle)).length;
  return shared / (a.set.size + b.set.size - shared);
}

export function addsTo(a: ReadText, b: ReadText): Adds {
  const { words } = a;
  const { old, isTouched } = comparedWords(a, b);
  const runs = runsOf(words, old);
  const inner = runs.filter(({ start, end }) => start > 0 && end < words.length);
  const outer = runs.filter((run) => !inner.includes(run));
  const counts = new Map<string, number>();
  for (const { text } of inner) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sum = (of: (run: Run) => number, all = inner) =>
    all.reduce((total, run) => total + of(run), 0);
  return {
    share: sum(({ length }) => length, runs) / Math.max(1, lengthOf(words)),
    longest: Math.max(0, ...inner.map(({ length }) => length)),
    edge: sum(({ length }) => length, outer),
    edgeNumbers: sum(({ own }) => own.filter(({ isNumber }) => isNumber).length, outer),
    numbers: sum(({ own }) => own.filter(({ isNumber }) => isNumber).length),
    names: sum(({ own }) => own.filter(({ isName }) => isName).length),
    negations:
      words.filter(({ isNegation }, at) => isNegation && isTouched[at]).length +
      removedNegations(a, b, old),
    runs: inner.length,
    repeatedRuns: inner.filter(({ text }) => counts.get(text)! > 1).length,
    shortRuns: inner.filter(({ length }) => length <= shortRun).length,
    wholeLines: inner.filter(
      ({ length, own, end }) => length >= wholeLineMin && own[0]!.begins && words[end]!.begins,
    ).length,
    tenths: new Set(inner.map(({ start }) => Math.floor((10 * start) / words.length))).size,
  };
}

/** Two flags for each word: a shingle with it is in the other text; a shingle with it is not. */
function comparedWords({ words, shingles, ends }: ReadText, { set }: ReadText) {
  const old = new Uint8Array(words.length);
  const isTouched = new Uint8Array(words.length);
  for (const [start, shingle] of shingles.entries()) {
    (set.has(shingle) ? old : isTouched).fill(1, start, ends[start]!);
  }
  return { old, isTouched };
}

interface Run {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly own: readonly EvidenceWord[];
  readonly text: string;
  readonly length: number;
}

function runsOf(words: readonly EvidenceWord[], old: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < words.length; start++) {
    if (old[start] === 1) continue;
    const next = old.indexOf(1, start);
    const end = next < 0 ? words.length : next;
    const own = words.slice(start, end);
    const text = own.map((word) => word.text).join(' ');
    runs.push({ start, end, own, text, length: lengthOf(own) });
    start = end;
  }
  return runs;
}

function lengthOf(words: readonly EvidenceWord[]): number {
  return words.reduce((sum, { weight }) => sum + 2 * weight, 0);
}

/** Places where only old words meet, in a way that is new, because the other text has a negation between them. */
function removedNegations({ words, shingles, ends }: ReadText, { set }: ReadText, old: Uint8Array) {
  let removed = 0;
  for (const [start, shingle] of shingles.entries()) {
    const end = ends[start]!;
    if (set.has(shingle) || old[start] === 0 || old[end - 1] === 0) continue;
    for (let at = start + 1; at < end; at++) {
      const isRemoved = allNegations.some((negation) => {
        if (/^\p{Script=Han}/u.test(negation) !== words[at]!.isHan) return false;
        const [before, after] = shinglesAround(words, at, negation);
        return set.has(before) && set.has(after);
      });
      if (isRemoved) removed++;
    }
  }
  return removed;
}
