/**
 * Reads what a person sees of a page, line by line, without any code of `src/`: a ruler for the service must not share
 * its rules. Nothing is left out for its class, id, length, place or link, nor for being hidden, since a script may show
 * it. Only elements whose content no browser shows are skipped, and inside `head` everything but the title.
 */
import { Parser } from 'htmlparser2';

export interface Line {
  readonly text: string;
  /** The words of the line, separated by single spaces. */
  readonly key: string;
}

export interface VisiblePage {
  readonly address: string;
  /** Parts of the title, then the text between two line breaks, in order. */
  readonly lines: readonly Line[];
  /** Rows of tables and items of lists that consist of several lines and have a number: short ones only. */
  readonly rows: readonly Row[];
  /** All words of the page, with a space before and after each. */
  readonly words: string;
}

export interface Row extends Line {
  readonly parts: readonly Line[];
}

const rowWordsMax = 24;
const unseen = new Set('script style template noscript iframe object svg'.split(' '));
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const rowElements = new Set(['tr', 'li']);
const titleSeparators = / [|\-–—·] |\s*»\s*/u;
/** One character in scripts that put no spaces between words, otherwise a run of letters and digits. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu;

export function readVisiblePage(address: string, html: string): VisiblePage {
  const reader = readLines(html);
  const { lines, rows } = reader;
  return { address, lines, rows, words: ` ${lines.map(({ key }) => key).join(' ')} ` };
}

/**
 * Decodes a page: as UTF-8 if its bytes are that, otherwise as it declares. Pages that declare UTF-8 and have more wrong
 * bytes than other letters are windows-1252.
 */
export function decodePage(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  if (!text.includes('\uFFFD')) return text;
  const declared =
    /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text.slice(0, 4096))?.[1] ?? 'windows-1252';
  const wrong = text.match(/\uFFFD/g)!.length;
  if (/^utf-?8$/i.test(declared) && wrong <= (text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0)) {
    return text;
  }
  try {
    return new TextDecoder(/^utf-?8$/i.test(declared) ? 'windows-1252' : declared).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readLines(html: string): { lines: Line[]; rows: Row[] } {
  const titles: Line[] = [];
  const lines: Line[] = [];
  const rows: Row[] = [];
  const rowStarts: number[] = [];
  let text = '';
  let title: string | null = null;
  let unseenDepth = 0;

  const endLine = () => {
    const line = lineOf(text);
    if (line !== null) lines.push(line);
    text = '';
  };
  const endRow = () => {
    const row = rowOf(lines.slice(rowStarts.pop()!));
    if (row !== null) rows.push(row);
  };
  const parser = new Parser({
    onopentag(name) {
      if (unseen.has(name)) unseenDepth++;
      if (unseenDepth > 0 || inline.has(name)) return;
      endLine();
      if (name === 'title') title = '';
      if (rowElements.has(name)) rowStarts.push(lines.length);
    },
    ontext(part) {
      if (unseenDepth > 0) return;
      if (title === null) text += part;
      else title += part;
    },
    onclosetag(name) {
      if (unseen.has(name)) unseenDepth = Math.max(0, unseenDepth - 1);
      if (unseenDepth > 0 || inline.has(name) || unseen.has(name)) return;
      if (title !== null && name === 'title') {
        titles.push(...title.split(titleSeparators).flatMap((part) => lineOf(part) ?? []));
        title = null;
      }
      endLine();
      if (rowElements.has(name) && rowStarts.length > 0) endRow();
    },
  });
  parser.end(html);
  endLine();
  return { lines: [...titles, ...lines], rows };
}

function lineOf(text: string): Line | null {
  const words = text.normalize('NFKC').toLowerCase().match(word);
  return words === null
    ? null
    : { text: text.replaceAll(/\s+/g, ' ').trim(), key: words.join(' ') };
}

function rowOf(parts: readonly Line[]): Row | null {
  if (parts.length < 2) return null;
  const key = parts.map((part) => part.key).join(' ');
  if (wordCount(key) > rowWordsMax || !/\p{N}/u.test(key)) return null;
  return { text: parts.map((part) => part.text).join(' / '), key, parts };
}

export function wordCount(key: string): number {
  return key.split(' ').length;
}
