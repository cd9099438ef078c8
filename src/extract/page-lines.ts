import { blockElements, cellElements, controlElements } from './elements.js';
import { isHidden } from './hidden.js';
import { countLetters, type IsOut, isReference } from './page-measures.js';
import type { PageElement, PageNode } from './page-tree.js';

/** Maximum length of a row or item that is one line, in letters. A longer one, as in a table used for layout, has several. */
const rowLengthMax = 600;

/**
 * Stands for each empty cell before the last filled one of a row, as in a timetable, where it matters which cells are
 * filled. Segmentation takes the sign for a word.
 */
const emptyCell = ' ∅ ';

export interface Line {
  readonly text: string;
  /** Number of letters of the line, in total (`length`) and in links (`linked`), counted as in `Measures`. */
  readonly length: number;
  readonly linked: number;
  readonly isHeading: boolean;
  readonly isCode: boolean;
  /** True for an item of a list or a row of a table. */
  readonly isItem: boolean;
  /** Place of the line in the page. A line is inside the content if it is `content`. */
  readonly place: LinePlace;
  /** True if the line belongs to the main text, which is at first all content. */
  isMain: boolean;
}

/** Places of lines: in the content, in an element around it, or in one that is never content. */
export const linePlaces = ['content', 'around', 'boilerplate', 'hidden', 'control'] as const;
export type LinePlace = (typeof linePlaces)[number];

export interface LineOptions {
  /** Tests for elements to leave out of the content; their texts are lines of their own. */
  readonly isOut: IsOut;
  /** Element whose lines are the content; defaults to the whole page. */
  readonly root?: PageElement;
  /** True to include image descriptions in the content. */
  readonly withPictures: boolean;
}

/** A line that is being read, with the place of its last text. */
interface OpenLine {
  piece: string;
  linked: number;
  place: LinePlace;
}

const emptyLine = (): OpenLine => ({ piece: '', linked: 0, place: 'content' });

/**
 * Returns the text of a page as readers see it: one line per block, table row or list item, one space between words,
 * and no space inside a word that is set in several fonts. Nothing is dropped: text outside the content is on lines of
 * its own, after the line of the content that surrounds it.
 */
export function readLines(
  body: PageElement,
  { isOut, root = body, withPictures }: LineOptions,
): Line[] {
  const lines: Line[] = [];
  const inside = emptyLine();
  const outside = emptyLine();
  let place: LinePlace = root === body ? 'content' : 'around';
  let [isHeading, isItem, inRow] = [false, false, false];

  function endLine(isCode: boolean): void {
    endPart(inside, isCode);
    endPart(outside, isCode);
  }

  function endPart(line: OpenLine, isCode: boolean): void {
    if (line.piece === '') return;
    const text = line.piece.replaceAll(/[\t\n\f\r\u00a0 ]{2,}|[\t\n\f\r\u00a0]/g, ' ').trim();
    const length = countLetters(text);
    const { linked, place } = line;
    const isMain = place === 'content';
    if (text !== '') lines.push({ text, length, linked, isHeading, isCode, isItem, place, isMain });
    Object.assign(line, emptyLine());
  }

  function add(text: string, preformatted: boolean, inLink: boolean): void {
    const line = place === 'content' ? inside : outside;
    if (line.piece === '' && !preformatted && !/\S/.test(text)) return;
    line.place = place;
    if (inLink) line.linked += countLetters(text);
    if (!preformatted) {
      line.piece += text;
      return;
    }
    for (const [i, part] of text.split('\n').entries()) {
      if (i > 0) endLine(true);
      line.piece += part;
    }
  }

  function separate(): void {
    if (inside.piece !== '') inside.piece += ' ';
    if (outside.piece !== '') outside.piece += ' ';
  }

  function visit(element: PageElement, preformatted: boolean, inLink: boolean): void {
    const lastCell = inRow && element.name === 'tr' ? element.children.findLastIndex(isFilled) : -1;
    for (const [index, child] of element.children.entries()) {
      if (typeof child === 'string') {
        add(child, preformatted, inLink);
        continue;
      }
      const { name } = child;
      const isBlock = blockElements.has(name) || (preformatted && name === 'code');
      const isRow = !inRow && rowElements.has(name) && isOneLine(child);
      const endsLine = isBlock && !inRow;
      const isSpaced = !endsLine && (isBlock || cellElements.has(name));
      const before = [place, isHeading, isItem, inRow] as const;
      if (index < lastCell && cellElements.has(name) && !isFilled(child))
        add(emptyCell, false, false);
      if (endsLine) endLine(preformatted);
      else if (isSpaced) separate();
      if (withPictures && name === 'img' && place === 'content' && !isOut(child)) {
        add(child.attributes.get('alt') ?? '', false, false);
      }
      if (child === root) place = 'content';
      place = placeOf(child, place, isOut);
      const isAside = place !== before[0];
      if (isAside && outside.piece !== '') outside.piece += ' ';
      isHeading ||= !inRow && /^h[1-6]$/.test(name);
      isItem ||= isRow || itemElements.has(name);
      inRow ||= isRow;
      const isCode = preformatted || name === 'pre';
      visit(child, isCode, inLink || isReference(child));
      if (endsLine) endLine(isCode);
      [place, isHeading, isItem, inRow] = before;
      if (isAside && outside.piece !== '') outside.piece += ' ';
      if (isSpaced) separate();
    }
  }

  visit(body, body.name === 'pre', false);
  endLine(body.name === 'pre');
  return lines;
}

/** Returns the place of an element inside another. */
function placeOf(element: PageElement, outer: LinePlace, isOut: IsOut): LinePlace {
  if (outer !== 'content' && outer !== 'around') return outer;
  if (controlElements.has(element.name)) return 'control';
  if (!isOut(element)) return outer;
  return isHidden(element) ? 'hidden' : 'boilerplate';
}

/** Elements whose text is one line unless it is long. */
const rowElements: ReadonlySet<string> = new Set(['tr', 'li']);
const itemElements: ReadonlySet<string> = new Set(['li', 'dt', 'dd']);
const neverInRow: ReadonlySet<string> = new Set([
  'tr',
  'li',
  'pre',
  'table',
  'ul',
  'ol',
  'article',
]);

/**
 * Tests for a row or item without others inside it, and with little text. A row of a single cell is no row of a table
 * of data, but holds paragraphs.
 */
function isOneLine(row: PageElement): boolean {
  const cells = row.children.filter((child) => typeof child !== 'string');
  if (row.name === 'tr' && cells.length < 2) return false;
  let length = 0;
  function fits({ children }: PageElement): boolean {
    return children.every((child) => {
      if (typeof child !== 'string') return !neverInRow.has(child.name) && fits(child);
      length += countLetters(child);
      return length <= rowLengthMax;
    });
  }
  return fits(row);
}

/** Tests for words, signs, a picture or a field. */
function isFilled(node: PageNode): boolean {
  if (typeof node === 'string') return /\S/.test(node);
  return node.name === 'img' || node.name === 'input' || node.children.some(isFilled);
}

/** Returns the text of an element in one line. */
export function elementText(element: PageElement): string {
  const lines = readLines(element, { isOut: () => false, withPictures: false });
  return lines.map(({ text }) => text).join(' ');
}
