import { blockElements } from './elements.js';
import type { PageElement } from './page-tree.js';

/**
 * How much text an element holds, counted in letters of an alphabet: a Chinese, Japanese or Korean
 * character counts as two, white space as nothing.
 */
export interface Measure {
  /** All text. */
  readonly length: number;
  /** Text of links. */
  readonly linked: number;
  /** Text of runs, between two edges of blocks, that read like sentences: long, and not of links. Also code. */
  readonly prose: number;
  /** Number of links. */
  readonly links: number;
  /** Number of elements inside. */
  readonly elements: number;
}

/** A run of fewer letters is no prose. */
const proseLengthMin = 60;
const proseLinkShareMax = 0.4;

export type Measures = ReadonlyMap<PageElement, Measure>;

/** Measures every element that is not left out. Cost: one pass. */
export function measured(root: PageElement, isOut: (element: PageElement) => boolean): Measures {
  const measures = new Map<PageElement, Measure>();
  let [length, linked, prose, links, elements] = [0, 0, 0, 0, 0];
  let [runLength, runLinked] = [0, 0];

  function endRun(isCode: boolean): void {
    if (isCode) prose += runLength;
    else if (runLength >= proseLengthMin && runLinked <= runLength * proseLinkShareMax) {
      prose += runLength - runLinked;
    }
    runLength = 0;
    runLinked = 0;
  }

  function visit(element: PageElement, inLink: boolean, inCode: boolean): void {
    const before = { length, linked, prose, links, elements };
    const isBlock = blockElements.has(element.name);
    if (isBlock) endRun(inCode);
    for (const child of element.children) {
      if (typeof child === 'string') {
        const own = weightOf(child);
        length += own;
        runLength += own;
        if (inLink) {
          linked += own;
          runLinked += own;
        }
      } else if (!isOut(child)) {
        elements += 1;
        const isLink = isReference(child);
        if (isLink) links += 1;
        visit(child, inLink || isLink, inCode || child.name === 'pre');
      }
    }
    if (isBlock) endRun(inCode || element.name === 'pre');
    measures.set(element, {
      length: length - before.length,
      linked: linked - before.linked,
      prose: prose - before.prose,
      links: links - before.links,
      elements: elements - before.elements,
    });
  }

  visit(root, false, false);
  return measures;
}

/** A link to another page; links within the page, as notes have them, are text. */
export function isReference({ name, attributes }: PageElement): boolean {
  const href = name === 'a' ? attributes.get('href') : undefined;
  return href !== undefined && !href.startsWith('#');
}

export function weightOf(text: string): number {
  let weight = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x2e7f) weight += unit < 0xd800 || unit > 0xdfff ? 2 : 1;
    else if (unit > 0x20 && unit !== 0xa0) weight += 1;
  }
  return weight;
}
