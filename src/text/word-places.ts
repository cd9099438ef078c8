import { classOf, han, surrogate, syllabic, word } from './code-points.js';
import type { Dictionaries } from './dictionaries.js';
import { wordText } from './lexicon.js';
import { composes, type NormalizeOptions, normalizeByCodePoint } from './normalize.js';
import { changeable } from './runs.js';
import { hanzi, kindOf, letter } from './spaced-characters.js';
import { type SpelledText, spelledWord } from './spelling.js';
import { plain, roleOf } from './symbols.js';
import { codePointAt, type Units, unitsToText } from './units.js';

/** Positions of words in a text, in UTF-16 code units; ends are exclusive. */
export interface WordPlaces {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Locates the words of a normalised text in the original text.
 *
 *   text         ＨＴＭＬ、「中 國」        as sent
 *   normalised   html、「中国」             basis of the cut: other widths, cases and forms, no disguise
 *   words        ├──┤   ├──┤
 *
 * Normalises each character of the original text separately, then aligns the resulting letters with those of the
 * normalised text. The two differ where a disguise was removed: a letter was replaced, or letters were dropped
 * (disguise.ts). A word in such a place gets the position between the matching letters around it.
 * @param read the normalised text with its runs and word numbers
 */
export function wordPlaces(
  text: string,
  read: { readonly units: Units; readonly runs: Int32Array; readonly words: Int32Array },
  options: NormalizeOptions & { readonly simplify: boolean },
  dictionaries: Pick<Dictionaries, 'lexicon' | 'simplify'>,
): WordPlaces {
  const words = wordsInRuns(read, options.simplify, dictionaries);
  return placesInText(text, read.units, words, options);
}

/** Locates the words of `evidenceWords` (evidence-words.ts) in the original text. */
export function evidenceWordPlaces(
  text: string,
  read: Pick<SpelledText, 'units' | 'runs'>,
  options: NormalizeOptions & { readonly simplify: boolean },
  { simplify }: Pick<Dictionaries, 'simplify'>,
): WordPlaces {
  const words = charactersInRuns(read, options.simplify ? simplify : null);
  return placesInText(text, read.units, words, options);
}

/**
 * Maps positions in the normalised text to positions in the original text.
 * @param words positions in the normalised text
 */
function placesInText(
  text: string,
  normalized: Units,
  words: WordPlaces,
  options: NormalizeOptions,
): WordPlaces {
  const places = unitPlaces(text, normalized, options);
  return {
    starts: words.starts.map((start) => places.starts[start]!),
    ends: words.ends.map((end) => places.ends[end - 1]!),
  };
}

/** Returns the positions of alphabetic words, and of characters of other scripts, in the normalised text. */
function charactersInRuns(
  { units, runs }: Pick<SpelledText, 'units' | 'runs'>,
  simplify: Dictionaries['simplify'] | null,
): WordPlaces {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    const first = starts.length;
    for (let at = start; at < end; at = ends.at(-1)!) {
      starts.push(at);
      ends.push(runs[run] === word ? end : at + unitsAt(units, at));
    }
    if (runs[run] !== (han | changeable) || simplify === null) continue;
    const count = [...simplify(unitsToText(units, start, end))].length;
    if (count === starts.length - first) continue;
    // Simplifying has changed the number of characters, so the origin of each is unknown. All of them get the position
    // of the run.
    starts.splice(first, starts.length, ...Array<number>(count).fill(start));
    ends.splice(first, ends.length, ...Array<number>(count).fill(end));
  }
  return { starts: Int32Array.from(starts), ends: Int32Array.from(ends) };
}

/** Returns the positions of the words of `numberWords` in the normalised text. */
function wordsInRuns(
  { units, runs, words }: Parameters<typeof wordPlaces>[1],
  simplify: boolean,
  { lexicon, simplify: simplified }: Pick<Dictionaries, 'lexicon' | 'simplify'>,
): WordPlaces {
  const starts = new Int32Array(words.length);
  const ends = new Int32Array(words.length);
  let count = 0;
  const add = (start: number, end: number) => {
    starts[count] = start;
    ends[count++] = end;
  };
  for (let run = 0; run < runs.length; run += 3) {
    const kind = runs[run]! & ~changeable;
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    if (kind === han) addCut(start, end, runs[run] !== kind);
    else if (kind === syllabic) addPairs(start, end);
    else add(start, end);
  }
  return { starts, ends };

  /**
   * Adds the words of a run of Han. If simplifying has changed the length of the run, each word gets the position of
   * the whole run.
   */
  function addCut(start: number, end: number, mayChange: boolean): void {
    const length =
      mayChange && simplify ? simplified(unitsToText(units, start, end)).length : end - start;
    const isInPlace = length === end - start;
    for (let done = 0; done < length; ) {
      const next = done + wordText(lexicon, words[count]!).length;
      if (isInPlace) add(start + done, start + next);
      else add(start, end);
      done = next;
    }
  }

  function addPairs(start: number, end: number): void {
    let first = start;
    let second = first + unitsAt(units, first);
    if (second === end) add(start, end);
    while (second < end) {
      const next = second + unitsAt(units, second);
      add(first, next);
      first = second;
      second = next;
    }
  }
}

const unitsAt = (units: Units, index: number) => (codePointAt(units, index) > 0xffff ? 2 : 1);

/** Returns, for each unit of a normalised text, the start and end of the original characters from which it comes. */
function unitPlaces(text: string, normalized: Units, options: NormalizeOptions): WordPlaces {
  const source = normalizeLetters(text, options);
  const starts = new Int32Array(normalized.length);
  const ends = new Int32Array(normalized.length);
  const letters: number[] = [];
  for (let index = 0; index < normalized.length; index++) {
    if (isLetter(normalized[index]!)) letters.push(index);
  }
  const units = Uint16Array.from(letters, (index) => normalized[index]!);
  let from = 0;
  let at = 0;
  for (let index = 0; index < units.length; ) {
    if (units[index] === source.units[at]) {
      place(letters[index++]!, at++);
      continue;
    }
    const { left, other } = difference(units, index, source.units, at);
    for (let i = 0; i < other; i++) place(letters[index++]!, Math.min(at + i, at + left));
    at += left;
  }
  fillUpTo(normalized.length, text.length);
  return { starts, ends };

  function place(index: number, letter: number): void {
    const last = source.units.length - 1;
    fillUpTo(index, source.starts[Math.min(letter, last)]!);
    starts[index] = source.starts[Math.min(letter, last)]!;
    ends[index] = source.ends[Math.min(letter, last)]!;
    from = index + 1;
  }

  /**
   * Sets the positions of units between letters. A sign may belong to a word, so it gets the position of its original
   * character, if this is found before `next`. All other units, and all signs after the first sign that is not found,
   * get the end of the unit before them.
   */
  function fillUpTo(index: number, next: number): void {
    let end = from === 0 ? 0 : ends[from - 1]!;
    let isLost = false;
    for (; from < index; from++) {
      const place = isLost || roleOf[normalized[from]!] === plain ? -1 : findSign(from, end, next);
      if (place < 0) isLost ||= roleOf[normalized[from]!] !== plain;
      starts[from] = place < 0 ? Math.min(end, next) : place;
      if (place >= 0) end = place + 1;
      ends[from] = end;
    }
  }

  function findSign(index: number, first: number, next: number): number {
    const sign = String.fromCharCode(normalized[index]!);
    for (let at = first; at < next; at++) {
      if (source.normalizeCharacters(text[at]!) === sign) return at;
    }
    return -1;
  }
}

/** Returns the letters of a text. Each character is normalised together with the marks after it. */
function normalizeLetters(text: string, options: NormalizeOptions) {
  const units: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const met = new Map<string, string>();
  for (let start = 0; start < text.length; ) {
    let end = start + widthAt(start);
    while (end < text.length && joinsTheOneBefore(end)) end += widthAt(end);
    const normalized = normalizeCharacters(text.slice(start, end));
    for (let index = 0; index < normalized.length; index++) {
      const unit = normalized.charCodeAt(index);
      if (!isLetter(unit)) continue;
      units.push(unit);
      starts.push(start);
      ends.push(end);
    }
    start = end;
  }
  return { units: Uint16Array.from(units), starts, ends, normalizeCharacters };

  function widthAt(index: number): number {
    return text.codePointAt(index)! > 0xffff ? 2 : 1;
  }

  /**
   * Tests if a character combines with the one before it: a mark, or a character that becomes a mark, such as
   * half-width kana sound marks (U+FF9E).
   */
  function joinsTheOneBefore(index: number): boolean {
    const unit = text.charCodeAt(index);
    if (composes(unit)) return true;
    const normalized = normalizeCharacters(text.slice(index, index + widthAt(index)));
    return normalized !== '' && composes(normalized.charCodeAt(0));
  }

  function normalizeCharacters(characters: string): string {
    let normalized = met.get(characters);
    if (normalized === undefined) {
      normalized = spelledWord(normalizeByCodePoint(characters, options));
      met.set(characters, normalized);
    }
    return normalized;
  }
}

function isLetter(unit: number): boolean {
  return kindOf[unit] === letter || kindOf[unit] === hanzi || classOf[unit] === surrogate;
}

/** Number of matching letters in a row that end a difference. */
const matching = 3;
/** Maximum number of letters in one difference. */
const differingMax = 256;

/**
 * Returns the smallest numbers of letters to skip in the two texts so that they match again. If they do not match
 * within `differingMax` letters, up to `differingMax` letters are skipped in each text, which keeps the cost linear in
 * the length of the text.
 */
function difference(a: Units, atA: number, b: Units, atB: number) {
  for (let length = 1; length <= differingMax; length++) {
    if (agree(a, atA + length, b, atB + length)) return { other: length, left: length };
    if (agree(a, atA, b, atB + length)) return { other: 0, left: length };
    if (agree(a, atA + length, b, atB)) return { other: length, left: 0 };
  }
  return {
    other: Math.min(differingMax, a.length - atA),
    left: Math.min(differingMax, b.length - atB),
  };
}

function agree(a: Units, atA: number, b: Units, atB: number): boolean {
  if (atA > a.length || atB > b.length) return false;
  for (let i = 0; i < matching; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
