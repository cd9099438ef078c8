import { han, word } from './code-points.js';
import { regionalCharacters, regionalLines } from './regional-table.js';
import { changeable } from './runs.js';
import { simpleUnits } from './simplify.js';
import { toUnits, type Units, unitsToText } from './units.js';

/*
 * Rewrites Chinese into the words of one region. The mainland, Taiwan and Hong Kong have different words for many
 * things, and sites convert between them.
 *
 *   Taiwan     這款軟體支援網路列印與隨身碟備份
 *   mainland   这款软件支持网络打印与U盘备份
 *   read as    這款软件支持网络打印與随身碟備份
 *
 * Every text is rewritten, whatever its region, because some words belong to several regions (資料, 执行). The longest
 * matching word of the table wins at each position, as in OpenCC.
 */

interface RegionalWord {
  readonly letters: Units;
  /** Replacement of the word; null if the word stays. */
  readonly replacement: Units | null;
}

/** A text with its runs (runs.ts), its original form and its marks (spelling.ts). */
interface RegionalText {
  readonly units: Units;
  readonly runs: Int32Array;
  readonly sent: Units;
  readonly marks: readonly number[];
}

/** A range of a text, and the letters that replace it. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly letters: Units;
  /** Index in `runs` of the run in which the range ends. */
  readonly run: number;
}

export function inOneRegion<Text extends RegionalText>(text: Text): Text {
  const found = replacementsIn(text);
  return found.length === 0 ? text : { ...text, ...replaced(text, found) };
}

/** Works like `inOneRegion`, but for a single word or phrase in simplified characters. */
export function wordInOneRegion(simplified: string): string {
  const units = toUnits(simplified);
  const runs = Int32Array.of(han, 0, units.length);
  return unitsToText(inOneRegion({ units, runs, sent: units, marks: [] }).units);
}

/** Words indexed by their first two units, longest first. */
const wordsOf = new Map<number, RegionalWord[]>();
/** 1 for the hash of each pair of units with which a word of the table begins. */
const mayBegin = new Uint8Array(0x10000);

for (const line of regionalLines.trim().split('\n')) {
  const [first, ...others] = line.split(' ');
  const replacement = toUnits(first!).slice();
  wordsOfPair(replacement).push({ letters: replacement, replacement: null });
  for (const other of others) {
    const letters = toUnits(other).slice();
    wordsOfPair(letters).push({ letters, replacement });
  }
}
/** Replacements of single characters, by code unit. Inside some words of the table, the character is not replaced. */
const characters = new Map<number, Units>();
for (const line of regionalCharacters.trim().split('\n')) {
  const [from, to, ...kept] = line.split(' ');
  characters.set(from!.charCodeAt(0), toUnits(to!).slice());
  for (const each of kept) {
    const letters = toUnits(each).slice();
    wordsOfPair(letters).push({ letters, replacement: null });
  }
}
for (const words of wordsOf.values()) words.sort((a, b) => b.letters.length - a.letters.length);
/** 1 for each simplified unit that is replaced even outside the words of the table. */
const alone = new Uint8Array(0x10000);
for (const unit of characters.keys()) alone[unit] = 1;

function wordsOfPair(letters: Units): RegionalWord[] {
  const [first, second] = [letters[0]!, letters[1]!];
  mayBegin[hashPair(first, second)] = 1;
  const key = first * 0x10000 + second;
  if (!wordsOf.has(key)) wordsOf.set(key, []);
  return wordsOf.get(key)!;
}

function hashPair(first: number, second: number): number {
  return (Math.imul(first, 0x9e37) + second) & 0xffff;
}

function replacementsIn({ units, runs }: RegionalText): Replacement[] {
  const found: Replacement[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    if ((runs[run]! & ~changeable) !== han) continue;
    const end = runs[run + 2]!;
    let at = runs[run + 1]!;
    if (followsLetter(runs, run)) at--;
    let first = simpleUnits[units[at]!]!;
    for (; at < end; at++) {
      const second = at + 1 < end ? simpleUnits[units[at + 1]!]! : 0;
      const isFound = mayBegin[hashPair(first, second)]! | alone[first]!;
      const begin = first;
      first = second;
      if (isFound === 0) continue;
      const regional = wordAt(units, at, end, begin * 0x10000 + second);
      if (regional !== null) {
        const { letters, replacement } = regional;
        const start = at;
        at += letters.length - 1;
        if (at + 1 < end) first = simpleUnits[units[at + 1]!]!;
        if (replacement !== null) found.push({ start, end: at + 1, letters: replacement, run });
      } else if (alone[begin] === 1) {
        found.push({ start: at, end: at + 1, letters: characters.get(begin)!, run });
      }
    }
  }
  return found;
}

/** Tests for a single letter directly before a run, as in U盘. */
function followsLetter(runs: Int32Array, run: number): boolean {
  const start = runs[run + 1]!;
  return (
    run > 0 && runs[run - 3] === word && runs[run - 2] === start - 1 && runs[run - 1] === start
  );
}

function wordAt(units: Units, at: number, end: number, key: number): RegionalWord | null {
  for (const each of wordsOf.get(key) ?? []) {
    const { letters } = each;
    if (at + letters.length > end) continue;
    let index = 2;
    while (index < letters.length && simpleUnits[units[at + index]!] === letters[index]) index++;
    if (index === letters.length) return each;
  }
  return null;
}

function replaced(text: RegionalText, found: readonly Replacement[]): RegionalText {
  const { units, sent, marks } = text;
  if (found.every(({ start, end, letters }) => letters.length === end - start)) {
    const same = { ...text, units: units.slice(), sent: sent.slice() };
    for (const { start, letters } of found) {
      same.units.set(letters, start);
      same.sent.set(letters, start);
    }
    return same;
  }
  const growth = found.reduce(
    (sum, { start, end, letters }) => sum + letters.length - end + start,
    0,
  );
  const out = new Uint16Array(units.length + growth);
  const outSent = new Uint16Array(out.length);
  const runs: number[] = [];
  /** Number that each run of the text has in the result. */
  const numbers: number[] = [];
  let [shift, copied, next] = [0, 0, 0];
  for (let run = 0; run < text.runs.length; run += 3) {
    numbers.push(runs.length / 3);
    const first = runs.length;
    runs.push(text.runs[run]!, text.runs[run + 1]! + shift, 0);
    for (; found[next]?.run === run; next++) {
      const { start, end, letters } = found[next]!;
      // A letter directly before the run, as in U盘, was a separate run. It now becomes part of this run.
      if (start < text.runs[run + 1]!) {
        runs.splice(first - 3, 5, text.runs[run]!, start + shift);
        numbers[run / 3]!--;
      }
      out.set(units.subarray(copied, start), copied + shift);
      outSent.set(sent.subarray(copied, start), copied + shift);
      out.set(letters, start + shift);
      outSent.set(letters, start + shift);
      shift += letters.length - end + start;
      copied = end;
    }
    runs[runs.length - 1] = text.runs[run + 2]! + shift;
  }
  out.set(units.subarray(copied), copied + shift);
  outSent.set(sent.subarray(copied), copied + shift);
  return {
    units: out,
    runs: Int32Array.from(runs),
    sent: outSent,
    marks: marks.map((each, index) => (index % 2 === 0 ? numbers[each]! : each)),
  };
}
