/*
 * Joins words that a hyphen at the end of a line breaks: "infor-\nmation" is "information". A soft hyphen
 * (U+00AD) before a line break says so. An ordinary hyphen may also belong to the word:
 *
 *   line end | next line       the text elsewhere             result
 *   infor-   | mation                                         information
 *   well-    | known           well-known, or well and known  well-known
 *   on-line- | services        (a hyphen on the other side)   on-line-services
 *   Vor-     | und Nachteile                                  unchanged: "Vor-" is short for a word
 *   COVID-   | 19, Baden- | Württemberg                       unchanged
 *
 * Without evidence in the text the parts are one word, so a compound that occurs once, at the end of a
 * line, loses its hyphen. Hyphens between letters separate words, hence the first row alone changes words.
 */

export interface BrokenWordOptions {
  /**
   * True if every line break may be one of the layout, as in a PDF. If false, a break inside a word counts
   * only if the whole word would not have fitted into a usual line of its paragraph.
   */
  readonly laidOut: boolean;
}

/** A line that may end inside a word. */
const candidate = /[-\u2010\u00ad][ \t]*\r?\n/;
/** The ends of such a line; applied to its last `endLength` UTF-16 units. */
const softEnd = /[\p{L}\p{M}]\u00ad+$/u;
const hardEnd = /(?<![\p{L}\p{M}\u2010-])([\p{L}\p{M}][\p{L}\p{M}\u2010-]*)[-\u2010]$/u;
const endLength = 100;
const continuation = /^(\p{Ll}[\p{L}\p{M}]{1,99})((?:[-\u2010](?=\p{L}))?)/u;
/** Both parts of a word at a line break. The look-behind makes it linear for long runs of letters. */
const brokenParts = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+[-\u2010\u00ad][ \t]*\r?\n[ \t]*[\p{L}\p{M}]+/gu;
const words = /[\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*/gu;
/** Words before which a hyphen stands for the end of a later word ("pre- and postwar"). */
const conjunctions = new Set(
  'and or to nor but und oder bis sowie et ou y e ed en of och og eller'.split(' '),
);
/** First parts of English compounds that hardly begin another word. */
const compoundHeads = new Set(['well', 'self', 'half', 'quasi']);
/** A shorter first part, such as "in" or "to", also begins words that have no hyphen. */
const ownWordLengthMin = 4;
/** Hyphenation leaves at least this many letters on either line. */
const partLengthMin = 2;

/** Joins the broken words of a text. Cost: linear in its length. */
export function joinBrokenWords(text: string, { laidOut }: BrokenWordOptions): string {
  if (!candidate.test(text)) return text;
  const lines = text.split('\n');
  const known = wordsOf(text);
  const joined: string[] = [];
  let width = 0;
  let continues = false;
  for (const [index, line] of lines.entries()) {
    if (!laidOut && (index === 0 || isBlank(lines[index - 1]!)))
      width = paragraphWidth(lines, index);
    const next = lines[index + 1];
    const start = next === undefined ? null : startOfJoined(line, next, { known, width });
    const shown = start ?? line;
    joined.push(continues ? shown.trimStart() : shown);
    continues = start !== null;
    if (!continues && next !== undefined) joined.push('\n');
  }
  return joined.join('');
}

interface Around {
  /** Words of the text in lower case, without those that a line break divides. */
  readonly known: ReadonlySet<string>;
  /** Width of the paragraph in UTF-16 units; 0 if it does not matter. */
  readonly width: number;
}

/** The line as the next one continues it; null if no word goes on there. */
function startOfJoined(line: string, next: string, { known, width }: Around): string | null {
  const withHyphen = line.trimEnd();
  const end = withHyphen.slice(-endLength);
  const continued = next.trimStart();
  if (softEnd.test(end)) return /^[\p{L}\p{M}]/u.test(continued) ? withoutSoft(withHyphen) : null;
  const first = hardEnd.exec(end)?.[1];
  const [, second, hyphen] = continuation.exec(continued) ?? [];
  if (first === undefined || second === undefined || conjunctions.has(second)) return null;
  if (first.length < partLengthMin) return null;
  if (width > 0 && withHyphen.length - 1 + second.length <= width) return null;
  const [a, b] = [first.toLowerCase(), second.toLowerCase()];
  const withoutHyphen = withHyphen.slice(0, -1);
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

function wordsOf(text: string): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [word] of text.replaceAll(brokenParts, ' ').matchAll(words)) {
    known.add(word.toLowerCase().replaceAll('\u2010', '-'));
  }
  return known;
}

/**
 * Median length of the lines from `from` to the next blank one, without the last, which may be short: some lines
 * are longer than the layout allows. Lines of one word, such as addresses, count only if there are no others.
 */
function paragraphWidth(lines: readonly string[], from: number): number {
  const lengths: number[] = [];
  let longestWord = 0;
  for (let index = from; index < lines.length && !isBlank(lines[index]!); index++) {
    const { length } = lines[index]!.trimEnd();
    if (/\S\s+\S/.test(lines[index]!)) lengths.push(length);
    else longestWord = Math.max(longestWord, length);
  }
  if (lengths.length > 1) lengths.pop();
  lengths.sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? longestWord;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}
