import { blockElements, cellElements } from './elements.js';
import { countLetters, type IsOut, isReference } from './page-measures.js';
import type { PageElement } from './page-tree.js';
import { tidyLine } from './tidy.js';

const aboutShareMin = 0.7;

export interface Line {
  readonly text: string;
  /** Number of letters of the line, in total (`length`) and in links (`linked`), counted as in `Measures`. */
  readonly length: number;
  readonly linked: number;
  readonly isHeading: boolean;
  readonly isCode: boolean;
  /** True if nearly the whole line is in elements about the page, such as its author. */
  readonly isAbout: boolean;
}

export interface LineOptions {
  readonly isOut: IsOut;
  /** Tests for elements about the page, such as its author. */
  readonly isAbout?: (element: PageElement) => boolean;
  /** True to include image descriptions. */
  readonly withPictures: boolean;
}

/**
 * Returns the text of an element as readers see it: one line per block, one space between words, and no space inside a
 * word that is set in several fonts.
 */
export function readLines(
  root: PageElement,
  { isOut, isAbout = () => false, withPictures }: LineOptions,
): Line[] {
  const lines: Line[] = [];
  let piece = '';
  let [linked, about] = [0, 0];
  let [isHeading, inAbout] = [false, false];

  function endLine(isCode: boolean): void {
    if (piece === '') return;
    const text = tidyLine(piece);
    const length = countLetters(text);
    const isAbout = about >= aboutShareMin * length;
    if (text !== '') lines.push({ text, length, linked, isHeading, isCode, isAbout });
    piece = '';
    linked = 0;
    about = 0;
  }

  function add(text: string, preformatted: boolean, inLink: boolean): void {
    if (inLink) linked += countLetters(text);
    if (inAbout) about += countLetters(text);
    if (!preformatted) {
      piece += text.replaceAll(/[\t\n\f\r ]+/g, ' ');
      return;
    }
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) endLine(true);
      piece += line;
    }
  }

  function visit(element: PageElement, preformatted: boolean, inLink: boolean): void {
    for (const child of element.children) {
      if (typeof child === 'string') {
        add(child, preformatted, inLink);
        continue;
      }
      const { name } = child;
      const isBlock = blockElements.has(name) || (preformatted && name === 'code');
      const isSpaced = !isBlock && cellElements.has(name);
      if (isBlock) endLine(preformatted);
      else if (isSpaced) piece += ' ';
      if (withPictures && name === 'img') add(child.attributes.get('alt') ?? '', false, false);
      if (!isOut(child)) {
        const [heading, wasAbout] = [isHeading, inAbout];
        isHeading ||= /^h[1-6]$/.test(name);
        inAbout ||= isAbout(child);
        const isCode = preformatted || name === 'pre';
        visit(child, isCode, inLink || isReference(child));
        if (isBlock) endLine(isCode);
        isHeading = heading;
        inAbout = wasAbout;
      }
      if (isSpaced) piece += ' ';
    }
  }

  visit(root, root.name === 'pre', false);
  endLine(root.name === 'pre');
  return lines;
}
