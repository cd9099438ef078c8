/*
 * Joins words that a hyphen at the end of a line breaks: "infor-\nmation" is "information". A soft hyphen (U+00AD)
 * before a line break always means a broken word. An ordinary hyphen may also belong to the word:
 *
 *   line end | next line       the text elsewhere             result
 *   infor-   | mation                                         information
 *   well-    | known           well-known, or well and known  well-known
 *   on-line- | services        (a hyphen on the other side)   on-line-services
 *   Vor-     | und Nachteile                                  unchanged: "Vor-" abbreviates a word
 *   COVID-   | 19, Baden- | Württemberg                       unchanged
 *
 * If the text does not show which of these it is, the parts are joined without the hyphen, so a compound that occurs
 * only once, at the end of a line, loses its hyphen. A hyphen between letters separates words, so only the first row of
 * the table changes the words of the text.
 */

export interface BrokenWordOptions {
  /**
   * True if every line break may come from the layout, as in a PDF. If false, a break inside a word counts only if the
   * whole word would not have fitted into a usual line of its paragraph.
   */
  readonly laidOut: boolean;
}

/** Matches ends of lines that may be inside a word. */
const lineEnds = /[-\u2010\u00ad][ \t]*\r?\n/g;
/**
 * Match a soft or hard hyphen at the end of a line. They are applied to the last `endLength` UTF-16 units of the line.
 */
const softEnd = /[\p{L}\p{M}]\u00ad+$/u;
const hardEnd = /(?<![\p{L}\p{M}\u2010-])([\p{L}\p{M}][\p{L}\p{M}\u2010-]*)[-\u2010]$/u;
const endLength = 100;
const continuation = /^(\p{Ll}[\p{L}\p{M}]{1,99})((?:[-\u2010](?=\p{L}))?)/u;
const words = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;
/** Conjunctions. A hyphen before one of them abbreviates a compound ("pre- and postwar"). */
const conjunctions = new Set(
  'and or to nor but und oder bis sowie et ou y e ed en of och og eller'.split(' '),
);
/** First parts of English compounds that are rarely the beginning of another word. */
const compoundHeads = new Set(['well', 'self', 'half', 'quasi']);
/**
 * Minimum length at which a first part may count as a separate word. Shorter words, such as "in" or "to", are also the
 * beginnings of many words without a hyphen.
 */
const ownWordLengthMin = 4;
/** Minimum number of letters that hyphenation leaves on either line. */
const partLengthMin = 2;

/** Joins the broken words of a text in linear time. */
export function joinBrokenWords(text: string, { laidOut }: BrokenWordOptions): string {
  if (!hasHyphenatedLine(text)) return text;
  const around = new TextAround(text, laidOut);
  let result = '';
  let kept = 0;
  for (const { index, 0: hyphenated } of text.matchAll(lineEnds)) {
    const lineFeed = index + hyphenated.length - 1;
    const line = text.slice(text.lastIndexOf('\n', index) + 1, lineFeed);
    const nextEnd = text.indexOf('\n', lineFeed + 1);
    const next = text.slice(lineFeed + 1, nextEnd < 0 ? text.length : nextEnd);
    const start = startOfJoined(line, next, around, lineFeed - line.length);
    if (start === null) continue;
    result += text.slice(kept, lineFeed - line.length + start.length);
    kept = lineFeed + 1 + next.length - next.trimStart().length;
  }
  return kept === 0 ? text : result + text.slice(kept);
}

/** Tests if a line ends in a hyphen, as `lineEnds` does but faster. Few texts have such a line. */
function hasHyphenatedLine(text: string): boolean {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    let end = text.charCodeAt(at - 1) === 0x0d ? at - 2 : at - 1;
    while (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09) end--;
    if (hyphens.includes(text.charCodeAt(end))) return true;
  }
  return false;
}

const hyphens = [0x2d, 0x2010, 0xad];

/** Context of broken words: the known words of the text and the widths of its paragraphs, computed on first use. */
class TextAround {
  #known: ReadonlySet<string> | undefined;
  /** The paragraph looked up last, and its width. */
  #paragraph = { start: 0, end: 0, width: 0 };

  constructor(
    readonly text: string,
    readonly laidOut: boolean,
  ) {}

  /** Words of the text in lower case, except those divided by a line break. */
  get known(): ReadonlySet<string> {
    this.#known ??= findWords(this.text);
    return this.#known;
  }

  /**
   * Width of a paragraph in UTF-16 units; 0 if every line break may come from the layout.
   * @param lineStart start of a line in the paragraph
   */
  widthAt(lineStart: number): number {
    if (this.laidOut) return 0;
    if (lineStart >= this.#paragraph.end) {
      const [start, end] = paragraphAround(this.text, lineStart, this.#paragraph.end);
      const width = paragraphWidth(this.text.slice(start, end).split('\n'));
      this.#paragraph = { start, end, width };
    }
    return this.#paragraph.width;
  }
}

/**
 * Returns the start of the first line and the end of the last line of the paragraph around a line. Paragraphs end at
 * blank lines.
 * @param from lower bound for the start
 */
function paragraphAround(text: string, lineStart: number, from: number): [number, number] {
  let start = lineStart;
  while (start > from) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (before < from || isBlank(text.slice(before, start))) break;
    start = before;
  }
  let end = lineStart;
  while (end < text.length) {
    const lineFeed = text.indexOf('\n', end);
    const lineEnd = lineFeed < 0 ? text.length : lineFeed;
    if (isBlank(text.slice(end, lineEnd))) break;
    end = lineEnd + 1;
  }
  return [start, Math.min(end, text.length)];
}

/**
 * Returns a line as the beginning of the joined line, with or without the hyphen at its end; null if the last word of
 * the line does not continue on the next line.
 */
function startOfJoined(
  line: string,
  next: string,
  around: TextAround,
  lineStart: number,
): string | null {
  const withHyphen = line.trimEnd();
  const end = withHyphen.slice(-endLength);
  const continued = next.trimStart();
  if (softEnd.test(end)) return /^[\p{L}\p{M}]/u.test(continued) ? withoutSoft(withHyphen) : null;
  const first = hardEnd.exec(end)?.[1];
  const [, second, hyphen] = continuation.exec(continued) ?? [];
  if (first === undefined || second === undefined || conjunctions.has(second)) return null;
  if (first.length < partLengthMin) return null;
  const width = around.widthAt(lineStart);
  if (width > 0 && withHyphen.length - 1 + second.length <= width) return null;
  const [a, b] = [first.toLowerCase(), second.toLowerCase()];
  const withoutHyphen = withHyphen.slice(0, -1);
  const { known } = around;
  if (known.has(a + b)) return withoutHyphen;
  const isCompound =
    hyphen !== '' ||
    /[-\u2010]/.test(a) ||
    compoundHeads.has(a) ||
    known.has(`${a}-${b}`) ||
    (a.length >= ownWordLengthMin && known.has(a) && known.has(b));
  return isCompound ? withHyphen : withoutHyphen;
}

function withoutSoft(line: string): string {
  let end = line.length;
  while (line.charCodeAt(end - 1) === 0xad) end--;
  return line.slice(0, end);
}

function findWords(text: string): ReadonlySet<string> {
  const found = withoutBrokenWords(text).toLowerCase().replaceAll('\u2010', '-').match(words);
  return new Set(found);
}

/** Replaces both parts of every word that is broken at the end of a line by a space. */
function withoutBrokenWords(text: string): string {
  let result = '';
  let kept = 0;
  for (const { index, 0: hyphenated } of text.matchAll(lineEnds)) {
    let start = index;
    while (start > kept && isLetter(text[start - 1]!)) start--;
    let end = index + hyphenated.length;
    while (text[end] === ' ' || text[end] === '\t') end++;
    while (end < text.length && isLetter(text[end]!)) end++;
    if (start === index) continue;
    result += `${text.slice(kept, start)} `;
    kept = end;
  }
  return result + text.slice(kept);
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{M}]/u.test(character);
}

/**
 * Median line length of a paragraph, without the last line, which may be short. The maximum would be wrong: some lines
 * overflow the layout. Lines of one word, such as addresses, count only if there are no others.
 */
function paragraphWidth(lines: readonly string[]): number {
  const lengths: number[] = [];
  let longestWord = 0;
  for (const line of lines) {
    const { length } = line.trimEnd();
    if (length === 0) continue;
    if (/\S\s+\S/.test(line)) lengths.push(length);
    else longestWord = Math.max(longestWord, length);
  }
  if (lengths.length > 1) lengths.pop();
  lengths.sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? longestWord;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
