/**
 * Changed texts: either different facts, or an edit that adds nothing for a reader. A change returns null
 * for a text that it cannot be applied to. Changes are deterministic.
 */
import { createHash } from 'node:crypto';

export type Language = 'en' | 'de' | 'zh' | 'ja';

export interface Change {
  readonly name: string;
  /** True if refusing the changed text as a duplicate loses nothing for a reader. */
  readonly addsNothing: boolean;
  /** True if a text may be changed at several places. */
  readonly isRepeatable: boolean;
  /**
   * @param others texts of the same set, the source of names and words
   * @param count number of places
   */
  readonly apply: (
    text: string,
    language: Language,
    others: readonly string[],
    count: number,
  ) => string | null;
}

export const changes: readonly Change[] = [
  facts('number', (text, _, __, count) => otherDigits(text, numbers, count)),
  facts('date', (text, language, _, count) => otherDigits(text, dates[language], count)),
  facts('name', renamed),
  facts('ordinary word', otherWords),
  facts('"not" put in', (text, language, _, count) => changed(text, negations[language], count)),
  facts('"not" left out', (text, language, _, count) => changed(text, leftOut[language], count)),
  fact('two names swapped', (text, language) => swapped(text, names[language])),
  fact('two numbers swapped', (text) => swapped(text, plainNumbers)),
  fact('a sentence first', (text, language) => `${sentences[language]}${text}`),
  fact('a sentence last', (text, language) => `${text}${sentences[language].trimStart()}`),
  fact('a line exchanged', (text, language) =>
    withLine(text, (lines, at) => lines.splice(at, 1, entries[language])),
  ),
  fact('one more line', (text, language) =>
    withLine(text, (lines, at) => lines.splice(at, 0, entries[language])),
  ),
  nothing('upper case', (text) => differing(text, text.toUpperCase())),
  nothing('punctuation', (text) =>
    differing(text, text.replace(/(?<!\d)[,;:.](?=\s|$)/g, ' ').replace(/[，、；]/g, '。')),
  ),
  nothing('line breaks', (text) => differing(text, text.replace(/(?<=[ 。])(?=\S)/g, '\n'))),
  nothing('two paragraphs swapped', (text) => {
    const { paragraphs, separator } = splitParagraphs(text);
    // A short line counts together with the line before it, so its predecessor stays.
    const isLong = (at: number) =>
      paragraphs[at] === undefined || paragraphs[at].length >= longLine;
    const first = paragraphs.findIndex((_, at) => isLong(at) && isLong(at + 1) && isLong(at + 2));
    if (first < 0 || first + 1 >= paragraphs.length) return null;
    paragraphs.splice(first, 2, paragraphs[first + 1]!, paragraphs[first]!);
    return paragraphs.join(separator);
  }),
  nothing('paragraphs in another order', (text) => {
    const { paragraphs, separator } = splitParagraphs(text);
    return paragraphs.length < 3 ? null : differing(text, paragraphs.reverse().join(separator));
  }),
  nothing('the last tenth left out', (text) => beginning(text, 0.9)),
  nothing('the last two tenths left out', (text) => beginning(text, 0.8)),
  nothing('the last three tenths left out', (text) => beginning(text, 0.7)),
];

/** Splits a text at its blank lines, or at its line ends if it has no blank lines. */
function splitParagraphs(text: string) {
  const blocks = text.split(/\n[^\S\n]*\n/).filter((block) => block.trim() !== '');
  if (blocks.length > 1) return { paragraphs: blocks, separator: '\n\n' };
  return {
    paragraphs: text.split('\n').filter((line) => line.trim() !== ''),
    separator: '\n',
  };
}

/** Minimum length of a line that is surely longer than a short line (fingerprint/reading.ts), in characters. */
const longLine = 60;

/** Returns the beginning of a text, without a word that is cut at its end. */
function beginning(text: string, share: number): string {
  return text
    .slice(0, Math.floor(share * text.length))
    .replace(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.'’-]*$/u, '');
}

function facts(name: string, apply: Change['apply']): Change {
  return { name, addsNothing: false, isRepeatable: true, apply };
}

function fact(name: string, apply: Change['apply']): Change {
  return { name, addsNothing: false, isRepeatable: false, apply };
}

function nothing(name: string, apply: Change['apply']): Change {
  return { name, addsNothing: true, isRepeatable: false, apply };
}

const dates: Readonly<Record<Language, RegExp>> = {
  en: /\d{1,2}(?= (?:January|February|March|April|May|June|July|August|September|October|November|December))|(?<=(?:January|February|March|April|May|June|July|August|September|October|November|December) )\d{1,2}\b|(?<=\d{4}-\d{2}-)\d{2}/g,
  de: /\d{1,2}(?=\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember))|(?<=\d{4}-\d{2}-)\d{2}/g,
  zh: /\d{1,2}(?=[月日])|\d{4}(?=年)/g,
  ja: /\d{1,2}(?=[月日])|\d{4}(?=年)/g,
};

const plainNumbers = /(?<![\p{L}\p{N}.,])\d+(?![\p{L}\p{N}]|[.,]\d)/gu;
const numbers = /(?<![\p{L}\p{N}.,/-])\d{1,7}(?![\p{L}\p{N}/-]|[.,]\d)/gu;

type Replacements = Readonly<Record<Language, readonly (readonly [RegExp, string])[]>>;

const negations: Replacements = {
  en: [[/ (is|are|was|were|can|will|does|do|must|should|has|have) (?!not)/g, ' $1 not ']],
  de: [[/ (ist|sind|war|kann|wird|werden|muss|hat|haben) (?!nicht)/g, ' $1 nicht ']],
  zh: [[/(?<!不)(可以|需要|应当|能够|知道|会|是)/g, '不$1']],
  ja: [
    [/した。/g, 'しなかった。'],
    [/である。/g, 'ではない。'],
    [/ている。/g, 'ていない。'],
    [/ます。/g, 'ません。'],
  ],
};

const leftOut: Replacements = {
  en: [
    [/ (?:do|does|did) not /g, ' '],
    [/ not /g, ' '],
    [/n't /g, ' '],
  ],
  de: [[/ nicht /g, ' ']],
  zh: [[/不(可以|需要|应当|得|能|会|是)/g, '$1']],
  ja: [
    [/ません。/g, 'ます。'],
    [/ていない。/g, 'ている。'],
  ],
};

/** Replaces matches of the first pattern that has enough of them. */
function changed(text: string, replacements: Replacements[Language], count: number): string | null {
  for (const [pattern, replacement] of replacements) {
    const found = picked(text, pattern, count);
    if (found.length < count) continue;
    const once = new RegExp(pattern.source);
    const result = found.map(({ 0: each }) => each.replace(once, replacement));
    // A pattern that depends on the surrounding text may not match the extracted text alone.
    if (result.some((each, index) => each === found[index]![0])) continue;
    return replaced(
      text,
      found.map((each, index) => [each, result[index]!]),
    );
  }
  return null;
}

const names: Readonly<Record<Language, RegExp>> = {
  en: /(?<=[a-z,] )[A-Z][a-z]{3,}/g,
  de: /(?<=[a-zäöüß,] )[A-ZÄÖÜ][a-zäöüß]{3,}/g,
  zh: /[京津沪渝冀豫云辽黑湘皖鲁苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼北南东西上天重河山江湖广海四成武福长][\p{Script=Han}](?=[省市县区])|[\p{Script=Latin}]{4,}/gu,
  ja: /\p{Script=Katakana}[\p{Script=Katakana}ー]{2,}/gu,
};

/** Replaces names throughout a text by names from other texts. */
function renamed(
  text: string,
  language: Language,
  others: readonly string[],
  count: number,
): string | null {
  let result = text;
  let done = 0;
  for (let tries = 0; tries < 20 * count && done < count; tries++) {
    const [from] = picked(result, names[language], 1);
    const other = others[numberFrom(`${text}${tries}`, others.length)]!;
    const [to] = picked(other, names[language], 1);
    if (from === undefined || to === undefined) continue;
    // A name that replaced another one is not replaced again.
    if (!text.includes(from[0]) || result.toLowerCase().includes(to[0].toLowerCase())) continue;
    result = result.replaceAll(from[0], to[0]);
    done++;
  }
  return done < count ? null : result;
}

/** Replaces words in lower case, or of two Han characters, by words from another text. */
function otherWords(
  text: string,
  language: Language,
  others: readonly string[],
  count: number,
): string | null {
  const other = others[numberFrom(text, others.length)]!;
  const found = pickedOf(text, ordinaryWords(text, language), count);
  const words = ordinaryWords(other, language).filter(({ 0: word }) => !text.includes(word));
  if (found.length < count || words.length < count) return null;
  return replaced(
    text,
    found.map((each, index) => [each, words[index]![0]]),
  );
}

function ordinaryWords(text: string, language: Language): Place[] {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...segments]
    .filter(({ segment }) => /^(\p{Script=Han}{2}|[a-zäöüß]{4,})$/u.test(segment))
    .map(({ index, segment }) => ({ index, 0: segment }));
}

/** Swaps two different matches of a pattern. */
function swapped(text: string, pattern: RegExp): string | null {
  const [one] = picked(text, pattern, 1);
  const other = [...text.matchAll(pattern)].find((each) => each[0] !== one?.[0]);
  if (one === undefined || other === undefined) return null;
  const [first, second] = one.index < other.index ? [one, other] : [other, one];
  return replaced(text, [
    [first, second[0]],
    [second, first[0]],
  ]);
}

/** Changes the lines of a text at a place that is not its first or last line. */
function withLine(text: string, change: (lines: string[], at: number) => void): string | null {
  const lines = text.split('\n');
  if (lines.length < 3) return null;
  change(lines, numberFrom(text, lines.length - 2) + 1);
  return lines.join('\n');
}

const sentences: Readonly<Record<Language, string>> = {
  en: 'All of this is void from tomorrow. ',
  de: 'All das gilt ab morgen nicht mehr. ',
  zh: '以上内容自明日起全部作废。',
  ja: '以上の内容は明日からすべて無効となる。',
};

const entries: Readonly<Record<Language, string>> = {
  en: 'Marble quarry near the old harbour',
  de: 'Steinbruch am alten Hafen',
  zh: '旧港口附近的大理石采石场',
  ja: '古い港の近くの大理石の採石場',
};

function otherDigits(text: string, pattern: RegExp, count: number): string | null {
  const found = picked(text, pattern, count);
  if (found.length < count) return null;
  return replaced(
    text,
    found.map((each) => [each, nextNumber(each[0])]),
  );
}

/** Returns a number of the same length with a different last digit. */
function nextNumber(number: string): string {
  return number.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`);
}

/** A part of a text. */
interface Place {
  readonly index: number;
  readonly 0: string;
}

/** Returns some matches of a pattern in text order, selected by a hash of the text. */
function picked(text: string, pattern: RegExp, count: number): Place[] {
  return pickedOf(text, [...text.matchAll(pattern)], count);
}

function pickedOf(text: string, all: readonly Place[], count: number): Place[] {
  const first = all.length === 0 ? 0 : numberFrom(text, all.length);
  return [...all.slice(first), ...all.slice(0, first)]
    .slice(0, count)
    .sort((a, b) => a.index - b.index);
}

function replaced(text: string, parts: readonly (readonly [Place, string])[]): string {
  let result = '';
  let end = 0;
  for (const [{ index, 0: found }, replacement] of parts) {
    result += text.slice(end, index) + replacement;
    end = index + found.length;
  }
  return result + text.slice(end);
}

function differing(text: string, changed: string): string | null {
  return changed === text ? null : changed;
}

/** Returns an integer from 0 to `end`, exclusive, derived from a hash of the text. */
function numberFrom(text: string, end: number): number {
  return createHash('md5').update(text).digest().readUInt32BE() % end;
}
