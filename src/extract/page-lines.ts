import { blockElements, cellElements } from './elements.js';
import { type IsOut, isReference, weightOf } from './page-measures.js';
import type { PageElement } from './page-tree.js';
import { tidyLine } from './tidy.js';

export interface Line {
  readonly text: string;
  /** Numbers of its letters, and of those in links; see `Measures`. */
  readonly length: number;
  readonly linked: number;
  readonly isHeading: boolean;
}

export interface LineOptions {
  readonly isOut: IsOut;
  /** Also takes the descriptions of pictures. */
  readonly withPictures: boolean;
}

/**
 * The text of an element as a reader sees it: a line for each block, one space between words, and
 * no space inside a word that is set in several fonts.
 */
export function linesOf(root: PageElement, { isOut, withPictures }: LineOptions): Line[] {
  const lines: Line[] = [];
  let piece = '';
  let linked = 0;
  let isHeading = false;

  function endLine(): void {
    if (piece === '') return;
    const text = tidyLine(piece);
    if (text !== '') lines.push({ text, length: weightOf(text), linked, isHeading });
    piece = '';
    linked = 0;
  }

  function add(text: string, preformatted: boolean, inLink: boolean): void {
    if (inLink) linked += weightOf(text);
    if (!preformatted) {
      piece += text.replaceAll(/[\t\n\f\r ]+/g, ' ');
      return;
    }
    for (const [i, line] of text.split('\n').entries()) {
      if (i > 0) endLine();
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
      if (isBlock) endLine();
      else if (isSpaced) piece += ' ';
      if (withPictures && name === 'img') add(child.attributes.get('alt') ?? '', false, false);
      if (!isOut(child)) {
        const heading = isHeading;
        isHeading ||= /^h[1-6]$/.test(name);
        visit(child, preformatted || name === 'pre', inLink || isReference(child));
        if (isBlock) endLine();
        isHeading = heading;
      }
      if (isSpaced) piece += ' ';
    }
  }

  visit(root, root.name === 'pre', false);
  endLine();
  return lines;
}
