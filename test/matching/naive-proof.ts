/*
 * The rule of refusals (src/matching/proof.ts), told by the words themselves instead of hashes. Words are lower-case
 * letters or numbers, and each counts as one word.
 */

/** Sentences of a line, each of at least one word. */
export type NaiveLine = readonly (readonly string[])[];

export interface NaivePage {
  readonly main: readonly NaiveLine[];
  readonly rest: readonly NaiveLine[];
  /** True if each line is a block. */
  readonly isBlocks: boolean;
  /** Separates lines. A semicolon or a blank line also ends a sentence. */
  readonly lineEnd: '\n' | ';\n' | '\n\n';
}

/** Returns lines as a client would send them. */
export function linesText(
  lines: readonly NaiveLine[],
  { lineEnd }: Pick<NaivePage, 'lineEnd'>,
): string {
  return lines.map((line) => line.map((words) => words.join(' ')).join('; ') + lineEnd).join('');
}

/** Comparison of a page with a stored one. Unknown lines are numbered through main text and rest. */
export interface NaiveProof {
  readonly unknown: readonly number[];
  readonly similarity: number;
  readonly level: 'exact' | 'page' | 'article' | 'similar';
}

export function proveNaively(page: NaivePage, stored: NaivePage): NaiveProof {
  const known = said(stored);
  const isSameMain = mainText(page) === mainText(stored);
  const isKnown = (lines: readonly NaiveLine[], line: number) =>
    known.lines.has(lineKey(page, lines, line)) ||
    (page.isBlocks ? isBlockKnown(lines[line]!, known) : isWrapKnown(page, lines, line, known));
  const unknownOf = (lines: readonly NaiveLine[]) =>
    [...lines.keys()].filter((line) => !isKnown(lines, line));
  const unknownMain = isSameMain ? [] : unknownOf(page.main);
  const unknownRest = unknownOf(page.rest);
  const own = counted(page);
  const other = { ...counted(stored), ...(isSameMain && { main: own.main }) };
  const mainSimilarity = jaccard(own.main, other.main);
  const similarity = jaccard(
    new Set([...own.main, ...own.rest]),
    new Set([...other.main, ...other.rest]),
  );
  const isSameRest = jaccard(own.rest, other.rest) === 1;
  const hasAll = unknownMain.length + unknownRest.length === 0;
  let level: NaiveProof['level'] = 'similar';
  if (isSameMain && isSameRest) level = 'exact';
  else if (hasAll && similarity >= 0.8) level = 'page';
  else if (unknownMain.length === 0 && mainSimilarity >= 0.8) level = 'article';
  const unknown = [...unknownMain, ...unknownRest.map((line) => page.main.length + line)];
  return { unknown, similarity, level };
}

/** Returns the unknown lines of a page as texts; a short line with the line before it. */
export function unknownTexts(page: NaivePage, { unknown }: NaiveProof): Set<string> {
  const count = page.main.length;
  return new Set(
    unknown.map((line) =>
      line < count ? lineKey(page, page.main, line) : lineKey(page, page.rest, line - count),
    ),
  );
}

/** Contents of the main text of a stored page, and the lines of the whole page. */
interface Said {
  readonly pairs: ReadonlySet<string>;
  /** First two words of each sentence; one word of a sentence of one word. */
  readonly beginnings: ReadonlySet<string>;
  /** Last two words of each sentence; one word of a sentence of one word. */
  readonly endings: ReadonlySet<string>;
  /** Sentences that are too short to be made of pairs. */
  readonly wholes: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly lines: ReadonlySet<string>;
}

function said(page: NaivePage): Said {
  const { main, rest } = page;
  const words = main.flat(2);
  return {
    pairs: new Set(pairsOf(words)),
    beginnings: new Set(sentencesOf(page).map(beginningOf)),
    endings: new Set(sentencesOf(page).map(endingOf)),
    wholes: new Set(
      sentencesOf(page)
        .filter((words) => words.length < 8 || !isLongEnough(words))
        .map((words) => words.join(' ')),
    ),
    numbers: new Set(words.filter(isNumber)),
    lines: new Set([main, rest].flatMap((lines) => lineKeys(page, lines))),
  };
}

/** Returns the sentences of a main text. Where a line break may be a wrap, a sentence goes on in the next line. */
function sentencesOf({ main, isBlocks, lineEnd }: NaivePage): string[][] {
  const sentences: string[][] = [];
  for (const line of main) {
    const goesOn = sentences.length > 0 && !isBlocks && lineEnd === '\n';
    const [first, ...others] = line.map((words) => [...words]);
    if (goesOn) sentences.at(-1)!.push(...first!);
    else sentences.push(first!);
    sentences.push(...others);
  }
  return sentences;
}

const beginningOf = (sentence: readonly string[]) => sentence.slice(0, 2).join(' ');
const endingOf = (sentence: readonly string[]) => sentence.slice(-2).join(' ');

/** A text of one word has that word for its only pair. */
function pairsOf(words: readonly string[]): string[] {
  if (words.length === 1) return [words[0]!];
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

const isNumber = (word: string) => /\d/.test(word);
const lineKeys = (page: NaivePage, lines: readonly NaiveLine[]) =>
  [...lines.keys()].map((line) => lineKey(page, lines, line));

function lineKey({ rest, lineEnd }: NaivePage, lines: readonly NaiveLine[], line: number): string {
  const words = lines[line]!.flat().join(' ');
  const isShort = lines[line]!.flat().length <= 3;
  const isApart = line === 0 || (lines === rest && lineEnd === '\n\n');
  return isShort && !isApart ? `${lines[line - 1]!.flat().join(' ')} | ${words}` : words;
}

const isLongEnough = (words: readonly string[]) =>
  words.length >= 8 * words.filter(isNumber).length;

function isBlockKnown(line: NaiveLine, { pairs, beginnings, endings, numbers }: Said) {
  const words = line.flat();
  if (words.length < 8 || !isLongEnough(words)) return false;
  if (!words.filter(isNumber).every((word) => numbers.has(word))) return false;
  return line.every(
    (sentence) =>
      beginnings.has(beginningOf(sentence)) &&
      endings.has(endingOf(sentence)) &&
      (sentence.length === 1 || pairsOf(sentence).every((pair) => pairs.has(pair))),
  );
}

interface PlacedWord {
  readonly word: string;
  readonly line: number;
  /** Number of its sentence in the text. */
  readonly sentence: number;
}

/** Each sentence with words in the line is stored as a whole, or is long enough and its words in the line are known. */
function isWrapKnown(
  { lineEnd }: NaivePage,
  lines: readonly NaiveLine[],
  line: number,
  known: Said,
): boolean {
  let last = -1;
  const all = lines.flatMap((sentences, line) =>
    sentences.flatMap((words, index) => {
      if (index > 0 || line === 0 || lineEnd !== '\n') last++;
      const sentence = last;
      return words.map((word): PlacedWord => ({ word, line, sentence }));
    }),
  );
  const judged = new Set(all.filter((each) => each.line === line).map(({ sentence }) => sentence));
  return [...judged].every((sentence) => {
    const words = all.filter((each) => each.sentence === sentence).map(({ word }) => word);
    // The last sentence of a text may be cut, so it may be short, and its end is not looked up.
    const isLong = isLongEnough(words) && (words.length >= 8 || sentence === last);
    if (!isLong) return known.wholes.has(words.join(' '));
    return isPartKnown(all, line, sentence, known);
  });
}

function isPartKnown(
  all: readonly PlacedWord[],
  line: number,
  sentence: number,
  { pairs, beginnings, endings, numbers }: Said,
): boolean {
  const own = all.filter((each) => each.sentence === sentence);
  const inLine = own.filter((each) => each.line === line);
  if (!inLine.every(({ word }) => !isNumber(word) || numbers.has(word))) return false;
  if (all.length === 1 && !pairs.has(all[0]!.word)) return false;
  for (const [at, second] of own.entries()) {
    const first = own[at - 1];
    if (first === undefined || (first.line !== line && second.line !== line)) continue;
    if (!pairs.has(`${first.word} ${second.word}`)) return false;
  }
  const start = all.indexOf(own[0]!);
  const end = start + own.length;
  const isJoined = (place: number) =>
    place > 0 && pairs.has(`${all[place - 1]!.word} ${all[place]!.word}`);
  const isIn = (place: number) => all[place]!.line === line;
  const words = own.map(({ word }) => word);
  return (
    (!isIn(start) || isJoined(start) || beginnings.has(beginningOf(words))) &&
    (!isIn(end - 1) || end === all.length || isJoined(end) || endings.has(endingOf(words)))
  );
}

const mainText = (page: NaivePage) => linesText(page.main, page).replaceAll(/\n+/g, ' ');

function counted(page: NaivePage) {
  const { pairs, beginnings, endings, wholes, numbers } = said(page);
  const kinds = [pairs, beginnings, endings, wholes, numbers];
  return {
    main: new Set(kinds.flatMap((kind, index) => [...kind].map((each) => `${index} ${each}`))),
    rest: new Set(lineKeys(page, page.rest).map((key) => `line ${key}`)),
  };
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((each) => b.has(each)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}
